// Signing in where a table is hosted for many. On one's own computer nobody is asked.

import { Refusal, me, post, refreshMe } from "./api.js";
import { button, h, toast } from "./dom.js";
import { header } from "./header.js";
import { language, t } from "./words.js";

/** @param {HTMLElement} app @param {() => void} again @param {() => void} done */
export function showSignIn(app, again, done) {
  const field = (/** @type {string} */ name, /** @type {string} */ type, /** @type {string} */ complete) =>
    h("label", {}, t(`account.${name}`), h("input", { type, name, autocomplete: complete, required: true, maxlength: 200 }));
  const form = /** @type {HTMLFormElement} */ (h("form", { class: "account", on: { submit: (/** @type {Event} */ event) => { event.preventDefault(); send("/session"); } } },
    field("name", "text", "username"), field("password", "password", "current-password"),
    h("div", { class: "row" }, button(t("account.sign_in"), () => {}, { type: "submit", class: "main" }),
      me.registration ? button(t("account.register"), () => send("/people")) : null)));
  app.replaceChildren(header([], { language: again }), h("main", { id: "main", class: "lobby", tabindex: -1 },
    h("div", { class: "hero" }, h("h1", { text: "Khamsin" }), h("p", { text: t("app.tagline") })), h("h2", { text: t("account.title") }), form));

  /** @param {string} path */
  async function send(path) {
    if (!form.reportValidity()) return;
    const data = new FormData(form);
    try {
      await post(path, { name: data.get("name"), password: data.get("password") });
      await refreshMe();
      if (path === "/people" && language() !== me.person?.language) await post("/me", { language: language() }).then(refreshMe);
      done();
    } catch (error) {
      toast(error instanceof Refusal ? error.message : String(error), "error");
    }
  }
}
