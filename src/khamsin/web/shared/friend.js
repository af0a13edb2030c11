// Go on with a friend at another table: a link that carries the match there.

import { h, button, toast } from "../common/dom.js";
import { remember, settings } from "../common/settings.js";
import { t } from "../common/words.js";
import { carryingLink } from "./carrying.js";

/** The hosted table that whoever made this site recommends. */
const RECOMMENDED = /** @type {HTMLMetaElement | null} */ (document.querySelector('meta[name="khamsin-table"]'))?.content ?? "";

/** @param {boolean} hides whether the game hides something @param {() => Promise<Blob | null>} journal @returns {HTMLElement} */
export function friendSection(hides, journal) {
  const address = /** @type {HTMLInputElement} */ (h("input", { type: "url", name: "other-table", required: true, placeholder: "https://", value: settings.table ?? RECOMMENDED }));
  const way = h("p", { class: "row wrap", role: "status" });
  const form = /** @type {HTMLFormElement} */ (h("form", { class: "friend", on: { submit: (/** @type {Event} */ event) => { event.preventDefault(); prepare(); } } },
    h("label", {}, t("friend.table"), address), h("div", { class: "row" }, button(t("friend.prepare"), () => {}, { type: "submit" })), way));

  async function prepare() {
    const file = await journal();
    if (!file) return;
    try {
      const link = await carryingLink(await file.text(), address.value);
      remember({ table: address.value });
      way.replaceChildren(h("a", { class: "button main", href: link, target: "_blank", rel: "noopener", text: t("friend.go", { table: new URL(address.value).host }) }));
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), "error");
    }
  }

  return h("section", {}, h("h3", { text: t("friend.title") }), h("p", { class: "hint", text: t("friend.hint") }), hides ? h("p", { class: "hint", text: t("friend.hidden") }) : null, form);
}
