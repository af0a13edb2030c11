// Odds as bars, before anything is committed.

import { h } from "../common/dom.js";
import { percent, t } from "../common/words.js";
import { ladderPanel, sumPanel } from "./battle.js";

/** @typedef {{ label: string, chance: number }} Chance */
/**
 * @typedef {{ title: string, place?: string, chances?: Chance[], rows?: { label: string, chances: Chance[] }[],
 *   factors?: import("../types.js").Modifier[], ladder?: import("../types.js").Ladder }} Odds
 */

/** @param {Chance[]} chances */
function bar(chances) {
  const whole = h("div", { class: "bar", role: "img", "aria-label": chances.map((one) => t("odds.chance", { label: one.label, chance: percent(one.chance) })).join(", ") });
  chances.forEach((one, n) => {
    if (one.chance <= 0) return;
    const part = h("span", { class: `part part-${n}`, title: `${one.label} ${percent(one.chance)}` }, one.chance > 0.09 ? percent(one.chance) : "");
    part.style.flexGrow = String(one.chance);
    whole.append(part);
  });
  return whole;
}

/** What the colours of a bar mean. @param {Chance[]} chances */
function legend(chances) {
  return h("div", { class: "legend", "aria-hidden": "true" }, ...chances.map((chance, n) => h("span", {}, h("i", { class: `part-${n}` }), chance.label)));
}

/** The outcomes of a bar, from bad to good for the reader: what is good for one side is bad for the other. @param {{ chances: Chance[] }} row */
const names = (row) => row.chances.map((one) => one.label).join();

/** @param {Odds[]} odds @param {string} game @returns {Node[]} */
export function oddsChart(odds, game) {
  return odds.map((one) => {
    const rows = one.rows ?? [{ label: "", chances: one.chances ?? [] }];
    return h("div", { class: "odds" },
      one.factors?.length ? sumPanel({ title: one.title, rows: one.factors }, { game, colour: () => "n" }) : h("p", { text: one.title }),
      one.ladder ? ladderPanel(one.ladder, game) : null,
      ...rows.flatMap((row, n) => [
        n && names(row) === names(rows[n - 1]) ? null : legend(row.chances),
        h("div", { class: "odds-row" }, h("span", { class: "odds-label", text: row.label }), bar(row.chances))]));
  });
}
