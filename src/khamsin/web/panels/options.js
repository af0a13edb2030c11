// The options as a list: plain ones as buttons, kindred ones in groups. Numbers are keys.

import { button, h } from "../dom.js";
import { t } from "../words.js";

/** @typedef {import("../types.js").Option} Option */

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
  let number = 0;
  /** @param {Option} option @param {string} text @param {string} kind */
  const one = (option, text, kind) => {
    number += 1;
    const key = number < 10 ? h("kbd", { text: number, "aria-hidden": "true" }) : null;
    return button(text, () => on.choose(option), {
      class: `option ${kind}`,
      "aria-label": option.text,
      data: { words: option.words.join(" "), ...(number < 10 ? { key: number } : {}) },
      on: {
        pointerenter: (/** @type {PointerEvent} */ event) => { if (event.pointerType === "mouse") on.hover(option); }, pointerleave: () => on.hover(null),
        focus: (/** @type {any} */ event) => { if (event.target.matches(":focus-visible")) on.hover(option); }, blur: () => on.hover(null),
      },
    }, key, h("span", { text }));
  };
  const plain = alone.filter((option) => !["done", "pass", "no", "stay", "back"].includes(option.verb));
  const last = alone.filter((option) => !plain.includes(option));
  for (const option of plain) list.append(one(option, option.text, "plain"));
  for (const [title, members] of groups) {
    list.append(h("div", { class: "group" }, h("span", { class: "group-title", text: title }),
      h("div", { class: "chips" }, ...members.map((option) => one(option, option.item ?? option.text, "chip")))));
  }
  for (const option of last) list.append(one(option, option.text, "plain last"));
  return list;
}
