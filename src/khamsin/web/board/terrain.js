// The map itself: land, sea, cliffs, roads, names. Drawn once from the scene, never touched again.

import { s } from "../common/dom.js";
import { bounds, straight } from "./geometry.js";
import { hexGround, hexNet } from "./hexes.js";
import { drawCoasts, drawSea, drawShape } from "./lines.js";
import { nameplate } from "./names.js";
import { patterns } from "./patterns.js";

/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").SceneSpace} SceneSpace */

/** @param {SceneSpace} space */
function ground(space) {
  const path = straight(space.polygon, true);
  return s("g", { class: `ground ${space.terrain}` },
    s("path", { d: path, class: "soil" }),
    space.terrain === "fortified" ? s("path", { d: path, fill: "url(#works)" }) : null,
    s("path", { d: path, class: "edge" }));
}

/** @param {SceneSpace} space */
function zoneBox(space) {
  const { x, y, width, height } = bounds(space.polygon);
  return s("g", { class: "zone-box" },
    s("rect", { x: x + 4, y: y + 5, width, height, rx: 12, class: "shade" }),
    s("rect", { x, y, width, height, rx: 12, class: "paper" }),
    s("rect", { x, y, width, height: 44, rx: 12, class: "head" }),
    s("rect", { x, y, width, height, rx: 12, class: "frame" }));
}

/**
 * What is land: a border or a light does not run out over the sea.
 * @param {import("../types.js").Shape[]} seas
 * @param {number[]} size
 */
function landOnly(seas, [width, height]) {
  const path = `M0 0H${width}V${height}H0Z${seas.map((shape) => straight(shape.points, true)).join("")}`;
  return s("clipPath", { id: "on-land" }, s("path", { d: path, "clip-rule": "evenodd" }));
}

/** A map without its writing, for a small picture. @param {Scene} scene @returns {Scene} */
export function withoutNames(scene) {
  return {
    ...scene,
    shapes: scene.shapes.filter((shape) => shape.kind !== "text").map((shape) => ({ ...shape, text: "" })),
    spaces: scene.spaces.map((space) => ({ ...space, name: "", short: "", badge: undefined, value: undefined })),
  };
}

/** Everything below the pieces that never changes. @param {Scene} scene @param {string} [map] what tells this map from another on the same page; the first one has the patterns for all */
export function drawTerrain(scene, map = "") {
  const [width, height] = scene.size;
  const hexes = scene.spaces.filter((space) => space.kind === "hex");
  const of = (/** @type {string} */ layer) => scene.shapes.filter((shape) => shape.layer === layer);
  const [seas, coasts, washes] = [of("sea"), of("coast"), [...of("land"), ...of("region")]];
  const meadows = of("meadow");
  const lines = scene.shapes.filter((shape) => ![...seas, ...coasts, ...washes, ...meadows].includes(shape));
  // The sheet lies on a table: a soft shadow, without a filter that would have to be drawn anew.
  const shade = [10, 20, 32].map((far) => s("rect", { x: -far * 0.4, y: -far * 0.2, width: width + far, height: height + far, rx: far, class: "sheet-shade" }));
  const drawing = s("g", { class: "terrain", "aria-hidden": "true" }, map ? null : patterns(), map || !seas.length ? null : landOnly(seas, scene.size), ...shade,
    s("rect", { width, height, class: "desert" }), s("rect", { width, height, fill: "url(#dunes)" }));
  meadows.forEach((shape, n) => drawing.append(drawShape(shape, 2000 + n)));
  // Beyond the last hexes the sea goes on to the edge of the sheet, and the coast with it.
  const isInside = seas.every((shape) => shape.points.every(([x, y]) => x > 0 && y > 0 && x < width && y < height));
  if (hexes.length && isInside) drawing.append(s("path", { d: seas.map((shape) => straight(shape.points, true)).join(""), class: "open-sea" }));
  if (hexes.length) drawing.append(hexGround(hexes, seas.length > 0));
  for (const space of scene.spaces) if (space.kind === "area") drawing.append(ground(space));
  drawing.append(s("rect", { width, height, fill: "url(#grains)", class: "grains" }));
  washes.forEach((shape, n) => drawing.append(drawShape(shape, 1000 + n)));
  if (seas.length) drawing.append(drawSea(seas, coasts, map));
  if (coasts.length) drawing.append(drawCoasts(coasts));
  if (hexes.length) drawing.append(hexNet(hexes));
  lines.forEach((shape, n) => drawing.append(drawShape(shape, n)));
  for (const space of scene.spaces) if (space.kind === "zone") drawing.append(zoneBox(space));
  drawing.append(s("rect", { width, height, fill: "url(#vignette)", "pointer-events": "none" }),
    s("rect", { x: 6, y: 6, width: width - 12, height: height - 12, class: "neatline" }));
  drawing.append(s("g", { class: "all-names" }, ...scene.spaces.filter((space) => space.name || space.badge || space.signs || space.value).map(nameplate)));
  return drawing;
}
