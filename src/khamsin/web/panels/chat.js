// Talk with the others, and notes nobody else reads.

import { button, h } from "../common/dom.js";
import { t } from "../common/words.js";

/**
 * @param {{ send: (text: string) => void, note: (text: string) => void }} on
 */
export function makeChat(on) {
  const list = h("ol", { class: "chat-lines", "aria-live": "polite", "aria-label": t("chat.title") });
  const input = /** @type {HTMLInputElement} */ (h("input", { type: "text", maxlength: 1000, "aria-label": t("chat.say"), placeholder: t("chat.say") }));
  const form = h("form", { class: "row", on: { submit: (/** @type {Event} */ event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (text) on.send(text);
    input.value = "";
  } } }, input, button(t("chat.send"), () => {}, { type: "submit", class: "main" }));
  const notes = /** @type {HTMLTextAreaElement} */ (h("textarea", { rows: 5, "aria-label": t("notes.title"), on: { change: () => on.note(notes.value) } }));
  const element = h("div", { class: "chat" }, list, form, h("h3", { text: t("notes.title") }), h("p", { class: "hint", text: t("notes.hint") }), notes);
  return {
    element,
    /** @param {{ by: string, text: string, removed?: boolean, hidden?: boolean }[]} lines @param {string | undefined} text */
    update(lines, text) {
      list.replaceChildren(...(lines.length
        ? lines.filter((line) => !line.hidden).map((line) => h("li", {}, h("b", { text: line.by }), " ", line.removed ? h("i", { text: t("chat.removed") }) : line.text))
        : [h("li", { class: "hint", text: t("chat.empty") })]));
      if (document.activeElement !== notes && text !== undefined && text !== null) notes.value = text;
    },
  };
}
