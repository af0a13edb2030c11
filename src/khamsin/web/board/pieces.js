// Counters, upright blocks, cards and chits, and the small signs on them. Each is drawn around the
// origin, a counter with an edge of `DRAWN`; on the map it is scaled to the size the scene wants.

import { s } from "../common/dom.js";
import { drawSymbol } from "./symbols.js";

/** @typedef {import("../types.js").ScenePiece} ScenePiece */

export const DRAWN = 84;
const HALF = DRAWN / 2;
/** How wide a digit is, as a part of its height. */
const DIGIT = 0.62;
/** How wide a label can be, and how many letters of it can be read. */
const [ROOM, LETTERS] = [73, 11];

/** The edge of a counter on the map, if the scene says nothing else. */
export const SIZE = 92;

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
function labelText(label) {
  const text = shortened(label);
  // Long ones are written narrow, not small.
  return { class: "label", textLength: text.length > 6 ? ROOM : null, lengthAdjust: "spacingAndGlyphs", text };
}

/** As much of a label as can be read on a counter: its longest words cut short; the whole of it is told when the counter is looked at. @param {string} label */
export function shortened(label) {
  const words = label.split(" ");
  while (words.join(" ").length > LETTERS) {
    const long = words.reduce((best, word, n) => (word.length > words[best].length ? n : best), 0);
    if (words[long].length < 6) break;
    words[long] = `${words[long].slice(0, 4)}.`;
  }
  return words.join(" ");
}

/** @param {ScenePiece} piece @param {string} colour @param {number} face @param {string[]} [changed] what counts now instead of what is printed */
function counter(piece, colour, face, changed) {
  const shown = piece.faces[face] ?? piece.faces[0];
  const body = s("g", { class: "body" },
    s("path", { d: outline(colour), class: "shade", transform: "translate(3 4)" }),
    s("path", { d: outline(colour), class: "card" }));
  if (shown?.reduced) body.append(s("path", { d: `M${-HALF + 2} 15H${HALF - 2}V${HALF - 12}q0 10 -10 10H${-HALF + 12}q-10 0 -10 -10Z`, class: "reduced" }));
  body.append(
    s("text", { y: -24, ...labelText(piece.label) }),
    s("g", { transform: "translate(0 2) scale(.92)" }, drawSymbol(piece.symbol)));
  const values = changed ?? shown?.values ?? [];
  if (values.length === 1) body.append(s("text", { y: 37, class: "value", style: values[0].length > 4 ? `font-size: ${(112 / values[0].length).toFixed(1)}px` : null, text: values[0] }));
  else {
    // Of three or more the outer ones stand at the edges, and the gaps between all are the same.
    const letters = values.join("").length;
    const size = Math.min(24, 96 / letters);
    const gap = (74 - DIGIT * size * letters) / (values.length - 1);
    let left = -37;
    values.forEach((value, n) => {
      const two = values.length === 2;
      const other = changed && value !== shown?.values[n] ? " changed" : "";
      const style = two ? (letters > 2 ? "font-size: 23px" : null) : `font-size: ${size.toFixed(0)}px; text-anchor: start`;
      body.append(s("text", { x: two ? (n ? 21 : -21) : left, y: 37, class: `value${n ? "" : " first"}${other}`, style, text: value }));
      left += DIGIT * size * value.length + gap;
    });
    if (values.length === 2) body.append(s("text", { y: 34, class: "value dash", text: "–" }));
  }
  if (shown?.beside) body.append(s("text", { x: 31, y: 7, class: "beside", text: shown.beside }));
  body.append(s("path", { d: outline(colour), class: "rim" }));
  return body;
}

/** Where the strengths of a block stand: the one it has now on the top edge, the lower ones clockwise, as it will be turned. */
const EDGES = [[0, -27, 0], [36, 0, 90], [0, 37, 180], [-36, 0, -90]];

/**
 * A block stands upright: its owner sees label, symbol and the strength on its top edge; from
 * behind it shows only its side.
 * @param {ScenePiece | null} piece
 * @param {string} colour
 * @param {number | undefined} face
 * @param {string} back what is printed behind
 */
function block(piece, colour, face, back) {
  const shown = piece && face !== undefined ? piece.faces[face] : null;
  const body = s("g", { class: `body block ${shown ? "front" : "behind"}` },
    s("path", { d: `M${-HALF} ${-HALF}l8 -9H${HALF + 8}V${HALF - 9}l-8 9Z`, class: "depth" }),
    s("path", { d: `M${-HALF} ${-HALF}l8 -9H${HALF + 8}l-8 9Z`, class: "lid" }),
    s("rect", { x: -HALF, y: -HALF, width: DRAWN, height: DRAWN, class: "card" }));
  if (piece && shown && face !== undefined) {
    const turns = Math.min(piece.faces.length, EDGES.length);
    for (let n = 1; n < turns; n += 1) {
      const [x, y, turn] = EDGES[n];
      const value = piece.faces[(face + n) % piece.faces.length]?.values[0] ?? "";
      body.append(s("text", { class: "other-edge", transform: `translate(${x} ${y}) rotate(${turn})`, y: 4, text: value }));
    }
    body.append(
      s("rect", { x: -17, y: -HALF + 2, width: 34, height: 23, rx: 5, class: "strength" }),
      s("text", { y: -22, class: "value", text: shown.values[0] }),
      s("g", { transform: "translate(0 3) scale(.82)" }, drawSymbol(piece.symbol)),
      s("text", { y: 32, ...labelText(piece.label) }));
    if (shown.values.length > 1) body.append(s("text", { x: 30, y: -27, class: "small-value", text: shown.values.slice(1).join(" ") }));
  } else {
    body.append(s("rect", { x: -HALF + 9, y: -HALF + 9, width: DRAWN - 18, height: DRAWN - 18, rx: 4, class: "inlay" }));
    body.append(back ? s("text", { y: 9, class: "back-text", "font-size": back.length > 3 ? 17 : 28, text: back }) : s("path", { d: colour === "b" ? "M0 -20L6 -6H20L9 3L13 18L0 9L-13 18L-9 3L-20 -6H-6Z" : "M0 -20A20 20 0 1 0 .01 -20M0 -11A11 11 0 1 1 -.01 -11", class: "emblem" }));
  }
  body.append(s("rect", { x: -HALF, y: -HALF, width: DRAWN, height: DRAWN, class: "rim" }));
  return body;
}

/** @param {ScenePiece | null} piece @param {number | undefined} face */
function card(piece, face) {
  const body = s("g", { class: "body play-card" }, s("rect", { x: -36, y: -52, width: 72, height: 104, rx: 7, class: "card" }));
  if (piece && face !== undefined) {
    body.append(s("text", { y: -30, ...labelText(piece.label), textLength: null }));
    (piece.faces[face]?.values ?? []).forEach((value, n) => body.append(s("text", { y: 8 + n * 24, class: "value", text: value })));
  } else body.append(s("rect", { x: -28, y: -44, width: 56, height: 88, rx: 5, class: "back" }));
  body.append(s("rect", { x: -36, y: -52, width: 72, height: 104, rx: 7, class: "rim" }));
  return body;
}

/** A counter or chit lying on its face. @param {string} colour @param {string} back */
function faceDown(colour, back) {
  return s("g", { class: "body behind" },
    s("path", { d: outline(colour), class: "shade", transform: "translate(3 4)" }), s("path", { d: outline(colour), class: "card" }),
    s("path", { d: outline(colour, HALF - 9, HALF - 9), class: "inlay" }),
    s("text", { y: 11, class: "back-text", "font-size": back.length > 3 ? 17 : 32, text: back || "?" }),
    s("path", { d: outline(colour), class: "rim" }));
}

/**
 * A piece with this face up; without a face it is seen from behind.
 * @param {ScenePiece | null} piece
 * @param {string} colour
 * @param {import("../types.js").PieceNow | undefined} now
 */
export function drawPiece(piece, colour, now) {
  const what = piece?.kind ?? now?.kind ?? "counter";
  const back = now?.back ?? "";
  if (what === "block") return block(piece, colour, now?.face, back);
  if (what === "card") return card(piece, now?.face);
  if (!piece || (now && now.face === undefined)) return faceDown(colour, back);
  return counter(piece, colour, now?.face ?? 0, now?.values);
}

/** @type {Record<string, string>} */
const SIGNS = {
  moved: "M-6 0H5M1 -4L5.5 0L1 4",
  spent: "M-5 0L-1.5 4L5.5 -4.5",
  out_of_supply: "M-3.5 -6H2L4.5 -3.5V6H-4.5V-5ZM-7 -7L7 7",
  locked: "M-5 -0.5H5V6.5H-5ZM-3 -0.5V-3.5a3 3 0 0 1 6 0V-0.5",
  attacked: "M-5 -5L5 5M5 -5L-5 5",
  contested: "M-6 5L5 -6M6 5L-5 -6M-6 1L-2 5M6 1L2 5",
  revealed: "M-7 0q7 -8 14 0q-7 8 -14 0M0 -2.4a2.4 2.4 0 1 0 .01 0",
  disrupted: "M-5 5L0 -6L5 5ZM0 -2V1.5",
  fired: "M-6 4L2 -4M-1 -6L3 -2M4 -6l2 -1M5 -3h2",
  entrenched: "M-7 4H-4L-2 -3H2L4 4H7",
  minefield: "M-5 -5L5 5M5 -5L-5 5M0 -7V7M-7 0H7",
  hit: "M1 -7L-3 1H1L-1 7L5 -2H0Z",
  engaged: "M-6 5L5 -6M6 5L-5 -6",
  hq: "M-4 7V-7H5L2 -4L5 -1H-4",
  halted: "M-6 -6H6V6H-6Z",
  broken: "M-6 -6L-1 -2L1 2L6 6M-6 6L6 -6",
  planned: "M-6 0H6M0 -6V6",
  disorganised: "M-3 -6V6H0a6 6 0 0 0 0 -12Z",
  demoralised: "M-5 -6H5L-5 6H5",
  no_ammunition: "M-2.5 6V-2Q0 -8 2.5 -2V6ZM-7 -7L7 7",
  one_round: "M-2.5 6V-2Q0 -8 2.5 -2V6Z",
  advanced: "M-6 -4L-1 0L-6 4M0 -4L5 0L0 4",
  landed: "M0 -7V2M-3.5 -1.5L0 2L3.5 -1.5M-7 6q3.5 -4 7 0t7 0",
  dropped: "M-6 -1a6 6 0 0 1 12 0ZM-6 -1L0 6L6 -1",
  attached: "M-3 5V-3a3 3 0 0 1 6 0V4a1.5 1.5 0 0 1 -3 0V-2",
  remnant: "M-6 0L-2 -6L0 0L3 -6L6 0V6H-6Z",
  target: "M0 -6a6 6 0 1 0 .01 0M0 -8V-3M0 3V8M-8 0H-3M3 0H8",
  air: "M0 -7V7M-7 1L0 -3L7 1M-3 7L0 5L3 7",
  fort_destroyed: "M-6 6V-3H-3V-6H3V-3H6V6ZM-7 -7L7 7",
  landed_beach: "M-4 7V-7H5L2 -4L5 -1H-4",
  veteran: "M-6 2L0 -4L6 2M-6 7L0 1L6 7",
  elite: "M-6 -1L0 -7L6 -1M-6 3L0 -3L6 3M-6 7L0 1L6 7",
  pair: "M-2 2L2 -2M-1 -4L1 -6a3 3 0 0 1 4.5 4.5L3 1M1 4L-1 6a3 3 0 0 1 -4.5 -4.5L-3 -1",
  over_limit: "M-4.5 7V-3H2L4.5 -0.5V7ZM0 -7.5V-5M-4 -7L-3 -5M4 -7L3 -5",
  isolated: "M0 -7a7 7 0 1 0 .01 0M-5 -5L5 5",
  moving: "M0 -7V7M-7 0H7M-2.5 -4.5L0 -7L2.5 -4.5M-2.5 4.5L0 7L2.5 4.5M-4.5 -2.5L-7 0L-4.5 2.5M4.5 -2.5L7 0L4.5 2.5",
  limbered: "M-7 -4H3L7 -7M-4 2a3 3 0 1 0 .01 0M4 2a3 3 0 1 0 .01 0",
  drop_ramcke: "M-6 -1a6 6 0 0 1 12 0ZM-6 -1L0 6L6 -1M0 -1V6",
  drop_folgore: "M-6 -1a6 6 0 0 1 12 0ZM-6 -1L0 6L6 -1M-6 7H6",
  raider: "M-6 5q6 -12 12 -10M6 -5L1 -6M6 -5L4 0",
  bound: "M0 -7V7M-4 -4H4M-6 2q1 5 6 5q5 0 6 -5",
  battle: "M-6 5L5 -6M6 5L-5 -6M-6 1L-2 5M6 1L2 5",
  assault: "M-6 5L5 -6M5 -6V-1M5 -6H0M-7 0L0 7",
  besieged: "M-7 0a7 7 0 0 1 14 0M-7 4H7M-3 4V-1H3V4",
  fighting: "M0 -8L2 -2L8 -3L3 1L6 7L0 3L-6 7L-3 1L-8 -3L-2 -2Z",
  leaving: "M6 0H-5M-1 -4L-5.5 0L-1 4M7 -6V6",
  marching: "M-7 4L-3 0L-7 -4M-1 4L3 0L-1 -4M5 4L8 0L5 -4",
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
    s("text", { y: 5, textLength: text.length > 3 ? size - 10 : null, lengthAdjust: "spacingAndGlyphs", text }));
}

/**
 * How many lie in each stack, written on the one on top.
 * @param {string[][]} stacks from the bottom up
 * @param {Map<string, { x: number, y: number }>} spots
 * @param {number} size
 * @param {(id: string) => boolean} isOpen whether a piece is fanned out
 */
export function stackCounts(stacks, spots, size, isOpen) {
  const found = [];
  for (const stack of stacks) {
    let count = 1;
    for (const [n, id] of stack.entries()) {
      const [spot, next] = [spots.get(id), spots.get(stack[n + 1])];
      if (spot && next && Math.hypot(spot.x - next.x, spot.y - next.y) < size / 2) count += 1;
      else {
        const lowest = spots.get(stack[n + 1 - count]);
        if (count > 1 && lowest && !isOpen(id)) found.push(stackCount(lowest, count, size));
        count = 1;
      }
    }
  }
  return found;
}

/** At its lower left, where it covers neither the name of the place nor a number. @param {{ x: number, y: number }} spot of the lowest @param {number} count @param {number} size */
function stackCount({ x, y }, count, size) {
  return s("g", { transform: `translate(${(x - size * 0.5).toFixed(1)} ${(y + size * 0.42).toFixed(1)})` },
    s("circle", { r: size * 0.18 }), s("text", { y: size * 0.09, "font-size": (size * 0.26).toFixed(1), text: count }));
}

/** How strong a piece is, by the first number on it; what has none, or two in one, is no unit that fights. @param {string[] | undefined} values */
export function strength(values) {
  const first = values?.[0] ?? "";
  return /^\d/.test(first) && !first.includes("/") ? parseFloat(first) : -1;
}

/** Nations of a side differ a little in shade; the first has the plain one. @param {ScenePiece[]} pieces */
export function nationShades(pieces) {
  /** @type {Map<string, string[]>} */
  const nations = new Map();
  /** @type {Map<string, number>} */
  const shades = new Map();
  for (const piece of pieces) {
    const list = nations.get(piece.side) ?? [];
    if (!list.includes(piece.nation)) list.push(piece.nation);
    nations.set(piece.side, list);
    shades.set(piece.id, list.indexOf(piece.nation) % 4);
  }
  return shades;
}
