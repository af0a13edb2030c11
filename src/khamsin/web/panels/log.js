// The log: everything that happened, with its dice and its rules; a click shows the place.

import { button, h } from "../common/dom.js";
import { icon } from "../common/icons.js";
import { remember, settings } from "../common/settings.js";
import { t } from "../common/words.js";
import { ruleRef } from "../shared/rules.js";
import { diceRow } from "./dice.js";

/** @typedef {import("../types.js").LogLine} LogLine */

const TOPICS = ["all", "move", "combat", "rule"];

/**
 * @param {{ game: string, show: (line: LogLine) => void, rewind: (at: number) => void }} on
 */
export function makeLog(on) {
  let topic = TOPICS.includes(settings.log ?? "") ? settings.log ?? "all" : "all";
  /** @type {LogLine[]} */
  let lines = [];
  let drawn = 0;
  const list = h("ol", { class: "log-lines", role: "log", "aria-label": t("tabs.log"), "aria-live": "polite", tabindex: 0 });
  const filters = h("div", { class: "chips", role: "group", "aria-label": t("log.filter") });
  const element = h("div", { class: "log" }, filters, list);

  function drawFilters() {
    filters.replaceChildren(...TOPICS.map((name) => button(t(`log.${name}`), () => {
      topic = name;
      remember({ log: name });
      drawFilters();
      redraw();
    }, { class: "chip", "aria-pressed": String(name === topic) })));
  }

  /** @param {LogLine} line */
  function lineElement(line) {
    const text = line.places?.length || line.pieces?.length
      ? button(line.text, () => on.show(line), { class: "line-text" })
      : h("span", { class: "line-text", text: line.text });
    const item = h("li", { class: `line kind-${line.kind} topic-${line.topic ?? "rule"}${line.heading ? " heading" : ""}`, data: { n: line.n } },
      text,
      ...(line.dice?.length ? diceRow(line.dice) : []),
      line.private ? h("small", { text: t("log.private") }) : null,
      h("span", { class: "line-tools" }, ruleRef(on.game, line.rule),
        button("", () => on.rewind(line.at), { class: "icon small", title: t("log.rewind"), "aria-label": `${t("log.rewind")} (${line.at})` }, icon("history"))));
    if (line.side) item.dataset.side = line.side;
    return item;
  }

  const wanted = (/** @type {LogLine} */ line) => topic === "all" || (line.topic ?? "rule") === topic;

  function redraw() {
    list.replaceChildren(...lines.filter(wanted).map(lineElement));
    if (!lines.length) list.append(h("li", { class: "hint", text: t("log.empty") }));
    drawn = lines.length;
    toEnd();
  }

  const toEnd = () => { list.scrollTop = list.scrollHeight; };

  drawFilters();
  return {
    element,
    /** Show the last lines: a list that is not on the page cannot be scrolled. */
    toEnd,
    /** @param {LogLine[]} next @param {boolean} [fresh] */
    update(next, fresh = false) {
      const grown = !fresh && drawn > 0 && next.length >= drawn && next[drawn - 1]?.text === lines[drawn - 1]?.text;
      const old = drawn;
      lines = next;
      if (!grown) redraw();
      else if (next.length > old) {
        list.append(...next.slice(old).filter(wanted).map(lineElement));
        drawn = next.length;
        toEnd();
      }
    },
  };
}
