// The lessons of the games, for somebody who sits down for the first time.

import { button, h, toast } from "../common/dom.js";
import { t } from "../common/words.js";
import { Refusal, post } from "../transport/transport.js";

/** @param {any[]} games */
export function lessons(games) {
  const buttons = games.flatMap((game) => game.lessons.map((/** @type {any} */ lesson) =>
    button(t("lobby.learn", { game: game.title, n: lesson.minutes }), () => begin(game.slug, lesson.name), { class: "learn", title: lesson.title, data: { game: game.slug } })));
  return buttons.length ? h("section", { class: "lessons" }, h("h2", { text: t("lobby.lessons") }), h("div", { class: "learn-row" }, ...buttons)) : null;
}

/** @param {string} game @param {string} name */
async function begin(game, name) {
  try {
    const made = await post(`/games/${game}/lessons/${name}`);
    location.hash = `#/m/${made.id}`;
  } catch (error) {
    toast(t("app.error", { text: error instanceof Refusal ? error.message : String(error) }), "error");
  }
}
