// Showing the table as it is: the board, the panels, what is lit.

import { getOnce } from "./api.js";
import { noLights } from "./board/board.js";
import { drawMarks, drawPiece } from "./board/pieces.js";
import { button, h, s } from "./dom.js";
import { showOverlays } from "./overlays.js";
import { battlePanel } from "./panels/battle.js";
import { showOffers, showOptions, showPrompt } from "./panels/decision.js";
import { handsPanel } from "./panels/hands.js";
import { procedurePanel, showBar } from "./panels/procedure.js";
import { showTab } from "./panels/tabs.js";
import { linesNow, seatsForReplay } from "./past.js";
import { t } from "./words.js";

/** @typedef {import("./table.js").TablePage} TablePage */
/** @typedef {import("./types.js").Option} Option */

/** Where in the rulebook we are: the chapter of the rule that is being asked about. @param {TablePage} page */
async function showChapter(page) {
  const id = page.shown.decision?.rule ?? "";
  const rule = id && (await getOnce(`/games/${page.game}/rules/${encodeURIComponent(id)}`).catch(() => null));
  if (id === (page.shown.decision?.rule ?? "")) page.parts.chapter.replaceChildren(rule ? `${rule.chapter.id} ${rule.chapter.title}` : "");
}

/** @param {TablePage} page */
export function render(page) {
  const { picture, result } = page.shown;
  document.title = `${page.table.decision?.yours ? "● " : ""}${page.table.match.title} · Khamsin`;
  page.board.update(picture);
  showBar(page.parts.bar, picture.bar, picture.sequence ?? [], page.game);
  showChapter(page);
  page.parts.notices.replaceChildren(...(page.table.match.notices ?? []).map((text) => h("p", { class: "hint", text })));
  showPrompt(page);
  showOptions(page);
  showOffers(page);
  showBoards(page, picture);
  showHands(page);
  page.log.update(linesNow(page), page.past !== null);
  const { you } = page.table.match;
  const why = you.why_not_undo ?? "";
  page.undoButton?.classList.toggle("impossible", !you.may_undo);
  page.undoButton?.setAttribute("title", you.may_undo ? t("table.undo") : `${t("table.undo")}: ${why}`);
  page.undoButton?.toggleAttribute("hidden", you.observer || result !== null);
  light(page);
  turnTo(page, picture.sheet);
  if (placeInTime(page) !== page.framed && (innerWidth < 760 || page.board.view.isCrowded)) frame(page);
  showTab(page);
  page.replay.update(page.past, page.table.match.entries, seatsForReplay(page), page.pastSeat || page.seat || "");
  showOverlays(page);
}

/** The battle, and what the rules do by themselves. @param {TablePage} page @param {import("./types.js").Picture} picture */
function showBoards(page, picture) {
  const around = { game: page.game, portrait: (/** @type {string} */ id) => portrait(page, id), label: (/** @type {string} */ id) => page.labelOf(id), colour: (/** @type {string | undefined} */ side) => page.colourOf(side) };
  page.parts.battle.replaceChildren(...(picture.battle ? [battlePanel(picture.battle, around, battleDice(page))] : []));
  page.parts.procedure.replaceChildren(...(picture.procedure ? [procedurePanel(picture.procedure, page.game)] : []));
  // Only the panel is scrolled to the step, not the page with it.
  const [panel, step] = [".procedure", ".step.now"].map((name) => /** @type {HTMLElement | null} */ (page.parts.procedure.querySelector(name)));
  if (panel && step) panel.scrollTop = step.offsetTop - panel.offsetTop - panel.clientHeight / 2;
}

/** @param {TablePage} page */
export function showHands(page) {
  const hands = page.shown.picture.hands ?? [];
  const lit = page.past === null && page.table.decision?.yours ? page.choices.pieces(page.selected) : new Set();
  const focused = document.activeElement?.closest(".hands [data-card]")?.getAttribute("data-card");
  page.parts.hands.replaceChildren(...(hands.length
    ? [handsPanel(hands, { game: page.game, colour: (side) => page.colourOf(side), lit, selected: page.selected, pick: (card) => page.clickPiece(card) })] : []));
  if (focused) /** @type {HTMLElement | null} */ (page.parts.hands.querySelector(`button[data-card="${CSS.escape(focused)}"]`))?.focus();
}

/** Show the part of the map where it happens, when that changes. @param {TablePage} page @param {string | undefined} sheet */
function turnTo(page, sheet) {
  if (sheet === page.sheet) return;
  page.sheet = sheet;
  const { view } = page.board;
  const offered = (page.scene.sheets ?? []).filter((one) => !one.apart || one.id === sheet);
  page.parts.sheets.replaceChildren(...(offered.length < 2 ? [] : offered.map((one) => button(one.name, () => view.showRect(one.rect), { class: "small", data: { sheet: one.id } }))));
  const there = offered.find((one) => one.id === sheet);
  if (there) view.settleAt(there.rect);
}

/** @param {TablePage} page */
function battleDice(page) {
  const lines = linesNow(page);
  for (let n = lines.length - 1; n >= 0 && n > lines.length - 12; n -= 1) {
    if (lines[n].fight) return null; // what fell before is of another fight
    const { dice } = lines[n];
    if (dice?.length) return dice;
  }
  return null;
}

/** A unit as a small picture. @param {TablePage} page @param {string} id */
export function portrait(page, id) {
  const piece = page.scene.pieces.find((one) => one.id === id) ?? null;
  const now = page.shown.picture.pieces[id];
  if (!piece && !now) return null;
  const node = page.board.nodeOf(id);
  const colour = page.scene.sides[piece?.side ?? now?.side ?? ""]?.colour ?? "n";
  const shade = node?.getAttribute("class")?.match(/shade-\d/)?.[0] ?? "";
  return s("svg", { class: "board portrait", viewBox: "-48 -48 96 96", "aria-hidden": "true" },
    s("g", { class: `piece side-${colour} ${shade}` }, drawPiece(piece, colour, now), drawMarks(now?.marks ?? [], page.scene.marks ?? {})));
}

/** @param {TablePage} page */
export function light(page) {
  page.board.light(lightsOf(page));
}

/** @param {TablePage} page */
function lightsOf(page) {
  const lights = noLights();
  lights.placed = page.looked;
  if (page.past === null && page.table.decision?.yours) {
    lights.pieces = page.choices.pieces(page.selected);
    lights.places = page.selected && page.choices.goalsOf(page.selected).size ? new Set() : page.choices.places();
    lights.goals = page.choices.goalsOf(page.selected);
    const { about } = page.choices;
    lights.top = page.selected ?? about;
    if (about && !lights.pieces.size && !lights.places.size) lights.hinted.add(about); // nothing can be clicked, but it is asked about
  }
  lights.selected = page.selected;
  return lights;
}

/** Bring what can be chosen into sight. @param {TablePage} page @param {boolean} [asked] by a player who has moved the view himself */
export function frame(page, asked = false) {
  const options = page.past === null ? page.choices.options : []; // in the past nothing can be chosen: what happened then is shown
  const at = (/** @type {string[]} */ ids) => [...new Set(ids)].map((id) => page.board.middle(id)).filter((point) => point !== null);
  const pieces = at(options.flatMap((option) => option.pieces));
  const points = [...pieces, ...at(options.flatMap((option) => option.places))];
  const { picture: { battle }, decision } = page.shown;
  const { view } = page.board;
  if (!points.length && options.length && page.choices.about) points.push(...at([page.choices.about]));
  if (points.length) view.frame(points, pieces, asked);
  else if (battle) view.frame(at([battle.place]), [], asked);
  else if (page.framed && (page.past !== null || !decision?.yours)) view.frame(at(lastPlaces(page)), [], asked);
  else if (asked || !page.framed) view.frame(at(standing(page)), [], asked);
  page.framed = placeInTime(page);
}

/** What the map is framed for, once: news that change nothing on it leave the view alone. @param {TablePage} page */
const placeInTime = (page) => `${page.past ?? page.table.match.entries} ${page.pastSeat || page.seat || ""}`;

/** Where something happened last. @param {TablePage} page */
const lastPlaces = (page) => [...linesNow(page)].reverse().find((line) => line.places?.length)?.places ?? [];

/** Where pieces stand on the map. @param {TablePage} page */
function standing(page) {
  const spaces = new Set(page.scene.spaces.map((space) => space.id));
  return Object.values(page.shown.picture.pieces).flatMap((piece) => (piece.at && spaces.has(piece.at) ? [piece.at] : []));
}

/** Show on the board what an option of the list is about; what else can be chosen stays lit. @param {TablePage} page @param {Option | null} option */
export function hint(page, option) {
  const lights = lightsOf(page);
  if (option) {
    lights.hinted = new Set([...lights.hinted, ...option.pieces, ...option.places]);
    lights.top = option.pieces[0] ?? lights.top;
  }
  page.board.light(lights);
}
