// What the computer would do: the button, how far it has thought, and the plans. One of them is shown on the board.

import { button, h } from "../common/dom.js";
import { icon } from "../common/icons.js";
import { percent, t } from "../common/words.js";
import { nameOf } from "../board/descriptions.js";
import { canChoose, sideLabel } from "../store.js";

/** @typedef {import("../store.js").State} State */
/** @typedef {import("../types.js").Plan} Plan */
/** @typedef {{ ask: () => void, away: () => void, show: (n: number) => void, follow: () => void }} On */

/** So many steps of a plan are told, and of one that is followed; the board shows the rest. */
const MOST = 12;
const NEXT = 4;
/** An error below this is not worth a word. */
const SURE = 0.005;
/** What is worth telling of a unit. */
const MARKS = ["out_of_supply", "isolated", "disrupted", "demoralised", "disorganised"];
/** How often the bar moves, in milliseconds. */
const TICK = 200;

/** Whether there is a question about which it can be asked. @param {State} state */
export const canAsk = (state) => canChoose(state) && !state.table.lesson && !state.table.match.you.why_no_hint && state.choices.options.length > 1;

/** Drawn only if it looks otherwise, so that nobody loses the button he is on. @param {HTMLElement} box @param {State} state @param {On} on */
export function showAdvice(box, state, on) {
  const { advice } = state;
  const isShown = advice !== null && state.past === null;
  const look = isShown ? JSON.stringify([advice.number, advice.state, advice.shown, advice.at]) : canAsk(state) ? "ask" : "";
  if (box.dataset.look === look) return;
  box.dataset.look = look;
  const had = box.contains(document.activeElement);
  box.replaceChildren(...(isShown ? [section(state, advice, on)] : look ? [button("", on.ask, { class: "quiet advice-ask", title: t("hint.about") }, icon("bulb"), h("span", { text: t("hint.ask") }), h("kbd", { "aria-hidden": "true", text: "H" }))] : []));
  if (had) /** @type {HTMLElement | null} */ (box.querySelector(".advice-do, .advice-away, .advice-ask"))?.focus();
}

/** @param {State} state @param {import("../advice.js").Advice} advice @param {On} on */
function section(state, advice, on) {
  const parts = advice.state === "done" ? plans(state, advice, on) : advice.state === "failed" ? [h("p", { role: "status", text: advice.text })] : [thinking(advice)];
  const again = advice.state === "failed" || (advice.state === "done" && !advice.plans.length);
  return h("section", { class: "advice", "aria-label": t("hint.title") }, h("h3", { text: t("hint.title") }), ...parts,
    h("div", { class: "row end" }, again ? button(t("hint.again"), on.ask, { class: "small advice-ask" }) : null,
      button(t(advice.state === "done" || advice.state === "failed" ? "hint.away" : "app.cancel"), on.away, { class: "quiet small advice-away" })));
}

/** How far it has thought, as far as that can be told. @param {import("../advice.js").Advice} advice */
function thinking({ state, seconds, began }) {
  const isThinking = state === "thinking";
  const bar = /** @type {HTMLProgressElement} */ (h("progress", { max: 1, "aria-label": t("hint.title"), ...(isThinking ? { value: 0 } : {}) }));
  if (isThinking) {
    const timer = setInterval(() => {
      if (!bar.isConnected) clearInterval(timer);
      bar.value = Math.min(0.97, (performance.now() - began) / 1000 / seconds);
    }, TICK);
  }
  return h("p", { class: "advice-thinking", role: "status" }, h("span", { text: t(isThinking ? "hint.thinking" : "hint.waiting", { n: Math.round(seconds) }) }), bar);
}

/** @param {State} state @param {import("../advice.js").Advice} advice @param {On} on @returns {Node[]} */
function plans(state, advice, on) {
  const { plans: all, shown, isFollowed } = advice;
  if (!all.length) return [h("p", { class: "hint", text: t("hint.none") })];
  if (isFollowed) return [planElement(state, advice, all[shown], shown, on)];
  const isOpen = all.length > 1 && all.slice(1).every((plan) => plan.close);
  const doubt = all.length < 2 ? "hint.one" : isOpen ? "hint.short" : "";
  return [doubt ? h("p", { class: "hint advice-doubt", text: t(doubt) }) : null, ...all.map((plan, n) => planElement(state, advice, plan, n, on))].filter((part) => part !== null);
}

/** @param {State} state @param {import("../advice.js").Advice} advice @param {Plan} plan @param {number} n @param {On} on */
function planElement(state, { shown, at, isAlone, isFollowed }, plan, n, on) {
  const isShown = n === shown;
  const step = plan.steps[isShown ? at : 0];
  const chance = h("span", { class: "plan-chance" }, h("b", { text: t(isAlone ? "hint.score" : "hint.wins", { chance: percent(plan.chance) }) }),
    plan.error > SURE ? h("small", { text: t("hint.error", { error: percent(plan.error) }) }) : null);
  const head = button("", () => on.show(n), { class: "plan-head", "aria-pressed": String(isShown) }, h("span", { class: "plan-number", text: String(n + 1) }), h("span", { class: "plan-first", text: firstOf(plan) }), chance);
  if (!isShown) return h("div", { class: "plan-line" }, head);
  const doIt = step ? button("", on.follow, { class: "main small advice-do", title: step.text }, h("span", { text: isFollowed ? t("hint.next", { text: step.text }) : t("hint.do") })) : null;
  if (isFollowed) return h("div", { class: "plan-line shown" }, steps(plan, at, at + NEXT), doIt);
  return h("div", { class: "plan-line shown" }, head,
    plan.close && n > 0 ? h("p", { class: "hint", text: t("hint.close") }) : null,
    reasons(plan, n),
    comes(state, plan),
    plan.steps.length > 1 ? h("details", { class: "plan-steps" }, h("summary", { text: t("hint.then", { n: plan.steps.length }) }), steps(plan, 0, MOST), h("p", { class: "hint", text: t("hint.world") })) : null,
    doIt);
}

/** What a plan begins with: where only a unit is named at first, what it does as well. @param {Plan} plan */
function firstOf({ steps: [first, second] }) {
  const isNamed = first && second && first.pieces.length === 1 && !first.places.length;
  return isNamed ? `${first.text}: ${second.text}` : first?.text ?? "";
}

/** The steps of a plan, from one to another. @param {Plan} plan @param {number} from @param {number} to */
function steps(plan, from, to) {
  const list = h("ol", { class: "steps", start: from + 1 }, ...plan.steps.slice(from, to).map((one) => h("li", { text: one.text })));
  list.style.setProperty("counter-reset", `step ${from}`);
  const left = plan.steps.length - to;
  return h("div", {}, list, left > 0 ? h("p", { class: "hint", text: t("hint.more", { n: left }) }) : null);
}

/** Why: what the best plan changes, and what another one changes otherwise. @param {Plan} plan @param {number} n */
function reasons(plan, n) {
  if (!plan.reasons.length) return null;
  const line = (/** @type {boolean} */ isGood) => {
    const texts = plan.reasons.filter(({ good }) => good === isGood).map(({ text }) => text);
    return texts.length ? h("li", { class: isGood ? "gain" : "loss" }, h("b", { text: t(isGood ? "hint.gain" : "hint.loss") }), " ", texts.join("; ")) : null;
  };
  return h("div", { class: "plan-reasons" }, h("p", { class: "hint", text: t(n ? "hint.otherwise" : "hint.why") }), h("ul", {}, line(true), line(false)));
}

/** What would have come of it at the end of the turn, in the one trial that is shown. @param {State} state @param {Plan} plan */
function comes({ scene, seat }, { taken, marked }) {
  const spaces = new Map(scene.spaces.map((space) => [space.id, nameOf(space)]));
  const worth = new Set(scene.spaces.filter((space) => space.value).map((space) => space.id));
  const won = [...taken.filter((id) => worth.has(id)), ...taken.filter((id) => !worth.has(id))];
  const units = new Map(scene.pieces.map((piece) => [piece.id, piece.label]));
  const lines = taken.length ? [t("recap.taken", { side: scene.sides[seat ?? ""]?.label ?? "", places: won.slice(0, 6).map((id) => spaces.get(id) ?? id).join(", ") + (won.length > 6 ? " …" : "") })] : [];
  for (const mark of MARKS) {
    const names = marked.filter(([, one]) => one === mark).map(([piece]) => units.get(piece) ?? piece);
    if (names.length) lines.push(t("recap.marked", { units: names.slice(0, 6).join(", ") + (names.length > 6 ? " …" : ""), mark: scene.marks?.[mark] ?? mark }));
  }
  return lines.length ? h("div", { class: "plan-comes" }, h("p", { class: "hint", text: t("hint.comes") }), h("ul", {}, ...lines.map((text) => h("li", { text })))) : null;
}

/** What the plan that is shown is about: its next step, and the ways of all of it. @param {State} state */
export function shownPlan({ advice, past }) {
  const plan = advice?.state === "done" && past === null ? advice.plans[advice.shown] : null;
  if (!advice || !plan) return null;
  const step = plan.steps[advice.at] ?? plan.steps[0];
  const ways = plan.ways.map((way) => ({ ...way, kind: "plan-way" }));
  return { ways, about: [...(step?.pieces ?? []), ...(step?.places ?? [])], places: [...new Set([...plan.ways.flatMap((way) => way.through), ...(step?.places ?? [])])] };
}

/** The estimate of who wins, in a word. @param {State} state @param {(chance: number) => string} say */
export function chanceLine(state, say = percent) {
  const { chances } = state;
  if (!chances) return "";
  const found = Object.entries(chances.chances);
  return chances.alone ? t("chances.score", { chance: say(found[0][1]) }) : found.map(([side, chance]) => `${sideLabel(state, side)} ${say(chance)}`).join(" · ");
}
