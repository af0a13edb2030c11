// Questions with a single answer are answered by the page, if the player has not wished otherwise. It
// does so only where nothing could be taken back any more: else the question is a moment to think.

import { settings } from "../common/settings.js";
import { canChoose, hasSecrets } from "../store.js";

/** @param {import("../store.js").Store} store @param {import("../actions.js").Actions} actions @returns {() => void} how to stop */
export function answerSingles(store, actions) {
  /** @param {import("../store.js").State} state */
  function look(state) {
    const { choice, choices: { options }, table: { match: { you } } } = state;
    if (settings.asksAll || options.length !== 1 || choice || !canChoose(state) || you.may_undo) return;
    if (you.sides.length > 1 && hasSecrets(state)) return; // behind a curtain nothing happens
    const [option] = options;
    if (!option.gamble && !option.pieces.length) queueMicrotask(() => { if (store.state.table === state.table) actions.choose(option); });
  }
  const stop = store.subscribe(look);
  look(store.state);
  return stop;
}
