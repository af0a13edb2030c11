// What players count, painted over the map. Several at a time; the choice is remembered for the game.

import { get } from "./api.js";
import { button, h } from "./dom.js";
import { icon } from "./icons.js";
import { showPopover } from "./popover.js";
import { remember, settings } from "./settings.js";
import { t } from "./words.js";

/** @typedef {import("./table.js").TablePage} TablePage */
/** @typedef {import("./types.js").Overlay} Overlay */

/** The player's own choice: true wanted, false not wanted, else as the game thinks best. @param {string} game @returns {Record<string, boolean>} */
const choice = (game) => settings.overlays?.[game] ?? {};

/** The piece whose overlays are asked for: the one selected, or else the one in hand. @param {TablePage} page @returns {string | null} */
export const pieceOf = (page) => page.selected ?? (page.table ? page.shown.picture.in_hand || null : null);

/** @param {TablePage} page @param {Overlay} overlay */
const isShown = (page, overlay) => choice(page.game)[overlay.id] ?? (overlay.auto === true && pieceOf(page) !== null);

/** The button that opens the list. @param {TablePage} page */
export function overlayButton(page) {
  return button("", () => openList(page), { class: "icon overlay-choice", title: t("board.overlay"), "aria-label": t("board.overlay"), "aria-haspopup": "dialog", hidden: true }, icon("layers"));
}

/** Paint the overlays that are wanted; nobody asks for them where none is. @param {TablePage} page */
export async function showOverlays(page) {
  const asked = ++page.overlayAsked;
  const wanted = pieceOf(page) !== null || Object.values(choice(page.game)).includes(true);
  if (asked > 1 && !wanted) {
    page.board.overlay([]);
    return;
  }
  await ask(page);
  if (page.closed || asked !== page.overlayAsked) return; // something newer is under way
  page.board.overlay(page.known.filter((overlay) => isShown(page, overlay)));
}

/** Learn what can be counted now. @param {TablePage} page */
async function ask(page) {
  const position = page.past === null ? "" : `/positions/${page.past}`;
  const seat = page.past === null ? page.seat : page.pastSeat || page.seat;
  page.known = await get(`/matches/${page.id}${position}/overlays`, { seat, piece: pieceOf(page) }).catch(() => []);
  if (page.overlays) page.overlays.hidden = !page.known.length;
}

/** @param {TablePage} page */
async function openList(page) {
  await ask(page);
  const box = /** @type {HTMLElement} */ (page.overlays).getBoundingClientRect();
  const line = (/** @type {Overlay} */ overlay) => h("label", { class: "check" },
    h("input", { type: "checkbox", value: overlay.id, checked: isShown(page, overlay), on: { change: (/** @type {any} */ event) => {
      remember({ overlays: { ...settings.overlays, [page.game]: { ...choice(page.game), [overlay.id]: event.target.checked } } });
      showOverlays(page);
    } } }), h("span", { text: overlay.label }));
  showPopover({ x: box.x + box.width / 2, y: box.y, height: box.height }, [h("h2", { text: t("board.overlay") }), ...page.known.map(line)],
    { label: t("board.overlay"), focus: true, class: "overlay-list" });
}
