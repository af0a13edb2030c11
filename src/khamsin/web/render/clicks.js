// What a click on the board means: take an option, ask which, pick up, look closely, or ask why not.

import { h, speak } from "../common/dom.js";
import { closePopover, showMenu, showPopover } from "../common/popover.js";
import { t } from "../common/words.js";
import { consider } from "../panels/asking.js";
import { ruleRef } from "../shared/rules.js";
import { canChoose, pieceOf } from "../store.js";

/** @typedef {import("../types.js").Option} Option */
/** @typedef {ReturnType<typeof makeClicks>} Clicks */

/**
 * @param {import("../store.js").Store} store
 * @param {import("../actions.js").Actions} actions
 * @param {(id: string) => { x: number, y: number } | null} whereIs a place or a unit on the screen
 */
export function makeClicks(store, actions, whereIs) {
  const take = (/** @type {Option} */ option) => consider(store.state, actions, option);

  /** Take the only option, or ask which. @param {Option[]} options @param {string} at */
  function offer(options, at) {
    if (options.length === 1) take(options[0]);
    else showMenu(whereIs(at) ?? { x: 0, y: 0 }, t("table.options"), options.map((option) => ({ text: option.text, choose: () => take(option) })));
  }

  /** @param {string} id */
  const sideOf = (id) => store.state.scene.pieces.find((piece) => piece.id === id)?.side ?? store.state.table.picture.pieces[id]?.side;

  /** @param {string} piece @param {string} place */
  async function tellWhyNot(piece, place) {
    const answer = await actions.whyNot(piece, place);
    const at = whereIs(place);
    if (!answer || !at) return;
    const text = answer.refused?.text ?? t("table.why_nothing");
    showPopover({ ...at, height: 10 }, [h("p", { class: "why-title", text: t("table.why") }), h("p", {}, text, " ", ruleRef(store.state.game, answer.refused?.rule))],
      { label: t("table.why"), class: "why" });
    speak(text);
  }

  /** @param {string | null} piece */
  function select(piece) {
    closePopover();
    actions.select(piece);
  }

  return {
    take,
    select,
    /** @param {string} id */
    piece(id) {
      actions.look(id);
      const { choices, selected, past } = store.state;
      const meant = past === null ? choices.clickPiece(id, selected) : null;
      const { picture } = store.state.table;
      const [at, mine] = [picture.pieces[id]?.at, pieceOf(store.state)];
      if (!meant && mine && mine !== id && at && canChoose(store.state) && sideOf(id) !== sideOf(mine)) {
        tellWhyNot(mine, at); // an enemy counter stands for the place it lies in
        return;
      }
      if (meant && "take" in meant) offer(meant.take, id);
      else if (meant && selected === id && choices.only !== id) select(null);
      else select(meant ? id : id === selected ? null : id);
      if (!meant) actions.openTab("stack");
    },
    /** @param {string} id */
    place(id) {
      actions.look(id);
      const { choices, selected, past } = store.state;
      const options = past === null ? choices.clickPlace(id, selected) : [];
      const piece = pieceOf(store.state);
      if (options.length) offer(options, id);
      else if (piece && canChoose(store.state)) tellWhyNot(piece, id);
      else actions.openTab("stack");
    },
    /** @param {string} piece @param {string} place */
    drop(piece, place) {
      const options = store.state.choices.clickPlace(place, piece).filter((option) => option.pieces[0] === piece);
      if (options.length) offer(options, place);
      else {
        select(piece);
        tellWhyNot(piece, place);
      }
    },
  };
}
