// The table: board, prompt, options, log and everything around one match.

import { act, offer, whyNot } from "./acting.js";
import { get, getOnce } from "./api.js";
import { makeBoard } from "./board/board.js";
import { Choices } from "./choices.js";
import { attachKeys } from "./keys.js";
import { listen } from "./live.js";
import { hear, showOnline, take } from "./news.js";
import { pieceOf, showOverlays } from "./overlays.js";
import { buildPage, makeParts } from "./page.js";
import { makeChat } from "./panels/chat.js";
import { showOptions } from "./panels/decision.js";
import { makeLog } from "./panels/log.js";
import { openTab, showTab } from "./panels/tabs.js";
import { copyAddress, fork, goTo, showAt } from "./past.js";
import { closeDialogs, closePopover } from "./popover.js";
import { makeReplay } from "./replay.js";
import { remember, settings } from "./settings.js";
import { light, showHands } from "./showing.js";
import { t } from "./words.js";

/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").LogLine} LogLine */

/**
 * @param {HTMLElement} app
 * @param {string} id
 * @param {number | null} position
 * @param {() => void} again
 * @param {() => boolean} isWanted whether nothing else was opened in the meantime
 * @returns {Promise<TablePage | null>}
 */
export async function openTable(app, id, position, again, isWanted) {
  const first = /** @type {Table} */ (await get(`/matches/${id}/table`));
  const pack = first.match.pack ? `?pack=${encodeURIComponent(first.match.pack)}` : "";
  const [scene, games] = await Promise.all([getOnce(`/games/${first.match.game}/scene${pack}`), getOnce("/games")]);
  const card = games.find((/** @type {any} */ one) => one.slug === first.match.game);
  if (!isWanted()) return null;
  const page = new TablePage(app, id, scene, card, first, again);
  take(page, first, true);
  page.listen();
  if (position !== null) await page.at(position);
  return page;
}

export class TablePage {
  /**
   * @param {HTMLElement} app
   * @param {string} id
   * @param {Scene} scene
   * @param {any} card
   * @param {Table} first
   * @param {() => void} again
   */
  constructor(app, id, scene, card, first, again) {
    this.id = id;
    this.scene = scene;
    this.card = card;
    this.table = first;
    this.game = first.match.game;
    /** @type {string | null} the seat we look from */
    this.seat = null;
    /** @type {LogLine[]} */
    this.lines = [];
    /** @type {any[]} */
    this.talk = [];
    this.choices = new Choices([]);
    /** @type {string | null} */
    this.selected = null;
    /** @type {string | null} the place or unit looked at closely */
    this.looked = null;
    /** @type {number | null} */
    this.past = null;
    /** @type {any} the table at the position shown in a replay */
    this.then = null;
    /** @type {string} */
    this.pastSeat = "";
    this.pastAsked = 0;
    this.busy = false;
    this.tab = "log";
    /** @type {string | null} the seat that has drawn the curtain aside */
    this.unveiled = null;
    /** @type {string | null} the seat we are moving to, as soon as its curtain is lifted */
    this.moving = null;
    /** @type {string | null} the same, once it is lifted */
    this.heading = null;
    this.asked = 0;
    this.decided = -1;
    this.closed = false;
    /** @type {import("./types.js").Overlay[]} what can be counted now */
    this.known = [];
    this.overlayAsked = 0;
    /** @type {HTMLElement | null} */
    this.overlays = null;
    /** @type {HTMLElement | null} */
    this.undoButton = null;
    /** @type {string | undefined | null} the part of the map last turned to; null: none yet */
    this.sheet = null;
    /** Whether news have come that are not shown yet. */
    this.stale = false;
    /** @type {string | null} the position that was last brought into sight; null: none yet */
    this.framed = null;
    this.parts = makeParts();

    this.board = makeBoard(scene, {
      piece: (piece) => this.clickPiece(piece),
      place: (place) => this.clickPlace(place),
      drop: (piece, place) => this.drop(piece, place),
      goalsOf: (piece) => (this.past === null ? this.choices.goalsOf(piece) : new Set()),
      away: () => this.select(null),
      isFolded: (box) => this.folded().includes(box),
      fold: (box) => this.fold(box),
    });
    this.log = makeLog({ game: this.game, show: (line) => this.showLine(line), rewind: (at) => goTo(this, at) });
    this.chat = makeChat({ send: (text) => act(this, "chat", { text }), note: (text) => act(this, "notes", { text }) });
    this.replay = makeReplay({
      go: (at) => goTo(this, at),
      live: () => { location.hash = `#/m/${this.id}`; },
      fork: () => fork(this),
      link: () => copyAddress(this),
      seat: (seat) => { this.pastSeat = seat; showAt(this, this.past); },
    });
    buildPage(this, app, again);
    /** @type {ReturnType<typeof listen> | null} */
    this.live = null;
    this.dropKeys = attachKeys(this);
  }

  /** Hear what happens from now on; the first table has told which seat we look from. */
  listen() {
    this.live = listen(this.id, {
      seat: () => this.seat,
      since: () => this.lines.length,
      hear: (message) => hear(this, message),
      state: (online) => showOnline(this, online),
    });
  }

  /** Show a position of the past; null: the present. @param {number | null} position */
  at(position) {
    return showAt(this, position);
  }

  close() {
    this.closed = true;
    this.replay.stop();
    this.live?.close();
    this.dropKeys();
    closePopover();
    closeDialogs();
  }

  // -- what others ask ------------------------------------------------------------------------

  /** What is shown: the present, or a position of the past. */
  get shown() {
    return this.past === null ? this.table : { ...this.table, ...this.then };
  }

  /** @returns {string[]} */
  folded() {
    return settings.folded?.[this.game] ?? [];
  }

  /** @param {string} box */
  fold(box) {
    const now = this.folded();
    remember({ folded: { ...settings.folded, [this.game]: now.includes(box) ? now.filter((one) => one !== box) : [...now, box] } });
  }

  /** @param {string | undefined} side */
  colourOf(side) {
    return this.scene.sides[side ?? ""]?.colour ?? "n";
  }

  /** @param {string} id */
  labelOf(id) {
    return this.scene.pieces.find((piece) => piece.id === id)?.label ?? t("say.hidden");
  }

  get hasSecrets() {
    return this.table.match.hidden ?? this.card?.hidden ?? false;
  }

  // -- choosing -------------------------------------------------------------------------------

  /** @param {string | null} piece */
  select(piece) {
    this.selected = piece ?? this.choices.only;
    closePopover();
    light(this);
    showOptions(this);
    showHands(this);
    if (this.tab === "stack") showTab(this);
    showOverlays(this);
  }

  /** @param {string} piece */
  clickPiece(piece) {
    this.looked = piece;
    const meant = this.past === null ? this.choices.clickPiece(piece, this.selected) : null;
    if (meant && "take" in meant) offer(this, meant.take, piece);
    else if (meant && this.selected === piece && this.choices.only !== piece) this.select(null);
    else this.select(meant ? piece : piece === this.selected ? null : piece);
    if (!meant) openTab(this, "stack");
    else if (this.tab === "stack") showTab(this);
  }

  /** @param {string} place */
  clickPlace(place) {
    this.looked = place;
    const options = this.past === null ? this.choices.clickPlace(place, this.selected) : [];
    const piece = pieceOf(this);
    if (options.length) offer(this, options, place);
    else if (piece && this.past === null && this.table.decision?.yours) whyNot(this, piece, place);
    else {
      light(this);
      openTab(this, "stack");
      showTab(this);
    }
  }

  /** @param {string} piece @param {string} place */
  drop(piece, place) {
    const options = this.choices.clickPlace(place, piece).filter((option) => option.pieces[0] === piece);
    if (options.length) offer(this, options, place);
    else {
      this.select(piece);
      whyNot(this, piece, place);
    }
  }

  /** @param {LogLine} line */
  showLine(line) {
    const where = line.places?.[line.places.length - 1] ?? line.pieces?.[0];
    const middle = where ? this.board.middle(where) : null;
    if (!where || !middle) return;
    this.looked = where;
    this.board.view.reveal(middle[0], middle[1], true);
    light(this);
  }
}
