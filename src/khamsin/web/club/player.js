// What somebody has played here.

import { h } from "../common/dom.js";
import { moment, t } from "../common/words.js";
import { header } from "../shared/header.js";
import { get } from "../transport/transport.js";

/** A name that leads to what its owner has played. @param {string} name */
export const playerLink = (name) => h("a", { href: `#/p/${encodeURIComponent(name)}`, text: name });

/** @param {HTMLElement} app @param {string} name @param {() => void} again @param {() => boolean} isWanted */
export async function showPlayer(app, name, again, isWanted) {
  const found = await get(`/people/${encodeURIComponent(name)}`);
  if (!isWanted()) return;
  const columns = ["played", "won", "lost", "drawn"];
  app.replaceChildren(header([], { language: again }), h("main", { id: "main", class: "lobby player", tabindex: -1 }, h("h1", { text: found.name }),
    h("p", { class: "hint", text: t("player.since", { when: moment(found.since) }) }),
    found.games.length ? h("table", { class: "record" }, h("thead", {}, h("tr", {}, h("th", { text: t("new.game") }), ...columns.map((column) => h("th", { text: t(`player.${column}`) })))),
      h("tbody", {}, ...found.games.map((/** @type {any} */ game) => h("tr", {}, h("th", { scope: "row", text: game.title }), ...columns.map((column) => h("td", { text: String(game[column]) })))))) : h("p", { text: t("record.none") }),
    found.matches.length ? h("section", {}, h("h2", { text: t("lobby.over") }), h("ul", { class: "seats" }, ...found.matches.map((/** @type {any} */ match) => h("li", {},
      h("a", { href: `#/m/${match.id}`, text: match.title }), ` ${t(`player.${match.outcome}`)} `, h("small", { text: moment(match.changed) }))))) : null));
}
