// The table: board, prompt, options, log and everything around one match.

import { Refusal, get, getOnce, post } from "./api.js";
import { makeBoard, noLights } from "./board/board.js";
import { drawMarks, drawPiece } from "./board/pieces.js";
import { Choices } from "./choices.js";
import { button, h, s, speak, toast } from "./dom.js";
import { saveFile, savePng, saveSvg } from "./download.js";
import { header } from "./header.js";
import { icon } from "./icons.js";
import { attachKeys, showHelp } from "./keys.js";
import { listen } from "./live.js";
import { battlePanel } from "./panels/battle.js";
import { makeChat } from "./panels/chat.js";
import { inspector } from "./panels/inspect.js";
import { makeLog } from "./panels/log.js";
import { matchPanel } from "./panels/match.js";
import { oddsChart } from "./panels/odds.js";
import { optionList } from "./panels/options.js";
import { askDialog, closePopover, showMenu, showPopover } from "./popover.js";
import { makeReplay } from "./replay.js";
import { ruleRef, showRulebook } from "./rules.js";
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
  const [scene, games] = await Promise.all([getOnce(`/games/${first.match.game}/scene`), getOnce("/games")]);
  const card = games.find((/** @type {any} */ one) => one.slug === first.match.game);
  const page = new TablePage(app, id, scene, card, first, again);
  page.take(first, true);
  if (position !== null) await page.at(position);
  return page;
}

class TablePage {
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
    this.log = makeLog({ game: this.game, show: (line) => this.showLine(line), rewind: (at) => this.goTo(at) });
    this.chat = makeChat({ send: (text) => this.act("chat", { text }), note: (text) => this.act("notes", { text }) });
    this.replay = makeReplay({
      go: (at) => this.goTo(at),
      live: () => { location.hash = `#/m/${this.id}`; },
      fork: () => this.fork(),
      link: () => this.copyAddress(),
      seat: (seat) => { this.pastSeat = seat; this.at(this.past); },
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
    this.offline = h("div", { class: "offline", role: "status", hidden: true });
    this.prompt = h("section", { class: "prompt", "aria-label": t("table.turn"), "aria-live": "polite" });
    this.offers = h("div", { class: "offers" });
    this.optionsBox = h("div", { class: "options-box" });
    this.battleBox = h("div", { class: "battle-box" });
    this.tabs = h("div", { class: "tabs", role: "tablist", "aria-label": t("table.panel") });
    this.tabBox = h("div", { class: "tab-box", role: "tabpanel", id: "tab-box", tabindex: -1 });
    this.overlays = /** @type {HTMLSelectElement} */ (h("select", { class: "overlay-choice", "aria-label": t("board.overlay"), on: { change: (/** @type {any} */ event) => { this.overlay = event.target.value; this.showOverlay(); } } }));
    const { view } = this.board;
    const tool = (/** @type {string} */ sign, /** @type {string} */ name, /** @type {() => void} */ click) => button("", click, { class: "icon", title: t(name), "aria-label": t(name) }, icon(sign));
    const tools = h("div", { class: "board-tools", role: "group", "aria-label": t("board.tools") },
      tool("plus", "board.zoom_in", () => view.zoom(1.35)), tool("minus", "board.zoom_out", () => view.zoom(1 / 1.35)), tool("fit", "board.fit", () => view.fit()), this.overlays);
    const side = h("aside", { class: "side", "aria-label": t("table.panel") }, this.offers, this.prompt, this.battleBox, this.optionsBox, this.tabs, this.tabBox);
    const boardBox = h("div", { class: "board-box" }, h("div", { class: "board-frame" }, this.board.element, tools), this.replay.element);
    app.replaceChildren(
      header([h("h1", { class: "match-title", text: this.table.match.title }), this.bar], { language: again }, [
        button("", () => this.undo(), { class: "icon undo", title: t("table.undo"), "aria-label": t("table.undo") }, icon("undo")),
        button("", () => this.goTo(this.table.match.entries), { class: "icon", title: t("replay.open"), "aria-label": t("replay.open") }, icon("history")),
        button("", () => showHelp(), { class: "icon", title: t("help.open"), "aria-label": t("help.open") }, icon("help"))]),
      h("main", { id: "main", class: "table-page", tabindex: -1 }, this.offline, boardBox, side));
    this.undoButton = /** @type {HTMLElement} */ (app.querySelector(".undo"));
    document.title = `${this.table.match.title} · Khamsin`;
    this.showTabs();
    view.resize();
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
      if (this.tab === "match") this.showTab();
    }
  }

  /** Take a new table. @param {any} next @param {boolean} fresh */
  take(next, fresh) {
    const seat = next.match.you.seat ?? this.seat;
    if (!fresh && seat !== this.seat && this.seat !== null) {
      // It is for a seat we no longer look from.
      if (next.match.entries > this.table.match.entries) this.refresh();
      return;
    }
    const { from, lines } = next.log;
    if (from > this.lines.length) {
      this.refresh();
      return;
    }
    this.lines = [...this.lines.slice(0, from), ...lines];
    if (next.chat) this.talk = [...this.talk.slice(0, next.chat.from), ...next.chat.lines];
    this.table = { ...this.table, ...next };
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
    const entries = this.lines.length;
    const next = await get(`/matches/${this.id}/table`, { seat: seat ?? this.wantedSeat(), since: seat && seat !== this.seat && this.card?.hidden ? 0 : entries });
    if (this.closed) return;
    if (seat) this.seat = seat;
    this.seat = next.match.you.seat ?? this.seat;
    if (next.match.entries < this.table.match.entries && next.log.from > 0 && next.log.to < this.lines.length) {
      this.lines = [];
      await this.refresh(seat);
      return;
    }
    this.take(next, true);
  }

  wantedSeat() {
    return this.table.match.you.sides.length > 1 ? null : this.seat;
  }

  /** Another of my seats is to decide: move over, behind a curtain if there are secrets. @param {string} side */
  async sitAs(side) {
    const secret = this.table.match.hidden ?? this.card?.hidden;
    if (secret && this.unveiled !== side) {
      this.render();
      await this.curtain(side);
      this.unveiled = side;
    }
    this.seat = side;
    await this.refresh(side);
    this.live.reopen();
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

  render() {
    const { picture, result } = this.shown;
    this.board.update(picture);
    this.bar?.replaceChildren(...picture.bar.map((/** @type {string} */ text) => h("li", { text })));
    this.showPrompt();
    this.showOptions();
    this.showOffers();
    this.battleBox?.replaceChildren(...(picture.battle ? [battlePanel(picture.battle, this.game, this.battleDice(), (id) => this.portrait(id))] : []));
    this.log.update(this.linesNow(), this.past !== null);
    const { you } = this.table.match;
    const why = you.why_not_undo ?? "";
    this.undoButton?.classList.toggle("impossible", !you.may_undo);
    this.undoButton?.setAttribute("title", you.may_undo ? t("table.undo") : `${t("table.undo")}: ${why}`);
    this.undoButton?.toggleAttribute("hidden", you.observer || result !== null);
    this.light();
    if (innerWidth < 760) this.frame();
    this.showTab();
    this.replay.update(this.past, this.table.match.entries, this.seatsForReplay(), this.pastSeat || this.seat || "");
    if (this.overlay) this.showOverlay();
    else if (!this.known) this.listOverlays();
  }

  /** @returns {[string, string][]} */
  seatsForReplay() {
    const mine = this.table.result ? Object.keys(this.scene.sides) : this.table.match.you.sides;
    return mine.map((side) => [side, this.scene.sides[side]?.label ?? side]);
  }

  /** The log up to the position shown. @returns {LogLine[]} */
  linesNow() {
    if (this.past === null) return this.lines;
    if (this.pastSeat && this.pastSeat !== this.seat) return this.then.log.lines;
    const end = this.past;
    return this.lines.filter((line) => line.at <= end);
  }

  battleDice() {
    const lines = this.linesNow();
    for (let n = lines.length - 1; n >= 0 && n > lines.length - 12; n -= 1) {
      if (lines[n].kind === "attack") return null;
      const { dice } = lines[n];
      if (dice?.length) return dice;
    }
    return null;
  }

  showPrompt() {
    const { decision, result } = this.shown;
    const box = /** @type {HTMLElement} */ (this.prompt);
    box.className = "prompt";
    box.dataset.number = String(decision?.number ?? "");
    box.dataset.seat = this.seat ?? "";
    if (result && (this.past === null || this.past === this.table.match.entries)) {
      box.classList.add("over");
      const winner = result.winner ? t("table.winner", { side: this.scene.sides[result.winner]?.label ?? result.winner }) : t("table.nobody");
      box.replaceChildren(h("p", { class: "state", text: t("table.result") }), h("h2", { text: winner }), h("p", {}, result.text, " ", ruleRef(this.game, result.rule)));
      return;
    }
    if (!decision) {
      box.replaceChildren(h("p", { class: "state", text: t("table.wait") }));
      return;
    }
    const side = decision.to_answer[0];
    const yours = decision.yours && this.past === null;
    box.classList.add(yours ? "yours" : "waiting", `side-${this.scene.sides[side]?.colour ?? "n"}`);
    const names = decision.to_answer.map((/** @type {string} */ one) => this.scene.sides[one]?.label ?? one).join(", ");
    const state = this.table.match.you.observer ? t("table.observer") : yours ? t("table.turn") : t("table.wait");
    box.replaceChildren(
      h("p", { class: "state" }, h("i", { class: `swatch side-${this.scene.sides[side]?.colour}` }), `${names} · ${state}`),
      h("h2", {}, decision.prompt, " ", ruleRef(this.game, decision.rule)));
  }

  showOptions() {
    const box = /** @type {HTMLElement} */ (this.optionsBox);
    const focused = box.contains(document.activeElement);
    const yours = this.past === null && this.table.decision?.yours;
    if (!yours) {
      box.replaceChildren();
      return;
    }
    const picked = this.selected && this.choices.byPiece.has(this.selected) ? this.selected : null;
    const options = this.choices.listed(picked);
    const nodes = [];
    if (picked && options.length < this.choices.options.length) {
      const label = this.scene.pieces.find((piece) => piece.id === picked)?.label ?? picked;
      nodes.push(h("div", { class: "picked" }, this.portrait(picked), h("b", { text: t("table.more", { piece: label }) }),
        button(t("table.all_options"), () => this.select(null), { class: "quiet small" })));
    }
    nodes.push(optionList(options, { choose: (option) => this.consider(option), hover: (option) => this.hint(option) }));
    const { you } = this.table.match;
    nodes.push(h("div", { class: "row undo-row" },
      you.may_undo ? button("", () => this.undo(), { class: "quiet small" }, icon("undo"), h("span", { text: t("table.undo") })) : h("small", { class: "hint", text: you.why_not_undo ?? "" })));
    box.replaceChildren(...nodes);
    if (focused) /** @type {HTMLElement | null} */ (box.querySelector(".option"))?.focus();
  }

  showOffers() {
    const { offers, match } = this.table;
    const nodes = [];
    for (const [kind, offer] of Object.entries(offers ?? {})) {
      if (!offer) continue;
      const mine = match.you.sides.includes(offer.by);
      const label = this.scene.sides[offer.by]?.label ?? offer.by;
      const answer = (/** @type {boolean} */ accept) => this.act(`offers/${kind}`, { accept });
      nodes.push(h("div", { class: "offer", role: "status" }, h("span", { text: t(`table.${kind}_offer`, { side: label }) }),
        mine ? button(t("app.cancel"), () => answer(false), { class: "quiet small" })
          : h("span", { class: "row" }, button(t("table.accept"), () => answer(true), { class: "main small" }), button(t("table.refuse"), () => answer(false), { class: "small" }))));
    }
    this.offers?.replaceChildren(...nodes);
  }

  showTabs() {
    const names = ["log", "stack", "chat", "match"];
    this.tabs?.replaceChildren(...names.map((name) => button(t(`tabs.${name}`), () => this.openTab(name), {
      role: "tab", "aria-selected": String(name === this.tab), "aria-controls": "tab-box", class: "tab", tabindex: name === this.tab ? 0 : -1, data: { tab: name },
      on: { keydown: (/** @type {KeyboardEvent} */ event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        event.preventDefault();
        event.stopPropagation();
        this.openTab(names[(names.indexOf(name) + step + names.length) % names.length]);
        /** @type {HTMLElement | null} */ (this.tabs?.querySelector("[aria-selected=true]"))?.focus();
      } },
    })));
  }

  /** @param {string} name */
  openTab(name) {
    if (this.tab === name && this.tabBox?.firstChild) return;
    this.tab = name;
    const focused = this.tabs?.contains(document.activeElement);
    this.showTabs();
    if (focused) /** @type {HTMLElement | null} */ (this.tabs?.querySelector("[aria-selected=true]"))?.focus();
    this.showTab();
  }

  showTab() {
    const box = /** @type {HTMLElement} */ (this.tabBox);
    box.className = `tab-box ${this.tab}`;
    const set = (/** @type {Node} */ node) => { if (box.firstChild !== node || box.childNodes.length > 1) box.replaceChildren(node); };
    if (this.tab === "log") set(this.log.element);
    else if (this.tab === "chat") set(this.chat.element);
    else if (this.tab === "stack") {
      box.replaceChildren(inspector({ scene: this.scene, picture: this.shown.picture, stack: (place) => this.board.stackAt(place), portrait: (id) => this.portrait(id),
        pick: (piece) => this.clickPiece(piece), selected: this.selected }, this.looked));
    } else {
      box.replaceChildren(matchPanel(this.shown, this.scene.sides, {
        bots: this.card?.bots?.map((/** @type {any} */ bot) => bot.name ?? bot) ?? [],
        seat: (side, bot) => this.act("seats", bot ? { side, bot } : { side, person: true }),
        exportFile: () => this.exportFile(),
        svg: () => saveSvg(this.board.element, this.scene.size, this.fileName()),
        png: () => savePng(this.board.element, this.scene.size, this.fileName()),
        fork: () => this.fork(),
        resign: (side) => this.resign(side),
        draw: async () => { if (await this.act("draw", { seat: this.seat })) toast(t("match.draw_sent")); },
        rulebook: () => showRulebook(this.game, box),
        sources: () => box.replaceChildren(h("ul", { class: "facts sources" }, ...this.scene.sources.map((source) => h("li", {}, h("b", { text: source.where }), ` ${source.text}`)))),
      }));
    }
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

  async listOverlays() {
    const list = await get(`/matches/${this.id}/overlays`, { seat: this.seat, piece: this.selected }).catch(() => []);
    this.known = list;
    const items = [["", t("board.no_overlay")], ...list.map((/** @type {any} */ one) => [one.id, one.label])];
    this.overlays?.replaceChildren(...items.map(([value, text]) => h("option", { value, text })));
    if (this.overlays) {
      this.overlays.value = list.some((/** @type {any} */ one) => one.id === this.overlay) ? this.overlay : "";
      this.overlays.hidden = !list.length;
    }
    return list;
  }

  async showOverlay() {
    const list = await this.listOverlays();
    this.board.overlay(list.find((/** @type {any} */ one) => one.id === this.overlay) ?? null);
  }

  // -- choosing -------------------------------------------------------------------------------

  /** @param {string | null} piece */
  select(piece) {
    this.selected = piece ?? this.choices.only;
    closePopover();
    this.light();
    this.showOptions();
    if (this.tab === "stack") this.showTab();
    if (this.overlay === "range" || piece) this.showOverlay();
  }

  /** @param {string} piece */
  clickPiece(piece) {
    this.looked = piece;
    const meant = this.past === null ? this.choices.clickPiece(piece, this.selected) : null;
    if (meant && "take" in meant) this.offer(meant.take, piece);
    else if (meant && this.selected === piece && this.choices.only !== piece) this.select(null);
    else this.select(meant ? piece : piece === this.selected ? null : piece);
    if (!meant) this.openTab("stack");
    else if (this.tab === "stack") this.showTab();
  }

  /** @param {string} place */
  clickPlace(place) {
    this.looked = place;
    const options = this.past === null ? this.choices.clickPlace(place, this.selected) : [];
    if (options.length) this.offer(options, place);
    else if (this.selected && this.past === null && this.table.decision?.yours) this.whyNot(this.selected, place);
    else {
      this.light();
      this.openTab("stack");
      this.showTab();
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

  /** @param {number} at */
  goTo(at) {
    const address = `#/m/${this.id}/at/${at}`;
    if (location.hash === address) this.at(at);
    else if (this.past === null) location.hash = address;
    else {
      history.replaceState(null, "", address);
      this.at(at);
    }
  }

  /** Show a position of the past; null: the present. @param {number | null} position */
  async at(position) {
    if (position === null || Number.isNaN(position)) {
      this.past = this.then = null;
      this.pastSeat = "";
      this.render();
      return;
    }
    const end = this.table.match.entries;
    const wanted = Math.min(Math.max(position, 0), end);
    try {
      const then = await get(`/matches/${this.id}/positions/${wanted}/table`, { seat: this.pastSeat || this.seat });
      if (this.closed) return;
      this.past = wanted;
      this.then = { result: null, ...then };
      this.render();
    } catch (error) {
      toast(t("app.error", { text: error instanceof Error ? error.message : String(error) }), "error");
    }
  }

  async fork() {
    try {
      const made = await post(`/matches/${this.id}/fork`, { entries: this.past ?? this.table.match.entries, seat: this.pastSeat || this.seat || "" });
      location.hash = `#/m/${made.id}`;
    } catch (error) {
      await this.complain(error);
    }
  }

  async copyAddress() {
    const address = `${location.origin}/#/m/${this.id}/at/${this.past ?? this.table.match.entries}`;
    try {
      await navigator.clipboard.writeText(address);
      toast(t("app.copied"));
    } catch {
      await askDialog(t("replay.link"), [h("input", { type: "text", readonly: true, value: address, "aria-label": t("replay.link") })], { yes: t("app.close"), no: "" });
    }
  }

  async exportFile() {
    const answer = await fetch(`/api/matches/${this.id}/journal${this.seat ? `?seat=${this.seat}` : ""}`);
    if (answer.ok) saveFile(await answer.blob(), `${this.fileName()}.journal`);
  }

  fileName() {
    return `${this.game}-${this.id.slice(0, 6)}-${this.past ?? this.table.match.entries}`;
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
