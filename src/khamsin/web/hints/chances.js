// How likely each side is to win, by the computer's evaluation: asked for after every answer, if the player wants to know.

import { settings } from "../common/settings.js";

/** News that come faster than this are one, in milliseconds. */
const PATIENCE = 250;

/** @param {import("../store.js").Store} store @param {import("../actions.js").Actions} actions */
export function followChances(store, actions) {
  let timer = 0;
  let asked = "";

  function look() {
    const { table: { match, result }, seat } = store.state;
    const isWanted = settings.chances === true && seat !== null && !result && !match.you.observer && !match.you.why_no_hint;
    const about = isWanted ? `${seat} ${match.entries}` : "";
    if (about === asked) return;
    asked = about;
    clearTimeout(timer);
    if (about) timer = setTimeout(actions.askChances, PATIENCE);
    else actions.forgetChances();
  }

  look();
  const stop = store.subscribe((now, before) => { if (now.table !== before.table || now.seat !== before.seat) look(); });
  return {
    /** The player wants it, or no longer. */
    again: look,
    stop() {
      clearTimeout(timer);
      stop();
    },
  };
}
