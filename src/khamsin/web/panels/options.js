// The options as a list: plain ones as buttons, kindred ones in groups, and apart from them the way
// out. Numbers are keys, E is the way out; a long list has a field to find one by its words.

import { button, h } from "../dom.js";
import { t } from "../words.js";

/** @typedef {import("../types.js").Option} Option */

/** As many as have a number key. */
const KEYS = 9;

/**
 * @param {Option[]} options
 * @param {{ choose: (option: Option) => void, hover: (option: Option | null) => void }} on
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
  /** @type {{ element: HTMLElement, key: HTMLElement, text: string }[]} */
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
    lines.push({ element, key, text: `${option.group ?? ""} ${option.text} ${text}`.toLowerCase() });
    return element;
  };
  const plain = alone.filter((option) => !["done", "pass", "no", "stay", "back"].includes(option.verb));
  const last = alone.filter((option) => !plain.includes(option));
  for (const option of plain) list.append(one(option, option.text, "plain"));
  for (const [title, members] of groups) {
    list.append(h("div", { class: "group" }, h("span", { class: "group-title", text: title }),
      h("div", { class: "chips" }, ...members.map((option) => one(option, option.item ?? option.text, "chip")))));
  }
  const out = h("div", { class: "ways-out", role: "group", "aria-label": t("table.way_out") }, ...last.map((option) => one(option, option.text, "plain last")));

  /** Show what has all these words, and number it anew. @param {string} wanted */
  function filter(wanted) {
    const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
    let number = 0;
    for (const { element, key, text } of lines) {
      element.hidden = !words.every((word) => text.includes(word));
      if (!element.hidden) number += 1;
      const sign = element === out.firstChild ? "e" : number <= KEYS ? String(number) : "";
      if (sign && !element.hidden) element.dataset.key = sign;
      else delete element.dataset.key;
      key.hidden = !sign;
      key.textContent = sign.toUpperCase();
    }
    for (const group of list.querySelectorAll(".group")) /** @type {HTMLElement} */ (group).hidden = !group.querySelector(".option:not([hidden])");
  }
  filter("");
  const box = h("div", { class: "answers" }, plain.length || groups.size ? list : null, last.length ? out : null);
  if (options.length > KEYS) box.prepend(finder(box, filter));
  return box;
}

/** The field to find an option by its words. @param {HTMLElement} box @param {(wanted: string) => void} filter */
function finder(box, filter) {
  const first = () => /** @type {HTMLElement | null} */ (box.querySelector(".option:not([hidden])"));
  const field = /** @type {HTMLInputElement} */ (h("input", { type: "search", class: "find-option", placeholder: t("table.find"), "aria-label": t("table.find"), autocomplete: "off", on: {
    input: () => filter(field.value),
    keydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Enter") first()?.click();
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
