// The page of a table: its parts and where they stand.

import { button, h } from "../common/dom.js";
import { icon } from "../common/icons.js";
import { t } from "../common/words.js";
import { header } from "../shared/header.js";

/** @typedef {ReturnType<typeof makeParts>} Parts */

/** The parts that are filled again and again. @param {{ undo: () => void, jump: () => void }} on */
export function makeParts(on) {
  return {
    bar: h("ol", { class: "phases", "aria-label": t("table.phase") }),
    chapter: h("span", { class: "chapter" }),
    offline: h("div", { class: "offline", role: "status", hidden: true }),
    prompt: h("section", { class: "prompt", "aria-label": t("table.turn"), "aria-live": "polite" }),
    notices: h("div", { class: "match-notices", role: "status" }),
    offers: h("div", { class: "offers" }),
    card: h("div", { class: "playback-box" }),
    clocks: h("div", { class: "clocks-box" }),
    advice: h("div", { class: "advice-box" }),
    options: h("div", { class: "options-box" }),
    battle: h("div", { class: "battle-box" }),
    report: h("div", { class: "report-box" }),
    procedure: h("div", { class: "procedure-box" }),
    hands: h("div", { class: "hands-box" }),
    tabs: h("div", { class: "tabs", role: "tablist", "aria-label": t("table.panel") }),
    tab: h("div", { class: "tab-box", role: "tabpanel", id: "tab-box", tabindex: -1 }),
    sheets: h("div", { class: "sheets", role: "group", "aria-label": t("board.sheets") }),
    jump: button("", on.jump, { class: "icon jump", title: t("board.jump"), "aria-label": t("board.jump") }, icon("target")),
    undo: button("", on.undo, { class: "icon undo", title: t("table.undo"), "aria-label": t("table.undo") }, icon("undo")),
  };
}

/**
 * @param {HTMLElement} app
 * @param {{ title: string, sandbox?: boolean, isLesson: boolean }} match
 * @param {Parts} parts
 * @param {{ board: ReturnType<typeof import("../board/board.js").makeBoard>, replay: HTMLElement, overlays: HTMLElement, goals: HTMLElement, preferences: HTMLElement }} elements
 * @param {{ language: () => void, replay: () => void, help: () => void }} on
 */
export function layOut(app, { title, sandbox: isSandbox, isLesson }, parts, { board, replay, overlays, goals, preferences }, on) {
  const { view } = board;
  const tool = (/** @type {string} */ sign, /** @type {string} */ name, /** @type {() => void} */ click) => button("", click, { class: "icon", title: t(name), "aria-label": t(name) }, icon(sign));
  const tools = h("div", { class: "board-tools", role: "group", "aria-label": t("board.tools") },
    tool("plus", "board.zoom_in", () => view.zoom(1.35)), tool("minus", "board.zoom_out", () => view.zoom(1 / 1.35)), tool("fit", "board.fit", () => view.fit()),
    parts.jump, overlays, parts.sheets);
  const side = h("aside", { class: "side", "aria-label": t("table.panel") }, 
    h("div", { class: "side-top" }, parts.notices, parts.offers, parts.clocks, parts.prompt, parts.card, parts.battle, parts.report, parts.advice, parts.options, parts.procedure, parts.hands), parts.tabs, parts.tab);
  const boardBox = h("div", { class: "board-box" }, goals,
    h("div", { class: "board-frame" }, board.element, isSandbox && !isLesson ? h("p", { class: "sandbox-mark", text: t("match.sandbox_mark") }) : null), tools, replay);
  app.replaceChildren(
    header([h("h1", { class: "match-title", text: title }), parts.bar, parts.chapter], { language: on.language }, [parts.undo, tool("history", "replay.open", on.replay), preferences, tool("help", "help.open", on.help)]),
    h("main", { id: "main", class: "table-page", tabindex: -1 }, parts.offline, boardBox, side));
  view.resize();
}
