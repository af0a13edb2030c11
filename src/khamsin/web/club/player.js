// What somebody has played here, and how strong that makes him.

import { h } from "../common/dom.js";
import { moment, t } from "../common/words.js";
import { header } from "../shared/header.js";
import { get, getOnce } from "../transport/transport.js";

const COUNTS = ["played", "won", "lost", "drawn"];

/** A name that leads to what its owner has played. @param {string} name */
export const playerLink = (name) => h("a", { href: `#/p/${encodeURIComponent(name)}`, text: name });

/** A rating; of one that may be far off that is said. @param {{ rating: number, sure: boolean } | null} known */
export const ratingText = (known) => (known ? `${known.rating}${known.sure ? "" : "?"}` : "–");

/** @param {number | null} change */
const changeText = (change) => (change === null ? "" : ` ${change < 0 ? "−" : "+"}${Math.abs(change)}`);

/** @param {HTMLElement} app @param {string} name @param {() => void} again @param {() => boolean} isWanted */
export async function showPlayer(app, name, again, isWanted) {
  const [found, games] = await Promise.all([get(`/people/${encodeURIComponent(name)}`), getOnce("/games")]);
  if (!isWanted()) return;
  const label = (/** @type {string} */ slug, /** @type {string} */ side) => games.find((/** @type {any} */ one) => one.slug === slug)?.sides.find((/** @type {any} */ one) => one.id === side)?.label ?? side;
  const counts = (/** @type {any} */ row) => COUNTS.map((column) => h("td", { text: String(row[column]) }));
  app.replaceChildren(header([], { language: again }), h("main", { id: "main", class: "lobby player", tabindex: -1 }, h("h1", { text: found.name }),
    h("p", { class: "hint", text: t("player.since", { when: moment(found.since) }) }),
    found.games.length ? h("div", { class: "scroll" }, h("table", { class: "record" }, h("thead", {}, h("tr", {}, h("th", { text: t("new.game") }), h("th", { text: t("rating.rating") }), ...COUNTS.map((column) => h("th", { text: t(`player.${column}`) })))),
      ...found.games.map((/** @type {any} */ game) => h("tbody", {},
        h("tr", {}, h("th", { scope: "row" }, h("a", { href: `#/ratings/${game.game}`, text: game.title })), h("td", { text: ratingText(game.rating) }), ...counts(game)),
        ...game.sides.map((/** @type {any} */ side) => h("tr", { class: "of-side" }, h("th", { scope: "row", text: label(game.game, side.side) }), h("td", {}), ...counts(side))))))) : h("p", { text: t("record.none") }),
    found.matches.length ? h("section", {}, h("h2", { text: t("lobby.over") }), h("ul", { class: "seats" }, ...found.matches.map((/** @type {any} */ match) => h("li", {},
      h("a", { href: `#/m/${match.id}`, text: match.title }), ` ${t(`player.${match.outcome}`)}${changeText(match.change)} `, h("small", { text: moment(match.changed) }))))) : null));
}
