// The ground of a hex map. A thousand hexes are few elements: one path for each kind of terrain,
// one for all the sides, so that the map stays light to move.

import { s } from "../dom.js";
import { noise, round, straight } from "./geometry.js";

/** @typedef {import("../types.js").SceneSpace} SceneSpace */
/** @typedef {import("../types.js").Point} Point */

/** Terrain that covers its hex with a pattern. */
const COVERED = ["woods", "fields", "marsh", "dunes", "salt", "rough", "fortified", "beach", "town", "city"];

/** A closed curve inside a polygon, the corners cut. @param {Point[]} polygon @param {Point} middle @param {number} part */
function blob(polygon, middle, part) {
  const points = polygon.map(([x, y], n) => {
    const wobble = part * (0.94 + 0.12 * noise(x * 0.7 + y * 1.3 + n));
    return /** @type {Point} */ ([middle[0] + (x - middle[0]) * wobble, middle[1] + (y - middle[1]) * wobble]);
  });
  const between = (/** @type {Point} */ a, /** @type {Point} */ b) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2].map(round).join(" ");
  const start = between(points[points.length - 1], points[0]);
  return `M${start}${points.map((point, n) => `Q${point.map(round).join(" ")} ${between(point, points[(n + 1) % points.length])}`).join("")}Z`;
}

/** Rising ground: a shaded blob with its upper rim; neighbours run into each other. @param {SceneSpace[]} spaces @param {string} kind */
function heights(spaces, kind) {
  const part = (/** @type {number} */ share) => spaces.map((space) => blob(space.polygon, space.center, share)).join("");
  const group = s("g", { class: `heights ${kind}` },
    s("path", { d: part(1.12), class: "foot" }), s("path", { d: part(0.98), class: "slope" }), s("path", { d: part(0.62), class: "top" }));
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

/** The ground below roads and rivers. @param {SceneSpace[]} spaces */
export function hexGround(spaces) {
  const group = s("g", { class: "hexes" });
  const of = (/** @type {string} */ terrain) => spaces.filter((space) => space.terrain === terrain);
  const area = (/** @type {SceneSpace[]} */ list) => list.map((space) => straight(space.polygon, true)).join("");
  const land = spaces.filter((space) => space.terrain !== "sea");
  // Three shades of sand, strewn, so that the desert is not one flat colour.
  const shades = [[], [], []].map(() => /** @type {SceneSpace[]} */ ([]));
  for (const space of land) shades[Math.floor(noise(space.center[0] * 0.013 + space.center[1] * 0.029) * 3)].push(space);
  shades.forEach((list, n) => list.length && group.append(s("path", { d: area(list), class: `soil shade-${n}` })));
  if (of("sea").length) group.append(s("path", { d: area(of("sea")), class: "water" }), s("path", { d: area(of("sea")), fill: "url(#waves)" }));
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
  const size = Math.round(deep * 0.19);
  const numbers = s("g", { class: "hex-numbers", "font-size": size });
  for (const { center, short, terrain } of spaces) {
    numbers.append(s("text", { x: center[0], y: round(center[1] - deep * 0.66), text: short, class: terrain === "sea" ? "at-sea" : null }));
  }
  return s("g", {}, s("path", { d: net(spaces), class: "net" }), numbers);
}
