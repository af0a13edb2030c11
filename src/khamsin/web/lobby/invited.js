// The links for friends, once a match is set up.

import { button, h, toast } from "../common/dom.js";
import { t } from "../common/words.js";

/** @param {any} game @param {string} match @param {[string, any][]} links the link of each side */
export function invitationLinks(game, match, links) {
  return [h("p", { text: t("new.invited") }), ...links.map(([side, url]) => {
    const whole = new URL(String(url), location.href).href;
    const label = game.sides.find((/** @type {any} */ one) => one.id === side)?.label ?? side;
    return h("div", { class: "seat-line" }, h("label", {}, t("new.invited_side", { side: label }), h("input", { type: "text", readonly: true, value: whole, class: "invite" })),
      button(t("app.copy"), async () => { await navigator.clipboard.writeText(whole); toast(t("app.copied")); }));
  }), h("div", { class: "row end" }, h("a", { class: "button main", href: `#/m/${match}`, text: t("new.to_table") }))];
}
