// Shapes of the scene: coasts, roads, rivers, and what lies along hexsides. Each layer has its manner.

import { s } from "../common/dom.js";
import { hachures, noise, paced, round, smooth, straight } from "./geometry.js";

/** @typedef {import("../types.js").Shape} Shape */
/** @typedef {import("../types.js").Point} Point */

/** Lines that are drawn straight from point to point. */
const STRAIGHT = ["link", "minefield", "works", "wall", "breach", "held"];

/** How much room a letter of a road's name needs. */
const LETTER = 17;
/** The same of a sea or a desert. */
const LARGE_LETTER = 24;

/**
 * The sea with its shallows along the coasts; an outline inside another is an island.
 * @param {Shape[]} seas
 * @param {Shape[]} coasts
 * @param {string} map what tells this map from another on the same page
 */
export function drawSea(seas, coasts, map) {
  const path = seas.map((shape) => straight(shape.points, true)).join("");
  const shore = coasts.length ? coasts.map((shape) => straight(shape.points)).join("") : path;
  const depths = s("g", { "clip-path": `url(#at-sea${map})` });
  [230, 150, 88, 44].forEach((width, n) => depths.append(
    s("path", { d: shore, class: "depth", "stroke-width": width + 3 }),
    s("path", { d: shore, class: `shoal shoal-${n + 1}`, "stroke-width": width })));
  depths.append(s("path", { d: path, fill: "url(#waves)", "fill-rule": "evenodd" }), s("path", { d: shore, class: "surf", "stroke-width": 15 }));
  return s("g", { class: "sea" }, s("clipPath", { id: `at-sea${map}` }, s("path", { d: path, "clip-rule": "evenodd" })), s("path", { d: path, class: "water" }), depths);
}

/** @param {Shape[]} coasts */
export function drawCoasts(coasts) {
  const path = coasts.map((shape) => straight(shape.points)).join("");
  return s("g", {}, s("path", { d: path, class: "beach" }), s("path", { d: path, class: "coast" }));
}

/** Short strokes across a line. @param {Point[]} points @param {number} step @param {number} long */
function sleepers(points, step, long) {
  return paced(points, step).map(({ at, along }) => {
    const [x, y] = [along[1] * long, -along[0] * long];
    return `M${round(at[0] - x)} ${round(at[1] - y)}L${round(at[0] + x)} ${round(at[1] + y)}`;
  }).join("");
}

/** Small crosses along a line, as mines are marked. @param {Point[]} points */
function mines(points) {
  return paced(points, 15).map(({ at: [x, y] }) => `M${round(x - 4)} ${round(y - 4)}l8 8m0 -8l-8 8`).join("");
}

/** Little hills on both sides of a line. @param {Point[]} points @param {number} step @param {number} high */
function humps(points, step, high) {
  return paced(points, step).map(({ at: [x, y] }, n) => {
    const tall = high * (n % 2 ? 0.75 : 1);
    return `M${round(x - tall * 0.8)} ${round(y + tall * 0.5)}L${round(x)} ${round(y - tall * 0.7)}L${round(x + tall * 0.8)} ${round(y + tall * 0.5)}Z`;
  }).join("");
}

/** Tufts of reed along a line. @param {Point[]} points */
function reeds(points) {
  return paced(points, 22).map(({ at: [x, y] }) => `M${round(x - 7)} ${round(y + 4)}h14m-10 0v-6m3 6v-9m3 9v-6`).join("");
}

/** What lies on top of a line, layer by layer. @type {Record<string, (points: Point[]) => SVGElement[]>} */
const ON_TOP = {
  escarpment: (points) => [s("path", { d: hachures(points, 7.5, 26), class: "teeth" })],
  cliff: (points) => [s("path", { d: hachures(points, 7, 17), class: "teeth" })],
  ridge: (points) => [s("path", { d: humps(points, 17, 9), class: "humps" })],
  mountain: (points) => [s("path", { d: humps(points, 26, 17), class: "humps" })],
  marsh: (points) => [s("path", { d: reeds(points), class: "reeds" })],
  railway: (points) => [s("path", { d: sleepers(points, 11, 5), class: "sleepers" })],
  minefield: (points) => [s("path", { d: mines(points), class: "mines" })],
  works: (points) => [s("path", { d: sleepers(points, 9, 6), class: "sleepers" })],
  breach: (points) => [s("path", { d: sleepers(points, 26, 11), class: "sleepers" })],
};

/** A narrow arm of the sea along a line: an outline like a coast, pointed at both ends. @param {Point[]} points */
function inlet(points) {
  const along = paced(points, 6);
  const bank = (/** @type {number} */ side) => along.map(({ at: [x, y], along: [dx, dy] }, n) => {
    const wide = side * (2 + 8 * Math.sin((Math.PI * (n + 0.5)) / along.length) ** 0.5 + 3.5 * (noise(n * 1.7 + side) - 0.5));
    return /** @type {Point} */ ([x - dy * wide, y + dx * wide]);
  });
  return `${smooth([points[0], ...bank(1), points[points.length - 1], ...bank(-1).reverse(), points[0]])}Z`;
}

/** A line or an area in the manner of its layer. @param {Shape} shape @param {number} n @returns {SVGElement} */
export function drawShape(shape, n) {
  const { layer, kind, points } = shape;
  if (kind === "text") return writing(shape, n);
  const path = layer === "shore" ? inlet(points) : kind === "polygon" ? straight(points, true) : STRAIGHT.includes(layer) ? straight(points) : smooth(points);
  const group = s("g", { class: `drawn ${layer}${shape.broken ? " broken" : ""}${kind === "polygon" ? " area" : ""}` },
    s("path", { d: path, class: "under" }), s("path", { d: path, class: "over" }), ...(kind === "line" ? ON_TOP[layer]?.(points) ?? [] : []));
  if (layer === "link") for (const [cx, cy] of [points[0], points[points.length - 1]]) group.append(s("circle", { cx, cy, r: 8 }));
  if (shape.text) group.append(lineName(shape, n));
  return group;
}

/** The line a name is written along, long enough for it in any language. @param {Shape} shape @returns {Point[]} */
function roomFor({ points, text }) {
  const wanted = (text ?? "").length * LARGE_LETTER;
  const long = points.slice(1).reduce((sum, [x, y], n) => sum + Math.hypot(x - points[n][0], y - points[n][1]), 0);
  if (long >= wanted) return points;
  const [mx, my] = [0, 1].map((axis) => (points[0][axis] + points[points.length - 1][axis]) / 2);
  return points.map(([x, y]) => [mx + ((x - mx) * wanted) / long, my + ((y - my) * wanted) / long]);
}

/** A name along a line, or at a point. @param {Shape} shape @param {number} n */
function writing(shape, n) {
  if (shape.points.length < 2) {
    const [x, y] = shape.points[0];
    return s("text", { x, y, class: `name-${shape.layer}`, text: shape.text });
  }
  const id = `line-${n}`;
  return s("g", {}, s("path", { id, d: smooth(roomFor(shape), 1), fill: "none" }),
    s("text", { class: `name-${shape.layer}` }, s("textPath", { href: `#${id}`, startOffset: "50%", text: shape.text })));
}

/** A stretch made longer at both ends. @param {Point[]} stretch @param {number} times @returns {Point[]} */
function longer([[ax, ay], [bx, by]], times) {
  const [x, y, dx, dy] = [(ax + bx) / 2, (ay + by) / 2, ((bx - ax) / 2) * times, ((by - ay) / 2) * times];
  return [[x - dx, y - dy], [x + dx, y + dy]];
}

/** The name of a road, written along its longest straight part, left to right. @param {Shape} shape @param {number} n */
function lineName(shape, n) {
  let best = 0;
  /** @type {Point[]} */
  let part = [];
  // Hexes in a row are one straight part.
  for (let i = 0; i < shape.points.length - 1; i += 1) {
    const [ax, ay] = shape.points[i];
    let end = i + 1;
    const bearing = Math.atan2(shape.points[end][1] - ay, shape.points[end][0] - ax);
    while (end + 1 < shape.points.length && Math.abs(Math.atan2(shape.points[end + 1][1] - ay, shape.points[end + 1][0] - ax) - bearing) < 0.12) end += 1;
    const [bx, by] = shape.points[end];
    const length = Math.hypot(bx - ax, by - ay);
    const steep = Math.abs(by - ay) > Math.abs(bx - ax) * 1.2;
    if (length > best && !steep) [best, part] = [length, [[ax, ay], [bx, by]]];
  }
  if (!best) return s("g");
  if (part[0][0] > part[1][0]) part = [part[1], part[0]];
  const wanted = (shape.text ?? "").length * LETTER;
  if (best < wanted) part = longer(part, wanted / best);
  const id = `road-${n}`;
  return s("g", {}, s("path", { id, d: straight(part), fill: "none" }),
    s("text", { class: `name-line name-${shape.layer}`, dy: -9 }, s("textPath", { href: `#${id}`, startOffset: "50%", text: shape.text })));
}
