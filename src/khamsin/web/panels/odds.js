// Odds as bars, before anything is committed.

import { h } from "../dom.js";
import { percent, t } from "../words.js";

/** @typedef {{ label: string, chance: number }} Chance */
/** @typedef {{ title: string, place?: string, chances?: Chance[], rows?: { label: string, chances: Chance[] }[] }} Odds */

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

/** @param {Odds[]} odds @returns {Node[]} */
export function oddsChart(odds) {
  return odds.map((one) => {
    const rows = one.rows ?? [{ label: "", chances: one.chances ?? [] }];
    const legend = rows[0]?.chances ?? [];
    return h("div", { class: "odds" },
      h("p", { text: one.title }),
      h("div", { class: "legend", "aria-hidden": "true" }, ...legend.map((chance, n) => h("span", {}, h("i", { class: `part-${n}` }), chance.label))),
      ...rows.map((row) => h("div", { class: "odds-row" }, h("span", { class: "odds-label", text: row.label }), bar(row.chances))));
  });
}
