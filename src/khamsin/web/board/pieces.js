// Counters, upright blocks, cards and chits, and the small signs on them. Each is drawn around the
// origin; `SIZE` is the edge of a counter on the map.

import { s } from "../dom.js";
import { drawSymbol } from "./symbols.js";

/** @typedef {import("../types.js").ScenePiece} ScenePiece */

const DRAWN = 84;
const HALF = DRAWN / 2;

export const SIZE = 92;
/** How much larger pieces are shown than they are drawn. */
export const SCALE = SIZE / DRAWN;

/** The outline tells the sides apart without colour: round corners, or cut ones. @param {string} colour @param {number} [w] @param {number} [h] */
export function outline(colour, w = HALF, h = HALF) {
  if (colour === "b") {
    const c = 11;
    return `M${-w + c} ${-h}H${w - c}L${w} ${-h + c}V${h - c}L${w - c} ${h}H${-w + c}L${-w} ${h - c}V${-h + c}Z`;
  }
  const r = 12;
  return `M${-w + r} ${-h}H${w - r}q${r} 0 ${r} ${r}V${h - r}q0 ${r} ${-r} ${r}H${-w + r}q${-r} 0 ${-r} ${-r}V${-h + r}q0 ${-r} ${r} ${-r}Z`;
}

/** @param {string} label */
function labelSize(label) {
  return label.length > 8 ? 11 : label.length > 6 ? 13 : 15.5;
}

/** @param {ScenePiece} piece @param {string} colour @param {number} face */
function counter(piece, colour, face) {
  const shown = piece.faces[face] ?? piece.faces[0];
  const body = s("g", { class: "body" },
    s("path", { d: outline(colour), class: "shade", transform: "translate(3 4)" }),
    s("path", { d: outline(colour), class: "card" }));
  if (shown?.reduced) body.append(s("path", { d: `M${-HALF + 2} 15H${HALF - 2}V${HALF - 12}q0 10 -10 10H${-HALF + 12}q-10 0 -10 -10Z`, class: "reduced" }));
  body.append(
    s("text", { y: -26, class: "label", "font-size": labelSize(piece.label), text: piece.label }),
    s("g", { transform: "translate(0 2) scale(.92)" }, drawSymbol(piece.symbol)));
  const values = shown?.values ?? [];
  if (values.length === 1) body.append(s("text", { y: 37, class: "value", text: values[0] }));
  else {
    values.forEach((value, n) => {
      const x = values.length === 2 ? (n ? 23 : -23) : -26 + (52 * n) / (values.length - 1);
      body.append(s("text", { x, y: 37, class: `value${n ? "" : " first"}`, text: value }));
    });
    if (values.length === 2) body.append(s("text", { y: 34, class: "value dash", text: "–" }));
  }
  body.append(s("path", { d: outline(colour), class: "rim" }));
  return body;
}

/** A block stands upright: seen from behind it shows only its side. @param {ScenePiece | null} piece @param {string} colour @param {number | undefined} face */
function block(piece, colour, face) {
  const body = s("g", { class: "body block" },
    s("path", { d: `M${-HALF} ${-HALF}l8 -8H${HALF + 8}V${HALF - 8}l-8 8Z`, class: "depth" }),
    s("rect", { x: -HALF, y: -HALF, width: DRAWN, height: DRAWN, class: "card" }));
  const shown = piece && face !== undefined ? piece.faces[face] : null;
  if (piece && shown) {
    body.append(
      s("text", { y: -25, class: "value", text: shown.values[0] }),
      s("g", { transform: "translate(0 4)" }, drawSymbol(piece.symbol)),
      s("text", { y: 35, class: "label", "font-size": labelSize(piece.label), text: piece.label }));
  } else body.append(s("path", { d: "M-14 -14L14 14M14 -14L-14 14", class: "unknown" }));
  body.append(s("rect", { x: -HALF, y: -HALF, width: DRAWN, height: DRAWN, class: "rim" }));
  return body;
}

/** @param {ScenePiece | null} piece @param {number | undefined} face */
function card(piece, face) {
  const body = s("g", { class: "body play-card" }, s("rect", { x: -36, y: -52, width: 72, height: 104, rx: 7, class: "card" }));
  if (piece && face !== undefined) {
    body.append(s("text", { y: -30, class: "label", "font-size": labelSize(piece.label), text: piece.label }));
    (piece.faces[face]?.values ?? []).forEach((value, n) => body.append(s("text", { y: 8 + n * 24, class: "value", text: value })));
  } else body.append(s("rect", { x: -28, y: -44, width: 56, height: 88, rx: 5, class: "back" }));
  body.append(s("rect", { x: -36, y: -52, width: 72, height: 104, rx: 7, class: "rim" }));
  return body;
}

/**
 * A piece with this face up; without a piece it is one whose owner alone knows it.
 * @param {ScenePiece | null} piece
 * @param {string} colour
 * @param {number | undefined} face
 * @param {string} [kind]
 */
export function drawPiece(piece, colour, face, kind) {
  const what = piece?.kind ?? kind ?? "counter";
  if (what === "block") return block(piece, colour, face);
  if (what === "card") return card(piece, face);
  if (!piece) return block(null, colour, undefined);
  return counter(piece, colour, face ?? 0);
}

/** @type {Record<string, string>} */
const SIGNS = {
  moved: "M-6 0H5M1 -4L5.5 0L1 4",
  spent: "M-5 0L-1.5 4L5.5 -4.5",
  out_of_supply: "M-3.5 -6H2L4.5 -3.5V6H-4.5V-5ZM-7 -7L7 7",
  locked: "M-5 -0.5H5V6.5H-5ZM-3 -0.5V-3.5a3 3 0 0 1 6 0V-0.5",
  attacked: "M-5 -5L5 5M5 -5L-5 5",
  contested: "M-6 5L5 -6M6 5L-5 -6M-6 1L-2 5M6 1L2 5",
  lead: "M0 -7L2 -2.2H7L3 1L4.5 6L0 3L-4.5 6L-3 1L-7 -2.2H-2Z",
};

/** A sign for a mark; a word for one we have no sign for. @param {string} mark @param {string} label */
export function drawMark(mark, label) {
  const group = s("g", { class: `mark mark-${mark}` });
  if (SIGNS[mark]) group.append(s("circle", { r: 11.5 }), s("path", { d: SIGNS[mark] }));
  else {
    const width = label.length * 6 + 10;
    group.append(s("rect", { x: -width / 2, y: -9, width, height: 18, rx: 9 }), s("text", { y: 4, text: label }));
  }
  group.append(s("title", { text: label }));
  return group;
}

/** The signs of a piece along its right edge; what is plain to see otherwise gets none. @param {string[]} marks @param {Record<string, string>} labels */
export function drawMarks(marks, labels) {
  const group = s("g", { class: "marks", "aria-hidden": "true" });
  marks.filter((mark) => mark !== "active").forEach((mark, n) => {
    const sign = drawMark(mark, labels[mark] ?? mark);
    sign.setAttribute("transform", `translate(${HALF - 6} ${-HALF + 6 + n * 23})`);
    group.append(sign);
  });
  return group;
}

/** A marker on a track. @param {string} text @param {string | undefined} colour @param {number} size */
export function drawMarker(text, colour, size) {
  const half = size / 2;
  return s("g", { class: `marker ${colour ? `side-${colour}` : "neutral"}` },
    s("path", { d: outline(colour ?? "a", half, half), class: "shade", transform: "translate(2 3)" }),
    s("path", { d: outline(colour ?? "a", half, half), class: "card" }),
    s("text", { y: 5, "font-size": Math.min(16, (size * 1.45) / Math.max(text.length, 3)), text }));
}
