// The table: board, prompt, options, log and everything around one match.

import { Refusal, get, getOnce, post } from "./api.js";
import { makeBoard, noLights } from "./board/board.js";
import { drawMarks, drawPiece } from "./board/pieces.js";
import { Choices } from "./choices.js";
import { clockRow } from "./clocks.js";
import { button, h, s, speak, toast } from "./dom.js";
import { header } from "./header.js";
import { icon } from "./icons.js";
import { attachKeys, showHelp } from "./keys.js";
import { listen } from "./live.js";
import { listOverlays, showOverlay } from "./overlays.js";
import { battlePanel } from "./panels/battle.js";
import { makeChat } from "./panels/chat.js";
import { showOffers, showOptions, showPrompt } from "./panels/decision.js";
import { makeLog } from "./panels/log.js";
import { oddsChart } from "./panels/odds.js";
import { openTab, showTab, showTabs } from "./panels/tabs.js";
import { copyAddress, fork, goTo, linesNow, seatsForReplay, showAt } from "./past.js";
import { askDialog, closePopover, showMenu, showPopover } from "./popover.js";
import { makeReplay } from "./replay.js";
import { ruleRef } from "./rules.js";
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
    this.busy = false;
    this.tab = "log";
    this.overlay = "";
    /** @type {string | null} the seat that has drawn the curtain aside */
    this.unveiled = null;
    /** @type {string | null} the seat we are moving to */
    this.moving = null;
    this.decided = -1;
    this.closed = false;
    /** @type {any[] | null} the overlays there are */
    this.known = null;

    this.board = makeBoard(scene, {
      piece: (piece) => this.clickPiece(piece),
      place: (place) => this.clickPlace(place),
      drop: (piece, place) => this.drop(piece, place),
      goalsOf: (piece) => (this.past === null ? this.choices.goalsOf(piece) : new Set()),
      away: () => this.select(null),
    });
    this.log = makeLog({ game: this.game, show: (line) => this.showLine(line), rewind: (at) => goTo(this, at) });
    this.chat = makeChat({ send: (text) => this.act("chat", { text }), note: (text) => this.act("notes", { text }) });
    this.replay = makeReplay({
      go: (at) => goTo(this, at),
      live: () => { location.hash = `#/m/${this.id}`; },
      fork: () => fork(this),
      link: () => copyAddress(this),
      seat: (seat) => { this.pastSeat = seat; showAt(this, this.past); },
    });
    this.build(app, again);
    this.live = listen(id, {
      seat: () => this.seat,
      since: () => this.lines.length,
      hear: (message) => this.hear(message),
      state: (online) => this.showOnline(online),
    });
    this.dropKeys = attachKeys(this);
  }

  // -- the page -------------------------------------------------------------------------------

  /** @param {HTMLElement} app @param {() => void} again */
  build(app, again) {
    this.bar = h("ol", { class: "phases", "aria-label": t("table.phase") });
    this.chapter = h("span", { class: "chapter" });
    this.offline = h("div", { class: "offline", role: "status", hidden: true });
    this.prompt = h("section", { class: "prompt", "aria-label": t("table.turn"), "aria-live": "polite" });
    this.notices = h("div", { class: "match-notices", role: "status" });
    this.offers = h("div", { class: "offers" });
    this.clocks = h("div", { class: "clocks-box" });
    this.optionsBox = h("div", { class: "options-box" });
    this.battleBox = h("div", { class: "battle-box" });
    this.tabs = h("div", { class: "tabs", role: "tablist", "aria-label": t("table.panel") });
    this.tabBox = h("div", { class: "tab-box", role: "tabpanel", id: "tab-box", tabindex: -1 });
    this.overlays = /** @type {HTMLSelectElement} */ (h("select", { class: "overlay-choice", "aria-label": t("board.overlay"), on: { change: (/** @type {any} */ event) => { this.overlay = event.target.value; showOverlay(this); } } }));
    const { view } = this.board;
    const tool = (/** @type {string} */ sign, /** @type {string} */ name, /** @type {() => void} */ click) => button("", click, { class: "icon", title: t(name), "aria-label": t(name) }, icon(sign));
    const tools = h("div", { class: "board-tools", role: "group", "aria-label": t("board.tools") },
      tool("plus", "board.zoom_in", () => view.zoom(1.35)), tool("minus", "board.zoom_out", () => view.zoom(1 / 1.35)), tool("fit", "board.fit", () => view.fit()), this.overlays);
    const side = h("aside", { class: "side", "aria-label": t("table.panel") }, this.notices, this.offers, this.clocks, this.prompt, this.battleBox, this.optionsBox, this.tabs, this.tabBox);
    const boardBox = h("div", { class: "board-box" }, h("div", { class: "board-frame" }, this.board.element, tools), this.replay.element);
    app.replaceChildren(
      header([h("h1", { class: "match-title", text: this.table.match.title }), this.bar, this.chapter], { language: again }, [
        button("", () => this.undo(), { class: "icon undo", title: t("table.undo"), "aria-label": t("table.undo") }, icon("undo")),
        button("", () => goTo(this, this.table.match.entries), { class: "icon", title: t("replay.open"), "aria-label": t("replay.open") }, icon("history")),
        button("", () => showHelp(), { class: "icon", title: t("help.open"), "aria-label": t("help.open") }, icon("help"))]),
      h("main", { id: "main", class: "table-page", tabindex: -1 }, this.offline, boardBox, side));
    this.undoButton = /** @type {HTMLElement} */ (app.querySelector(".undo"));
    showTabs(this);
    view.resize();
  }

  /** Show a position of the past; null: the present. @param {number | null} position */
  at(position) {
    return showAt(this, position);
  }

  close() {
    this.closed = true;
    this.replay.stop();
    this.live.close();
    this.dropKeys();
    closePopover();
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
    if (!fresh && seat !== this.seat && this.seat !== null) {
      // It is for a seat we no longer look from.
      if (next.match.entries > this.table.match.entries) this.refresh();
      return;
    }
    const { from, to, lines } = next.log;
    // Answers and news may overtake each other; log and decisions only ever go forward.
    const [now, then] = [this.table.decision?.number ?? 0, next.decision?.number ?? Infinity];
    if (to < this.lines.length || then < now) return;
    if (from > this.lines.length) {
      this.refresh();
      return;
    }
    this.lines = [...this.lines.slice(0, from), ...lines];
    if (next.chat) this.talk = [...this.talk.slice(0, next.chat.from), ...next.chat.lines];
    this.table = { ...this.table, ...next };
    this.clocks?.replaceChildren(...clockRow(next.match.seats, this.scene.sides));
    this.seat = seat;
    this.afterTake(next);
  }

  /** @param {any} next */
  afterTake(next) {
    const decision = this.table.decision;
    const mine = this.table.match.you.sides;
    const due = decision?.to_answer.find((side) => mine.includes(side));
    if (decision && due && due !== this.seat && !decision.to_answer.includes(this.seat ?? "")) {
      this.sitAs(due);
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

  /** Fetch the table anew, as the seat that is to decide. @param {string} [seat] */
  async refresh(seat) {
    if (seat && seat !== this.seat && this.card?.hidden) this.lines = []; // another seat, another log
    const next = await get(`/matches/${this.id}/table`, { seat: seat ?? this.wantedSeat(), since: this.lines.length });
    if (this.closed) return;
    this.seat = seat ?? next.match.you.seat ?? this.seat;
    this.take(next, true);
  }

  wantedSeat() {
    return this.table.match.you.sides.length > 1 ? null : this.seat;
  }

  /** Another of my seats is to decide: move over, behind a curtain if there are secrets. @param {string} side */
  async sitAs(side) {
    if (this.moving === side) return;
    this.moving = side;
    try {
      if ((this.table.match.hidden ?? this.card?.hidden) && this.unveiled !== side) {
        await this.curtain(side);
        this.unveiled = side;
      }
      await this.refresh(side);
      this.live.reopen();
    } finally {
      this.moving = null;
    }
  }

  /** @param {string} side */
  async curtain(side) {
    const label = this.scene.sides[side]?.label ?? side;
    document.body.classList.add("veiled");
    await askDialog(t("curtain.title", { side: label }), [h("p", { text: t("curtain.text") })], { yes: t("curtain.go", { side: label }), no: "" });
    document.body.classList.remove("veiled");
  }

  /** @param {boolean} online */
  showOnline(online) {
    if (!this.offline) return;
    const was = this.offline.hidden;
    this.offline.hidden = online;
    this.offline.textContent = online ? "" : t("app.offline");
    if (online && !was) {
      toast(t("app.online"));
      this.refresh().catch(() => {});
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
    if (id === (this.shown.decision?.rule ?? "")) this.chapter?.replaceChildren(rule ? `${rule.chapter.id} ${rule.chapter.title}` : "");
  }

  render() {
    const { picture, result } = this.shown;
    document.title = `${this.table.decision?.yours ? "● " : ""}${this.table.match.title} · Khamsin`;
    this.board.update(picture);
    this.bar?.replaceChildren(...picture.bar.map((/** @type {string} */ text) => h("li", { text })));
    this.showChapter();
    this.notices?.replaceChildren(...(this.table.match.notices ?? []).map((text) => h("p", { class: "hint", text })));
    showPrompt(this);
    showOptions(this);
    showOffers(this);
    this.battleBox?.replaceChildren(...(picture.battle ? [battlePanel(picture.battle, this.game, this.battleDice(), (id) => this.portrait(id))] : []));
    this.log.update(linesNow(this), this.past !== null);
    const { you } = this.table.match;
    const why = you.why_not_undo ?? "";
    this.undoButton?.classList.toggle("impossible", !you.may_undo);
    this.undoButton?.setAttribute("title", you.may_undo ? t("table.undo") : `${t("table.undo")}: ${why}`);
    this.undoButton?.toggleAttribute("hidden", you.observer || result !== null);
    this.light();
    if (innerWidth < 760) this.frame();
    showTab(this);
    this.replay.update(this.past, this.table.match.entries, seatsForReplay(this), this.pastSeat || this.seat || "");
    if (this.overlay) showOverlay(this);
    else if (!this.known) listOverlays(this);
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
      s("g", { class: `piece side-${colour} ${shade}` }, drawPiece(piece, colour, now?.face, now?.kind), drawMarks(now?.marks ?? [], this.scene.marks ?? {})));
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

  /** On a small screen, bring what can be chosen into sight. */
  frame() {
    const ids = this.choices.options.flatMap((option) => [...option.pieces, ...option.places]);
    const points = [...new Set(ids)].map((id) => this.board.middle(id)).filter((point) => point !== null);
    this.board.view.frame(/** @type {number[][]} */ (points), 190);
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
    if (this.tab === "stack") showTab(this);
    if (this.overlay === "range" || piece) showOverlay(this);
  }

  /** @param {string} piece */
  clickPiece(piece) {
    this.looked = piece;
    const meant = this.past === null ? this.choices.clickPiece(piece, this.selected) : null;
    if (meant && "take" in meant) this.offer(meant.take, piece);
    else if (meant && this.selected === piece && this.choices.only !== piece) this.select(null);
    else this.select(meant ? piece : piece === this.selected ? null : piece);
    if (!meant) openTab(this, "stack");
    else if (this.tab === "stack") showTab(this);
  }

  /** @param {string} place */
  clickPlace(place) {
    this.looked = place;
    const options = this.past === null ? this.choices.clickPlace(place, this.selected) : [];
    if (options.length) this.offer(options, place);
    else if (this.selected && this.past === null && this.table.decision?.yours) this.whyNot(this.selected, place);
    else {
      this.light();
      openTab(this, "stack");
      showTab(this);
    }
  }

  /** @param {string} piece @param {string} place */
  drop(piece, place) {
    const options = this.choices.clickPlace(place, piece).filter((option) => option.pieces[0] === piece);
    if (options.length) this.offer(options, place);
    else {
      this.select(piece);
      this.whyNot(piece, place);
    }
  }

  /** Take the only option, or ask which. @param {Option[]} options @param {string} where */
  offer(options, where) {
    if (options.length === 1) {
      this.consider(options[0]);
      return;
    }
    const middle = this.board.middle(where) ?? [0, 0];
    const [x, y] = this.board.view.toScreen(...middle);
    showMenu({ x, y }, t("table.options"), options.map((option) => ({ text: option.text, choose: () => this.consider(option) })));
  }

  /** Show the odds first, where there are any. @param {Option} option */
  async consider(option) {
    if (this.busy) return;
    const decision = this.table.decision;
    if (option.places.length === 1 && !option.pieces.length && decision) {
      this.busy = true;
      const odds = await get(`/matches/${this.id}/odds`, { seat: this.seat, words: option.words.join(" ") }).catch(() => []);
      this.busy = false;
      if (odds.length) {
        const go = await askDialog(option.text, [h("div", { class: "odds-box" }, ...oddsChart(odds))], { yes: option.text });
        if (!go) return;
      }
    }
    await this.choose(option);
  }

  /** @param {Option} option */
  async choose(option) {
    const decision = this.table.decision;
    if (!decision || this.busy) return;
    this.busy = true;
    document.body.classList.add("busy");
    try {
      const made = await post(`/matches/${this.id}/choices`, { seat: this.seat, number: decision.number, words: option.words });
      // The wire may have told it already.
      if (this.table.match.entries < made.entries || this.table.decision === decision) await this.refresh();
    } catch (error) {
      await this.complain(error);
    } finally {
      this.busy = false;
      document.body.classList.remove("busy");
    }
  }

  /** @param {unknown} error */
  async complain(error) {
    if (error instanceof Refusal && error.status === 409) toast(error.message || t("table.stale"), "error");
    else toast(t("app.error", { text: `${error instanceof Error ? error.message : error}${error instanceof Refusal && error.rule ? ` (${error.rule})` : ""}` }), "error");
    await this.refresh().catch(() => {});
  }

  /** @param {string} piece @param {string} place */
  async whyNot(piece, place) {
    const answer = await get(`/matches/${this.id}/why`, { seat: this.seat, words: `${piece} ${place}` }).catch(() => null);
    const middle = this.board.middle(place);
    if (!answer || !middle) return;
    const [x, y] = this.board.view.toScreen(...middle);
    const text = answer.refused?.text ?? t("table.why_nothing");
    showPopover({ x, y, height: 10 }, [h("p", { class: "why-title", text: t("table.why") }), h("p", {}, text, " ", ruleRef(this.game, answer.refused?.rule))],
      { label: t("table.why"), class: "why" });
    speak(text);
  }

  async undo() {
    const { you, entries } = this.table.match;
    if (you.may_undo) {
      await this.act("undo", { seat: this.seat });
      return;
    }
    const others = this.table.match.seats.some((seat) => !you.sides.includes(seat.side));
    const ask = await askDialog(t("table.undo"), [h("p", { text: t("table.undo_why", { why: (you.why_not_undo ?? "").replace(/\.$/, "") }) })], { yes: t("table.undo_ask") });
    if (!ask) return;
    const mine = [...this.lines].reverse().find((line) => line.at < entries)?.at ?? entries - 1;
    if (await this.act("offers", { kind: "undo", to: Math.max(0, Math.min(mine, entries - 1)), seat: this.seat }) && others) toast(t("table.undo_sent"));
  }

  /** Any other act at this table. @param {string} what @param {any} body */
  async act(what, body) {
    try {
      await post(`/matches/${this.id}/${what}`, body);
      await this.refresh();
      return true;
    } catch (error) {
      await this.complain(error);
      return false;
    }
  }

  /** @param {string} side */
  async resign(side) {
    const label = this.scene.sides[side]?.label ?? side;
    if (await askDialog(t("match.resign"), [h("p", { text: t("match.resign_sure", { side: label }) })], { yes: t("match.resign") })) await this.act("resign", { seat: side });
  }

  // -- the past -------------------------------------------------------------------------------

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
