// Passkeys: signing in with a device instead of a password. The browser does the work (WebAuthn).

import { button, h, toast } from "../common/dom.js";
import { moment, t } from "../common/words.js";
import { me } from "../transport/session.js";
import { del, get, post } from "../transport/transport.js";
import { passwordField, smallForm } from "./security.js";

/** Whether this browser and this table know passkeys. */
export const arePossible = () => me.passkeys && isSecureContext && typeof globalThis.PublicKeyCredential === "function"
  && typeof PublicKeyCredential.parseCreationOptionsFromJSON === "function";

/** What the browser refuses has no sentence of ours. @param {unknown} error */
const told = (error) => (error instanceof DOMException ? new Error(t("passkeys.stopped")) : error);

/** My passkeys, and a form for another one. */
export function passkeySection() {
  if (!arePossible()) return null;
  const list = h("ul", { class: "seats passkeys" });
  const form = smallForm([h("p", { class: "hint", text: t("passkeys.hint") }), list,
    h("label", {}, t("passkeys.name"), h("input", { type: "text", name: "name", required: true, maxlength: 60, autocomplete: "off" })),
    passwordField("password", t("me.old_password"), "current-password")],
  t("passkeys.title"), t("passkeys.add"), async (data) => {
    const options = await post("/me/passkeys/challenge", { password: data.get("password") });
    try {
      const made = /** @type {PublicKeyCredential} */ (await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }));
      await post("/me/passkeys", { name: String(data.get("name")).trim(), credential: made.toJSON() });
    } catch (error) {
      throw told(error);
    }
    await read();
    return t("passkeys.added");
  }, "");

  async function read() {
    /** @type {{ id: string, name: string, used: string | null }[]} */
    const have = await get("/me/passkeys").catch(() => []);
    list.replaceChildren(...(have.length ? have.map((key) => h("li", {}, h("b", { text: key.name }), " ",
      h("small", { text: key.used ? t("passkeys.used", { when: moment(key.used) }) : t("passkeys.unused") }),
      button(t("passkeys.remove"), async () => {
        await del(`/me/passkeys/${encodeURIComponent(key.id)}`).catch((error) => toast(error.message, "error"));
        await read();
      }, { class: "quiet small", "aria-label": `${t("passkeys.remove")}: ${key.name}` }))) : [h("li", { class: "hint", text: t("passkeys.none") })]));
  }
  read();
  return form;
}

/** Sign in with one; the browser asks which. */
export async function signInWithPasskey() {
  const options = await post("/session/challenge", {});
  try {
    const found = /** @type {PublicKeyCredential} */ (await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }));
    await post("/session/passkey", { credential: found.toJSON() });
  } catch (error) {
    throw told(error);
  }
}
