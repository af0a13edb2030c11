// What is lit on the board: what can be chosen, what is picked up, what an option is about.

import { shownPlan } from "../hints/panel.js";
import { noLights } from "../board/board.js";
import { canChoose } from "../store.js";

/** @typedef {import("../store.js").State} State */

/** @param {State} state */
export function lightsOf(state) {
  const { choices, selected } = state;
  const lights = noLights();
  lights.placed = state.looked;
  if (canChoose(state)) {
    const goals = choices.goalsOf(selected);
    lights.pieces = choices.pieces(selected);
    lights.places = selected && goals.size ? new Set() : choices.places();
    lights.goals = goals;
    const { about } = choices;
    lights.top = selected ?? about;
    if (about && !lights.pieces.size && !lights.places.size) lights.hinted.add(about); // nothing can be clicked, but it is asked about
  }
  for (const id of shownPlan(state)?.about ?? []) lights.hinted.add(id);
  lights.selected = selected;
  return lights;
}

/** The same with what an option of the list is about; what else can be chosen stays lit. @param {State} state @param {import("../types.js").Option | null} option */
export function lightsFor(state, option) {
  const lights = lightsOf(state);
  if (option) {
    lights.hinted = new Set([...lights.hinted, ...option.pieces, ...option.places]);
    lights.top = option.pieces[0] ?? lights.top;
  }
  return lights;
}
