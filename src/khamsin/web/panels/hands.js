// Hands, decks and cups: one's own cards with their faces, of the others how many there are.

import { button, h } from "../common/dom.js";
import { remember, settings } from "../common/settings.js";
import { t } from "../common/words.js";
import { ruleRef } from "../shared/rules.js";

/** @typedef {import("../types.js").HandNow} HandNow */
/** @typedef {import("../types.js").Card} Card */

/** How many backs are drawn before a number must do. */
const BACKS = 10;
/** More letters than this do not fit beside each other in large type. */
const LARGE = 3;

/**
 * @param {HandNow[]} hands
 * @param {{ game: string, colour: (side: string | undefined) => string, lit: Set<string>, selected: string | null, pick: (card: string) => void }} table
 */
export function handsPanel(hands, table) {
  const isAsked = hands.some((hand) => hand.cards.some((card) => table.lit.has(card.id)));
  const isOpen = isAsked || !settings.handsFolded;
  const fold = h("details", { class: "hands-fold", open: isOpen, on: { toggle: () => { if (!isAsked && fold.hasAttribute("open") === Boolean(settings.handsFolded)) remember({ handsFolded: !fold.hasAttribute("open") }); } } },
    h("summary", { text: `${t("hands.title")}: ${hands.map((hand) => `${hand.name} ${hand.count}`).join(" · ")}` }), handList(hands, table));
  return fold;
}

/** @param {HandNow[]} hands @param {Parameters<typeof handsPanel>[1]} table */
function handList(hands, table) {
  return h("section", { class: "hands", "aria-label": t("hands.title") }, ...hands.map((hand) => h("div", { class: `hand kind-${hand.kind} side-${table.colour(hand.side)}${hand.cards.length || hand.note || hand.side ? "" : " pile"}` },
    h("h4", {}, h("i", { class: `swatch side-${table.colour(hand.side)}` }), h("span", { text: hand.name }), hand.cards.length ? null : backs(hand),
      h("span", { class: "count", text: t(hand.kind === "cup" ? "hands.chits" : "hands.cards", { n: hand.count }) })),
    hand.note ? h("p", { class: "hint", text: hand.note }) : null,
    hand.cards.length ? h("div", { class: "cards-row" }, ...hand.cards.map((card) => cardButton(card, hand, table))) : null)));
}

/** @param {HandNow} hand */
function backs(hand) {
  return h("span", { class: "backs", "aria-hidden": "true" }, ...Array.from({ length: Math.min(hand.count, BACKS) }, () => h("i")));
}

/**
 * @param {Card} card
 * @param {HandNow} hand
 * @param {Parameters<typeof handsPanel>[1]} table
 */
function cardButton(card, hand, table) {
  const lit = table.lit.has(card.id);
  const kind = `play-card-face side-${table.colour(card.side ?? hand.side)}${lit ? " lit" : ""}${table.selected === card.id ? " selected" : ""}${card.spent ? " spent" : ""}`;
  const content = [h("b", { text: card.title }), card.value ? h("span", { class: `card-value${card.value.length > LARGE ? " long" : ""}`, text: card.value }) : null, card.text ? h("span", { class: "card-text", text: card.text }) : null];
  const face = lit
    ? button(card.title, () => table.pick(card.id), { class: kind, data: { card: card.id }, "aria-pressed": String(table.selected === card.id) }, ...content)
    : h("div", { class: kind, data: { card: card.id } }, ...content);
  return h("div", { class: "card-slot" }, face, ruleRef(table.game, card.rule));
}
