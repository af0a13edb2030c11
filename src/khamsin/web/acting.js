// What a player does at the table: choose, ask why not, take back, offer, resign.

import { Refusal, get, post } from "./api.js";
import { h, speak, toast } from "./dom.js";
import { catchUp, refresh } from "./news.js";
import { oddsChart } from "./panels/odds.js";
import { askDialog, showMenu, showPopover } from "./popover.js";
import { ruleRef } from "./rules.js";
import { t } from "./words.js";

/** @typedef {import("./table.js").TablePage} TablePage */
/** @typedef {import("./types.js").Option} Option */

/** Take the only option, or ask which. @param {TablePage} page @param {Option[]} options @param {string} where */
export function offer(page, options, where) {
  if (options.length === 1) {
    consider(page, options[0]);
    return;
  }
  const [x, y] = page.board.view.toScreen(...(page.board.middle(where) ?? [0, 0]));
  showMenu({ x, y }, t("table.options"), options.map((option) => ({ text: option.text, choose: () => consider(page, option) })));
}

/** Show the odds first, if it is a gamble. @param {TablePage} page @param {Option} option */
export async function consider(page, option) {
  if (page.busy) return;
  if (option.gamble && page.table.decision) {
    page.busy = true;
    const odds = await get(`/matches/${page.id}/odds`, { seat: page.seat, words: option.words.join(" ") }).catch(() => []);
    page.busy = false;
    if (odds.length) {
      const go = await askDialog(option.text, [h("div", { class: "odds-box" }, ...oddsChart(odds, page.game))], { yes: option.text });
      if (!go) return;
    }
  }
  await choose(page, option);
}

/** @param {TablePage} page @param {Option} option */
async function choose(page, option) {
  const decision = page.table.decision;
  if (!decision || page.busy) return;
  page.busy = true;
  document.body.classList.add("busy");
  try {
    const made = await post(`/matches/${page.id}/choices`, { seat: page.seat, number: decision.number, words: option.words });
    // The wire may have told it already.
    if (page.table.match.entries < made.entries || page.table.decision === decision) await refresh(page);
  } catch (error) {
    complain(page, error);
  } finally {
    page.busy = false;
    document.body.classList.remove("busy");
  }
}

/** @param {TablePage} page @param {unknown} error */
export function complain(page, error) {
  if (error instanceof Refusal && error.status === 409) toast(error.message || t("table.stale"), "error");
  else toast(t("app.error", { text: `${error instanceof Error ? error.message : error}${error instanceof Refusal && error.rule ? ` (${error.rule})` : ""}` }), "error");
  catchUp(page);
}

/** @param {TablePage} page @param {string} piece @param {string} place */
export async function whyNot(page, piece, place) {
  const answer = await get(`/matches/${page.id}/why`, { seat: page.seat, words: `${piece} ${place}` }).catch(() => null);
  const middle = page.board.middle(place);
  if (!answer || !middle) return;
  const [x, y] = page.board.view.toScreen(...middle);
  const text = answer.refused?.text ?? t("table.why_nothing");
  showPopover({ x, y, height: 10 }, [h("p", { class: "why-title", text: t("table.why") }), h("p", {}, text, " ", ruleRef(page.game, answer.refused?.rule))],
    { label: t("table.why"), class: "why" });
  speak(text);
}

/** @param {TablePage} page */
export async function undo(page) {
  const { you, entries } = page.table.match;
  if (you.may_undo) {
    await act(page, "undo", { seat: page.seat });
    return;
  }
  const others = page.table.match.seats.some((seat) => !you.sides.includes(seat.side));
  const ask = await askDialog(t("table.undo"), [h("p", { text: t("table.undo_why", { why: (you.why_not_undo ?? "").replace(/\.$/, "") }) })], { yes: t("table.undo_ask") });
  if (!ask) return;
  const mine = [...page.lines].reverse().find((line) => line.at < entries)?.at ?? entries - 1;
  if (await act(page, "offers", { kind: "undo", to: Math.max(0, Math.min(mine, entries - 1)), seat: page.seat }) && others) toast(t("table.undo_sent"));
}

/** Any other act at this table. @param {TablePage} page @param {string} what @param {any} body */
export async function act(page, what, body) {
  try {
    await post(`/matches/${page.id}/${what}`, body);
    await refresh(page);
    return true;
  } catch (error) {
    complain(page, error);
    return false;
  }
}

/** @param {TablePage} page @param {string} side */
export async function resign(page, side) {
  const label = page.scene.sides[side]?.label ?? side;
  if (await askDialog(t("match.resign"), [h("p", { text: t("match.resign_sure", { side: label }) })], { yes: t("match.resign") })) await act(page, "resign", { seat: side });
}
