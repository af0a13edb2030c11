// The card beside the board: what is being played back, and what it came to.

import { button, h } from "../common/dom.js";
import { icon } from "../common/icons.js";
import { t } from "../common/words.js";
import { diceRow } from "../panels/dice.js";
import { colourOf, isPlayingBack, linesPlayed } from "../store.js";
import { recap } from "./recap.js";

/** @typedef {import("../store.js").State} State */
/** @typedef {{ skip: () => void, again: () => void, dismiss: () => void, show: (places: string[]) => void }} On */

/** More entries nobody reads: the log has them all. */
const MOST = 14;
/** As many lines are told while it plays. */
const LAST = 4;

/** @param {HTMLElement} box @param {State} state @param {On} on */
export function showCard(box, state, on) {
  const { playback } = state;
  if (!playback || state.past !== null || playback.isDismissed) {
    box.replaceChildren();
    return;
  }
  box.replaceChildren(isPlayingBack(state) ? playing(state, on) : told(state, on));
}

/** @param {State} state @param {On} on */
function playing(state, on) {
  const lines = linesPlayed(state).slice(-LAST);
  return h("section", { class: "playback playing", "aria-label": t("playback.title") },
    h("ol", {}, ...lines.map((line) => h("li", {}, line.text, ...(line.dice?.length ? diceRow(line.dice) : [])))),
    h("div", { class: "row end" }, button(t("playback.skip"), on.skip, { class: "main small playback-skip" })));
}

/** Whether it tells of somebody else's doing, and not only that a day has begun. @param {State} state @param {ReturnType<typeof recap>} entries @param {import("../types.js").LogLine[]} lines */
function isTheirs({ table: { match } }, entries, lines) {
  const isOther = (/** @type {string | undefined} */ side) => Boolean(side) && !match.you.sides.includes(/** @type {string} */ (side));
  return lines.some((line) => isOther(line.by)) && entries.some((entry) => entry.kind !== "chapter" && (isOther(entry.side) || !entry.side));
}

/** @param {State} state @param {On} on */
function told(state, on) {
  const playback = /** @type {NonNullable<State["playback"]>} */ (state.playback);
  const lines = linesPlayed(state);
  const all = recap(state, playback.start, state.table.picture, lines);
  const entries = all.slice(0, MOST);
  if (all.length > MOST) entries.push({ kind: "more", side: "", text: t("recap.more", { n: all.length - MOST }), places: [] });
  const list = entries.length ? h("ul", {}, ...entries.map((entry) => h("li", { class: `recap-${entry.kind}` },
    entry.side ? h("i", { class: `swatch side-${colourOf(state, entry.side)}` }) : null,
    entry.places.length ? button(entry.text, () => on.show(entry.places), { class: "line-text" }) : h("span", { text: entry.text }),
    ...(entry.dice?.length ? diceRow(entry.dice) : []),
    entry.more?.length ? h("ul", {}, ...entry.more.map((text) => h("li", { text }))) : null))) : h("p", { class: "hint", text: t("recap.nothing") });
  return h("details", { class: "playback", open: !playback.isFolded },
    h("summary", { text: t(isTheirs(state, all, lines) ? "playback.title" : "playback.happened") }), list,
    h("div", { class: "row end" },
      button("", on.again, { class: "quiet small playback-again" }, icon("play"), h("span", { text: t("playback.again") })),
      button(t("playback.continue"), on.dismiss, { class: "main small playback-continue" })));
}
