// The best players of each game.

import { button, h } from "../common/dom.js";
import { t } from "../common/words.js";
import { header } from "../shared/header.js";
import { get, getOnce } from "../transport/transport.js";
import { playerLink, ratingText } from "./player.js";

const PAGE = 50;
const COUNTS = ["played", "won", "lost", "drawn"];

/** @param {HTMLElement} app @param {string | undefined} slug @param {() => void} again @param {() => boolean} isWanted */
export async function showRatings(app, slug, again, isWanted) {
  /** @type {any[]} */
  const games = (await getOnce("/games")).filter((/** @type {any} */ game) => game.sides.length === 2);
  const game = games.find((one) => one.slug === slug) ?? games[0];
  let page = 0;
  const first = await get(`/ratings/${game.slug}`, { page });
  if (!isWanted()) return;
  const body = h("tbody", {});
  const more = button(t("lobby.more"), async () => {
    page += 1;
    add(await get(`/ratings/${game.slug}`, { page }).catch(() => []));
  }, { class: "quiet" });

  /** @param {any[]} rows */
  function add(rows) {
    body.append(...rows.map((row) => h("tr", {}, h("td", { text: row.sure ? String(row.place) : "" }), h("th", { scope: "row" }, playerLink(row.name)), h("td", {}, h("b", { text: ratingText(row) }), h("small", { text: ` ± ${2 * row.deviation}` })),
      ...COUNTS.map((column) => h("td", { text: String(row[column]) })))));
    more.hidden = rows.length < PAGE;
  }
  add(first);
  app.replaceChildren(header([], { language: again }), h("main", { id: "main", class: "lobby ratings", tabindex: -1 }, h("h1", { text: t("rating.title") }),
    h("nav", { class: "row wrap", "aria-label": t("new.game") }, ...games.map((one) => h("a", { class: "button quiet", href: `#/ratings/${one.slug}`, "aria-current": one === game ? "page" : null, text: one.title }))),
    first.length ? h("div", { class: "scroll" }, h("table", { class: "record" }, h("thead", {}, h("tr", {}, h("th", { text: "#" }), h("th", { text: t("account.name") }), h("th", { text: t("rating.rating") }), ...COUNTS.map((column) => h("th", { text: t(`player.${column}`) })))), body)) : h("p", { text: t("rating.none") }),
    more, h("p", { class: "hint", text: t("rating.hint") })));
}
