// The battle being fought: two columns that add up, the dice, the result.

import { h } from "../dom.js";
import { ruleRef } from "../rules.js";
import { t } from "../words.js";
import { diceRow } from "./dice.js";

/**
 * @param {import("../types.js").BattleNow} battle
 * @param {string} game
 * @param {(number | number[])[] | null} dice the last ones rolled in it
 * @param {(id: string) => Node | null} portrait
 */
export function battlePanel(battle, game, dice, portrait) {
  const row = (/** @type {any} */ line, /** @type {number} */ n) => h("tr", { class: n === battle.rows.length - 1 && line.attack && !/[+−]/.test(line.attack) ? "sum" : "" },
    h("th", { scope: "row" }, line.label, " ", ruleRef(game, line.rule)), h("td", { text: line.attack }), h("td", { text: line.defence }));
  const units = (/** @type {string[] | undefined} */ ids) => h("div", { class: "portraits" }, ...(ids ?? []).map(portrait));
  return h("section", { class: "battle", "aria-label": battle.title },
    h("h3", { text: battle.title }),
    h("div", { class: "versus" }, units(battle.attackers), h("span", { class: "swords", text: "×", "aria-hidden": "true" }), units(battle.defenders)),
    h("table", {},
      h("thead", {}, h("tr", {}, h("th", {}), h("th", { scope: "col", text: t("battle.attack") }), h("th", { scope: "col", text: t("battle.defence") }))),
      h("tbody", {}, ...battle.rows.map(row))),
    dice?.length ? h("div", { class: "battle-dice" }, ...diceRow(dice)) : null,
    battle.outcome ? h("p", { class: "outcome", role: "status" }, `${t("battle.outcome")}: `, h("b", { text: battle.outcome })) : null);
}
