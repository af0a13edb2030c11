// What the rules do by themselves, step by step, and the order of the turn.

import { button, h } from "../common/dom.js";
import { showPopover } from "../common/popover.js";
import { t } from "../common/words.js";
import { ruleRef } from "../shared/rules.js";
import { diceRow } from "./dice.js";

/** @typedef {import("../types.js").ProcedureNow} ProcedureNow */
/** @typedef {import("../types.js").Phase} Phase */

/** @param {ProcedureNow} procedure @param {string} game */
export function procedurePanel(procedure, game) {
  return h("section", { class: "procedure", "aria-label": procedure.title },
    h("h3", {}, procedure.title, " ", ruleRef(game, procedure.rule)),
    h("ol", {}, ...procedure.steps.map((step) => h("li", { class: `step ${step.state}`, "aria-current": step.state === "now" ? "step" : null },
      h("span", { class: "step-title" }, step.title, " ", ruleRef(game, step.rule)),
      ...(step.dice?.length ? diceRow(step.dice) : []),
      step.result ? h("b", { class: "step-result", text: step.result }) : null,
      step.note ? h("small", { text: step.note }) : null))));
}

/**
 * The phase bar: where we are, coarse to fine, and what comes next.
 * @param {HTMLElement} place
 * @param {string[]} bar
 * @param {Phase[]} sequence
 * @param {string} game
 */
export function showBar(place, bar, sequence, game) {
  const next = sequence.find((phase) => phase.state === "next");
  const items = bar.map((text, n) => h("li", { text, class: n === bar.length - 1 ? "now" : "" }));
  if (sequence.length) {
    const open = button("", () => showSequence(open, sequence, game), { class: "next", "aria-haspopup": "dialog", "aria-label": next ? t("table.next", { phase: next.label }) : t("table.sequence") },
      h("small", { text: next ? t("table.next", { phase: next.label }) : t("table.sequence") }));
    items.push(h("li", { class: "after" }, open));
  }
  place.replaceChildren(...items);
  place.scrollLeft = place.scrollWidth; // where there is little room, the end is what counts
}

/** @param {HTMLElement} at @param {Phase[]} sequence @param {string} game */
function showSequence(at, sequence, game) {
  const box = at.getBoundingClientRect();
  showPopover({ x: box.x + box.width / 2, y: box.y, height: box.height }, [h("h2", { text: t("table.sequence") }),
    h("ol", { class: "sequence" }, ...sequence.map((phase) => h("li", { class: phase.state, "aria-current": phase.state === "now" ? "step" : null }, phase.label, " ", ruleRef(game, phase.rule))))],
  { label: t("table.sequence"), focus: true });
}
