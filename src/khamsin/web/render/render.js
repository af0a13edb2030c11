// Drawing the table from the store: whatever changed is drawn anew, and nothing is changed here.

import { showAdvice, shownPlan } from "../hints/panel.js";
import { h, speak, toast } from "../common/dom.js";
import { stepOf } from "../advice.js";
import { closePopover } from "../common/popover.js";
import { t } from "../common/words.js";
import { askUndo } from "../panels/asking.js";
import { battlePanel } from "../panels/battle.js";
import { showOffers, showOptions, showPrompt } from "../panels/decision.js";
import { goalPlaces } from "../panels/goals.js";
import { handsPanel } from "../panels/hands.js";
import { showCard } from "../playback/card.js";
import { showReport } from "../playback/report.js";
import { trails } from "../playback/trails.js";
import { procedurePanel, showBar } from "../panels/procedure.js";
import { showTab, showTabs } from "../panels/tabs.js";
import { clockRow } from "../shared/clocks.js";
import { canChoose, colourOf, isPlayingBack, shownLines, shownSeat, shownTable, sideLabel } from "../store.js";
import { getOnce } from "../transport/transport.js";
import { lightsFor, lightsOf } from "./lights.js";
import { portrait } from "./portrait.js";

/** @typedef {import("../store.js").State} State */
/**
 * @typedef {{ store: import("../store.js").Store, actions: import("../actions.js").Actions, parts: import("./page.js").Parts,
 *   board: ReturnType<typeof import("../board/board.js").makeBoard>, clicks: import("./clicks.js").Clicks,
 *   log: ReturnType<typeof import("../panels/log.js").makeLog>, chat: ReturnType<typeof import("../panels/chat.js").makeChat>,
 *   replay: ReturnType<typeof import("./replay.js").makeReplay>, framing: ReturnType<typeof import("./framing.js").makeFraming>,
 *   goals: ReturnType<typeof import("../panels/goals.js").makeGoals>,
 *   overlays: ReturnType<typeof import("./overlays.js").makeOverlays>, curtain: ReturnType<typeof import("./curtain.js").makeCurtain> }} View
 */

/** Draw the table now, and whenever the store changes. @param {View} view @returns {() => void} how to stop */
export function drawTable(view) {
  const { store, actions, parts, board, clicks, curtain, overlays } = view;
  let isClosed = false;
  /** Whether news have come that are not drawn yet. */
  let isStale = false;
  /** @type {import("../types.js").Decision | null | undefined} the decision that was told last */
  let told;

  const unit = (/** @type {string} */ id) => portrait(store.state, board.shadeOf(id), id);
  const onOptions = {
    choose: clicks.take,
    hover: (/** @type {import("../types.js").Option | null} */ option) => board.light(lightsFor(store.state, option)),
    pick: clicks.piece,
    unpick: () => clicks.select(null),
    undo: () => askUndo(store.state, actions),
    usual: actions.takeUsual,
    together: actions.together,
    portrait: unit,
    isOnMap: (/** @type {string} */ id) => board.middle(id) !== null,
  };
  const drawTab = () => showTab(parts.tab, { ...view, portrait: unit, pick: clicks.piece });
  const onAdvice = {
    ask: actions.askAdvice, away: actions.putAdviceAway,
    show: (/** @type {number} */ n) => { actions.showPlan(n); seePlan(); },
    follow: () => {
      const words = stepOf(store.state.advice)?.words.join(" ");
      const option = store.state.choices.options.find((one) => one.words.join(" ") === words);
      if (option) clicks.take(option);
    },
  };
  /** Bring what the plan is about into sight. */
  const seePlan = () => board.view.frame((shownPlan(store.state)?.places ?? []).map(board.middle).filter((point) => point !== null), [], true);
  /** The button, the thought or the plans; and the plan on the board. */
  function drawAdvice() {
    showAdvice(parts.advice, store.state, onAdvice);
    drawTrails();
    board.light(lightsOf(store.state));
  }
  const drawTrails = () => board.trails([...trailsOf(store.state), ...(shownPlan(store.state)?.ways ?? [])]);
  const drawOptions = () => showOptions(parts.options, store.state, onOptions);

  /** What the others did: a card beside the board, and the ways they went on it. */
  function drawPlayback() {
    const { state } = store;
    showCard(parts.card, state, { skip: actions.playEnd, again: actions.playAgain, dismiss: actions.playDismiss, show: (places) => {
      board.view.frame(places.map(board.middle).filter((point) => point !== null), [], true);
      actions.look(places[0]);
    } });
    showReport(parts.report, state, actions.putReportAway);
    drawTrails();
  }

  function drawAll() {
    isStale = false;
    const { state } = store;
    const { picture } = shownTable(state);
    document.title = `${state.table.decision?.yours ? "● " : ""}${state.table.match.title} · Khamsin`;
    board.update(picture);
    showBar(parts.bar, picture.bar, picture.sequence ?? [], state.game);
    showChapter(store, parts.chapter);
    parts.notices.replaceChildren(...(state.table.match.notices ?? []).map((text) => h("p", { class: "hint", text })));
    view.goals.update(state);
    showPrompt(parts.prompt, state, { rematch: actions.rematch, replay: () => actions.goTo(0) });
    drawPlayback();
    showAdvice(parts.advice, state, onAdvice);
    drawOptions();
    showOffers(parts.offers, state, actions.reply);
    showBoards(view, unit);
    showHands(view);
    view.log.update(shownLines(state), state.past !== null);
    showUndo(parts.undo, state);
    board.light(lightsOf(state));
    view.framing.follow(state);
    drawTab();
    view.replay.update(state.past, state.table.match.entries, seatsToLookFrom(state), shownSeat(state) ?? "", state.table.match.reviewed ? `#/m/${state.id}/review` : "");
    overlays.ask();
  }

  /** What others do may come faster than it can be drawn: then only the newest is. */
  function drawSoon() {
    if (isStale) return;
    isStale = true;
    requestAnimationFrame(() => { if (isStale && !isClosed) drawAll(); });
  }

  /** Tell who cannot see it what is asked now. @param {State} state */
  function tell({ table: { decision } }) {
    if (decision === told) return;
    const isSame = decision?.yours && told?.yours && decision.number === told.number;
    told = decision;
    if (isSame) return;
    closePopover();
    const top = parts.prompt.parentElement;
    if (top) top.scrollTop = 0; // a new question is read from its beginning
    if (decision) speak(decision.prompt);
  }

  /** Light the places that win, and bring them into sight. @param {State} state */
  function showGoals(state) {
    view.goals.update(state);
    overlays.show();
    if (state.areGoalsLit) board.view.frame(goalPlaces(state).map(board.middle).filter((point) => point !== null), [], true);
  }

  /** @param {State} now @param {State} before */
  function changed(now, before) {
    showConnection(parts.offline, now, before);
    showTalk(view, now, before);
    if (now.table !== before.table) parts.clocks.replaceChildren(...clockRow(now.table.match.seats, now.scene.sides));
    if (now.tab !== before.tab) showTabs(parts.tabs, now.tab, actions.openTab);
    if (!curtain.isDrawn(now)) return;
    tell(now);
    if (now.playback !== before.playback || now.report !== before.report || now.past !== before.past || now.then !== before.then || now.unveiled !== before.unveiled || now.seat !== before.seat) drawAll();
    else if (now.table !== before.table) {
      if (isPlayingBack(now)) return; // it is drawn when its turn comes
      if (now.table.decision && !now.table.decision.yours) drawSoon();
      else drawAll();
    } else if (!isStale) {
      if (now.isTogether !== before.isTogether) drawOptions();
      const isPicked = now.selected !== before.selected;
      if (isPicked || now.looked !== before.looked) board.light(lightsOf(now));
      if (isPicked) {
        drawOptions();
        showHands(view);
        overlays.ask();
      }
      if (now.tab !== before.tab || (now.tab === "stack" && (isPicked || now.looked !== before.looked))) drawTab();
    }
    if (now.advice !== before.advice && now.table === before.table) {
      drawAdvice();
      if (now.advice?.state === "done" && before.advice?.state !== "done") {
        seePlan();
        speak(t("hint.ready", { n: now.advice.plans.length }));
      }
    }
    if (now.chances !== before.chances) view.goals.update(now);
    if (now.overlays !== before.overlays) overlays.show();
    if (now.areGoalsLit !== before.areGoalsLit) showGoals(now);
  }

  const { state } = store;
  showTabs(parts.tabs, state.tab, actions.openTab);
  parts.clocks.replaceChildren(...clockRow(state.table.match.seats, state.scene.sides));
  view.chat.update(state.talk, state.notes);
  const stop = store.subscribe(changed);
  if (curtain.isDrawn(state)) {
    tell(state);
    drawAll();
  }
  return () => {
    isClosed = true;
    stop();
    document.body.classList.remove("busy");
  };
}

/** So many steps leave their trails while it is played back. */
const FRESH = 3;

/** The ways that others have gone, until the card that tells of them is put away. @param {State} state */
function trailsOf({ playback, past, scene, table }) {
  if (!playback || past !== null || playback.isDismissed || playback.isFolded) return [];
  const pictures = [playback.start, ...playback.steps.map((step) => step.picture)];
  if (playback.isPlaying) return trails(scene, pictures.slice(Math.max(0, playback.shown - FRESH), playback.shown + 1));
  return trails(scene, [...pictures, table.picture]);
}

/** Whether the table hears us, and what becomes of a choice if not. @param {HTMLElement} box @param {State} now @param {State} before */
function showConnection(box, now, before) {
  if (now.isOnline === before.isOnline && now.choice === before.choice) return;
  document.body.classList.toggle("busy", now.choice !== null);
  box.hidden = now.isOnline;
  box.textContent = now.isOnline ? "" : t(now.choice ? "app.offline_choice" : "app.offline");
  if (now.isOnline && !before.isOnline) toast(t("app.online"));
}

/** @param {View} view @param {State} now @param {State} before */
function showTalk({ chat }, now, before) {
  if (now.talk === before.talk && now.notes === before.notes) return;
  chat.update(now.talk, now.notes === before.notes ? undefined : now.notes);
  const isSaid = now.talk.length > before.talk.length && now.table === before.table; // else it is told again
  const last = now.talk[now.talk.length - 1];
  if (isSaid && now.tab !== "chat" && !last.hidden && !last.removed) toast(`${last.by}: ${last.text}`);
}

/** Where in the rulebook we are: the chapter of the rule that is being asked about. @param {View["store"]} store @param {HTMLElement} box */
async function showChapter(store, box) {
  const asked = () => shownTable(store.state).decision?.rule ?? "";
  const id = asked();
  const rule = id && (await getOnce(`/games/${store.state.game}/rules/${encodeURIComponent(id)}`).catch(() => null));
  if (id === asked()) box.replaceChildren(rule ? `${rule.chapter.id} ${rule.chapter.title}` : "");
}

/** The battle, and what the rules do by themselves. @param {View} view @param {(id: string) => Node | null} unit */
function showBoards({ store: { state }, parts }, unit) {
  const { picture } = shownTable(state);
  const label = (/** @type {string} */ id) => state.scene.pieces.find((piece) => piece.id === id)?.label ?? t("say.hidden");
  const around = { game: state.game, portrait: unit, label, colour: (/** @type {string | undefined} */ side) => colourOf(state, side) };
  const isNew = parts.battle.dataset.thrown !== thrown(picture.battle);
  parts.battle.dataset.thrown = thrown(picture.battle);
  const was = parts.battle.querySelector(".battle")?.scrollTop ?? 0;
  parts.battle.replaceChildren(...(picture.battle ? [battlePanel(picture.battle, around, battleDice(state))] : []));
  parts.battle.classList.toggle("rolling", isNew);
  // What has just fallen is seen; otherwise the panel stays where the player has put it.
  const fight = /** @type {HTMLElement | null} */ (parts.battle.querySelector(".battle"));
  const fallen = /** @type {HTMLElement | null} */ ([...parts.battle.querySelectorAll(".throws, .battle-dice, .outcome")].pop() ?? null);
  if (fight) fight.scrollTop = isNew && fallen ? fallen.offsetTop + fallen.offsetHeight - fight.offsetTop - fight.clientHeight + 12 : was;
  parts.procedure.replaceChildren(...(picture.procedure ? [procedurePanel(picture.procedure, state.game)] : []));
  // Only the panel is scrolled to the step, not the page with it.
  const [panel, step] = [".procedure", ".step.now"].map((name) => /** @type {HTMLElement | null} */ (parts.procedure.querySelector(name)));
  if (panel && step) panel.scrollTop = step.offsetTop - panel.offsetTop - panel.clientHeight / 2;
}

/** What tells one throw of a fight from the next. @param {import("../types.js").BattleNow | null} battle */
const thrown = (battle) => (battle ? JSON.stringify([battle.place, battle.throws, battle.outcome]) : "");

/** @param {State} state */
function battleDice(state) {
  const lines = shownLines(state);
  for (let n = lines.length - 1; n >= 0 && n > lines.length - 12; n -= 1) {
    if (lines[n].fight) return null; // what fell before is of another fight
    const { dice } = lines[n];
    if (dice?.length) return dice;
  }
  return null;
}

/** @param {View} view */
function showHands({ store: { state }, parts, clicks }) {
  const hands = shownTable(state).picture.hands ?? [];
  const lit = canChoose(state) ? state.choices.pieces(state.selected) : new Set();
  const focused = document.activeElement?.closest(".hands [data-card]")?.getAttribute("data-card");
  parts.hands.replaceChildren(...(hands.length
    ? [handsPanel(hands, { game: state.game, colour: (side) => colourOf(state, side), lit, selected: state.selected, pick: clicks.piece })] : []));
  if (focused) /** @type {HTMLElement | null} */ (parts.hands.querySelector(`button[data-card="${CSS.escape(focused)}"]`))?.focus();
}

/** @param {HTMLElement} undo @param {State} state */
function showUndo(undo, state) {
  const { you } = state.table.match;
  undo.classList.toggle("impossible", !you.may_undo);
  undo.setAttribute("title", you.may_undo ? t("table.undo") : `${t("table.undo")}: ${you.why_not_undo ?? ""}`);
  undo.toggleAttribute("hidden", you.observer || shownTable(state).result !== null);
}

/** @param {State} state @returns {[string, string][]} */
function seatsToLookFrom(state) {
  const sides = state.table.result ? Object.keys(state.scene.sides) : state.table.match.you.sides;
  return sides.map((side) => [side, sideLabel(state, side)]);
}
