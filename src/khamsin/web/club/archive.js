// Finished matches that everybody may look at, also without an account.

import { button, h } from "../common/dom.js";
import { moment, t } from "../common/words.js";
import { header } from "../shared/header.js";
import { get, getOnce } from "../transport/transport.js";

const PAGE = 50;

/** @param {HTMLElement} app @param {() => void} again @param {() => boolean} isWanted */
export async function showArchive(app, again, isWanted) {
  /** @type {any[]} */
  const games = await getOnce("/games");
  if (!isWanted()) return;
  const list = h("ul", { class: "cards" });
  const empty = h("p", { class: "hint", text: t("lobby.not_found"), hidden: true });
  const game = /** @type {HTMLSelectElement} */ (h("select", { name: "game", "aria-label": t("new.game"), on: { change: () => read(0) } }, h("option", { value: "", text: t("lobby.all_games") }),
    ...games.map((one) => h("option", { value: one.slug, text: one.title }))));
  const who = /** @type {HTMLInputElement} */ (h("input", { type: "search", name: "who", maxlength: 30, placeholder: t("lobby.who"), "aria-label": t("lobby.who") }));
  let page = 0;
  const more = button(t("lobby.more"), () => read(page + 1), { class: "quiet" });
  app.replaceChildren(header([], { language: again }), h("main", { id: "main", class: "lobby archive", tabindex: -1 }, h("h1", { text: t("archive.title") }),
    h("form", { class: "row wrap search", role: "search", on: { submit: (/** @type {Event} */ event) => { event.preventDefault(); read(0); } } }, game, who, button(t("admin.find"), () => {}, { type: "submit" })),
    list, empty, more));
  await read(0);

  /** @param {number} wanted */
  async function read(wanted) {
    page = wanted;
    /** @type {any[]} */
    const found = await get("/matches", { list: "archive", page, game: game.value || null, who: who.value.trim() || null }).catch(() => []);
    if (page === 0) list.replaceChildren();
    list.append(...found.map(card));
    empty.hidden = Boolean(list.children.length);
    more.hidden = found.length < PAGE;
  }

  /** @param {any} match */
  function card(match) {
    const known = games.find((one) => one.slug === match.game);
    const seats = match.seats.map((/** @type {any} */ seat) => `${known?.sides.find((/** @type {any} */ one) => one.id === seat.side)?.label ?? seat.side}: ${seat.name}`).join(" · ");
    return h("li", {}, h("a", { class: "match-card", href: `#/m/${match.id}/at/0` }, h("b", { text: match.title }),
      h("span", { text: known?.scenarios.find((/** @type {any} */ one) => one.id === match.scenario)?.title ?? match.scenario }), h("small", { text: seats }),
      h("small", { text: [match.rated ? t("rating.rated") : "", moment(match.changed)].filter(Boolean).join(" · ") }), h("span", { class: "go", text: t("lobby.watch") })),
      h("a", { class: "to-review", href: `#/m/${match.id}/review`, text: t("review.open"), "aria-label": `${t("review.open")}: ${match.title}` }));
  }
}
