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

/** @param {TablePage} page @param {Overlay} overlay */
const isShown = (page, overlay) => choice(page.game)[overlay.id] ?? (overlay.auto === true && page.selected !== null);

/** The button that opens the list. @param {TablePage} page */
export function overlayButton(page) {
  return button("", () => openList(page), { class: "icon overlay-choice", title: t("board.overlay"), "aria-label": t("board.overlay"), "aria-haspopup": "dialog", hidden: true }, icon("layers"));
}

/** Ask for the overlays, and paint those that are wanted. @param {TablePage} page */
export async function showOverlays(page) {
  const asked = ++page.overlayAsked;
  /** @type {Overlay[]} */
  const list = await get(`/matches/${page.id}/overlays`, { seat: page.seat, piece: page.selected }).catch(() => []);
  if (page.closed || asked !== page.overlayAsked) return; // something newer is under way
  page.known = list;
  page.board.overlay(list.filter((overlay) => isShown(page, overlay)));
  if (page.overlays) page.overlays.hidden = !list.length;
}

/** @param {TablePage} page */
function openList(page) {
  const box = /** @type {HTMLElement} */ (page.overlays).getBoundingClientRect();
  const line = (/** @type {Overlay} */ overlay) => h("label", { class: "check" },
    h("input", { type: "checkbox", value: overlay.id, checked: isShown(page, overlay), on: { change: (/** @type {any} */ event) => {
      remember({ overlays: { ...settings.overlays, [page.game]: { ...choice(page.game), [overlay.id]: event.target.checked } } });
      showOverlays(page);
    } } }), h("span", { text: overlay.label }));
  showPopover({ x: box.x + box.width / 2, y: box.y, height: box.height }, [h("h2", { text: t("board.overlay") }), ...(page.known ?? []).map(line)],
    { label: t("board.overlay"), focus: true, class: "overlay-list" });
}
