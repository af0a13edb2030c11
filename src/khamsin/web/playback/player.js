// When something is played back and how fast. The store holds what is shown; this only turns the pages.

import { remember, settings } from "../common/settings.js";
import { isNews } from "../news.js";
import { hasSecrets, isPlayingBack } from "../store.js";

/** @typedef {import("../store.js").State} State */

/** Milliseconds a step is shown. */
const PACES = { slow: 1600, normal: 800, fast: 300 };
/** A long turn is shown faster, so that it takes no longer than this, in milliseconds. */
const LONGEST = 20_000;
/** The least time a step is shown. */
const LEAST = 120;
/** Dice want to be read. */
const DICE = 1.6;
/** So many matches are remembered. */
const MATCHES = 40;

/** How fast the player wants it; who wants no motion gets none, if he has not asked for it. */
export const pace = () => settings.playback ?? (matchMedia("(prefers-reduced-motion: reduce)").matches ? "off" : "normal");

/** How far the match has been seen from a seat, as this browser remembers it. @param {string} match @param {string | null} seat @returns {number | null} */
export const seenBefore = (match, seat) => settings.seen?.[match]?.[seat ?? ""] ?? null;

/** @param {import("../store.js").Store} store @param {import("../actions.js").Actions} actions @returns {() => void} how to stop */
export function playNews(store, actions) {
  let timer = 0;
  let [asked, known] = [-1, ""];

  /** @param {State} state */
  function stepTime({ playback, lines }) {
    const wanted = PACES[/** @type {keyof PACES} */ (pace())] ?? PACES.normal;
    const at = playback?.steps[playback.shown - 1]?.at;
    const hasDice = lines.some((line) => line.at === at && line.dice?.length);
    return Math.max(LEAST, Math.min(wanted, LONGEST / Math.max(playback?.steps.length ?? 1, 1)) * (hasDice ? DICE : 1));
  }

  function turn() {
    timer = 0;
    const { playback, table } = store.state;
    if (!playback || !isPlayingBack(store.state)) return;
    if (playback.shown < playback.steps.length) actions.playTo(playback.shown + 1);
    else if (playback.to >= table.match.entries && (table.decision?.yours || table.result)) actions.playEnd();
  }

  /** @param {State} state */
  function follow(state) {
    const { playback, table: { match: { entries } } } = state;
    if (isPlayingBack(state) && playback) {
      if (playback.to < entries && asked !== entries) {
        asked = entries;
        actions.askPlayback(playback.to);
      }
      if (!timer) timer = setTimeout(turn, stepTime(state));
    } else {
      clearTimeout(timer);
      timer = 0;
      asked = -1;
    }
    note(state);
  }

  /** Remember how far has been seen: all of it, once it is our turn, or if we come here first. @param {State} state */
  function note({ id, seat, playback, table: { decision, match: { entries }, result } }) {
    if (!seat || playback?.isPlaying || !(decision?.yours || result || seenBefore(id, seat) === null)) return;
    const now = `${seat} ${entries}`;
    if (now === known) return;
    known = now;
    const others = Object.entries(settings.seen ?? {}).filter(([match]) => match !== id).slice(-MATCHES);
    remember({ seen: { ...Object.fromEntries(others), [id]: { ...settings.seen?.[id], [seat]: entries } } });
  }

  /** What happened while this page was not open. @param {State} state */
  function catchUp({ id, seat, lines, scene, table, past }) {
    const since = seenBefore(id, seat);
    if (since === null || past !== null || table.match.you.observer || since >= table.match.entries) return;
    if (lines.some((line) => line.at > since && isNews(line, seat, { scene, table, hasSecrets: hasSecrets(store.state) }))) actions.askPlayback(since);
  }

  actions.animate(pace() !== "off");
  catchUp(store.state);
  const stop = store.subscribe(follow);
  follow(store.state);
  return () => {
    clearTimeout(timer);
    stop();
  };
}
