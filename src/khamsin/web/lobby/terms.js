// On what terms a match is hosted: who may see it, how long an answer may take, and what then.

import { h } from "../common/dom.js";
import { t } from "../common/words.js";

const DAY = 24 * 3600;

/** @param {any[]} bots */
export function makeTerms(bots) {
  const radio = (/** @type {string} */ value, /** @type {boolean} */ checked) => h("label", { class: "check" },
    h("input", { type: "radio", name: "who", value, checked }), h("span", {}, t(`new.${value}_match`), h("small", { text: t(`new.${value}_match_hint`) })));
  const clock = /** @type {HTMLSelectElement} */ (h("select", { name: "clock", on: { change: () => { late.hidden = clock.value === "0"; } } },
    h("option", { value: 0, text: t("new.clock_none") }), ...[1, 3, 7, 14].map((n) => h("option", { value: n, text: t("new.clock_days", { n }) }))));
  const names = bots.map((bot) => [bot.name ?? bot, bot.title ?? bot.name ?? bot]);
  const late = h("label", { class: "seat-line", hidden: true }, h("span", { text: t("new.timeout") }), h("select", { name: "timeout" },
    h("option", { value: "offer", text: t("new.timeout_offer") }), ...names.map(([id, bot]) => h("option", { value: `bot ${id}`, text: t("new.timeout_bot", { bot }) }))));
  const rated = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", name: "rated", on: { change: () => { if (rated.checked) agree(); } } }));
  const who = h("fieldset", {}, h("legend", { text: t("new.who") }), radio("private", true), radio("public", false),
    h("label", { class: "check" }, rated, h("span", {}, t("rating.rated"), h("small", { text: t("rating.rated_hint") }))));

  /** A rated match can be seen by all, and ends some day. */
  function agree() {
    /** @type {HTMLInputElement} */ (who.querySelector("[value=public]")).checked = true;
    if (clock.value === "0") clock.value = "7";
    late.hidden = false;
    /** @type {HTMLSelectElement} */ (late.querySelector("select")).value = "offer";
  }

  return {
    elements: [who, h("fieldset", {}, h("legend", { text: t("clock.title") }), h("label", { class: "seat-line" }, h("span", { text: t("new.clock") }), clock), late)],
    /** Somebody is to come: he must be able to find it. */
    open() {
      /** @type {HTMLInputElement} */ (who.querySelector("[value=public]")).checked = true;
    },
    /** The terms as the table wants them. @param {FormData} data */
    read(data) {
      const seconds = Number(data.get("clock")) * DAY;
      const terms = { private: data.get("who") !== "public", rated: data.get("rated") === "on" };
      // A full reserve again after every answer: so long for each answer.
      return seconds ? { ...terms, clock: { reserve: seconds, increment: seconds }, on_timeout: data.get("timeout") } : terms;
    },
  };
}
