// What is asked, what may be answered, and what the others propose.

import { act, consider, undo } from "../acting.js";
import { button, h } from "../dom.js";
import { icon } from "../icons.js";
import { ruleRef } from "../rules.js";
import { hint, portrait } from "../showing.js";
import { t } from "../words.js";
import { optionList } from "./options.js";

/** @typedef {import("../table.js").TablePage} TablePage */

/** @param {TablePage} page */
export function showPrompt(page) {
  const { decision, result } = page.shown;
  const box = page.parts.prompt;
  box.className = "prompt";
  box.dataset.number = String(decision?.number ?? "");
  box.dataset.seat = page.seat ?? "";
  if (result && (page.past === null || page.past === page.table.match.entries)) {
    box.classList.add("over");
    const winner = result.winner ? t("table.winner", { side: page.scene.sides[result.winner]?.label ?? result.winner }) : t("table.nobody");
    box.replaceChildren(h("p", { class: "state", text: t("table.result") }), h("h2", { text: winner }), h("p", {}, result.text, " ", ruleRef(page.game, result.rule)));
    return;
  }
  if (!decision) {
    box.replaceChildren(h("p", { class: "state", text: t("table.wait") }));
    return;
  }
  const side = decision.to_answer[0];
  const yours = decision.yours && page.past === null;
  box.classList.add(yours ? "yours" : "waiting", `side-${page.scene.sides[side]?.colour ?? "n"}`);
  const names = decision.to_answer.map((/** @type {string} */ one) => page.scene.sides[one]?.label ?? one).join(", ");
  const state = page.table.match.you.observer ? t("table.observer") : yours ? t("table.turn") : t("table.wait");
  box.replaceChildren(
    h("p", { class: "state" }, h("i", { class: `swatch side-${page.scene.sides[side]?.colour}` }), `${names} · ${state}`),
    h("h2", {}, decision.prompt, " ", ruleRef(page.game, decision.rule)));
}

/** Drawn only if something is new: a press and its release must fall on the same button. @param {TablePage} page */
export function showOptions(page) {
  const box = page.parts.options;
  const { decision, match } = page.table;
  const yours = page.past === null && decision?.yours;
  const about = yours ? [decision.number, page.seat, page.selected, match.you.may_undo].join(" ") : "";
  if (about && box.dataset.about === about) return;
  box.dataset.about = about;
  if (!yours) {
    box.replaceChildren();
    return;
  }
  const active = document.activeElement;
  const wanted = active?.matches(".find-option") ? ".find-option" : box.contains(active) ? ".option:not([hidden])" : null;
  const picked = page.selected && page.choices.byPiece.has(page.selected) ? page.selected : page.choices.about;
  const options = page.choices.listed(picked);
  const nodes = [];
  const how = howTo(page);
  if (how) nodes.push(h("p", { class: "how hint", text: t(how) }));
  if (picked) {
    nodes.push(h("div", { class: "picked" }, ...unitHead(page, picked),
      options.length < page.choices.options.length ? button(t("table.all_options"), () => page.select(null), { class: "quiet small" }) : null));
  }
  nodes.push(optionList(options, { choose: (option) => consider(page, option), hover: (option) => hint(page, option), pick: (piece) => page.clickPiece(piece), unit: (piece) => unitHead(page, piece) }));
  if (match.you.may_undo) nodes.push(h("div", { class: "row undo-row" }, button("", () => undo(page), { class: "quiet small" }, icon("undo"), h("span", { text: t("table.undo") }))));
  box.replaceChildren(...nodes);
  if (wanted) /** @type {HTMLElement | null} */ (box.querySelector(wanted) ?? box.querySelector(".option:not([hidden])"))?.focus();
}

/** A unit with what is printed on it and its whole name. @param {TablePage} page @param {string} id */
function unitHead(page, id) {
  const piece = page.scene.pieces.find((one) => one.id === id);
  const label = piece?.label ?? t("say.hidden");
  return [portrait(page, id), h("span", { class: "unit-head" }, h("b", { text: label }), piece?.name && piece.name !== label ? h("small", { text: piece.name }) : null)];
}

/** Which words tell how to answer on the map. @param {TablePage} page @returns {string} "" where the list is all there is */
function howTo(page) {
  const { choices, selected } = page;
  const isThere = (/** @type {string} */ id) => page.board.middle(id) !== null;
  const cards = new Set((page.shown.picture.hands ?? []).flatMap((/** @type {import("../types.js").HandNow} */ hand) => hand.cards.map((card) => card.id)));
  if ([...choices.goalsOf(selected)].some(isThere)) return "how.goal";
  const canGo = [...choices.places()].some(isThere);
  if (canGo && page.shown.picture.in_hand) return "how.place";
  const units = [...choices.byPiece.keys()].filter(isThere);
  if (units.some((id) => [...choices.goalsOf(id)].some(isThere))) return "how.unit_goal";
  if (choices.about && !canGo) return "";
  if (units.length) return "how.unit";
  if (canGo) return "how.place";
  return [...choices.byPiece.keys()].some((id) => cards.has(id)) ? "how.card" : "";
}

/** @param {TablePage} page */
export function showOffers(page) {
  const { offers, match } = page.table;
  const nodes = [];
  for (const [kind, offer] of Object.entries(offers ?? {})) {
    if (!offer) continue;
    const mine = match.you.sides.includes(offer.by);
    const label = page.scene.sides[offer.by]?.label ?? offer.by;
    const answer = (/** @type {boolean} */ accept) => act(page, `offers/${kind}`, { accept });
    nodes.push(h("div", { class: "offer", role: "status" }, h("span", { text: t(`table.${kind}_offer`, { side: label }) }),
      mine ? button(t("app.cancel"), () => answer(false), { class: "quiet small" })
        : h("span", { class: "row" }, button(t("table.accept"), () => answer(true), { class: "main small" }), button(t("table.refuse"), () => answer(false), { class: "small" }))));
  }
  page.parts.offers.replaceChildren(...nodes);
}
