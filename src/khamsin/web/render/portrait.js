// A unit as a small picture.

import { drawMarks, drawPiece } from "../board/pieces.js";
import { s } from "../common/dom.js";
import { colourOf, shownTable } from "../store.js";

/** @param {import("../store.js").State} state @param {string} shade the class of the board for its nation @param {string} id */
export function portrait(state, shade, id) {
  const piece = state.scene.pieces.find((one) => one.id === id) ?? null;
  const now = shownTable(state).picture.pieces[id];
  if (!piece && !now) return null;
  const colour = colourOf(state, piece?.side ?? now?.side);
  return s("svg", { class: "board portrait", viewBox: "-48 -48 96 96", "aria-hidden": "true" },
    s("g", { class: `piece side-${colour} ${shade}` }, drawPiece(piece, colour, now), drawMarks(now?.marks ?? [], state.scene.marks ?? {})));
}
