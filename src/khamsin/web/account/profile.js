// My account: where notifications go, and in which language.

import { button, h, toast } from "../common/dom.js";
import { remember } from "../common/settings.js";
import { LANGUAGES, t } from "../common/words.js";
import { header } from "../shared/header.js";
import { me, refreshMe, signOut } from "../transport/session.js";
import { post } from "../transport/transport.js";
import { passkeySection } from "./passkeys.js";
import { programSection } from "./programs.js";
import { pushSection, turnOff } from "./push.js";
import { securitySections } from "./security.js";

/** @param {HTMLElement} app @param {() => Promise<void>} again @param {() => void} left */
export function showProfile(app, again, left) {
  const person = /** @type {NonNullable<typeof me.person>} */ (me.person);
  const field = (/** @type {"email" | "webhook"} */ name, /** @type {string} */ type, /** @type {string} */ complete, /** @type {boolean} */ sent) => [
    h("label", { for: `me-${name}`, text: t(`me.${name}`) }),
    h("input", { id: `me-${name}`, name, type, value: person[name], autocomplete: complete, maxlength: name === "email" ? 200 : 500, "aria-describedby": `me-${name}-hint` }),
    h("p", { class: "hint", id: `me-${name}-hint`, text: t(sent ? `me.${name}_hint` : `me.${name}_never`) })];
  const languages = /** @type {HTMLSelectElement} */ (h("select", { id: "me-language", name: "language" }, ...LANGUAGES.map(([id, name]) => h("option", { value: id, text: name, lang: id }))));
  languages.value = person.language;
  const unconfirmed = me.letters.mail && person.email && !person.confirmed ? h("p", { class: "hint unconfirmed" }, t("me.unconfirmed", { email: person.email }), " ",
    button(t("me.confirm_again"), askAgain, { class: "quiet small" })) : null;
  // Another address would be another way to a new password.
  const proof = person.confirmed ? h("label", { hidden: true }, t("me.email_password"), h("input", { type: "password", name: "password", autocomplete: "current-password", maxlength: 200 })) : null;
  const state = h("p", { class: "saved", role: "status" });
  const save = button(t("me.save"), () => {}, { type: "submit", class: "main" });
  const form = /** @type {HTMLFormElement} */ (h("form", { class: "account profile", on: { input: () => changed(), submit: (/** @type {Event} */ event) => { event.preventDefault(); send(); } } },
    h("fieldset", {}, h("legend", { text: t("me.you") }), h("p", {}, `${t("account.name")}: `, h("b", { text: person.name })),
      h("label", { for: "me-language", text: t("me.language") }), languages),
    h("fieldset", {}, h("legend", { text: t("me.letters") }), h("p", { text: t("me.letters_hint") }),
      ...field("email", "email", "email", me.letters.mail), unconfirmed, proof, ...field("webhook", "url", "off", me.letters.webhooks)),
    h("div", { class: "row" }, save, state)));
  app.replaceChildren(header([], { language: again }), h("main", { id: "main", class: "lobby", tabindex: -1 }, h("h1", { text: t("me.title") }), form,
    pushSection(), ...securitySections(left), passkeySection(), programSection(),
    h("div", { class: "row end profile" }, person.admin ? h("a", { class: "button quiet", href: "#/admin", text: t("admin.title") }) : null, button(t("me.sign_out"), leave, { class: "quiet" }))));

  function changed() {
    say("", "");
    if (proof) proof.hidden = /** @type {HTMLInputElement} */ (form.querySelector("#me-email")).value.trim() === person.email;
  }

  /** @param {string} kind @param {string} text */
  function say(kind, text) {
    state.className = `saved ${kind}`;
    state.textContent = text;
  }

  async function send() {
    const data = new FormData(form);
    const [email, webhook, language] = ["email", "webhook", "language"].map((name) => String(data.get(name)).trim());
    if (webhook && !/^https?:/i.test(webhook)) {
      say("bad", t("me.failed", { text: t("me.webhook_bad") }));
      /** @type {HTMLElement | null} */ (form.querySelector("#me-webhook"))?.focus();
      return;
    }
    try {
      const answer = await post("/me", { email, webhook, language, password: String(data.get("password") ?? "") });
      const before = person.language;
      await refreshMe();
      if (answer.asked_to_confirm) toast(t("me.confirm_sent", { email }));
      if (language !== before || email !== person.email) {
        remember({ language });
        await again();
        const now = document.querySelector(".profile .saved");
        now?.classList.add("good");
        if (now) now.textContent = t("me.saved");
        /** @type {HTMLElement | null} */ (document.querySelector(".profile [type=submit]"))?.focus();
      } else say("good", t("me.saved"));
    } catch (error) {
      say("bad", t("me.failed", { text: error instanceof Error ? error.message : String(error) }));
    }
  }

  async function askAgain() {
    try {
      await post("/me/confirm", {});
      toast(t("me.confirm_sent", { email: person.email }));
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), "error");
    }
  }

  async function leave() {
    try {
      await turnOff().catch(() => {});
      await signOut();
      history.replaceState(null, "", "#/");
      left();
    } catch (error) {
      toast(t("app.error", { text: error instanceof Error ? error.message : String(error) }), "error");
    }
  }
}
