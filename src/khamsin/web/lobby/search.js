// Looking for a match: by game, by the name of a player, and page by page.

import { button, h } from "../common/dom.js";
import { t } from "../common/words.js";
import { me } from "../transport/session.js";
import { get } from "../transport/transport.js";

const PAGE = 50;

/** What is looked for; it stays while one goes to a table and comes back. */
const wanted = { game: "", who: "", pages: 1 };

/** The lists of mine, open and finished matches, as far as they have been asked for; with those of others when something is looked for. @returns {Promise<any[][]>} */
export const readLists = () => Promise.all([...["mine", "open", "finished"], ...(isSearching() ? ["archive"] : [])].map(readList));

/** @param {string} list */
async function readList(list) {
  /** @type {any[]} */
  let found = [];
  for (let page = 0; page < wanted.pages; page += 1) {
    const more = await get("/matches", { list, page, game: wanted.game || null, who: wanted.who || null }).catch(() => []);
    found = [...found, ...more.filter((/** @type {any} */ match) => !found.some((other) => other.id === match.id))];
    if (more.length < PAGE) break;
  }
  return found;
}

/** Whether something is looked for. */
export const isSearching = () => Boolean(wanted.game || wanted.who);

/** @param {any[]} games @param {() => void} draw */
export function searchForm(games, draw) {
  if (me.local) return null;
  const game = /** @type {HTMLSelectElement} */ (h("select", { name: "game", "aria-label": t("new.game"), on: { change: go } }, h("option", { value: "", text: t("lobby.all_games") }),
    ...games.map((one) => h("option", { value: one.slug, text: one.title }))));
  game.value = wanted.game;
  const who = /** @type {HTMLInputElement} */ (h("input", { type: "search", name: "who", value: wanted.who, maxlength: 30, placeholder: t("lobby.who"), "aria-label": t("lobby.who") }));

  function go() {
    Object.assign(wanted, { game: game.value, who: who.value.trim(), pages: 1 });
    draw();
  }
  return h("form", { class: "row wrap search", role: "search", on: { submit: (/** @type {Event} */ event) => { event.preventDefault(); go(); } } }, game, who, button(t("admin.find"), () => {}, { type: "submit" }));
}

/** @param {any[][]} lists @param {() => void} draw */
export function moreButton(lists, draw) {
  return lists.some((list) => list.length >= PAGE * wanted.pages) ? button(t("lobby.more"), () => {
    wanted.pages += 1;
    draw();
  }) : null;
}
