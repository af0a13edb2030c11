// Telling this browser of news while it is closed. Off unless somebody asks for it.

import { button, h } from "../common/dom.js";
import { t } from "../common/words.js";
import { me } from "../transport/session.js";
import { post } from "../transport/transport.js";

const arePossible = () => Boolean(me.letters.push) && isSecureContext && "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;

/** @returns {Promise<PushSubscription | null>} */
async function current() {
  const registration = await navigator.serviceWorker.getRegistration("/");
  return registration ? registration.pushManager.getSubscription() : null;
}

/** The bytes of what browsers write in letters. @param {string} text */
function bytes(text) {
  return Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
}

async function turnOn() {
  if (await Notification.requestPermission() !== "granted") throw new Error(t("push.refused"));
  await navigator.serviceWorker.register("/push.js");
  const registration = await navigator.serviceWorker.ready;
  const found = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(me.letters.push) });
  const { endpoint, keys } = found.toJSON();
  await post("/me/browsers", { endpoint, key: keys?.p256dh ?? "", secret: keys?.auth ?? "" });
}

/** Also when somebody signs out: what is his is not shown to whoever comes next. */
export async function turnOff() {
  if (!arePossible()) return;
  const found = await current();
  if (!found) return;
  await post("/me/browsers/remove", { endpoint: found.endpoint });
  await found.unsubscribe();
}

/** A switch for this browser. */
export function pushSection() {
  if (!arePossible()) return null;
  const state = h("p", { class: "saved", role: "status" });
  const toggle = button(t("push.on"), async () => {
    state.textContent = "";
    try {
      if (await current()) await turnOff();
      else await turnOn();
    } catch (error) {
      state.textContent = error instanceof Error ? error.message : String(error);
      state.className = "saved bad";
    }
    await show();
  });

  async function show() {
    const is = Boolean(await current());
    toggle.textContent = t(is ? "push.off" : "push.on");
    toggle.setAttribute("aria-pressed", String(is));
  }
  show().catch(() => {});
  return h("fieldset", { class: "profile" }, h("legend", { text: t("push.title") }), h("p", { class: "hint", text: t("push.hint") }), h("div", { class: "row" }, toggle, state));
}
