// A table: its store, what can be done there, and its page, tied together.

import { makeActions } from "./actions.js";
import { followChances } from "./hints/chances.js";
import { canAsk } from "./hints/panel.js";
import { makeBoard } from "./board/board.js";
import { toast } from "./common/dom.js";
import { closeDialogs, closePopover } from "./common/popover.js";
import { remember, settings } from "./common/settings.js";
import { t } from "./common/words.js";
import { showLesson } from "./lesson/lesson.js";
import { askUndo, copyAddress } from "./panels/asking.js";
import { makeChat } from "./panels/chat.js";
import { makeGoals } from "./panels/goals.js";
import { makeLog } from "./panels/log.js";
import { playNews } from "./playback/player.js";
import { answerSingles } from "./render/automatic.js";
import { makeClicks } from "./render/clicks.js";
import { makeCurtain } from "./render/curtain.js";
import { makeFraming } from "./render/framing.js";
import { attachKeys, showHelp } from "./render/keys.js";
import { makeOverlays } from "./render/overlays.js";
import { makePreferences } from "./render/preferences.js";
import { layOut, makeParts } from "./render/page.js";
import { drawTable } from "./render/render.js";
import { makeReplay } from "./render/replay.js";
import { soundTable } from "./render/sounds.js";
import { begin, canChoose, makeStore } from "./store.js";
import { follow, get, getOnce } from "./transport/transport.js";

/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").LogLine} LogLine */
/** @typedef {import("./store.js").Store} Store */
/** @typedef {{ id: string, at: (position: number | null) => Promise<void>, close: () => void }} OpenTable */

/**
 * @param {HTMLElement} app
 * @param {string} id
 * @param {number | null} position
 * @param {{ again: () => void, isWanted: () => boolean, refused: (error: unknown) => void }} on
 *   `again`: the language has changed; `isWanted`: whether nothing else was opened in the meantime; `refused`: we may look no more
 * @returns {Promise<OpenTable | null>}
 */
export async function openTable(app, id, position, on) {
  const first = /** @type {Table} */ (await get(`/matches/${id}/table`));
  const pack = first.match.pack ? `?pack=${encodeURIComponent(first.match.pack)}` : "";
  const [scene, games] = await Promise.all([getOnce(`/games/${first.match.game}/scene${pack}`), getOnce("/games")]);
  const card = games.find((/** @type {any} */ one) => one.slug === first.match.game);
  if (!on.isWanted()) return null;
  const store = makeStore(begin(id, scene, card, first));
  const live = follow(id, {
    seat: () => store.state.seat,
    since: () => store.state.lines.length,
    hear: (message) => hear(store, message),
    online: (is) => store.dispatch({ type: "online", is }),
    refused: on.refused,
  });
  const actions = makeActions(store, live);
  const closePage = buildPage(app, store, actions, on.again);
  if (position !== null) await actions.showAt(position);
  return {
    id,
    at: actions.showAt,
    close() {
      actions.close();
      live.close();
      closePage();
      closePopover();
      closeDialogs();
    },
  };
}

/** @param {Store} store @param {any} message */
function hear(store, message) {
  if (message.type === "table" && message.match.renewed !== store.state.table.match.renewed) location.reload(); // other rules or data: scene, log and perhaps this page are not the same
  else if (["table", "chat", "presence", "thinking", "hint"].includes(message.type)) store.dispatch(message);
}

/** @param {HTMLElement} app @param {Store} store @param {import("./actions.js").Actions} actions @param {() => void} again @returns {() => void} how to close it */
function buildPage(app, store, actions, again) {
  const { scene, game, table } = store.state;
  const undo = () => { askUndo(store.state, actions); };
  const clicks = makeClicks(store, actions, (id) => {
    const middle = board.middle(id);
    const at = middle && board.view.toScreen(...middle);
    return at && { x: at[0], y: at[1] };
  });
  const board = makeBoard(scene, {
    piece: clicks.piece,
    place: clicks.place,
    drop: clicks.drop,
    goalsOf: (piece) => (store.state.past === null ? store.state.choices.goalsOf(piece) : new Set()),
    away: () => clicks.select(null),
    isFolded: (box) => folded(game).includes(box),
    fold: (box) => fold(game, box),
  });
  const jump = () => { framing.frame(store.state, true); parts.jump.classList.remove("calls"); };
  const parts = makeParts({ undo, jump });
  const framing = makeFraming(board, parts.sheets, (is) => parts.jump.classList.toggle("calls", is));
  const log = makeLog({ game, rewind: actions.goTo, show: (line) => {
    const where = line.places?.[line.places.length - 1] ?? line.pieces?.[0];
    const middle = where ? board.middle(where) : null;
    if (!where || !middle) return;
    board.view.reveal(middle[0], middle[1], true);
    actions.look(where);
  } });
  const chat = makeChat({ send: actions.say, note: actions.note });
  const replay = makeReplay({ go: actions.goTo, live: actions.toPresent, fork: actions.fork, link: () => copyAddress(store.state), seat: actions.seeAs });
  const overlays = makeOverlays(store, actions, board.overlay);
  const goals = makeGoals({ light: (is) => { if (is) goals.close(); actions.lightGoals(is); } });
  const curtain = makeCurtain(actions);
  const advice = () => {
    const { state } = store;
    if (state.advice) actions.putAdviceAway();
    else if (canAsk(state)) actions.askAdvice();
    else toast(state.table.match.you.why_no_hint ?? t(canChoose(state) ? "hint.single" : "table.not_asked"));
  };
  const help = () => { showHelp(store.state); };
  layOut(app, { ...table.match, isLesson: Boolean(table.lesson) }, parts, { board, replay: replay.element, overlays: overlays.button, goals: goals.element, preferences: makePreferences(actions, () => chances.again()) }, { language: again, help, replay: () => actions.goTo(store.state.table.match.entries) });
  const stopDrawing = drawTable({ store, actions, parts, board, clicks, log, chat, replay, framing, overlays, curtain, goals });
  const closeLesson = showLesson(store, app, board);
  const isLesson = Boolean(table.lesson);
  const stopPlaying = playNews(store, actions);
  const chances = followChances(store, actions);
  const stopSounds = soundTable(store);
  const stopAnswering = isLesson ? () => {} : answerSingles(store, actions); // every step of a lesson is done by hand
  const dropKeys = attachKeys(board, { clicks, undo, jump, help, noEnd: () => toast(t(canChoose(store.state) ? "table.no_end" : "table.not_asked")), goals: goals.toggle, advice, openTab: actions.openTab, playback: { next: actions.playNext, again: actions.playAgain } });
  return () => {
    closeLesson();
    stopPlaying();
    stopAnswering();
    stopSounds();
    chances.stop();
    stopDrawing();
    replay.stop();
    dropKeys();
    curtain.close();
  };
}

/** The boxes of the map that the player has folded. @param {string} game @returns {string[]} */
const folded = (game) => settings.folded?.[game] ?? [];

/** @param {string} game @param {string} box */
function fold(game, box) {
  const now = folded(game);
  remember({ folded: { ...settings.folded, [game]: now.includes(box) ? now.filter((one) => one !== box) : [...now, box] } });
}
