// The last fight in full: what was told of it, with all dice, until the player puts it away.

import { button, h } from "../common/dom.js";
import { t } from "../common/words.js";
import { diceRow } from "../panels/dice.js";
import { ruleRef } from "../shared/rules.js";
import { linesOfFight } from "../store.js";

/** @param {HTMLElement} box @param {import("../store.js").State} state @param {() => void} dismiss */
export function showReport(box, state, dismiss) {
  const lines = linesOfFight(state);
  const look = lines.length ? `${lines[0].n} ${lines.length} ${state.report?.isFolded}` : "";
  if (box.dataset.look === look) return;
  box.dataset.look = look;
  if (!lines.length) {
    box.replaceChildren();
    return;
  }
  const list = h("ol", { tabindex: 0 }, ...lines.slice(1).map((line) => h("li", {}, h("span", { text: line.text }), ...(line.dice?.length ? diceRow(line.dice) : []), " ", ruleRef(state.game, line.rule))));
  box.replaceChildren(h("details", { class: "playback report", open: !state.report?.isFolded }, h("summary", { text: lines[0].text }), list,
    h("div", { class: "row end" }, button(t("playback.continue"), dismiss, { class: "main small report-continue" }))));
  list.scrollTop = list.scrollHeight; // the result stands at the end
}
