// Going back in a match: a scrubber, steps, and an address for every position.

import { button, h } from "../common/dom.js";
import { icon } from "../common/icons.js";
import { t } from "../common/words.js";

/**
 * @param {{ go: (at: number) => void, live: () => void, fork: () => void, link: () => void, seat: (side: string) => void }} on
 */
export function makeReplay(on) {
  let [at, last, playing] = [0, 0, 0];
  const slider = /** @type {HTMLInputElement} */ (h("input", { type: "range", min: 0, max: 0, "aria-label": t("replay.scrub"), on: {
    input: () => go(Number(slider.value)),
  } }));
  const where = h("output", { class: "where" });
  const seats = /** @type {HTMLSelectElement} */ (h("select", { "aria-label": t("replay.seat"), on: { change: () => on.seat(seats.value) } }));
  const play = button("", () => (playing ? stop() : start()), { class: "icon", "aria-label": t("replay.play"), title: t("replay.play") }, icon("play"));

  /** @param {number} next */
  function go(next) {
    on.go(Math.min(Math.max(next, 0), last));
  }
  function start() {
    if (at >= last) go(0);
    playing = setInterval(() => (at < last ? go(at + 1) : stop()), 700);
    play.replaceChildren(icon("pause"));
    play.setAttribute("aria-label", t("replay.pause"));
  }
  function stop() {
    clearInterval(playing);
    playing = 0;
    play.replaceChildren(icon("play"));
    play.setAttribute("aria-label", t("replay.play"));
  }
  const step = (/** @type {string} */ sign, /** @type {string} */ name, /** @type {() => number} */ to) =>
    button("", () => { stop(); go(to()); }, { class: "icon", "aria-label": t(name), title: t(name) }, icon(sign));

  const review = h("a", { class: "button", text: t("review.open"), hidden: true });
  const element = h("section", { class: "replay", "aria-label": t("replay.title"), hidden: true },
    h("div", { class: "row" },
      step("first", "replay.first", () => 0), step("back", "replay.back", () => at - 1), play,
      step("next", "replay.next", () => at + 1), step("last", "replay.last", () => last), slider, where),
    h("div", { class: "row wrap" }, h("label", {}, `${t("replay.seat")} `, seats),
      button(t("replay.fork"), on.fork), button(t("replay.link"), on.link), review,
      button(t("replay.live"), () => { stop(); on.live(); }, { class: "main" })));
  return {
    element,
    /** @param {number | null} position @param {number} end @param {[string, string][]} sides @param {string} seat @param {string} reviewed the address of the review, if there can be one */
    update(position, end, sides, seat, reviewed) {
      element.hidden = position === null;
      if (position === null) {
        if (playing) stop();
        return;
      }
      [at, last] = [position, end];
      review.hidden = !reviewed;
      review.setAttribute("href", reviewed);
      slider.max = String(end);
      slider.value = String(position);
      where.textContent = `${position} / ${end}`;
      slider.setAttribute("aria-valuetext", t("replay.at", { n: position, all: end }));
      seats.replaceChildren(...[...sides, ["", t("replay.observer")]].map(([id, label]) => {
        const one = /** @type {HTMLOptionElement} */ (h("option", { value: id, text: label }));
        one.selected = id === seat;
        return one;
      }));
    },
    stop,
  };
}
