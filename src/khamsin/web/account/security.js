// My account: another password, other sessions, people I do not want to meet, and its end.

import { button, h, toast } from "../common/dom.js";
import { askDialog } from "../common/popover.js";
import { t } from "../common/words.js";
import { me, refreshMe } from "../transport/session.js";
import { del, get, post } from "../transport/transport.js";

/** @param {unknown} error */
const words = (error) => (error instanceof Error ? error.message : String(error));

/** @param {string} name @param {string} label @param {string} complete */
export const passwordField = (name, label, complete) =>
  h("label", {}, label, h("input", { type: "password", name, autocomplete: complete, required: true, minlength: complete === "new-password" ? 8 : null, maxlength: 200 }));

/**
 * A form of a few fields; what goes wrong is said beside its button.
 * @param {(Node | null)[]} fields @param {string} title @param {string} go @param {(data: FormData) => Promise<string>} send gives what to say when it is done
 * @param {string} [kind] of the button
 */
export function smallForm(fields, title, go, send, kind = "main") {
  const state = h("p", { class: "saved", role: "status" });
  const form = /** @type {HTMLFormElement} */ (h("form", { class: "account profile", on: { submit: async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      state.textContent = await send(new FormData(form));
      state.className = "saved good";
      form.reset();
    } catch (error) {
      state.textContent = words(error);
      state.className = "saved bad";
    }
  } } }, h("fieldset", {}, h("legend", { text: title }), ...fields.filter((field) => field !== null), h("div", { class: "row" }, button(go, () => {}, { type: "submit", class: kind }), state))));
  return form;
}

/** @param {() => void} left what to do when the account is gone */
export function securitySections(left) {
  const password = smallForm([passwordField("old", t("me.old_password"), "current-password"), passwordField("new", t("me.new_password"), "new-password"),
    h("p", { class: "hint", text: t("me.password_hint") })], t("me.password"), t("me.change_password"), async (data) => {
    await post("/me/password", { old: data.get("old"), new: data.get("new") });
    return t("me.password_changed");
  });
  const others = h("p", { class: "row profile" }, button(t("me.others_out"), async () => {
    try {
      await del("/me/sessions");
      toast(t("me.others_gone"));
    } catch (error) {
      toast(words(error), "error");
    }
  }, { class: "quiet" }));
  const gone = smallForm([h("p", { text: t("me.delete_hint") }), passwordField("password", t("me.old_password"), "current-password")], t("me.delete"), t("me.delete_go"), async (data) => {
    if (!await askDialog(t("me.delete"), [h("p", { text: t("me.delete_sure") })], { yes: t("me.delete_go") })) return "";
    await post("/me/delete", { password: data.get("password") });
    await refreshMe();
    toast(t("me.deleted"));
    history.replaceState(null, "", "#/");
    left();
    return "";
  }, "danger");
  const data = h("p", { class: "row profile" }, h("a", { href: "api/me/data", download: "khamsin-account.json", text: t("me.data") }));
  return [password, others, blockSection(), data, gone];
}

/** Whom I have blocked. */
function blockSection() {
  const list = h("ul", { class: "seats blocked" });
  const form = smallForm([h("p", { class: "hint", text: t("block.hint") }), list, h("label", {}, t("account.name"), h("input", { type: "text", name: "name", required: true, maxlength: 30, autocomplete: "off" }))],
    t("block.title"), t("block.go"), async (data) => {
      const name = String(data.get("name")).trim();
      await post("/blocks", { name });
      await read();
      return t("block.done", { name });
    }, "");

  async function read() {
    /** @type {string[]} */
    const names = await get("/blocks").catch(() => []);
    list.replaceChildren(...(names.length ? names.map((name) => h("li", {}, h("b", { text: name }), " ", button(t("block.undo"), async () => {
      await post("/blocks", { name, blocked: false }).catch((error) => toast(words(error), "error"));
      await read();
    }, { class: "quiet small", "aria-label": `${t("block.undo")}: ${name}` }))) : [h("li", { class: "hint", text: t("block.none") })]));
  }
  read();
  return form;
}

/** Beside the name of another at a match. @param {string} name */
export function blockButton(name) {
  return me.local ? null : button(t("block.go"), async () => {
    if (!await askDialog(t("block.ask", { name }), [h("p", { text: t("block.hint") })], { yes: t("block.go") })) return;
    try {
      await post("/blocks", { name });
      toast(t("block.done", { name }));
    } catch (error) {
      toast(words(error), "error");
    }
  }, { class: "quiet small", "aria-label": `${t("block.go")}: ${name}` });
}
