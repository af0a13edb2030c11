// The table: board, prompt, options, log and everything around one match.

import { act, offer, whyNot } from "./acting.js";
import { get, getOnce } from "./api.js";
import { makeBoard, noLights } from "./board/board.js";
import { drawMarks, drawPiece } from "./board/pieces.js";
import { Choices } from "./choices.js";
import { clockRow } from "./clocks.js";
import { h, s, speak, toast } from "./dom.js";
import { attachKeys } from "./keys.js";
import { listen } from "./live.js";
import { showOverlays } from "./overlays.js";
import { buildPage, makeParts } from "./page.js";
import { battlePanel } from "./panels/battle.js";
import { makeChat } from "./panels/chat.js";
import { showOffers, showOptions, showPrompt } from "./panels/decision.js";
import { handsPanel } from "./panels/hands.js";
import { makeLog } from "./panels/log.js";
import { procedurePanel, showBar } from "./panels/procedure.js";
import { openTab, showTab } from "./panels/tabs.js";
import { copyAddress, fork, goTo, linesNow, seatsForReplay, showAt } from "./past.js";
import { askDialog, closeDialogs, closePopover } from "./popover.js";
import { makeReplay } from "./replay.js";
import { remember, settings } from "./settings.js";
import { t } from "./words.js";

/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").Option} Option */
/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").LogLine} LogLine */

/**
 * @param {HTMLElement} app
 * @param {string} id
 * @param {number | null} position
 * @param {() => void} again
 */
export async function openTable(app, id, position, again) {
  const first = /** @type {Table} */ (await get(`/matches/${id}/table`));
  const pack = first.match.pack ? `?pack=${encodeURIComponent(first.match.pack)}` : "";
  const [scene, games] = await Promise.all([getOnce(`/games/${first.match.game}/scene${pack}`), getOnce("/games")]);
  const card = games.find((/** @type {any} */ one) => one.slug === first.match.game);
  const page = new TablePage(app, id, scene, card, first, again);
  page.take(first, true);
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
    /** @type {string | undefined} the part of the map last turned to */
    this.sheet = undefined;
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
      hear: (message) => this.hear(message),
      state: (online) => this.showOnline(online),
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

  // -- news from the table --------------------------------------------------------------------

  /** @param {any} message */
  hear(message) {
    if (this.closed) return;
    if (message.type === "table") this.take(message, false);
    else if (message.type === "chat") {
      this.talk = [...this.talk.slice(0, message.from), ...message.lines];
      this.chat.update(this.talk, undefined);
      if (this.tab !== "chat" && message.lines.length) toast(`${message.lines[message.lines.length - 1].by}: ${message.lines[message.lines.length - 1].text}`);
    } else if (message.type === "presence" && message.online) {
      for (const seat of this.table.match.seats) if (seat.holder) seat.holder.online = message.online[seat.side] ?? seat.holder.online;
      if (this.tab === "match") showTab(this);
    }
  }

  /** Take a new table. @param {any} next @param {boolean} fresh */
  take(next, fresh) {
    if (next.match.renewed !== this.table.match.renewed) {
      location.reload(); // other rules or data: scene, log and perhaps this page are not the same
      return;
    }
    const seat = next.match.you.seat ?? this.seat;
    const moved = seat !== this.seat && this.seat !== null;
    if (!fresh && moved) {
      // It is for a seat we no longer look from.
      if (next.match.entries > this.table.match.entries) this.catchUp();
      return;
    }
    const { from, to, lines } = next.log;
    // Answers and news may overtake each other; log and decisions only ever go forward. Another
    // seat may have a shorter log.
    const [now, then] = [this.table.decision?.number ?? 0, next.decision?.number ?? Infinity];
    if (then < now || (!moved && to < this.lines.length)) return;
    if (from > this.lines.length) {
      this.catchUp();
      return;
    }
    this.lines = [...this.lines.slice(0, from), ...lines];
    if (next.chat) this.talk = [...this.talk.slice(0, next.chat.from), ...next.chat.lines];
    this.table = { ...this.table, ...next };
    this.parts.clocks.replaceChildren(...clockRow(next.match.seats, this.scene.sides));
    this.seat = seat;
    if (moved) this.live?.reopen();
    this.afterTake(next);
  }

  /** @param {any} next */
  afterTake(next) {
    const decision = this.table.decision;
    const mine = this.table.match.you.sides;
    const due = decision?.to_answer.find((side) => mine.includes(side));
    if (decision && due && due !== this.seat && !decision.to_answer.includes(this.seat ?? "")) {
      this.sitAs(due).catch(() => {}); // the next news will ask again
      return;
    }
    if (decision && mine.length > 1 && this.card?.hidden && this.unveiled === null) {
      this.sitAs(this.seat ?? mine[0]).catch(() => {}); // who has opened this page need not be who decides
      return;
    }
    if (decision?.number !== this.decided || !decision?.yours) {
      this.decided = decision?.number ?? -1;
      this.choices = new Choices(decision?.yours ? decision.options ?? [] : []);
      this.selected = this.choices.only;
      closePopover();
      if (decision) speak(decision.prompt);
    } else this.choices = new Choices(decision.options ?? []);
    this.busy = false;
    this.chat.update(this.talk, next.notes);
    this.render();
  }

  /** Fetch the table anew. */
  async refresh() {
    const seat = this.heading ?? this.wantedSeat();
    const another = seat !== this.seat && this.card?.hidden; // another seat, another log
    const asked = ++this.asked;
    const next = await get(`/matches/${this.id}/table`, { seat, since: another ? 0 : this.lines.length });
    if (!this.closed && asked === this.asked) this.take(next, true); // only the newest answer counts
  }

  /** The same where nobody waits for it; if it fails, the wire will say when the table is back. */
  catchUp() {
    this.refresh().catch(() => {});
  }

  /** The seat to ask for: whichever decides, if it is mine; where there are secrets, only the one that sits here now. */
  wantedSeat() {
    return this.table.match.you.sides.length > 1 && !this.hasSecrets ? null : this.seat;
  }

  get hasSecrets() {
    return this.table.match.hidden ?? this.card?.hidden ?? false;
  }

  /** Another of my seats is to decide: move over, behind a curtain if there are secrets. @param {string} side */
  async sitAs(side) {
    if (this.moving === side) return;
    this.moving = side;
    try {
      if (this.hasSecrets && this.unveiled !== side) {
        // The veil stays until the new table is there: the old one is the other player's.
        document.body.classList.add("veiled");
        await this.curtain(side);
        if (this.closed) return;
        this.unveiled = side;
      }
      this.heading = side;
      await this.refresh();
    } finally {
      this.moving = this.heading = null;
      document.body.classList.remove("veiled");
    }
  }

  /** @param {string} side */
  async curtain(side) {
    const label = this.scene.sides[side]?.label ?? side;
    await askDialog(t("curtain.title", { side: label }), [h("p", { text: t("curtain.text") })], { yes: t("curtain.go", { side: label }), no: "" });
  }

  /** @param {boolean} online */
  showOnline(online) {
    const { offline } = this.parts;
    const was = offline.hidden;
    offline.hidden = online;
    offline.textContent = online ? "" : t("app.offline");
    if (online && !was) {
      toast(t("app.online"));
      this.catchUp();
    }
  }

  // -- showing --------------------------------------------------------------------------------

  /** What is shown: the present, or a position of the past. */
  get shown() {
    return this.past === null ? this.table : { ...this.table, ...this.then };
  }

  /** Where in the rulebook we are: the chapter of the rule that is being asked about. */
  async showChapter() {
    const id = this.shown.decision?.rule ?? "";
    const rule = id && (await getOnce(`/games/${this.game}/rules/${encodeURIComponent(id)}`).catch(() => null));
    if (id === (this.shown.decision?.rule ?? "")) this.parts.chapter.replaceChildren(rule ? `${rule.chapter.id} ${rule.chapter.title}` : "");
  }

  render() {
    const { picture, result } = this.shown;
    document.title = `${this.table.decision?.yours ? "● " : ""}${this.table.match.title} · Khamsin`;
    this.board.update(picture);
    showBar(this.parts.bar, picture.bar, picture.sequence ?? [], this.game);
    this.showChapter();
    this.parts.notices.replaceChildren(...(this.table.match.notices ?? []).map((text) => h("p", { class: "hint", text })));
    showPrompt(this);
    showOptions(this);
    showOffers(this);
    this.showBoards(picture);
    this.showHands();
    this.log.update(linesNow(this), this.past !== null);
    const { you } = this.table.match;
    const why = you.why_not_undo ?? "";
    this.undoButton?.classList.toggle("impossible", !you.may_undo);
    this.undoButton?.setAttribute("title", you.may_undo ? t("table.undo") : `${t("table.undo")}: ${why}`);
    this.undoButton?.toggleAttribute("hidden", you.observer || result !== null);
    this.light();
    this.turnTo(picture.sheet);
    if (innerWidth < 760 || this.board.view.isCrowded) this.frame();
    showTab(this);
    this.replay.update(this.past, this.table.match.entries, seatsForReplay(this), this.pastSeat || this.seat || "");
    showOverlays(this);
  }

  /** The battle, and what the rules do by themselves. @param {import("./types.js").Picture} picture */
  showBoards(picture) {
    const around = { game: this.game, portrait: (/** @type {string} */ id) => this.portrait(id), label: (/** @type {string} */ id) => this.labelOf(id), colour: (/** @type {string | undefined} */ side) => this.colourOf(side) };
    this.parts.battle.replaceChildren(...(picture.battle ? [battlePanel(picture.battle, around, this.battleDice())] : []));
    this.parts.procedure.replaceChildren(...(picture.procedure ? [procedurePanel(picture.procedure, this.game)] : []));
    // Only the panel is scrolled to the step, not the page with it.
    const [panel, step] = [".procedure", ".step.now"].map((name) => /** @type {HTMLElement | null} */ (this.parts.procedure.querySelector(name)));
    if (panel && step) panel.scrollTop = step.offsetTop - panel.offsetTop - panel.clientHeight / 2;
  }

  showHands() {
    const hands = this.shown.picture.hands ?? [];
    const lit = this.past === null && this.table.decision?.yours ? this.choices.pieces(this.selected) : new Set();
    const focused = document.activeElement?.closest(".hands [data-card]")?.getAttribute("data-card");
    this.parts.hands.replaceChildren(...(hands.length
      ? [handsPanel(hands, { game: this.game, colour: (side) => this.colourOf(side), lit, selected: this.selected, pick: (card) => this.clickPiece(card) })] : []));
    if (focused) /** @type {HTMLElement | null} */ (this.parts.hands.querySelector(`button[data-card="${CSS.escape(focused)}"]`))?.focus();
  }

  /** Show the part of the map where it happens, when that changes. @param {string | undefined} sheet */
  turnTo(sheet) {
    if (sheet === this.sheet) return;
    this.sheet = sheet;
    const there = this.scene.sheets?.find((one) => one.id === sheet);
    if (there) this.board.view.showRect(there.rect, false);
  }

  // -- boxes that can be closed ---------------------------------------------------------------

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

  battleDice() {
    const lines = linesNow(this);
    for (let n = lines.length - 1; n >= 0 && n > lines.length - 12; n -= 1) {
      if (lines[n].kind === "attack") return null;
      const { dice } = lines[n];
      if (dice?.length) return dice;
    }
    return null;
  }

  /** A unit as a small picture. @param {string} id */
  portrait(id) {
    const piece = this.scene.pieces.find((one) => one.id === id) ?? null;
    const now = this.shown.picture.pieces[id];
    if (!piece && !now) return null;
    const node = this.board.nodeOf(id);
    const colour = this.scene.sides[piece?.side ?? now?.side ?? ""]?.colour ?? "n";
    const shade = node?.getAttribute("class")?.match(/shade-\d/)?.[0] ?? "";
    return s("svg", { class: "board portrait", viewBox: "-48 -48 96 96", "aria-hidden": "true" },
      s("g", { class: `piece side-${colour} ${shade}` }, drawPiece(piece, colour, now), drawMarks(now?.marks ?? [], this.scene.marks ?? {})));
  }

  light() {
    const lights = noLights();
    lights.placed = this.looked;
    if (this.past === null && this.table.decision?.yours) {
      lights.pieces = this.choices.pieces(this.selected);
      lights.places = this.selected && this.choices.goalsOf(this.selected).size ? new Set() : this.choices.places();
      lights.goals = this.choices.goalsOf(this.selected);
    }
    lights.selected = this.selected;
    this.board.light(lights);
  }

  /** Bring what can be chosen into sight. @param {boolean} [asked] by a player who has moved the view himself */
  frame(asked = false) {
    const ids = this.choices.options.flatMap((option) => [...option.pieces, ...option.places]);
    const where = ids.length ? ids : this.lastPlaces();
    const points = [...new Set(where)].map((id) => this.board.middle(id)).filter((point) => point !== null);
    this.board.view.frame(points, 2 * (this.scene.piece_size ?? 92), asked);
  }

  /** Where something happened last; if nothing has, where the pieces stand. */
  lastPlaces() {
    const { battle, pieces } = this.shown.picture;
    if (battle) return [battle.place];
    const last = [...linesNow(this)].reverse().find((line) => line.places?.length)?.places;
    return last ?? Object.values(pieces).flatMap((piece) => (piece.at && this.scene.spaces.some((space) => space.id === piece.at) ? [piece.at] : []));
  }

  /** Show on the board what an option of the list is about. @param {Option | null} option */
  hint(option) {
    if (!option) {
      this.light();
      return;
    }
    const lights = noLights();
    lights.pieces = new Set(option.pieces);
    lights.goals = new Set(option.places);
    lights.selected = option.pieces[0] ?? null;
    this.board.light(lights);
  }

  // -- choosing -------------------------------------------------------------------------------

  /** @param {string | null} piece */
  select(piece) {
    this.selected = piece ?? this.choices.only;
    closePopover();
    this.light();
    showOptions(this);
    this.showHands();
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
    if (options.length) offer(this, options, place);
    else if (this.selected && this.past === null && this.table.decision?.yours) whyNot(this, this.selected, place);
    else {
      this.light();
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
    this.light();
  }
}
