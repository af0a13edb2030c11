// The replay in pages of others: its owner allows it, and gets the words for such a page.

import { h, toast } from "../common/dom.js";
import { t } from "../common/words.js";
import { get, post } from "../transport/transport.js";

/** @param {import("../types.js").Table} table */
export function embeddingSection(table) {
  const { id, title } = table.match;
  const words = /** @type {HTMLTextAreaElement} */ (h("textarea", { readonly: true, rows: 3, "aria-label": t("embed.code") }));
  words.value = `<iframe src="${location.origin}/embed/${id}" title="${title.replace(/"/g, "&quot;")}" width="100%" height="640" loading="lazy"></iframe>`;
  const code = h("div", { hidden: true }, h("p", { class: "hint", text: t("embed.code") }), words);
  const box = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", on: { change } }));

  async function change() {
    try {
      await post(`/matches/${id}/embedding`, { allowed: box.checked });
    } catch (error) {
      box.checked = !box.checked;
      toast(error instanceof Error ? error.message : String(error), "error");
    }
    code.hidden = !box.checked;
  }
  get(`/matches/${id}/embedding`).then((found) => {
    box.checked = found.allowed;
    code.hidden = !found.allowed;
  }, () => {});
  return h("section", {}, h("h3", { text: t("embed.title") }), h("label", { class: "check" }, box, h("span", { text: t("embed.allow") })), code);
}
