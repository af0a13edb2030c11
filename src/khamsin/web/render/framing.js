// Which part of the map is seen: where something can be chosen, or where it happened last.

import { button } from "../common/dom.js";
import { canChoose, shownAt, shownLines, shownSeat, shownTable } from "../store.js";

/** @typedef {import("../store.js").State} State */

/** What the map is framed for, once: news that change nothing on it leave the view alone. @param {State} state */
const moment = (state) => `${shownAt(state)} ${shownSeat(state) ?? ""}`;

/** Where something happened last. @param {State} state */
const lastPlaces = (state) => [...shownLines(state)].reverse().find((line) => line.places?.length)?.places ?? [];

/** Where pieces stand on the map. @param {State} state */
function standing(state) {
  const spaces = new Set(state.scene.spaces.map((space) => space.id));
  return Object.values(shownTable(state).picture.pieces).flatMap((piece) => (piece.at && spaces.has(piece.at) ? [piece.at] : []));
}

/** Whether a unit is in a box beside the map. @param {State} state @param {string | null} piece */
const waitsAside = ({ scene, table: { picture } }, piece) => piece !== null && scene.boxes.some((box) => box.id === picture.pieces[piece]?.at);

/** @param {ReturnType<typeof import("../board/board.js").makeBoard>} board @param {HTMLElement} sheets where the parts of the map can be chosen @param {(is: boolean) => void} call say that what can be chosen is out of sight */
export function makeFraming(board, sheets, call) {
  /** @type {string | null} the moment for which the map was framed last */
  let framed = null;
  /** @type {string | undefined | null} the part of the map last turned to; null: none yet */
  let sheet = null;

  /** Bring what can be chosen into sight. @param {State} state @param {boolean} [asked] by a player who has moved the view himself */
  function frame(state, asked = false) {
    const options = state.past === null ? state.choices.options : []; // in the past nothing can be chosen: what happened then is shown
    const at = (/** @type {string[]} */ ids) => [...new Set(ids)].map((id) => board.middle(id)).filter((point) => point !== null);
    const places = at(options.flatMap((option) => option.places));
    const isInHand = places.length > 0 && waitsAside(state, state.choices.only); // it need not be picked: where it can go is what counts
    const pieces = isInHand ? [] : at(options.flatMap((option) => option.pieces));
    const points = [...pieces, ...places];
    const { picture: { battle }, decision } = shownTable(state);
    const { view } = board;
    if (!points.length && options.length && state.choices.about) points.push(...at([state.choices.about]));
    if (points.length) view.frame(points, pieces, asked);
    else if (battle) view.frame(at([battle.place]), [], asked);
    else if (framed && (state.past !== null || !decision?.yours)) view.frame(at(lastPlaces(state)), [], asked);
    else if (asked || !framed) view.frame(at(standing(state)), [], asked);
    framed = moment(state);
  }

  /** Show the part of the map where it happens, when that changes. @param {State} state */
  function turn(state) {
    const now = shownTable(state).picture.sheet;
    if (now === sheet) return;
    sheet = now;
    const offered = (state.scene.sheets ?? []).filter((one) => !one.apart || one.id === now);
    sheets.replaceChildren(...(offered.length < 2 ? [] : offered.map((one) => button(one.name, () => board.view.showRect(one.rect), { class: "small", data: { sheet: one.id } }))));
    const there = offered.find((one) => one.id === now);
    if (there) board.view.settleAt(there.rect);
    board.cover(there?.apart ? there.rect : null);
  }

  return {
    frame,
    /** Follow the game: to the part of the map where it happens, and closer where it is crowded. @param {State} state */
    follow(state) {
      turn(state);
      if (moment(state) !== framed && (innerWidth < 760 || board.view.isCrowded)) frame(state);
      const options = canChoose(state) ? state.choices.options : [];
      const points = options.flatMap((option) => [...option.pieces, ...option.places]).map(board.middle).filter((point) => point !== null);
      call(board.view.misses(points));
    },
  };
}
