// What players count, painted over the map.

import { get } from "./api.js";
import { h } from "./dom.js";
import { t } from "./words.js";

/** @typedef {import("./table.js").TablePage} TablePage */

/** @param {TablePage} page */
export async function listOverlays(page) {
  const list = await get(`/matches/${page.id}/overlays`, { seat: page.seat, piece: page.selected }).catch(() => []);
  page.known = list;
  const items = [["", t("board.no_overlay")], ...list.map((/** @type {any} */ one) => [one.id, one.label])];
  page.overlays?.replaceChildren(...items.map(([value, text]) => h("option", { value, text })));
  if (page.overlays) {
    page.overlays.value = list.some((/** @type {any} */ one) => one.id === page.overlay) ? page.overlay : "";
    page.overlays.hidden = !list.length;
  }
  return list;
}

/** @param {TablePage} page */
export async function showOverlay(page) {
  const list = await listOverlays(page);
  page.board.overlay(list.find((/** @type {any} */ one) => one.id === page.overlay) ?? null);
}
