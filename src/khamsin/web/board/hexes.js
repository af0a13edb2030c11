// The ground of a hex map. A thousand hexes are few elements: one path for each kind of terrain,
// one for all the sides, so that the map stays light to move.

import { s } from "../common/dom.js";
import { noise, round, smooth, straight } from "./geometry.js";

/** @typedef {import("../types.js").SceneSpace} SceneSpace */
/** @typedef {import("../types.js").Point} Point */

/** Terrain that covers its hex with a pattern. */
const COVERED = ["woods", "fields", "marsh", "dunes", "salt", "rough", "fortified", "beach", "town", "city"];

/** A closed curve through the corners of a polygon, drawn with a trembling hand. @param {SceneSpace} space @param {number} part */
function blob({ polygon, center: [cx, cy] }, part) {
  /** @type {Point[]} */
  const points = [];
  polygon.forEach(([x, y], n) => {
    const [nx, ny] = polygon[(n + 1) % polygon.length];
    for (const [px, py, share] of [[x, y, 0.95], [(x + nx) / 2, (y + ny) / 2, 1.02]]) {
      const wobble = part * share * (1 - (1.15 - part) * 0.3 * noise(px * 0.7 + py * 1.3 + part));
      points.push([cx + (px - cx) * wobble, cy + (py - cy) * wobble]);
    }
  });
  return `${smooth([...points, points[0], points[1]], 1).replace(/C[^C]*$/, "")}Z`;
}

/** Lines between the middles of heights that touch, so that they make one ridge. @param {SceneSpace[]} spaces @param {number} reach of a hex */
function ridges(spaces, reach) {
  return spaces.flatMap((one, n) => spaces.slice(n + 1).map((two) => {
    const [[ax, ay], [bx, by]] = [one.center, two.center];
    return Math.hypot(bx - ax, by - ay) < reach * 1.9 ? `M${ax} ${ay}L${bx} ${by}` : "";
  })).join("");
}

/** Rising ground, lit from the upper left: a slope and two steps up to its top; neighbours run into each other. @param {SceneSpace[]} spaces @param {string} kind */
function heights(spaces, kind) {
  const [{ polygon: [[px, py]], center: [cx, cy] }] = spaces;
  const reach = Math.hypot(px - cx, py - cy);
  const ridge = ridges(spaces, reach);
  const step = (/** @type {string} */ name, /** @type {number} */ share, /** @type {number} */ up) => {
    const shape = () => [s("path", { d: spaces.map((space) => blob(space, share)).join("") }), s("path", { d: ridge, class: "ridge-line", "stroke-width": round(reach * share) })];
    return s("g", { transform: `translate(${-up} ${-up})` }, s("g", { class: "foot", transform: "translate(3 4)" }, ...shape()), s("g", { class: name }, ...shape()));
  };
  const group = s("g", { class: `heights ${kind}` }, step("slope", 1, 0), step("middle", 0.72, 3), step("top", 0.42, 6));
  if (kind === "mountain") group.append(s("path", { d: spaces.map(peaks).join(""), class: "peaks" }));
  return group;
}

/** @param {SceneSpace} space */
function peaks(space) {
  const [x, y] = space.center;
  const wide = Math.abs(space.polygon[0][0] - x) || Math.abs(space.polygon[1][0] - x);
  return [[-0.4, 0.1, 0.34], [0.1, 0.22, 0.4], [0.45, -0.02, 0.26]].map(([dx, dy, high]) => {
    const [px, py, tall] = [x + dx * wide, y + dy * wide + wide * 0.2, high * wide];
    return `M${round(px - tall * 0.8)} ${round(py)}L${round(px)} ${round(py - tall)}L${round(px + tall * 0.8)} ${round(py)}M${round(px)} ${round(py - tall)}l${round(tall * 0.22)} ${round(tall * 0.55)}l${round(tall * 0.2)} ${round(-tall * 0.1)}`;
  }).join("");
}

/** All sides of all hexes, each once. @param {SceneSpace[]} spaces */
function net(spaces) {
  /** @type {Set<string>} */
  const seen = new Set();
  let path = "";
  for (const { polygon } of spaces) {
    polygon.forEach((point, n) => {
      const next = polygon[(n + 1) % polygon.length];
      const ends = [point.join(" "), next.join(" ")].sort();
      const key = ends.join(" ");
      if (seen.has(key)) return;
      seen.add(key);
      path += `M${ends[0]}L${ends[1]}`;
    });
  }
  return path;
}

/** The ground below roads and rivers. @param {SceneSpace[]} spaces @param {boolean} hasSea the sea is drawn by itself */
export function hexGround(spaces, hasSea) {
  const group = s("g", { class: "hexes" });
  const of = (/** @type {string} */ terrain) => spaces.filter((space) => space.terrain === terrain);
  const area = (/** @type {SceneSpace[]} */ list) => list.map((space) => straight(space.polygon, true)).join("");
  const land = spaces.filter((space) => space.terrain !== "sea");
  // Three shades of sand, strewn, so that the desert is not one flat colour.
  const shades = [[], [], []].map(() => /** @type {SceneSpace[]} */ ([]));
  for (const space of land) shades[Math.floor(noise(space.center[0] * 0.013 + space.center[1] * 0.029) * 3)].push(space);
  shades.forEach((list, n) => list.length && group.append(s("path", { d: area(list), class: `soil shade-${n}` })));
  if (of("sea").length && !hasSea) group.append(s("path", { d: area(of("sea")), class: "water" }), s("path", { d: area(of("sea")), fill: "url(#waves)" }));
  for (const terrain of COVERED) {
    const list = of(terrain);
    if (list.length) group.append(s("path", { d: area(list), class: `cover ${terrain}` }), s("path", { d: area(list), fill: `url(#${terrain === "fortified" ? "works" : terrain})` }));
  }
  for (const terrain of ["hill", "mountain"]) if (of(terrain).length) group.append(heights(of(terrain), terrain));
  return group;
}

/** The net of hexsides and the numbers, above the ground. @param {SceneSpace[]} spaces */
export function hexNet(spaces) {
  if (!spaces.length) return s("g");
  const deep = Math.max(...spaces[0].polygon.map((point) => point[1])) - spaces[0].center[1];
  const size = Math.round(deep * 0.17);
  const numbers = s("g", { class: "hex-numbers", "font-size": size });
  for (const { center, short, terrain } of spaces) {
    numbers.append(s("text", { x: center[0], y: round(center[1] - deep * 0.7), text: short, class: terrain === "sea" ? "at-sea" : null }));
  }
  return s("g", {}, s("path", { d: net(spaces), class: "net" }), numbers);
}
