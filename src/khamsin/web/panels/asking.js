// What is asked before something is done that cannot be undone, or not alone.

import { h, toast } from "../common/dom.js";
import { saveFile } from "../common/download.js";
import { askDialog } from "../common/popover.js";
import { remember, settings } from "../common/settings.js";
import { t } from "../common/words.js";
import { companions, movable, shownAt, sideLabel } from "../store.js";
import { oddsChart } from "./odds.js";

/** @typedef {import("../store.js").State} State */
/** @typedef {import("../actions.js").Actions} Actions */
/** @typedef {import("../types.js").Option} Option */

/** The battles whose odds were shown and accepted, in the phase that was then. */
const accepted = { phase: "", places: new Set() };

/** Take an option; of a battle the odds are shown first, once. @param {State} state @param {Actions} actions @param {Option} option */
export async function consider(state, actions, option) {
  if (state.choice || state.isAsking) return;
  const phase = [state.id, ...state.table.picture.bar].join();
  if (phase !== accepted.phase) Object.assign(accepted, { phase, places: new Set() });
  const where = option.places.join();
  if (option.gamble && !(where && accepted.places.has(where))) {
    const odds = await actions.oddsOf(option);
    if (odds.length && !(await askDialog(option.text, [h("div", { class: "odds-box" }, ...oddsChart(odds, state.game))], { yes: option.text }))) return;
    accepted.places.add(where);
  }
  const isSure = Boolean(state.table.lesson) || !isEnd(option) || (await askEnd(state)); // a lesson says itself when to end something
  if (!isSure) return;
  if (state.isTogether) await actions.chooseAll([option, ...companions(state, option)]);
  else await actions.choose(option);
}

/** @param {Option} option */
const isEnd = (option) => ["done", "pass"].includes(option.verb) && !option.pieces.length;

/** Whether to end what could go on: asked if units are left that could still go somewhere. @param {State} state */
async function askEnd(state) {
  const { game, scene, table: { decision } } = state;
  const here = `${game} ${decision?.rule}`;
  const left = movable(state);
  if (!left.length || settings.asksEnd === false || settings.sure?.includes(here)) return true;
  const names = left.map((id) => scene.pieces.find((piece) => piece.id === id)?.label ?? id);
  const again = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", name: "sure" }));
  const isSure = await askDialog(t("end.title"), [h("p", { text: t("end.left", { n: left.length, units: `${names.slice(0, 12).join(", ")}${names.length > 12 ? " …" : ""}` }) }),
    h("label", { class: "check" }, again, h("span", { text: t("end.never") }))], { yes: t("end.yes") });
  if (isSure && again.checked) remember({ sure: [...(settings.sure ?? []), here] });
  return isSure;
}

/** Take back, or ask the others for it. @param {State} state @param {Actions} actions */
export async function askUndo(state, actions) {
  const { you, seats } = state.table.match;
  if (you.may_undo) {
    await actions.undo();
    return;
  }
  const why = (you.why_not_undo ?? "").replace(/\.$/, "");
  if (!(await askDialog(t("table.undo"), [h("p", { text: t("table.undo_why", { why }) })], { yes: t("table.undo_ask") }))) return;
  const others = seats.some((seat) => !you.sides.includes(seat.side));
  if ((await actions.offerUndo()) && others) toast(t("table.undo_sent"));
}

/** @param {State} state @param {Actions} actions @param {string} side */
export async function askResign(state, actions, side) {
  const text = t("match.resign_sure", { side: sideLabel(state, side) });
  if (await askDialog(t("match.resign"), [h("p", { text })], { yes: t("match.resign") })) await actions.resign(side);
}

/** @param {Actions} actions */
export async function askStop(actions) {
  if (await askDialog(t("match.stop"), [h("p", { text: t("match.stop_sure") })], { yes: t("match.stop") })) await actions.stop();
}

/** The address of the position shown. @param {State} state */
export async function copyAddress(state) {
  const address = new URL(`#/m/${state.id}/at/${shownAt(state)}`, location.href).href;
  try {
    await navigator.clipboard.writeText(address);
    toast(t("app.copied"));
  } catch {
    await askDialog(t("replay.link"), [h("input", { type: "text", readonly: true, value: address, "aria-label": t("replay.link") })], { yes: t("app.close"), no: "", mayEscape: true });
  }
}

/** @param {State} state @param {Actions} actions */
export async function saveJournal(state, actions) {
  const file = await actions.journal();
  if (file) saveFile(file, `${fileName(state)}.journal`);
}

/** @param {State} state */
export const fileName = (state) => `${state.game}-${state.id.slice(0, 6)}-${shownAt(state)}`;
