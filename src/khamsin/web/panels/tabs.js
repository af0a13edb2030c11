// The lower part of the panel: log, a close look, talk, the match.

import { act, resign } from "../acting.js";
import { button, h, toast } from "../dom.js";
import { savePng, saveSvg } from "../download.js";
import { exportFile, fileName, fork } from "../past.js";
import { askDialog } from "../popover.js";
import { showRulebook } from "../rules.js";
import { portrait } from "../showing.js";
import { t } from "../words.js";
import { inspector } from "./inspect.js";
import { matchPanel } from "./match.js";

/** @typedef {import("../table.js").TablePage} TablePage */

/** @param {TablePage} page */
export function showTabs(page) {
  const names = ["log", "stack", "chat", "match"];
  page.parts.tabs.replaceChildren(...names.map((name) => button(t(`tabs.${name}`), () => openTab(page, name), {
    role: "tab", "aria-selected": String(name === page.tab), "aria-controls": "tab-box", class: "tab", tabindex: name === page.tab ? 0 : -1, data: { tab: name },
    on: { keydown: (/** @type {KeyboardEvent} */ event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      openTab(page, names[(names.indexOf(name) + step + names.length) % names.length]);
      /** @type {HTMLElement | null} */ (page.parts.tabs.querySelector("[aria-selected=true]"))?.focus();
    } },
  })));
}

/** @param {TablePage} page @param {string} name */
export function openTab(page, name) {
  if (page.tab === name && page.parts.tab.firstChild) return;
  page.tab = name;
  const focused = page.parts.tabs.contains(document.activeElement);
  showTabs(page);
  if (focused) /** @type {HTMLElement | null} */ (page.parts.tabs.querySelector("[aria-selected=true]"))?.focus();
  showTab(page);
}

/** @param {TablePage} page */
export function showTab(page) {
  const box = page.parts.tab;
  box.className = `tab-box ${page.tab}`;
  const set = (/** @type {Node} */ node) => { if (box.firstChild !== node || box.childNodes.length > 1) box.replaceChildren(node); };
  if (page.tab === "log") {
    const fresh = box.firstChild !== page.log.element;
    set(page.log.element);
    if (fresh) page.log.toEnd();
  }
  else if (page.tab === "chat") set(page.chat.element);
  else if (page.tab === "stack") {
    box.replaceChildren(inspector({ scene: page.scene, picture: page.shown.picture, stack: (place) => page.board.stackAt(place), portrait: (id) => portrait(page, id),
      pick: (piece) => page.clickPiece(piece), selected: page.selected }, page.looked));
  } else {
    box.replaceChildren(matchPanel(page.shown, page.scene.sides, {
      bots: page.card?.bots?.map((/** @type {any} */ bot) => bot.name ?? bot) ?? [],
      seat: (side, bot) => act(page, "seats", bot ? { side, bot } : { side, person: true }),
      exportFile: () => exportFile(page),
      svg: () => saveSvg(page.board.svg, page.scene.size, fileName(page)),
      png: () => savePng(page.board.svg, page.scene.size, fileName(page)),
      fork: () => fork(page),
      stop: async () => { if (await askDialog(t("match.stop"), [h("p", { text: t("match.stop_sure") })], { yes: t("match.stop") })) await act(page, "stop", {}); },
      resign: (side) => resign(page, side),
      draw: async () => { if (await act(page, "draw", { seat: page.seat })) toast(t("match.draw_sent")); },
      rulebook: () => showRulebook(page.game, box),
      sources: () => box.replaceChildren(h("ul", { class: "facts sources" }, ...page.scene.sources.map((source) => h("li", {}, h("b", { text: source.where }), ` ${source.text}`)))),
    }));
  }
}
