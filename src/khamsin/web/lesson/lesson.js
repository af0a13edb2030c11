// A lesson at the table: a card that says what to do next, points at it and goes on when it is done.
// The table sends the cards up to the next answer (docs/table-protocol.md); which of them is read is
// all that is kept here. A match that is no lesson has no card.

import { button, h, speak, toast } from "../common/dom.js";
import { t } from "../common/words.js";
import { ruleRef } from "../shared/rules.js";
import { Refusal, post } from "../transport/transport.js";
import { makePointer } from "./pointer.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../types.js").Lesson} Lesson */

/**
 * @param {Store} store
 * @param {HTMLElement} app the page, when it is laid out
 * @param {ReturnType<typeof import("../board/board.js").makeBoard>} board
 * @returns {() => void} how to close it
 */
export function showLesson(store, app, board) {
  if (!store.state.table.lesson) return () => {};
  const card = h("section", { class: "lesson", "aria-label": t("lesson.title") });
  const pointer = makePointer(app, board);
  let [at, told, isHere, isBusy, isBack] = [0, -1, true, false, false];
  app.querySelector(".side")?.prepend(card);
  app.classList.add("has-lesson");

  /** The lesson as it is now. @returns {Lesson} */
  const lesson = () => /** @type {Lesson} */ (store.state.table.lesson);
  const { id } = store.state;

  /** @param {number} to */
  function turn(to) {
    at = to;
    draw();
    const { cards } = lesson();
    speak(cards[at].text);
    const place = cards[at].lit.map(board.middle).find(Boolean);
    if (place) board.view.reveal(place[0], place[1]);
    pointer.bring();
  }

  /** @param {() => Promise<void>} what */
  async function ask(what) {
    if (isBusy) return;
    isBusy = true;
    try {
      await what();
    } catch (error) {
      toast(t("app.error", { text: error instanceof Refusal ? error.message : String(error) }), "error");
    }
    isBusy = false;
  }

  const back = () => (at > 0 ? turn(at - 1) : ask(async () => {
    isBack = true;
    await post(`/matches/${id}/undo`, { seat: store.state.seat });
  }));
  const restart = () => ask(() => post(`/matches/${id}/restart`, { seat: store.state.seat }));
  /** It stays where it is, to go on another day; what is done, or not begun, is put away. */
  const leave = () => ask(async () => {
    const { first, is_over: isOver } = lesson();
    if (isOver || first + at === 0) await post(`/matches/${id}/stop`);
    location.hash = "#/";
  });
  const playOn = () => ask(async () => {
    const made = await post("/matches", lesson().first_game);
    await post(`/matches/${id}/stop`);
    location.hash = `#/m/${made.id}`;
  });

  function draw() {
    const { title, cards, first, steps, is_over: isOver } = lesson();
    const isLast = at === cards.length - 1;
    const { text, rule } = cards[at];
    const step = first + at + 1;
    const held = card.contains(document.activeElement) ? document.activeElement?.getAttribute("data-does") : null;
    const does = (/** @type {string} */ name, /** @type {() => void} */ click, kind = "small quiet") => button(t(`lesson.${name}`), click, { class: kind, data: { does: name } });
    card.replaceChildren(
      h("div", { class: "lesson-head" }, h("b", { text: title }), h("span", { class: "lesson-step", text: t("lesson.step", { n: step, of: steps }) })),
      h("progress", { max: steps, value: step, "aria-label": t("lesson.step", { n: step, of: steps }) }),
      h("p", { class: "lesson-text" }, text, " ", rule ? ruleRef(store.state.game, rule) : null),
      h("p", { class: "lesson-do", text: t("lesson.do"), hidden: !isLast || isOver }),
      h("div", { class: "row wrap" },
        step > 1 ? does("back", back, "small") : null,
        isLast ? null : does("next", () => turn(at + 1), "main small"),
        isLast && isOver ? does("play", playOn, "main small") : null,
        h("span", { class: "lesson-ways" }, step > 1 ? does("restart", restart) : null, does("leave", leave))));
    if (held) /** @type {HTMLElement | null} */ (card.querySelector(`[data-does="${held}"]`) ?? card.querySelector("button"))?.focus();
    point();
  }

  function point() {
    const { cards, wanted, is_over: isOver } = lesson();
    const isAsked = at === cards.length - 1 && !isOver;
    const unitOf = (/** @type {string} */ words) => store.state.choices.options.find((option) => option.words.join(" ") === words)?.pieces[0];
    pointer.show(isHere ? cards[at] : null, isAsked && isHere ? wanted.map((words) => ({ words, unit: unitOf(words) ?? "" })) : []);
  }

  function follow() {
    const { table, past } = store.state;
    isHere = past === null && !table.result;
    card.hidden = !isHere || !table.lesson;
    if (!table.lesson) return;
    const { first, cards } = table.lesson;
    if (first === told) {
      point();
      return;
    }
    told = first;
    turn(isBack ? cards.length - 1 : 0);
    isBack = false;
  }

  follow();
  const stop = store.subscribe(follow);
  return () => {
    stop();
    pointer.close();
    card.remove();
    app.classList.remove("has-lesson");
  };
}
