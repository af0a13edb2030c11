// What only the table inside a page has to say: that it is loading, that it is open in another
// window, that a new version is there.

import { button, h } from "../common/dom.js";
import { t } from "../common/words.js";
import { takeOver } from "../transport/inside.js";

/** @typedef {import("../transport/inside.js").News} News */

/** Follow the worker's news, and keep the files for the time without a network. @param {HTMLElement} app what is empty until the table is there */
export function watchSite(app) {
  const bar = /** @type {HTMLProgressElement} */ (h("progress", { max: 1, value: 0, "aria-label": t("site.loading") }));
  const box = h("div", { class: "inside", role: "status" });
  app.replaceChildren(h("main", { id: "main", class: "lobby welcome", tabindex: -1 }, h("div", { class: "hero" }, h("h1", { text: "Khamsin" }), h("p", { text: t("app.tagline") }),
    h("p", { class: "site-loading", role: "status" }, t("site.loading"), bar), h("p", { class: "first", text: t("site.first") }))));
  addEventListener("khamsin-inside", (event) => {
    const news = /** @type {News} */ (/** @type {CustomEvent} */ (event).detail);
    if (news.what === "loading") {
      bar.value = news.part;
      return;
    }
    if (news.what === "open") box.remove();
    else show(box, news);
    keepFiles(); // not before: what was fetched for the table is not fetched twice
  });
  addEventListener("hashchange", keepMatches);
}

/** With the first match there is something to lose: ask the browser not to clear it away. */
function keepMatches() {
  if (!location.hash.startsWith("#/m/")) return;
  removeEventListener("hashchange", keepMatches);
  navigator.storage?.persist?.();
}

/** @param {HTMLElement} box @param {News} news */
function show(box, news) {
  document.querySelector(".site-loading")?.remove();
  if (news.what === "elsewhere") {
    box.replaceChildren(h("p", { text: t("site.elsewhere") }), button(t("site.take"), () => {
      box.replaceChildren(h("p", { text: t("site.loading") }));
      takeOver();
    }, { class: "main" }));
  } else {
    const text = news.what === "taken" ? t("site.taken") : t("site.failed", { text: news.what === "failed" ? news.text : "" });
    box.replaceChildren(h("p", { text }), button(t("site.again"), () => location.reload(), { class: "main" }));
  }
  document.body.append(box);
}

let isKeeping = false;

async function keepFiles() {
  if (isKeeping || !("serviceWorker" in navigator)) return;
  isKeeping = true;
  const files = await navigator.serviceWorker.register("offline.js").catch(() => null);
  if (!files) return; // a host that cannot keep them: the table works as long as there is a network
  /** @param {ServiceWorker | null} next */
  const announce = (next) => {
    if (next && navigator.serviceWorker.controller) offer(next);
  };
  announce(files.waiting);
  files.addEventListener("updatefound", () => {
    const next = files.installing;
    next?.addEventListener("statechange", () => {
      if (next.state === "installed") announce(next);
    });
  });
}

/** A new version waits until the player wants it. @param {ServiceWorker} next */
function offer(next) {
  const box = h("div", { class: "inside update", role: "status" }, h("p", { text: t("site.update") }), button(t("site.update_now"), () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
    next.postMessage("go");
  }, { class: "main" }), button(t("site.update_later"), () => box.remove(), { class: "quiet" }));
  document.body.append(box);
}
