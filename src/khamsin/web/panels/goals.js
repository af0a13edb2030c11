// The goal in sight: a strip that says where each side stands, and unfolds into all ways to win.

import { chanceLine } from "../hints/panel.js";
import { button, h } from "../common/dom.js";
import { icon } from "../common/icons.js";
import { t } from "../common/words.js";
import { ruleRef } from "../shared/rules.js";
import { colourOf, shownTable, sideLabel } from "../store.js";

/** @typedef {import("../store.js").State} State */
/** @typedef {import("../types.js").Goal} Goal */
/** @typedef {import("../types.js").Overlay} Overlay */

/** @param {{ light: (is: boolean) => void }} on */
export function makeGoals(on) {
  const strip = h("summary", { class: "goal-strip" });
  const list = h("div", { class: "goal-list" });
  const element = /** @type {HTMLDetailsElement} */ (h("details", { class: "goals", hidden: true }, strip, list));
  let drawn = "";
  return {
    element,
    toggle() {
      element.open = !element.open;
    },
    close() {
      element.open = false;
    },
    /** Drawn only if something is new. @param {State} state */
    update(state) {
      const { goals } = shownTable(state).picture;
      element.hidden = !goals;
      const chances = state.past === null ? chanceLine(state) : "";
      const look = JSON.stringify([goals, state.areGoalsLit, chances]);
      if (!goals || look === drawn) return;
      drawn = look;
      strip.replaceChildren(h("b", { text: t("goals.title") }), ...goals.standing.map(({ side, text }) => h("span", { class: "standing", title: `${sideLabel(state, side)}: ${text}` },
        h("i", { class: `swatch side-${colourOf(state, side)}`, role: "img", "aria-label": sideLabel(state, side) }), text)),
        ...(chances ? [h("span", { class: "standing chances", title: t("chances.about"), text: t("chances.strip", { chances }) })] : []));
      list.replaceChildren(h("p", { class: "hint", text: goals.when }), ...(chances ? [h("p", { class: "chances" }, h("b", { text: chances }), " ", h("small", { text: t("chances.about") }))] : []),
        button("", () => on.light(!state.areGoalsLit), { class: "light-goals", "aria-pressed": String(state.areGoalsLit) }, icon("target"), h("span", { text: t(state.areGoalsLit ? "goals.unlight" : "goals.light") })),
        ...goals.goals.map((goal) => goalElement(goal, state)));
    },
  };
}

/** @param {Goal} goal @param {State} state */
function goalElement(goal, state) {
  const places = goal.places ?? [];
  const name = (/** @type {string} */ id) => state.scene.spaces.find((space) => space.id === id)?.name || id;
  return h("section", { class: `goal side-${colourOf(state, goal.side)}${goal.met ? " met" : ""}` },
    h("h3", {}, h("i", { class: `swatch side-${colourOf(state, goal.side)}` }), sideLabel(state, goal.side), " ", ruleRef(state.game, goal.rule)),
    h("p", { text: goal.title }),
    h("p", { class: "goal-now" }, goal.met ? "✓ " : "", goal.now),
    places.length ? h("p", { class: "goal-places" }, ...places.map((place) => h("span", { class: place.met ? "met" : "" }, `${place.met ? "✓ " : ""}${name(place.id)}${place.text ? ` (${place.text})` : ""}`))) : null,
    goal.rows?.length ? h("table", { class: "sums" }, h("tbody", {}, ...goal.rows.map((row) => h("tr", {}, h("th", { scope: "row" }, row.label, " ", ruleRef(state.game, row.rule)), h("td", { text: row.value }))))) : null);
}

/** The places that count, as something to paint on the map. @param {State} state @returns {Overlay[]} */
export function goalTints(state) {
  if (!state.areGoalsLit) return [];
  return (shownTable(state).picture.goals?.goals ?? []).map((goal, n) => ({
    id: `goal_${n}`, label: goal.title, side: goal.side,
    spaces: Object.fromEntries((goal.places ?? []).map((place) => [place.id, place.met ? 3 : 2])),
    text: Object.fromEntries((goal.places ?? []).map((place) => [place.id, `${place.met ? "✓" : "◎"}${place.text ? ` ${place.text}` : ""}`])),
  }));
}

/** All places that count. @param {State} state @returns {string[]} */
export const goalPlaces = (state) => [...new Set((shownTable(state).picture.goals?.goals ?? []).flatMap((goal) => (goal.places ?? []).map((place) => place.id)))];
