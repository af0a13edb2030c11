// The page of a table: its parts and where they stand.

import { undo } from "./acting.js";
import { button, h } from "./dom.js";
import { header } from "./header.js";
import { icon } from "./icons.js";
import { showHelp } from "./keys.js";
import { overlayButton } from "./overlays.js";
import { showTabs } from "./panels/tabs.js";
import { goTo } from "./past.js";
import { frame } from "./showing.js";
import { t } from "./words.js";

/** @typedef {import("./table.js").TablePage} TablePage */

/** The parts that are filled again and again. */
export function makeParts() {
  return {
    bar: h("ol", { class: "phases", "aria-label": t("table.phase") }),
    chapter: h("span", { class: "chapter" }),
    offline: h("div", { class: "offline", role: "status", hidden: true }),
    prompt: h("section", { class: "prompt", "aria-label": t("table.turn"), "aria-live": "polite" }),
    notices: h("div", { class: "match-notices", role: "status" }),
    offers: h("div", { class: "offers" }),
    clocks: h("div", { class: "clocks-box" }),
    options: h("div", { class: "options-box" }),
    battle: h("div", { class: "battle-box" }),
    procedure: h("div", { class: "procedure-box" }),
    hands: h("div", { class: "hands-box" }),
    tabs: h("div", { class: "tabs", role: "tablist", "aria-label": t("table.panel") }),
    tab: h("div", { class: "tab-box", role: "tabpanel", id: "tab-box", tabindex: -1 }),
    sheets: h("div", { class: "sheets", role: "group", "aria-label": t("board.sheets") }),
  };
}

/** @param {TablePage} page @param {HTMLElement} app @param {() => void} again */
export function buildPage(page, app, again) {
  const { parts, board: { view } } = page;
  const tool = (/** @type {string} */ sign, /** @type {string} */ name, /** @type {() => void} */ click, kind = "") => button("", click, { class: `icon ${kind}`, title: t(name), "aria-label": t(name) }, icon(sign));
  page.overlays = overlayButton(page);
  const tools = h("div", { class: "board-tools", role: "group", "aria-label": t("board.tools") },
    tool("plus", "board.zoom_in", () => view.zoom(1.35)), tool("minus", "board.zoom_out", () => view.zoom(1 / 1.35)), tool("fit", "board.fit", () => view.fit()),
    tool("target", "board.jump", () => frame(page, true), "jump"), page.overlays);
  const side = h("aside", { class: "side", "aria-label": t("table.panel") }, parts.notices, parts.offers, parts.clocks, parts.prompt, parts.battle, parts.options, parts.procedure, parts.hands, parts.tabs, parts.tab);
  const boardBox = h("div", { class: "board-box" }, h("div", { class: "board-frame" }, page.board.element, parts.sheets, tools), page.replay.element);
  page.undoButton = button("", () => undo(page), { class: "icon undo", title: t("table.undo"), "aria-label": t("table.undo") }, icon("undo"));
  app.replaceChildren(
    header([h("h1", { class: "match-title", text: page.table.match.title }), parts.bar, parts.chapter], { language: again }, [
      page.undoButton,
      button("", () => goTo(page, page.table.match.entries), { class: "icon", title: t("replay.open"), "aria-label": t("replay.open") }, icon("history")),
      button("", () => showHelp(page), { class: "icon", title: t("help.open"), "aria-label": t("help.open") }, icon("help"))]),
    h("main", { id: "main", class: "table-page", tabindex: -1 }, parts.offline, boardBox, side));
  showTabs(page);
  view.resize();
}
