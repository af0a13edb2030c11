// Positions of the past, and what can be taken away from them: a sandbox, an address, a file.

import { complain } from "./acting.js";
import { get, post } from "./api.js";
import { h, toast } from "./dom.js";
import { saveFile } from "./download.js";
import { askDialog } from "./popover.js";
import { render } from "./showing.js";
import { t } from "./words.js";

/** @typedef {import("./table.js").TablePage} TablePage */

/** @param {TablePage} page @returns {[string, string][]} */
export function seatsForReplay(page) {
  const mine = page.table.result ? Object.keys(page.scene.sides) : page.table.match.you.sides;
  return mine.map((side) => [side, page.scene.sides[side]?.label ?? side]);
}

/** The log up to the position shown. @param {TablePage} page @returns {import("./types.js").LogLine[]} */
export function linesNow(page) {
  if (page.past === null) return page.lines;
  if (page.pastSeat && page.pastSeat !== page.seat) return page.then.log.lines;
  const end = page.past;
  return page.lines.filter((line) => line.at <= end);
}

/** @param {TablePage} page @param {number} at */
export function goTo(page, at) {
  const address = `#/m/${page.id}/at/${at}`;
  if (location.hash === address) showAt(page, at);
  else if (page.past === null) location.hash = address;
  else {
    history.replaceState(null, "", address);
    showAt(page, at);
  }
}

/** Show a position of the past; null: the present. @param {TablePage} page @param {number | null} position */
export async function showAt(page, position) {
  const asked = ++page.pastAsked;
  if (position === null || Number.isNaN(position)) {
    page.past = page.then = null;
    page.pastSeat = "";
    render(page);
    return;
  }
  const end = page.table.match.entries;
  const wanted = Math.min(Math.max(position, 0), end);
  try {
    const then = await get(`/matches/${page.id}/positions/${wanted}/table`, { seat: page.pastSeat || page.seat });
    if (page.closed || asked !== page.pastAsked) return; // the scrubber has moved on
    page.past = wanted;
    page.then = { result: null, ...then };
    render(page);
  } catch (error) {
    toast(t("app.error", { text: error instanceof Error ? error.message : String(error) }), "error");
  }
}

/** @param {TablePage} page */
export async function fork(page) {
  try {
    const made = await post(`/matches/${page.id}/fork`, { entries: page.past ?? page.table.match.entries, seat: page.pastSeat || page.seat || "" });
    location.hash = `#/m/${made.id}`;
  } catch (error) {
    complain(page, error);
  }
}

/** @param {TablePage} page */
export async function copyAddress(page) {
  const address = `${location.origin}/#/m/${page.id}/at/${page.past ?? page.table.match.entries}`;
  try {
    await navigator.clipboard.writeText(address);
    toast(t("app.copied"));
  } catch {
    await askDialog(t("replay.link"), [h("input", { type: "text", readonly: true, value: address, "aria-label": t("replay.link") })], { yes: t("app.close"), no: "" });
  }
}

/** @param {TablePage} page */
export async function exportFile(page) {
  const answer = await fetch(`/api/matches/${page.id}/journal${page.seat ? `?seat=${page.seat}` : ""}`);
  if (answer.ok) saveFile(await answer.blob(), `${fileName(page)}.journal`);
}

/** @param {TablePage} page */
export function fileName(page) {
  return `${page.game}-${page.id.slice(0, 6)}-${page.past ?? page.table.match.entries}`;
}
