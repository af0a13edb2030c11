// The review of a match that is over: asked for, awaited, and shown as the table tells it.

import { button, h, toast } from "../common/dom.js";
import { saveFile } from "../common/download.js";
import { language, t } from "../common/words.js";
import { header } from "../shared/header.js";
import { me } from "../transport/session.js";
import { get, getFile, post } from "../transport/transport.js";

const PAUSE = 1000;

/** @typedef {{ state: "none" | "working" | "done" | "failed", share: number }} Standing */

/** @param {HTMLElement} app @param {string} match @param {() => void} again @param {() => boolean} isWanted whether nothing else was opened in the meantime */
export async function showReview(app, match, again, isWanted) {
  /** @type {Standing} */
  let now = await get(`/matches/${match}/review`);
  if (!isWanted()) return;
  const bar = /** @type {HTMLProgressElement} */ (h("progress", { max: 1, value: 0, "aria-label": t("review.working") }));
  const state = h("p", { role: "status" });
  const box = h("section", { class: "review-state" }, state, bar);
  const sheet = h("div", { class: "review" });
  const title = h("h1", { text: t("review.title") }); // until there is one that says more
  const save = button(t("review.save"), download, { hidden: true });
  const link = button(t("review.link"), copy, { hidden: true });
  app.replaceChildren(header([], { language: again }), h("main", { id: "main", class: "lobby review-page", tabindex: -1 },
    title,
    h("div", { class: "row wrap" }, h("a", { class: "button main", href: `#/m/${match}/at/0`, text: t("review.replay") }), link, save), box, sheet));
  if (me.person && (now.state === "none" || now.state === "failed")) now = await post(`/matches/${match}/review`);
  await follow();

  async function follow() {
    while (isWanted() && now.state === "working") {
      tell();
      await new Promise((resolve) => { setTimeout(resolve, PAUSE); });
      now = await get(`/matches/${match}/review`);
    }
    if (!isWanted()) return;
    tell();
    if (now.state === "done") await show();
  }

  function tell() {
    bar.hidden = now.state !== "working";
    bar.value = now.share;
    state.textContent = now.state === "working" ? t("review.working") : now.state === "failed" ? t("review.failed") : now.state === "none" ? t("review.none") : "";
    box.hidden = now.state === "done";
  }

  /** The page as the table tells it, with a style of its own. */
  async function show() {
    const text = await (await getFile(`/matches/${match}/review/page`, { board: 1, lang: language() })).text();
    if (!isWanted()) return;
    const told = new DOMParser().parseFromString(text, "text/html");
    const style = new CSSStyleSheet();
    style.replaceSync(told.querySelector("style")?.textContent ?? "");
    const root = sheet.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [style];
    root.append(...[...told.body.children].map((part) => {
      const shown = document.importNode(part, true);
      return shown.tagName === "MAIN" ? h("div", { class: "main" }, ...shown.children) : shown;
    }));
    for (const one of [save, link]) one.hidden = false;
    title.hidden = true;
  }

  async function download() {
    saveFile(await getFile(`/matches/${match}/review/page`, { lang: language() }), `review-${match}.html`);
  }

  async function copy() {
    try {
      await navigator.clipboard.writeText(`${location.origin}${location.pathname}#/m/${match}/review`);
      toast(t("app.copied"));
    } catch {
      toast(`#/m/${match}/review`);
    }
  }
}
