// Dice as dice.

import { s } from "../common/dom.js";
import { t } from "../common/words.js";

const SPOTS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/** @param {number} value @param {string} [kind] */
export function die(value, kind = "") {
  const face = s("svg", { class: `die ${kind}`, viewBox: "0 0 32 32", role: "img", "aria-label": t("dice.one", { n: value }) },
    s("rect", { x: 1.5, y: 1.5, width: 29, height: 29, rx: 7 }));
  const spots = SPOTS[value];
  if (spots) for (const n of spots) face.append(s("circle", { cx: 8.5 + (n % 3) * 7.5, cy: 8.5 + Math.floor(n / 3) * 7.5, r: 2.8 }));
  else face.append(s("text", { x: 16, y: 21, text: value }));
  return face;
}

/** Dice, or groups of dice. @param {(number | number[])[]} dice */
export function diceRow(dice) {
  const groups = dice.some(Array.isArray) ? dice.map((one) => (Array.isArray(one) ? one : [one])) : [/** @type {number[]} */ (dice)];
  return groups.map((group, n) => {
    const row = document.createElement("span");
    row.className = "dice";
    for (const value of group) row.append(die(value, n ? "second" : ""));
    return row;
  });
}
