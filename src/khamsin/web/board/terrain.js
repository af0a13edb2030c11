// The map itself: land, sea, cliffs, roads, names. Drawn once from the scene, never touched again.

import { s } from "../dom.js";
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

/** Everything below the pieces that never changes. @param {Scene} scene */
export function drawTerrain(scene) {
  const [width, height] = scene.size;
  const hexes = scene.spaces.filter((space) => space.kind === "hex");
  const of = (/** @type {string} */ layer) => scene.shapes.filter((shape) => shape.layer === layer);
  const [seas, coasts, washes] = [of("sea"), of("coast"), [...of("land"), ...of("region")]];
  const lines = scene.shapes.filter((shape) => ![...seas, ...coasts, ...washes].includes(shape));
  const map = s("g", { class: "terrain", "aria-hidden": "true" }, patterns(),
    s("rect", { width, height, class: "desert" }), s("rect", { width, height, fill: "url(#dunes)" }));
  if (hexes.length) map.append(hexGround(hexes, seas.length > 0));
  for (const space of scene.spaces) if (space.kind === "area") map.append(ground(space));
  map.append(s("rect", { width, height, fill: "url(#grains)", class: "grains" }));
  washes.forEach((shape, n) => map.append(drawShape(shape, 1000 + n)));
  if (seas.length) map.append(drawSea(seas, coasts));
  if (coasts.length) map.append(drawCoasts(coasts));
  if (hexes.length) map.append(hexNet(hexes));
  lines.forEach((shape, n) => map.append(drawShape(shape, n)));
  for (const space of scene.spaces) if (space.kind === "zone") map.append(zoneBox(space));
  map.append(s("rect", { width, height, fill: "url(#vignette)", "pointer-events": "none" }),
    s("rect", { x: 6, y: 6, width: width - 12, height: height - 12, class: "neatline" }));
  for (const space of scene.spaces) if (space.name || space.badge || space.signs || space.value) map.append(nameplate(space));
  return map;
}
