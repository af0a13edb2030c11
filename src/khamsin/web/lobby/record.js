// What I have done in all my finished matches of a game, if the game keeps a record.

import { h } from "../common/dom.js";
import { t } from "../common/words.js";
import { header } from "../shared/header.js";
import { get, getOnce } from "../transport/transport.js";

/** @param {HTMLElement} app @param {string} slug @param {() => void} again @param {() => boolean} isWanted whether nothing else was opened in the meantime */
export async function showRecord(app, slug, again, isWanted) {
  /** @type {{ title: string, columns: string[], rows: { cells: string[], match?: string }[], summary: string[] } | null} */
  const record = await get(`/games/${slug}/record`);
  const game = (await getOnce("/games")).find((/** @type {any} */ one) => one.slug === slug);
  if (!isWanted()) return;
  const row = (/** @type {{ cells: string[], match?: string }} */ { cells, match }) => h("tr", {}, ...cells.map((text, n) => (n === 0
    ? h("th", { scope: "row" }, match ? h("a", { href: `#/m/${match}`, text }) : text) : h("td", { text }))));
  app.replaceChildren(header([], { language: again }), h("main", { id: "main", class: "lobby", tabindex: -1 },
    h("h1", { text: record?.title ?? game?.title ?? slug }), h("p", { class: "hint", text: game?.title ?? "" }),
    ...(record?.summary ?? []).map((text) => h("p", { text })),
    record?.rows.length
      ? h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": record.title }, h("table", { class: "record" },
        h("thead", {}, h("tr", {}, ...record.columns.map((text) => h("th", { scope: "col", text })))), h("tbody", {}, ...record.rows.map(row))))
      : h("p", { class: "hint", text: t("record.none") })));
}
