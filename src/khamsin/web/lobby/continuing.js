// A match that comes from another table: who plays which side from here on.

import { button, h, toast } from "../common/dom.js";
import { t } from "../common/words.js";
import { carried } from "../shared/carrying.js";
import { header } from "../shared/header.js";
import { me } from "../transport/session.js";
import { getOnce, post } from "../transport/transport.js";
import { invitationLinks } from "./invited.js";

/** @param {HTMLElement} app @param {string} data what the link carries @param {() => void} again @param {() => boolean} isWanted whether nothing else was opened in the meantime */
export async function showContinue(app, data, again, isWanted) {
  /** @type {any[]} */
  const games = await getOnce("/games");
  const file = await carried(data).catch(() => "");
  if (!isWanted()) return;
  const game = games.find((one) => one.slug === /^game (\w+)$/m.exec(file)?.[1]);
  const main = h("main", { id: "main", class: "lobby", tabindex: -1 }, h("h1", { text: t("continue.title") }));
  app.replaceChildren(header([], { language: again }), main);
  if (!game) {
    main.append(h("p", { text: t("continue.broken") }), h("a", { class: "button", href: "#/", text: t("app.home") }));
    return;
  }
  const kinds = [["you", t("new.you")], ["screen", t("new.screen")], ...(me.local ? [] : [["invite", t("new.invite")]]),
    ...game.bots.map((/** @type {any} */ bot) => [`bot:${bot.name}`, t("new.bot", { bot: bot.title })])];
  const lists = game.sides.map((/** @type {any} */ side, /** @type {number} */ n) => {
    const list = /** @type {HTMLSelectElement} */ (h("select", { name: `seat-${side.id}` }, ...kinds.map(([id, text]) => h("option", { value: id, text }))));
    list.value = n === 0 ? "you" : me.local ? "screen" : "invite";
    return list;
  });
  const form = h("form", { class: "new-match continue", on: { submit: (/** @type {Event} */ event) => { event.preventDefault(); start(); } } },
    h("fieldset", {}, h("legend", { text: t("new.seats") }), ...game.sides.map((/** @type {any} */ side, /** @type {number} */ n) =>
      h("label", { class: "seat-line" }, h("span", { text: t("new.seat", { side: side.label }) }), lists[n]))),
    h("div", { class: "row end" }, button(t("continue.start"), () => {}, { type: "submit", class: "main big" })));
  main.append(h("p", {}, h("b", { text: game.title }), " ", t("continue.text")), form);

  async function start() {
    const seats = Object.fromEntries(game.sides.map((/** @type {any} */ side, /** @type {number} */ n) => {
      const [kind, bot] = lists[n].value.split(":");
      return [side.id, bot ? { kind, bot } : { kind }];
    }));
    try {
      const made = await post("/matches/import", { file, seats });
      const links = Object.entries(made.invites);
      if (links.length) form.replaceChildren(...invitationLinks(game, made.id, links));
      else location.hash = `#/m/${made.id}`;
    } catch (error) {
      toast(t("app.error", { text: error instanceof Error ? error.message : String(error) }), "error");
    }
  }
}
