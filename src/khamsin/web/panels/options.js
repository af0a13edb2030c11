// The options as a list: plain ones as buttons, kindred ones in groups, and apart from them the way
// out. Numbers are keys, E is the way out; a long list has a field to find one by its words. Nobody
// reads hundreds of lines: then the units are listed, or as many places as can be taken in.

import { button, h } from "../common/dom.js";
import { t } from "../common/words.js";

/** @typedef {import("../types.js").Option} Option */
/** @typedef {{ element: HTMLElement, key: HTMLElement }} Row */

/** As many as have a number key. */
const KEYS = 9;
/** What ends a question or skips it: it stands apart from the list. */
const WAYS_OUT = ["done", "pass", "no", "stay", "stop", "wait", "decline"];
/** More than this are too many to read. */
const MANY = 60;
/** How many of too many are shown. */
const SOME = 24;
/** A unit stands for its options in the list if it has as many of them. */
const FEW = 3;

/**
 * @param {Option[]} options
 * @param {{ choose: (option: Option) => void, hover: (option: Option | null) => void, pick: (piece: string) => void,
 *   unit: (piece: string) => (Node | null)[] }} on
 */
export function optionList(options, on) {
  const list = h("div", { class: "options", role: "group", "aria-label": t("table.options") });
  /** @type {Map<string, Option[]>} */
  const groups = new Map();
  /** @type {Option[]} */
  const alone = [];
  for (const option of options) {
    if (option.group && option.item) groups.set(option.group, [...(groups.get(option.group) ?? []), option]);
    else alone.push(option);
  }
  /** @type {(Row & { text: string, option: Option })[]} */
  const lines = [];
  /** @param {Option} option @param {string} text @param {string} kind */
  const one = (option, text, kind) => {
    const key = h("kbd", { "aria-hidden": "true" });
    const element = button(text, () => on.choose(option), {
      class: `option ${kind}`,
      "aria-label": option.text,
      data: { words: option.words.join(" ") },
      on: {
        pointerenter: (/** @type {PointerEvent} */ event) => { if (event.pointerType === "mouse") on.hover(option); }, pointerleave: () => on.hover(null),
        focus: (/** @type {any} */ event) => { if (event.target.matches(":focus-visible")) on.hover(option); }, blur: () => on.hover(null),
      },
    }, key, h("span", { text }));
    lines.push({ element, key, text: `${option.group ?? ""} ${option.text} ${text}`.toLowerCase(), option });
    return element;
  };
  const plain = alone.filter((option) => !WAYS_OUT.includes(option.verb));
  const last = alone.filter((option) => !plain.includes(option));
  const units = options.length > MANY ? unitRows(options, on) : [];
  list.append(...units.map((line) => line.element));
  for (const option of plain) list.append(one(option, option.text, "plain"));
  for (const [title, members] of groups) {
    list.append(h("div", { class: "group" }, h("span", { class: "group-title", text: title }),
      h("div", { class: "chips" }, ...members.map((option) => one(option, option.item ?? option.text, "chip")))));
  }
  const more = h("p", { class: "hint more", hidden: true });
  list.append(more);
  const out = h("div", { class: "ways-out", role: "group", "aria-label": t("table.way_out") }, ...last.map((option) => one(option, option.text, "plain last")));

  /** Show what has all these words, and number it anew. @param {string} wanted */
  function filter(wanted) {
    const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
    let [number, left] = [0, 0];
    for (const { element, key } of units) {
      element.hidden = words.length > 0;
      if (!element.hidden) number += 1;
      sign(element, key, String(number));
    }
    for (const { element, key, text, option } of lines) {
      const isLeft = !words.length && options.length > MANY && !last.includes(option) && (units.length ? option.pieces.length > 0 : number >= SOME);
      element.hidden = isLeft || !words.every((word) => text.includes(word));
      if (isLeft) left += 1;
      if (!element.hidden) number += 1;
      sign(element, key, element === out.firstChild ? "e" : String(number));
    }
    const isNothing = words.length > 0 && lines.every((line) => line.element.hidden);
    more.hidden = !isNothing && (!left || units.length > 0);
    more.textContent = isNothing ? t("table.nothing_found") : t("table.more_places", { n: left });
    for (const group of list.querySelectorAll(".group")) /** @type {HTMLElement} */ (group).hidden = !group.querySelector(".option:not([hidden])");
  }
  filter("");
  const box = h("div", { class: "answers" }, plain.length || groups.size ? list : null, last.length ? out : null);
  if (options.length > KEYS) box.prepend(finder(box, filter));
  return box;
}

/** Write on a button with which key it is taken. @param {HTMLElement} element @param {HTMLElement} key @param {string} name */
function sign(element, key, name) {
  const has = !element.hidden && (name === "e" || Number(name) <= KEYS);
  if (has) element.dataset.key = name;
  else delete element.dataset.key;
  key.hidden = !has;
  key.textContent = has ? name.toUpperCase() : "";
}

/** One button for each unit, which picks it up, where there is more than one. @param {Option[]} options @param {Parameters<typeof optionList>[1]} on @returns {Row[]} */
function unitRows(options, on) {
  /** @type {Map<string, Option[]>} */
  const units = new Map();
  for (const option of options) if (option.pieces.length) units.set(option.pieces[0], [...(units.get(option.pieces[0]) ?? []), option]);
  const all = [...units.values()].reduce((sum, members) => sum + members.length, 0);
  if (units.size < 2 || all < FEW * units.size) return [];
  return [...units].map(([piece, members]) => {
    const key = h("kbd", { "aria-hidden": "true" });
    const light = { ...members[0], pieces: [piece], places: [] };
    return { key, element: button("", () => on.pick(piece), {
      class: "option-unit", data: { unit: piece },
      on: { pointerenter: (/** @type {PointerEvent} */ event) => { if (event.pointerType === "mouse") on.hover(light); }, pointerleave: () => on.hover(null) },
    }, key, ...on.unit(piece), h("small", { text: t("table.choices", { n: members.length }) })) };
  });
}

/** The field to find an option by its words. @param {HTMLElement} box @param {(wanted: string) => void} filter */
function finder(box, filter) {
  const shown = () => /** @type {HTMLElement[]} */ ([...box.querySelectorAll(".option:not([hidden])")]);
  const first = () => shown()[0];
  /** What is called just so comes before what only begins so. */
  const best = () => shown().find((option) => (option.lastElementChild?.textContent ?? "").toLowerCase() === field.value.trim().toLowerCase()) ?? first();
  const field = /** @type {HTMLInputElement} */ (h("input", { type: "search", class: "find-option", placeholder: t("table.find"), "aria-label": t("table.find"), autocomplete: "off", on: {
    input: () => filter(field.value),
    keydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Enter") {
        const option = best();
        if (option) field.blur(); // the next key is not meant for the field
        option?.click();
      }
      else if (event.key === "ArrowDown") first()?.focus();
      else if (event.key === "/" && !field.value) field.focus(); // the key that leads here, pressed once more
      else if (event.key === "Escape") {
        field.value = "";
        filter("");
        field.blur();
      } else return;
      event.preventDefault();
      event.stopPropagation();
    },
  } }));
  return field;
}
