// The lower part of the panel, in tabs: log, a close look, chat, the match.

import { button, h, replaceChanged, toast } from "../common/dom.js";
import { savePng, saveSvg } from "../common/download.js";
import { t } from "../common/words.js";
import { showRulebook } from "../shared/rules.js";
import { shownTable } from "../store.js";
import { askResign, askStop, fileName, saveJournal } from "./asking.js";
import { inspector } from "./inspect.js";
import { matchPanel } from "./match.js";

/** @typedef {import("../store.js").State} State */

const NAMES = ["log", "stack", "chat", "match"];

/** @param {HTMLElement} list @param {string} open @param {(name: string) => void} choose */
export function showTabs(list, open, choose) {
  const isFocused = list.contains(document.activeElement);
  list.replaceChildren(...NAMES.map((name) => button(t(`tabs.${name}`), () => choose(name), {
    role: "tab", "aria-selected": String(name === open), "aria-controls": "tab-box", class: "tab", tabindex: name === open ? 0 : -1, data: { tab: name },
    on: { keydown: (/** @type {KeyboardEvent} */ event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      choose(NAMES[(NAMES.indexOf(name) + step + NAMES.length) % NAMES.length]);
    } },
  })));
  if (isFocused) /** @type {HTMLElement | null} */ (list.querySelector("[aria-selected=true]"))?.focus();
}

/**
 * What is in the tab that is open.
 * @param {HTMLElement} box
 * @param {{ store: import("../store.js").Store, actions: import("../actions.js").Actions, board: ReturnType<typeof import("../board/board.js").makeBoard>, log: ReturnType<typeof import("./log.js").makeLog>,
 *   chat: ReturnType<typeof import("./chat.js").makeChat>, portrait: (id: string) => Node | null, pick: (piece: string) => void }} view
 */
export function showTab(box, { store, actions, board, log, chat, portrait, pick }) {
  const { state } = store;
  box.className = `tab-box ${state.tab}`;
  const isShown = (/** @type {Node} */ node) => box.firstChild === node && box.childNodes.length === 1;
  if (state.tab === "log") {
    if (isShown(log.element)) return;
    box.replaceChildren(log.element);
    log.toEnd();
  } else if (state.tab === "chat") {
    if (!isShown(chat.element)) box.replaceChildren(chat.element);
  } else if (state.tab === "stack") {
    box.replaceChildren(inspector({ scene: state.scene, picture: shownTable(state).picture, stack: (place) => board.stackAt(place), portrait, pick, selected: state.selected }, state.looked));
  } else {
    const { scene } = state;
    const panel = matchPanel(shownTable(state), scene.sides, {
      bots: state.card?.bots ?? [],
      seat: actions.seat,
      exportFile: () => saveJournal(store.state, actions),
      journal: actions.journal,
      svg: () => saveSvg(board.svg, scene.size, fileName(store.state)),
      png: () => savePng(board.svg, scene.size, fileName(store.state)),
      fork: actions.fork,
      stop: () => askStop(actions),
      resign: (side) => askResign(store.state, actions, side),
      draw: async () => { if (await actions.offerDraw()) toast(t("match.draw_sent")); },
      rulebook: () => showRulebook(state.game, box),
      sources: () => box.replaceChildren(h("ul", { class: "facts sources" }, ...scene.sources.map((source) => h("li", {}, h("b", { text: source.where }), ` ${source.text}`)))),
    });
    const shown = /** @type {HTMLElement | null} */ (box.firstElementChild);
    if (shown?.className === panel.className && box.childElementCount === 1) replaceChanged(shown, panel);
    else box.replaceChildren(panel);
  }
}
