// Signing in where a table is hosted for many. On one's own computer nobody is asked.

import { button, h, toast } from "../common/dom.js";
import { language, t } from "../common/words.js";
import { header } from "../shared/header.js";
import { me, refreshMe } from "../transport/session.js";
import { Refusal, post } from "../transport/transport.js";
import { arePossible, signInWithPasskey } from "./passkeys.js";
import { passwordField, smallForm } from "./security.js";

/** @param {HTMLElement} app @param {() => void} again @param {() => void} done */
export function showSignIn(app, again, done) {
  const field = (/** @type {string} */ name, /** @type {string} */ type, /** @type {string} */ complete) =>
    h("label", {}, t(`account.${name}`), h("input", { type, name, autocomplete: complete, required: true, maxlength: 200 }));
  const form = /** @type {HTMLFormElement} */ (h("form", { class: "account", on: { submit: (/** @type {Event} */ event) => { event.preventDefault(); send("/session"); } } },
    field("name", "text", "username"), field("password", "password", "current-password"),
    h("div", { class: "row" }, button(t("account.sign_in"), () => {}, { type: "submit", class: "main" }),
      me.registration ? button(t("account.register"), () => send("/people")) : null)));
  app.replaceChildren(header([], { language: again }), h("main", { id: "main", class: "lobby", tabindex: -1 },
    h("div", { class: "hero" }, h("h1", { text: "Khamsin" }), h("p", { text: t("app.tagline") })), h("h2", { text: t("account.title") }), form,
    arePossible() ? h("p", { class: "row" }, button(t("passkeys.sign_in"), byPasskey)) : null,
    h("p", {}, h("a", { href: "#/archive", text: t("archive.title") })),
    h("p", {}, me.letters.mail ? h("a", { href: "#/forgotten", text: t("account.forgotten") }) : h("small", { class: "hint", text: t("account.forgotten_host") }))));

  async function byPasskey() {
    try {
      await signInWithPasskey();
      await refreshMe();
      done();
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), "error");
    }
  }

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

/** Somebody has forgotten his password. @param {HTMLElement} app @param {() => void} again */
export function showForgotten(app, again) {
  const form = smallForm([h("p", { text: t("forgotten.text") }), h("label", {}, t("me.email"), h("input", { type: "email", name: "email", required: true, maxlength: 200, autocomplete: "email" }))],
    t("account.forgotten"), t("forgotten.go"), async (data) => {
      await post("/forgotten", { email: data.get("email") });
      return t("forgotten.sent");
    });
  app.replaceChildren(header([], { language: again }), h("main", { id: "main", class: "lobby", tabindex: -1 }, h("h1", { text: t("account.forgotten") }), form));
}

/** The link of the letter that follows. @param {HTMLElement} app @param {string} token @param {() => void} again @param {() => void} done */
export function showReset(app, token, again, done) {
  const form = smallForm([passwordField("password", t("me.new_password"), "new-password"), h("p", { class: "hint", text: t("me.password_hint") })],
    t("reset.title"), t("reset.go"), async (data) => {
      try {
        await post("/reset", { token, password: data.get("password") });
      } catch (error) {
        throw error instanceof Refusal && error.status === 404 ? new Error(t("reset.old")) : error;
      }
      await refreshMe();
      toast(t("reset.done"));
      history.replaceState(null, "", "#/");
      done();
      return "";
    });
  app.replaceChildren(header([], { language: again }), h("main", { id: "main", class: "lobby", tabindex: -1 }, h("h1", { text: t("reset.title") }), form));
}
