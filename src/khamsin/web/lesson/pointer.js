// What a lesson points at: rings on units and places of the map, and around parts of the page.

import { s } from "../common/dom.js";

/** Where each panel is that a step may name. @type {Record<string, string>} */
const PANELS = {
  prompt: ".prompt", options: ".options-box", odds: ".options-box", battle: ".battle-box", log: ".tab-box", goals: ".goals", overlays: ".overlay-choice", undo: ".undo", phase: ".phases",
};
const MARK = "lesson-points";

/**
 * @param {HTMLElement} app
 * @param {ReturnType<typeof import("../board/board.js").makeBoard>} board
 */
export function makePointer(app, board) {
  const rings = s("g", { class: "lesson-rings", "aria-hidden": "true" });
  board.element.querySelector("svg.board")?.append(rings);
  let shown = "";

  /** @param {string} selector */
  const mark = (selector) => app.querySelector(selector)?.classList.add(MARK);

  /** The button of an answer; in a long list that shows only units, the unit it belongs to. @param {{ words: string, unit: string }} wanted */
  function buttonOf({ words, unit }) {
    const found = /** @type {HTMLElement | null} */ (app.querySelector(`.option[data-words="${CSS.escape(words)}"]`));
    if (!found?.hidden) return found;
    const row = unit ? app.querySelector(`.option-unit[data-unit="${CSS.escape(unit)}"]`) : null;
    if (row) return row;
    found.hidden = false; // one of too many to be shown, but it is the one
    const group = /** @type {HTMLElement | null} */ (found.closest(".group"));
    if (group) group.hidden = false;
    return found;
  }

  return {
    /** Point at what a card names, and at the answers that are wanted. @param {import("../types.js").LessonCard | null} card @param {{ words: string, unit: string }[]} wanted */
    show(card, wanted) {
      for (const element of app.querySelectorAll(`.${MARK}`)) element.classList.remove(MARK);
      const panel = card && PANELS[card.panel];
      const buttons = wanted.map(buttonOf).filter((one) => one !== null);
      for (const one of buttons) one.classList.add(MARK);
      if (panel && !(card.panel === "options" && buttons.length)) mark(panel);
      const spots = (card?.lit ?? []).map((id) => [id, board.middle(id)]).filter((one) => one[1]);
      const look = JSON.stringify(spots);
      if (look === shown) return;
      shown = look;
      rings.replaceChildren(...spots.map(([, at]) => {
        const [x, y] = /** @type {[number, number]} */ (at);
        return s("circle", { cx: x, cy: y, r: 62 });
      }));
    },
    /** Bring the answer that is wanted into sight, in a list that is longer than its box. */
    bring() {
      const found = /** @type {HTMLElement | null} */ (app.querySelector(`.options-box .${MARK}`));
      const list = /** @type {HTMLElement | null} */ (found?.closest(".options"));
      if (found && list) list.scrollTop += found.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
      found?.scrollIntoView({ block: "nearest" });
    },
    close() {
      rings.remove();
      for (const element of app.querySelectorAll(`.${MARK}`)) element.classList.remove(MARK);
    },
  };
}
