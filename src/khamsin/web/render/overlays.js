// What players count: supply, zones, how far a unit can go. Several at a time; the choice is remembered for the game.

import { button, h } from "../common/dom.js";
import { icon } from "../common/icons.js";
import { showPopover } from "../common/popover.js";
import { remember, settings } from "../common/settings.js";
import { t } from "../common/words.js";
import { goalTints } from "../panels/goals.js";
import { pieceOf } from "../store.js";

/** @typedef {import("../types.js").Overlay} Overlay */

/** The player's own choice: true wanted, false not wanted, else as the game thinks best. @param {string} game @returns {Record<string, boolean>} */
const choice = (game) => settings.overlays?.[game] ?? {};

/**
 * @param {import("../store.js").Store} store
 * @param {import("../actions.js").Actions} actions
 * @param {(list: Overlay[]) => void} paint
 */
export function makeOverlays(store, actions, paint) {
  const { game } = store.state;
  let isFirst = true;
  const isShown = (/** @type {Overlay} */ overlay) => choice(game)[overlay.id] ?? (overlay.auto === true && pieceOf(store.state) !== null);
  const open = button("", openList, { class: "icon overlay-choice", title: t("board.overlay"), "aria-label": t("board.overlay"), "aria-haspopup": "dialog", hidden: true }, icon("layers"));

  /** Ask for what is wanted; nobody asks for overlays where none is. */
  async function ask() {
    const piece = pieceOf(store.state);
    const isWanted = piece !== null || Object.values(choice(game)).includes(true);
    if (isFirst || isWanted) await actions.askOverlays(piece);
    else paint(goalTints(store.state));
    isFirst = false;
  }

  /** Paint what is known and wanted. */
  function show() {
    open.hidden = !store.state.overlays.length;
    paint([...store.state.overlays.filter(isShown), ...goalTints(store.state)]);
  }

  async function openList() {
    await actions.askOverlays(pieceOf(store.state));
    const box = open.getBoundingClientRect();
    const line = (/** @type {Overlay} */ overlay) => h("label", { class: "check" },
      h("input", { type: "checkbox", value: overlay.id, checked: isShown(overlay), on: { change: (/** @type {any} */ event) => {
        remember({ overlays: { ...settings.overlays, [game]: { ...choice(game), [overlay.id]: event.target.checked } } });
        ask();
      } } }), h("span", { text: overlay.label }));
    showPopover({ x: box.x + box.width / 2, y: box.y, height: box.height }, [h("h2", { text: t("board.overlay") }), ...store.state.overlays.map(line)],
      { label: t("board.overlay"), focus: true, class: "overlay-list" });
  }

  return { button: open, ask, show };
}
