// The lessons of the games, for somebody who sits down for the first time.

import { button, h, toast } from "../common/dom.js";
import { t } from "../common/words.js";
import { Refusal, post } from "../transport/transport.js";

/** @param {any[]} games @param {any[]} running the player's matches: a lesson that was begun is among them */
export function lessons(games, running) {
  const lines = games.flatMap((game) => game.lessons.map((/** @type {any} */ lesson) => {
    const begun = running.find((match) => match.game === game.slug && match.lesson === lesson.name);
    const main = (/** @type {string} */ text) => button(text, () => begin(game.slug, lesson.name), { class: "learn", title: lesson.title, data: { game: game.slug } });
    if (!begun) return main(t("lobby.learn", { game: game.title, n: lesson.minutes }));
    const again = button(t("lesson.restart"), () => begin(game.slug, lesson.name, begun.you[0]), { class: "quiet small learn-again", "aria-label": `${game.title}: ${t("lesson.restart")}` });
    return h("span", { class: "learn-begun" }, main(t("lobby.lesson_on", { game: game.title })), again);
  }));
  return lines.length ? h("section", { class: "lessons" }, h("h2", { text: t("lobby.lessons") }), h("p", { class: "hint", text: t("lobby.lessons_about") }), h("div", { class: "learn-row" }, ...lines)) : null;
}

/** Begin a lesson, or go on where it was left. @param {string} game @param {string} name @param {string} [seat] whose lesson is to begin anew */
async function begin(game, name, seat) {
  try {
    const made = await post(`/games/${game}/lessons/${name}`);
    if (seat) await post(`/matches/${made.id}/restart`, { seat });
    location.hash = `#/m/${made.id}`;
  } catch (error) {
    toast(t("app.error", { text: error instanceof Refusal ? error.message : String(error) }), "error");
  }
}
