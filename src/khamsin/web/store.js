// What is known of a table, and the only place that changes it. Whatever happens is an event; the
// state that follows from it is a new object. Nothing is drawn or sent from here.

import { askedFor, withAnswer, withDecision, withNews } from "./advice.js";
import { Choices } from "./choices.js";
import { isNews } from "./news.js";

/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").LogLine} LogLine */
/** @typedef {import("./types.js").Overlay} Overlay */
/** @typedef {import("./types.js").Picture} Picture */
/** @typedef {import("./types.js").Option} Option */
/**
 * What others did since this seat decided last: the picture of then and those that followed, up to the `to`-th answer. So many of them are `shown`; while it
 * plays, the board shows the last of those. Where nothing is to move there are no steps, and only the difference is told.
 * @typedef {Readonly<{ from: number, to: number, start: Picture, steps: { at: number, by: string, picture: Picture }[], shown: number, isPlaying: boolean,
 *   isFolded: boolean, isDismissed: boolean }>} Playback
 */
/**
 * `seat`: the one we look from. `lines`, `talk`: the log and the chat. `selected`: the unit picked up; `looked`: the place or unit looked at closely.
 * `past`: the position shown, with the table `then` and the seat it is seen from; null: the present. `unveiled`: the seat for which the curtain was last drawn aside.
 * `isTogether`: the whole stack goes with the unit picked up. `report`: the line with which the last fight began, until the player has put it away. `isAnimated`: what others do is played back step by step.
 * `advice`: what the computer would do; `chances`: of the sides, by its evaluation.
 * `choice`: the one under way; `isAsking`: its odds are being asked for. `overlays`: what can be counted now; `areGoalsLit`: the places that win are shown on the map.
 * @typedef {Readonly<{ id: string, game: string, scene: Scene, card: any, table: Table, seat: string | null, lines: LogLine[], talk: any[], notes: string | undefined,
 *   choices: Choices, selected: string | null, looked: string | null, tab: string, past: number | null, then: any, pastSeat: string,
 *   unveiled: string | null, isOnline: boolean, choice: { number: number, seat: string } | null, isAsking: boolean, overlays: Overlay[], areGoalsLit: boolean, isTogether: boolean,
 *   advice: import("./advice.js").Advice | null, chances: Readonly<{ chances: Record<string, number>, alone: boolean }> | null,
 *   thought: Readonly<{ number: number, side: string, stage: string, seconds: number }> | null, playback: Playback | null, isAnimated: boolean, report: Readonly<{ from: number, isFolded: boolean }> | null }>} State
 */
/**
 * @typedef {{ type: "table", [more: string]: any } | { type: "chat", from: number, lines: any[] } | { type: "presence", online: Record<string, boolean> } | { type: "thinking", side: string, stage: string, seconds: number }
 *   | { type: "online", is: boolean } | { type: "unveiled", seat: string }
 *   | { type: "select", piece: string | null } | { type: "look", at: string } | { type: "tab", name: string }
 *   | { type: "asking", is: boolean } | { type: "choosing", number: number, seat: string, words?: string[] } | { type: "answered", number: number, seat: string }
 *   | { type: "past", at: number, then: any } | { type: "pastSeat", seat: string } | { type: "present" } | { type: "overlays", list: Overlay[] } | { type: "goals", lit: boolean } | { type: "together", is: boolean }
 *   | { type: "played", from: number, to: number, picture: Picture, steps: { at: number, by: string, picture: Picture }[] } | { type: "playStep", shown: number }
 *   | { type: "playEnd" } | { type: "reported" } | { type: "playAgain" } | { type: "playDismiss" } | { type: "animated", is: boolean }
 *   | { type: "hint", [more: string]: any } | { type: "hintAsked", ref: string } | { type: "hintShow", n: number } | { type: "hintAway" } | { type: "chances", found: State["chances"] }} Event
 */
/** @typedef {ReturnType<typeof makeStore>} Store */

/** What is known when the first table has come. @param {string} id @param {Scene} scene @param {any} card @param {Table} first @returns {State} */
export function begin(id, scene, card, first) {
  /** @type {State} */
  const empty = {
    id, game: first.match.game, scene, card, table: first, seat: null, lines: [], talk: [], notes: undefined, choices: new Choices([]), selected: null, looked: null,
    tab: "log", past: null, then: null, pastSeat: "", unveiled: null, isOnline: true, choice: null, isAsking: false, overlays: [], areGoalsLit: false, isTogether: false,
    playback: null, isAnimated: false, report: null, advice: null, chances: null, thought: null,
  };
  return withTable({ ...empty, table: { ...first, decision: null } }, first);
}

/** @param {State} state */
export function makeStore(state) {
  /** @type {Set<(now: State, before: State) => void>} */
  const listeners = new Set();
  return {
    get state() {
      return state;
    },
    /** @param {Event} event */
    dispatch(event) {
      const before = state;
      state = reduce(before, event);
      if (state !== before) for (const listener of listeners) listener(state, before);
    },
    /** @param {(now: State, before: State) => void} listener @returns {() => void} how to stop it */
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** @param {State} state @param {Event} event @returns {State} */
export function reduce(state, event) {
  switch (event.type) {
    case "table":
      return withTable(state, event);
    case "chat":
      return { ...state, talk: [...state.talk.slice(0, event.from), ...event.lines] };
    case "thinking":
      return { ...state, thought: { number: state.table.decision?.number ?? -1, side: event.side, stage: event.stage, seconds: event.seconds } };
    case "presence":
      return withPresence(state, event.online);
    case "online":
      return event.is === state.isOnline ? state : { ...state, isOnline: event.is };
    case "unveiled":
      return { ...state, unveiled: event.seat };
    case "select":
      return { ...state, selected: event.piece ?? state.choices.only };
    case "look":
      return { ...state, looked: event.at };
    case "tab":
      return event.name === state.tab ? state : { ...state, tab: event.name };
    case "asking":
      return { ...state, isAsking: event.is };
    case "choosing":
      return { ...state, choice: { number: event.number, seat: event.seat }, advice: withAnswer(state.advice, event.words ?? []), playback: state.playback && { ...state.playback, isFolded: true },
        report: state.report && { ...state.report, isFolded: !state.table.picture.battle } };
    case "answered":
      return state.choice?.number === event.number && state.choice.seat === event.seat ? { ...state, choice: null } : state;
    case "past":
      return { ...state, past: event.at, then: { result: null, ...event.then } };
    case "pastSeat":
      return { ...state, pastSeat: event.seat };
    case "present":
      return { ...state, past: null, then: null, pastSeat: "" };
    case "overlays":
      return { ...state, overlays: event.list };
    case "goals":
      return { ...state, areGoalsLit: event.lit };
    case "reported":
      return { ...state, report: null };
    case "together":
      return { ...state, isTogether: event.is };
    case "animated":
      return { ...state, isAnimated: event.is };
    case "hintAsked":
      return state.table.decision ? { ...state, advice: askedFor(event.ref, state.table.decision.number) } : state;
    case "hint":
      return { ...state, advice: withNews(state.advice, event) };
    case "hintShow":
      return state.advice ? { ...state, advice: { ...state.advice, shown: event.n } } : state;
    case "hintAway":
      return { ...state, advice: null };
    case "chances":
      return { ...state, chances: event.found };
    case "played":
      return withSteps(state, event);
    case "playStep":
      return state.playback ? { ...state, playback: { ...state.playback, shown: event.shown } } : state;
    case "playEnd":
      return state.playback ? { ...state, playback: { ...state.playback, isPlaying: false, isFolded: false } } : state;
    case "playAgain":
      return state.playback ? { ...state, past: null, then: null, playback: { ...state.playback, shown: 0, isPlaying: true, isDismissed: false } } : state;
    case "playDismiss":
      return state.playback ? { ...state, playback: { ...state.playback, isPlaying: false, isDismissed: true } } : state;
  }
}

/** A new table: whole, or the first one. What only it brings is added, what it does not speak of stays. @param {State} state @param {any} next @returns {State} */
function withTable(state, next) {
  const { log: { from, lines }, chat } = next;
  const table = { ...state.table, ...next };
  const { decision } = table;
  const choices = decision?.yours ? new Choices(decision.options ?? [], decision.unit) : new Choices([]);
  const isSame = decision?.yours && decision.number === state.table.decision?.number && state.table.decision?.yours;
  const { choice } = state;
  const seat = table.match.you.seat ?? (table.result ? state.seat : null); // who has left his seat looks on
  const isOpen = choice && decision?.number === choice.number && decision.to_answer.includes(choice.seat);
  return {
    ...state, table, choices, seat,
    lines: [...state.lines.slice(0, from), ...lines],
    talk: chat ? [...state.talk.slice(0, chat.from), ...chat.lines] : state.talk,
    notes: next.notes ?? state.notes,
    selected: isSame ? state.selected : choices.only,
    choice: isOpen ? choice : null,
    playback: playbackWith(state, next),
    report: reportWith(state, next),
    advice: seat === state.seat ? withDecision(state.advice, decision) : null, // a plan is for the eyes of its seat
  };
}

/** The last fight, if it has begun while we looked. The log of another seat counts its lines otherwise. @param {State} state @param {any} next @returns {State["report"]} */
function reportWith({ lines, report }, { log }) {
  if (!lines.length) return null;
  const isSame = log.from >= lines.length;
  const end = lines[lines.length - 1].at;
  const fights = log.lines.filter((/** @type {LogLine} */ line) => line.fight);
  const fresh = isSame ? fights : fights.filter((/** @type {LogLine} */ line) => line.at > end);
  if (fresh.length) return { from: fresh[fresh.length - 1].n, isFolded: false };
  if (isSame || !report) return report;
  const again = fights.find((/** @type {LogLine} */ line) => line.at === lines[report.from].at);
  return again ? { ...report, from: again.n } : null;
}

/** What is played back after these news. @param {State} state @param {any} next @returns {Playback | null} */
function playbackWith(state, next) {
  const { playback, table: { match: { entries, you } }, isAnimated } = state;
  const seat = next.match.you.seat ?? state.seat;
  if (seat !== state.seat && state.seat !== null) return null;
  if (next.match.entries < (playback?.to ?? 0)) return null; // something was taken back
  const fresh = next.log.lines.slice(Math.max(0, state.lines.length - next.log.from));
  const around = { scene: state.scene, table: { ...state.table, ...next }, hasSecrets: hasSecrets(state) };
  if (!state.lines.length || you.observer || !fresh.some((/** @type {LogLine} */ line) => isNews(line, seat, around))) return playback;
  if (playback?.isPlaying) return playback; // its next steps will be asked for
  const isSame = playback && !playback.isFolded && !isAnimated && !state.table.decision?.yours; // still the same turn of theirs
  if (isSame) return { ...playback, to: next.match.entries, isDismissed: false };
  return { from: entries, to: isAnimated ? entries : next.match.entries, start: state.table.picture, steps: [], shown: 0, isPlaying: isAnimated, isFolded: false, isDismissed: false };
}

/** More steps, or those of a turn that was missed. @param {State} state @param {Extract<Event, { type: "played" }>} event @returns {State} */
function withSteps(state, { from, to, picture, steps }) {
  const { playback, isAnimated } = state;
  if (playback && playback.to === from) return { ...state, playback: { ...playback, to, steps: [...playback.steps, ...steps] } };
  return { ...state, playback: { from, to, start: picture, steps, shown: 0, isPlaying: isAnimated, isFolded: false, isDismissed: false } };
}

/** @param {State} state @param {Record<string, boolean>} online @returns {State} */
function withPresence(state, online) {
  const seats = state.table.match.seats.map((seat) => (seat.holder ? { ...seat, holder: { ...seat.holder, online: online[seat.side] ?? seat.holder.online } } : seat));
  return { ...state, table: { ...state.table, match: { ...state.table.match, seats } } };
}

// -- what follows from it -----------------------------------------------------------------------

/** Whether the board shows what the others did, and not yet how it stands. @param {State} state */
export const isPlayingBack = (state) => state.past === null && state.playback?.isPlaying === true;

/** The table that is shown: the present one, or that of a position of the past. @param {State} state @returns {Table} */
export function shownTable(state) {
  if (state.past !== null) return { ...state.table, ...state.then };
  const { playback } = state;
  if (!playback || !playback.isPlaying) return state.table;
  return { ...state.table, picture: playback.steps[playback.shown - 1]?.picture ?? playback.start, decision: null, result: null };
}

/** What was told of the last fight, once it is fought out. @param {State} state @returns {LogLine[]} */
export function linesOfFight(state) {
  const { report, lines, past } = state;
  if (!report || past !== null || isPlayingBack(state) || state.table.picture.battle) return [];
  const after = lines.slice(report.from + 1);
  const end = after.findIndex((line) => line.heading);
  const told = (end < 0 ? after : after.slice(0, end)).filter((line) => line.topic === "combat" || line.dice?.length);
  return [lines[report.from], ...told];
}

/** The lines of the log that belong to what is played back, as far as it is shown. @param {State} state @returns {LogLine[]} */
export function linesPlayed({ playback, lines }) {
  if (!playback) return [];
  const end = playback.isPlaying ? playback.steps[playback.shown - 1]?.at ?? playback.from : playback.to;
  return lines.filter((line) => line.at > playback.from && line.at <= end);
}

/** The seat from which it is seen. @param {State} state @returns {string | null} */
export const shownSeat = (state) => state.pastSeat || state.seat;

/** The position that is shown. @param {State} state */
export const shownAt = (state) => state.past ?? state.table.match.entries;

/** The log up to the position shown. @param {State} state @returns {LogLine[]} */
export function shownLines(state) {
  if (state.past === null) {
    const { playback } = state;
    if (!playback?.isPlaying) return state.lines;
    const shown = playback.steps[playback.shown - 1]?.at ?? playback.from;
    return state.lines.filter((line) => line.at <= shown);
  }
  if (state.pastSeat && state.pastSeat !== state.seat) return state.then.log.lines;
  const end = state.past;
  return state.lines.filter((line) => line.at <= end);
}

/** Whether something can be chosen on this page now. @param {State} state */
export const canChoose = (state) => state.past === null && !isPlayingBack(state) && state.table.decision?.yours === true;

/** The unit that is picked up or in hand, or that is asked where it goes. @param {State} state @returns {string | null} */
export function pieceOf(state) {
  const { selected, choices } = state;
  return selected ?? (shownTable(state).picture.in_hand || (choices.places().size ? choices.about : null));
}

/** Others of the same stack that can go where this option leads, each with its own option. @param {State} state @param {Option} option @returns {Option[]} */
export function companions({ choices, table: { picture } }, option) {
  const [piece, ...more] = option.pieces;
  const at = picture.pieces[piece]?.at;
  if (!at || more.length || !option.places.length) return [];
  const where = option.places.join();
  return choices.options.filter((other) => other.verb === option.verb && other.pieces.length === 1 && other.pieces[0] !== piece
    && other.places.join() === where && picture.pieces[other.pieces[0]]?.at === at);
}

/** Units on the map that could still go somewhere: it is asked where, or which of them goes. @param {State} state @returns {string[]} */
export function movable({ scene, choices, table: { picture, decision } }) {
  if (!decision?.moves) return [];
  const spaces = new Set(scene.spaces.map((space) => space.id));
  return [...choices.byPiece].filter(([piece, options]) => spaces.has(picture.pieces[piece]?.at ?? "")
    && options.some(({ places }) => !places.length || places.some((place) => spaces.has(place) && place !== picture.pieces[piece]?.at))).map(([piece]) => piece);
}

/** Whether players at one screen have something to hide from each other. @param {State} state @returns {boolean} */
export const hasSecrets = (state) => state.table.match.hidden ?? state.card?.hidden ?? false;

/** The seat of ours that we must move to before anything is shown; null: none. @param {State} state @returns {string | null} */
export function seatDue(state) {
  const { decision, match: { you: { sides } } } = state.table;
  const due = decision?.to_answer.find((side) => sides.includes(side));
  if (due && !decision?.to_answer.includes(state.seat ?? "")) return due;
  // In a game with hidden pieces: who has opened this page need not be who decides.
  return decision && sides.length > 1 && state.card?.hidden && state.unveiled === null ? state.seat ?? sides[0] : null;
}

/** @param {State} state @param {string | undefined} side */
export const colourOf = (state, side) => state.scene.sides[side ?? ""]?.colour ?? "n";

/** @param {State} state @param {string} side */
export const sideLabel = (state, side) => state.scene.sides[side]?.label ?? side;
