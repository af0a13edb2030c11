// What is heard at a table: pieces that move, dice that fall, and that it is one's turn.

import { play } from "../common/sound.js";
import { canChoose, shownLines } from "../store.js";

/** @typedef {import("../store.js").State} State */

/** @param {import("../store.js").Store} store @returns {() => void} how to stop */
export function soundTable(store) {
  let heard = shownLines(store.state).length;
  let wasMine = canChoose(store.state);
  return store.subscribe((/** @type {State} */ state) => {
    if (state.past !== null) return;
    const lines = shownLines(state);
    const fresh = lines.slice(heard);
    heard = lines.length;
    const isMine = canChoose(state);
    if (fresh.some((line) => line.dice?.length)) play("dice");
    else if (fresh.some((line) => line.topic === "move")) play("move");
    if (isMine && !wasMine && fresh.some((line) => line.by && !state.table.match.you.sides.includes(line.by))) play("turn");
    wasMine = isMine;
  });
}
