// The battle being fought: lines of units, plans, odds, sums, dice, the result. A game gives what it
// has; the rest is left out.

import { h } from "../common/dom.js";
import { t } from "../common/words.js";
import { ruleRef } from "../shared/rules.js";
import { die, diceRow } from "./dice.js";

/** @typedef {import("../types.js").BattleNow} BattleNow */
/**
 * What a panel needs to know of its table.
 * @typedef {{ game: string, portrait: (id: string) => Node | null, label: (id: string) => string, colour: (side: string | undefined) => string }} Around
 */

/**
 * @param {BattleNow} battle
 * @param {Around} table
 * @param {(number | number[])[] | null} dice the last ones rolled, for a game that does not tell its throws
 */
export function battlePanel(battle, table, dice) {
  return h("section", { class: "battle", tabindex: 0, "aria-label": battle.title },
    h("h3", { text: battle.title }),
    battle.lines ? battleLines(battle, table) : versus(battle, table),
    targets(battle, table),
    battle.rows.length ? values(battle, table.game) : null,
    battle.ladder ? ladderPanel(battle.ladder, table.game) : null,
    ...(battle.sums ?? []).map((sum) => sumPanel(sum, table)),
    battle.throws ? throws(battle, table) : dice?.length ? h("div", { class: "battle-dice" }, ...diceRow(dice)) : null,
    battle.table ? resultTable(battle.table, table.game) : null,
    battle.outcome ? h("p", { class: "outcome", role: "status" }, `${t("battle.outcome")}: `, h("b", { text: battle.outcome })) : null,
    plans(battle, table));
}

/** @param {BattleNow} battle @param {Around} table */
function versus(battle, table) {
  if (!battle.attackers.length && !battle.defenders.length) return null;
  const units = (/** @type {string[]} */ ids) => h("div", { class: "portraits" }, ...ids.map(table.portrait));
  return h("div", { class: "versus" }, units(battle.attackers), h("span", { class: "swords", text: "×", "aria-hidden": "true" }), units(battle.defenders));
}

/** @param {BattleNow} battle @param {Around} table */
function battleLines(battle, table) {
  return h("div", { class: "battle-lines" }, ...(battle.lines ?? []).map((line) => h("div", { class: `battle-line side-${table.colour(line.side)}` },
    h("span", { class: "line-name" }, line.label, line.note ? h("small", { text: line.note }) : null),
    h("div", { class: "portraits" }, ...line.pieces.map(table.portrait)))));
}

/** @param {BattleNow} battle @param {Around} table */
function targets(battle, table) {
  if (!battle.targets?.length) return null;
  return h("ul", { class: "targets", "aria-label": t("battle.targets") }, ...battle.targets.map((one) => h("li", {},
    table.portrait(one.by), h("span", { class: "unseen", text: `${table.label(one.by)} → ${table.label(one.at)}` }), h("span", { text: "→", "aria-hidden": "true" }), table.portrait(one.at),
    one.text ? h("b", { text: one.text }) : null)));
}

/** @param {BattleNow} battle @param {Around} table */
function plans(battle, table) {
  if (!battle.plans?.length) return null;
  return h("ul", { class: "plans", "aria-label": t("battle.plans") }, ...battle.plans.map((plan) => h("li", { class: `plan side-${table.colour(plan.side)}${plan.spent ? " spent" : ""}` },
    h("b", { text: plan.title }), " ", ruleRef(table.game, plan.rule), h("p", { text: plan.text }))));
}

/** @param {BattleNow} battle @param {string} game */
function values(battle, game) {
  const row = (/** @type {BattleNow["rows"][0]} */ line, /** @type {number} */ n) => h("tr", { class: n > 0 && n === battle.rows.length - 1 && line.attack && !/[+−]/.test(line.attack) ? "sum" : "" },
    h("th", { scope: "row" }, line.label, " ", ruleRef(game, line.rule)), h("td", { text: line.attack }), h("td", { text: line.defence }));
  return h("table", { class: "values" },
    h("thead", {}, h("tr", {}, h("td"), h("th", { scope: "col", text: t("battle.attack") }), h("th", { scope: "col", text: t("battle.defence") }))),
    h("tbody", {}, ...battle.rows.map(row)));
}

/** The columns of odds, with every shift on the way. @param {import("../types.js").Ladder} ladder @param {string} game */
export function ladderPanel(ladder, game) {
  return h("div", { class: "ladder" },
    h("ol", { class: "columns", "aria-label": t("battle.odds") }, ...ladder.columns.map((text, n) => h("li", {
      class: [n === ladder.start ? "start" : "", n === ladder.end ? "end" : "", between(n, ladder) ? "passed" : ""].filter(Boolean).join(" "),
      "aria-current": n === ladder.end ? "true" : null, text,
    }))),
    rowsOf(ladder.shifts, game));
}

/** @param {number} n @param {import("../types.js").Ladder} ladder */
const between = (n, { start, end }) => n > Math.min(start, end) && n < Math.max(start, end);

/** @param {import("../types.js").Modifier[]} rows @param {string} game */
function rowsOf(rows, game) {
  if (!rows.length) return null;
  return h("table", { class: "sums" }, h("tbody", {}, ...rows.map((row) => h("tr", {}, h("th", { scope: "row" }, row.label, " ", ruleRef(game, row.rule)), h("td", { text: row.value })))));
}

/** How a number comes about. @param {import("../types.js").Calculation} sum @param {Pick<Around, "game" | "colour">} table */
export function sumPanel(sum, table) {
  const rows = rowsOf(sum.rows, table.game);
  if (sum.total) rows?.append(h("tfoot", {}, h("tr", { class: "sum" }, h("th", { scope: "row", text: t("battle.total") }), h("td", { text: sum.total }))));
  return h("div", { class: `calculation side-${table.colour(sum.side)}` }, h("h4", { text: sum.title }), rows);
}

/** @param {BattleNow} battle @param {Around} table */
function throws(battle, table) {
  return h("ul", { class: "throws" }, ...(battle.throws ?? []).map((one) => h("li", { class: `side-${table.colour(one.side)}` },
    h("span", {}, one.label, " ", ruleRef(table.game, one.rule)),
    h("span", { class: "dice" }, ...one.dice.map((value, n) => die(value, one.hits?.includes(n) ? "hit" : one.hits ? "miss" : ""))),
    one.result ? h("b", { text: one.result }) : null)));
}

/** @param {import("../types.js").ResultTable} table @param {string} game */
export function resultTable(table, game) {
  const lit = (/** @type {number} */ row, /** @type {number} */ column) => [row === table.row ? "row-now" : "", column === table.column ? "column-now" : ""].filter(Boolean).join(" ");
  return h("div", { class: "result-table" }, h("h4", {}, table.title, " ", ruleRef(game, table.rule)),
    h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": table.title }, h("table", {},
      h("thead", {}, h("tr", {}, h("td"), ...table.columns.map((text, n) => h("th", { scope: "col", class: n === table.column ? "column-now" : "", text })))),
      h("tbody", {}, ...table.rows.map((row, n) => h("tr", {}, h("th", { scope: "row", class: n === table.row ? "row-now" : "", text: row.label }),
        ...row.cells.map((text, m) => h("td", { class: lit(n, m), "aria-current": n === table.row && m === table.column ? "true" : null, text }))))))));
}
