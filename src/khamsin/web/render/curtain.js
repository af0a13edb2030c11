// Moving from seat to seat at one screen, behind a curtain if there are secrets.

import { h } from "../common/dom.js";
import { askDialog } from "../common/popover.js";
import { t } from "../common/words.js";
import { hasSecrets, seatDue, sideLabel } from "../store.js";

/** @typedef {import("../store.js").State} State */

/** @param {import("../actions.js").Actions} actions */
export function makeCurtain(actions) {
  /** @type {string | null} the seat we are moving to */
  let moving = null;

  /** @param {State} state @param {string} side */
  async function moveTo(state, side) {
    moving = side;
    if (hasSecrets(state) && state.unveiled !== side) {
      // The veil stays until the new table is there: the old one is the other player's.
      document.body.classList.add("veiled");
      const label = sideLabel(state, side);
      const isOpen = await askDialog(t("curtain.title", { side: label }), [h("p", { text: t("curtain.text") })], { yes: t("curtain.go", { side: label }), no: "" });
      if (!isOpen || moving !== side) return;
    }
    actions.sitAs(side);
  }

  return {
    /** Whether the table is for the seat that looks; if not, we are on the way there. @param {State} state */
    isDrawn(state) {
      const side = seatDue(state);
      if (side === null) {
        moving = null;
        document.body.classList.remove("veiled");
      } else if (side !== moving) moveTo(state, side);
      return side === null;
    },
    close() {
      moving = null;
      document.body.classList.remove("veiled");
    },
  };
}
