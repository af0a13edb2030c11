// The keyboard: everything can be played with it alone.

import { h } from "../common/dom.js";
import { askDialog, popoverIsOpen } from "../common/popover.js";
import { t } from "../common/words.js";

/** @typedef {ReturnType<typeof import("../board/board.js").makeBoard>} Board */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @param {Board} board
 * @param {{ clicks: import("./clicks.js").Clicks, undo: () => void, openTab: (name: string) => void, jump: () => void, help: () => void, noEnd: () => void, goals: () => void, advice: () => void, playback: { next: () => void, again: () => void } }} on
 * @returns {() => void} how to let go
 */
export function attachKeys(board, on) {
  /** @param {KeyboardEvent} event */
  function press(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest("input:not([type=checkbox]), select, textarea, dialog") || event.ctrlKey || event.metaKey || event.altKey) return;
    const onBoard = board.element.contains(target);
    if (ARROWS[event.key]) {
      if (target.closest("[role=tablist], .log-lines, .tab-box")) return;
      event.preventDefault();
      const [dx, dy] = ARROWS[event.key];
      if (event.shiftKey || !board.litElements().length) board.view.pan(-dx * 70, -dy * 70);
      else step(board, onBoard ? target.closest("[data-piece], [data-place]") : null, dx, dy);
    } else if (event.key === "Enter" || event.key === " ") {
      const thing = onBoard ? target.closest("[data-piece], [data-place]") : null;
      if (!thing) return;
      event.preventDefault();
      const piece = thing.getAttribute("data-piece");
      const place = thing.getAttribute("data-place");
      if (piece) on.clicks.piece(piece);
      else if (place) on.clicks.place(place);
    } else if (event.key === "Escape") {
      if (!popoverIsOpen()) on.clicks.select(null);
    } else if (/^[1-9et]$/.test(event.key)) {
      const answer = /** @type {HTMLElement | null} */ (document.querySelector(`.options-box [data-key="${event.key}"]`));
      if (answer) answer.click();
      else if (event.key === "e") on.noEnd();
    } else if (event.key === "+" || event.key === "=") board.view.zoom(1.25);
    else if (event.key === "-") board.view.zoom(0.8);
    else if (event.key === "0") board.view.fit();
    else if (event.key === "u") on.undo();
    else if (event.key === "l") on.openTab("log");
    else if (event.key === "j") on.jump();
    else if (event.key === "/") {
      const field = /** @type {HTMLElement | null} */ (document.querySelector(".find-option"));
      if (!field) return;
      event.preventDefault();
      field.focus();
    } else if (event.key === "i") on.openTab("stack");
    else if (event.key === "o") /** @type {HTMLElement | null} */ (document.querySelector(".option:not([hidden]), .option-unit"))?.focus();
    else if (event.key === "g") on.goals();
    else if (event.key === "h") on.advice();
    else if (event.key === "c") on.playback.next();
    else if (event.key === "b") on.playback.again();
    else if (event.key === "?") on.help();
  }
  document.addEventListener("keydown", press);
  return () => document.removeEventListener("keydown", press);
}

/**
 * From one lit thing to the next in that direction; from nowhere to the first.
 * @param {Board} board
 * @param {Element | null} from
 * @param {number} dx
 * @param {number} dy
 */
function step(board, from, dx, dy) {
  const things = /** @type {SVGElement[]} */ (board.litElements());
  const middle = (/** @type {Element} */ thing) => board.middle(thing.getAttribute("data-piece") ?? thing.getAttribute("data-place") ?? "") ?? [0, 0];
  if (!from) {
    things[0]?.focus();
    return;
  }
  const [x, y] = middle(from);
  let best = null;
  let least = Infinity;
  for (const thing of things) {
    if (thing === from) continue;
    const [tx, ty] = middle(thing);
    const along = (tx - x) * dx + (ty - y) * dy;
    const across = Math.abs((tx - x) * dy) + Math.abs((ty - y) * dx);
    if (along <= 0.5) continue;
    const far = along + across * 2.5;
    if (far < least) [least, best] = [far, thing];
  }
  best?.focus();
}

/** What the game is about, how the table works, and its keys. @param {import("../store.js").State} state */
export function showHelp({ card, table: { match } }) {
  const list = (/** @type {string[]} */ names) => h("ul", { class: "facts" }, ...names.map((name) => h("li", { text: t(`help.${name}`) })));
  const scenario = card?.scenarios.find((/** @type {any} */ one) => one.id === match.scenario);
  return askDialog(t("help.open"), [h("div", { class: "help", tabindex: 0, role: "group", "aria-label": t("help.open") },
    h("h3", { text: match.title }), h("p", { text: [card?.introduction, scenario?.introduction].filter(Boolean).join(" ") }),
    h("h3", { text: t("help.table") }), list(["lit", "why", "mouse", "rules", "back", "advice"]),
    h("h3", { text: t("help.title") }), list(["tab", "enter", "esc", "numbers", "out", "usual", "find", "hint", "jump", "goals", "continue", "zoom", "pan", "undo", "log"]))], { yes: t("app.close"), no: "", mayEscape: true });
}
