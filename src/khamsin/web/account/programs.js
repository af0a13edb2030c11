// My account: tokens by which programs of mine act for me.

import { button, h, toast } from "../common/dom.js";
import { moment, t } from "../common/words.js";
import { del, get, post } from "../transport/transport.js";
import { passwordField, smallForm } from "./security.js";

const SCOPES = ["read", "play", "matches"];

/** The tokens there are, and a form for another one. */
export function programSection() {
  const list = h("ul", { class: "seats tokens" });
  const shown = h("div", { class: "new-token", role: "status" });
  const days = h("select", { name: "days" }, ...[7, 30, 90, 365].map((n) => h("option", { value: n, text: t("new.clock_days", { n }), selected: n === 90 })));
  const form = smallForm([h("p", { class: "hint", text: t("tokens.hint") }), list,
    h("label", {}, t("tokens.name"), h("input", { type: "text", name: "name", required: true, maxlength: 60, autocomplete: "off" })),
    h("fieldset", { class: "checks" }, h("legend", { text: t("tokens.scopes") }),
      ...SCOPES.map((scope) => h("label", { class: "check" }, h("input", { type: "checkbox", name: "scopes", value: scope, checked: scope !== "matches" }), t(`tokens.${scope}`)))),
    h("label", {}, t("tokens.days"), days), passwordField("password", t("me.old_password"), "current-password"), shown],
  t("tokens.title"), t("tokens.make"), async (data) => {
    const made = await post("/me/tokens", { name: String(data.get("name")).trim(), scopes: data.getAll("scopes"), days: Number(data.get("days")), password: data.get("password") });
    const text = /** @type {HTMLInputElement} */ (h("input", { type: "text", readonly: true, value: made.token, "aria-label": made.name }));
    shown.replaceChildren(h("p", { text: t("tokens.shown") }), h("div", { class: "row" }, text, button(t("tokens.copy"), async () => {
      text.select();
      await navigator.clipboard?.writeText(made.token).then(() => toast(t("tokens.copied")), () => {});
    })));
    await read();
    return t("tokens.made");
  }, "");

  async function read() {
    /** @type {{ id: string, name: string, scopes: string[], until: string }[]} */
    const tokens = await get("/me/tokens").catch(() => []);
    list.replaceChildren(...(tokens.length ? tokens.map((token) => h("li", {}, h("b", { text: token.name }), " ",
      h("small", { text: `${token.scopes.map((scope) => t(`tokens.${scope}`)).join(", ")} · ${t("tokens.until", { when: moment(token.until) })}` }),
      button(t("tokens.revoke"), async () => {
        await del(`/me/tokens/${token.id}`).catch((error) => toast(error.message, "error"));
        shown.replaceChildren();
        await read();
      }, { class: "quiet small", "aria-label": `${t("tokens.revoke")}: ${token.name}` }))) : [h("li", { class: "hint", text: t("tokens.none") })]));
  }
  read();
  return form;
}
