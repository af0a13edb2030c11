// What is asked, what may be answered, and what the others propose.

import { button, h } from "../common/dom.js";
import { icon } from "../common/icons.js";
import { t } from "../common/words.js";
import { ruleRef } from "../shared/rules.js";
import { canChoose, colourOf, companions, isPlayingBack, shownTable, sideLabel } from "../store.js";
import { optionList } from "./options.js";

/** @typedef {import("../store.js").State} State */
/** @typedef {import("../types.js").Option} Option */
/**
 * @typedef {{ choose: (option: Option) => void, hover: (option: Option | null) => void, pick: (piece: string) => void, unpick: () => void, undo: () => void, usual: () => void, together: (is: boolean) => void,
 *   portrait: (piece: string) => Node | null, isOnMap: (id: string) => boolean }} On
 */

/** @param {HTMLElement} box @param {State} state @param {{ rematch: () => void, replay: () => void }} on */
export function showPrompt(box, state, on) {
  const { decision, result } = shownTable(state);
  box.className = "prompt";
  box.dataset.number = String(decision?.number ?? "");
  box.dataset.seat = state.seat ?? "";
  if (result && (state.past === null || state.past === state.table.match.entries)) {
    box.classList.add("over");
    const winner = result.winner ? t("table.winner", { side: sideLabel(state, result.winner) }) : t("table.nobody");
    box.replaceChildren(h("p", { class: "state", text: t("table.result") }), h("h2", { text: winner }), h("p", {}, result.text, " ", ruleRef(state.game, result.rule)),
      h("div", { class: "row wrap end-row" }, state.table.match.sandbox ? null : button(t("end.rematch"), on.rematch, { class: "main rematch" }), button(t("end.replay"), on.replay), state.table.match.reviewed ? h("a", { class: "button", href: `#/m/${state.id}/review`, text: t("review.open") }) : null, h("a", { class: "button", href: "#/", text: t("app.home") })));
    return;
  }
  if (isPlayingBack(state)) {
    box.classList.add("waiting");
    box.replaceChildren(h("p", { class: "state", text: t("playback.now") }), h("h2", { text: t("playback.title") }));
    return;
  }
  if (!decision) {
    box.replaceChildren(h("p", { class: "state", text: t("table.wait") }));
    return;
  }
  const colour = colourOf(state, decision.to_answer[0]);
  const yours = decision.yours && state.past === null;
  box.classList.add(yours ? "yours" : "waiting", `side-${colour}`);
  const names = decision.to_answer.map((side) => sideLabel(state, side)).join(", ");
  const now = state.table.match.you.observer ? t("table.observer") : yours ? t("table.turn") : t("table.wait");
  const thinker = yours ? null : state.table.match.seats.find((seat) => decision.to_answer.includes(seat.side) && seat.holder?.kind === "bot")?.holder;
  box.replaceChildren(
    h("p", { class: "state" }, h("i", { class: `swatch side-${colour}` }), `${names} · ${now}`),
    h("h2", {}, decision.prompt, " ", ruleRef(state.game, decision.rule)),
    ...(thinker && state.past === null ? [h("p", { class: "thinking hint" }, thinksOf(state, thinker.name ?? ""), h("i", { "aria-hidden": "true" }))] : []));
}

/** What a bot is at: a plan for a whole turn, or the answer to something new. What takes no time is no news. @param {State} state @param {string} name */
function thinksOf(state, name) {
  const { thought, table: { decision } } = state;
  const isNew = thought !== null && thought.number === decision?.number && decision.to_answer.includes(thought.side) && thought.seconds >= 1;
  return t(isNew && thought.stage !== "on" ? `table.thinking_${thought.stage}` : "table.thinking", { name, n: isNew ? Math.ceil(thought.seconds) : 0 });
}

/** Drawn only if something is new: a press and its release must fall on the same button. @param {HTMLElement} box @param {State} state @param {On} on */
export function showOptions(box, state, on) {
  const { choices, selected, table: { decision, match } } = state;
  const about = canChoose(state) ? [decision?.number, state.seat, selected, match.you.may_undo, state.isTogether].join(" ") : "";
  if (about && box.dataset.about === about) return;
  box.dataset.about = about;
  if (!about) {
    box.replaceChildren();
    return;
  }
  const active = document.activeElement;
  const wanted = active?.matches(".find-option") ? ".find-option" : box.contains(active) ? ".option:not([hidden])" : null;
  const picked = selected && choices.byPiece.has(selected) ? selected : choices.about;
  const options = picked === choices.about ? choices.options : choices.listed(picked); // with the way out
  const nodes = [];
  if (decision?.usual) nodes.push(button("", on.usual, { class: "main usual", title: t("table.usual_hint"), data: { key: "t" } }, h("kbd", { "aria-hidden": "true", text: "T" }), h("span", { text: t("table.usual") })), h("p", { class: "hint", text: t("table.usual_hint") }));
  const how = howTo(state, on.isOnMap);
  if (how) nodes.push(h("p", { class: "how hint", text: t(how) }));
  if (picked) {
    nodes.push(h("div", { class: "picked" }, ...unitHead(state, on, picked),
      options.length < choices.options.length ? button(t("table.all_options"), on.unpick, { class: "quiet small" }) : null));
    const most = Math.max(0, ...options.map((option) => companions(state, option).length));
    if (most) {
      const box = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", name: "together", checked: state.isTogether, on: { change: () => on.together(box.checked) } }));
      nodes.push(h("label", { class: "check together" }, box, h("span", { text: t("table.together", { n: most }) })));
    }
  }
  nodes.push(optionList(options, { choose: on.choose, hover: on.hover, pick: on.pick, unit: (piece) => unitHead(state, on, piece) }));
  if (match.you.may_undo) nodes.push(h("div", { class: "row undo-row" }, button("", on.undo, { class: "quiet small" }, icon("undo"), h("span", { text: t("table.undo") }))));
  box.replaceChildren(...nodes);
  if (wanted) /** @type {HTMLElement | null} */ (box.querySelector(wanted) ?? box.querySelector(".option:not([hidden])"))?.focus();
}

/** A unit with what is printed on it and its whole name. @param {State} state @param {On} on @param {string} id */
function unitHead(state, on, id) {
  const piece = state.scene.pieces.find((one) => one.id === id);
  const label = piece?.label ?? t("say.hidden");
  return [on.portrait(id), h("span", { class: "unit-head" }, h("b", { text: label }), piece?.name && piece.name !== label ? h("small", { text: piece.name }) : null)];
}

/** Which words tell how to answer on the map. @param {State} state @param {(id: string) => boolean} isThere @returns {string} "" where the list is all there is */
function howTo(state, isThere) {
  const { choices, selected } = state;
  const { picture } = shownTable(state);
  const cards = new Set((picture.hands ?? []).flatMap((hand) => hand.cards.map((card) => card.id)));
  if ([...choices.goalsOf(selected)].some(isThere)) return "how.goal";
  const canGo = [...choices.places()].some(isThere);
  if (canGo && picture.in_hand) return "how.place";
  const units = [...choices.byPiece.keys()].filter(isThere);
  if (units.some((id) => [...choices.goalsOf(id)].some(isThere))) return "how.unit_goal";
  if (choices.about && !canGo) return "";
  if (units.length) return "how.unit";
  if (canGo) return "how.place";
  return [...choices.byPiece.keys()].some((id) => cards.has(id)) ? "how.card" : "";
}

/** @param {HTMLElement} box @param {State} state @param {(kind: string, accept: boolean) => void} reply */
export function showOffers(box, state, reply) {
  const { offers, match } = state.table;
  const nodes = [];
  for (const [kind, offer] of Object.entries(offers ?? {})) {
    if (!offer) continue;
    const mine = match.you.sides.includes(offer.by);
    nodes.push(h("div", { class: "offer", role: "status" }, h("span", { text: t(`table.${kind}_offer`, { side: sideLabel(state, offer.by) }) }),
      mine ? button(t("app.cancel"), () => reply(kind, false), { class: "quiet small" })
        : h("span", { class: "row" }, button(t("table.accept"), () => reply(kind, true), { class: "main small" }), button(t("table.refuse"), () => reply(kind, false), { class: "small" }))));
  }
  box.replaceChildren(...nodes);
}
