// The map itself: land, sea, cliffs, roads, names. Drawn once from the scene, never touched again.

import { s } from "../dom.js";
import { bounds, hachures, noise, smooth, straight } from "./geometry.js";

/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").SceneSpace} SceneSpace */
/** @typedef {import("../types.js").Shape} Shape */

/** Small grains and ripples of sand, as patterns that repeat. */
function patterns() {
  const grains = s("pattern", { id: "grains", width: 120, height: 120, patternUnits: "userSpaceOnUse" });
  for (let n = 0; n < 64; n += 1) {
    grains.append(s("circle", { cx: (noise(n) * 120).toFixed(1), cy: (noise(n + 99) * 120).toFixed(1), r: (0.6 + noise(n + 7) * 0.9).toFixed(1), class: n % 3 ? "grain" : "grain light" }));
  }
  const dunes = s("pattern", { id: "dunes", width: 220, height: 150, patternUnits: "userSpaceOnUse", patternTransform: "rotate(-14)" });
  for (let n = 0; n < 9; n += 1) {
    const [x, y, w] = [noise(n + 20) * 160, 10 + n * 16 + noise(n + 40) * 6, 26 + noise(n + 60) * 44];
    dunes.append(s("path", { d: `M${x.toFixed(0)} ${y.toFixed(0)}q${(w / 2).toFixed(0)} -7 ${w.toFixed(0)} 0`, class: "dune" }));
  }
  const waves = s("pattern", { id: "waves", width: 120, height: 64, patternUnits: "userSpaceOnUse" });
  for (const [x, y] of [[14, 16], [74, 48]]) waves.append(s("path", { d: `M${x} ${y}q7 -6 14 0t14 0`, class: "wave" }));
  const works = s("pattern", { id: "works", width: 16, height: 16, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" });
  works.append(s("path", { d: "M0 0V16", class: "work" }));
  return s("defs", {}, grains, dunes, waves, works,
    s("radialGradient", { id: "vignette", cx: "50%", cy: "46%", r: "75%" },
      s("stop", { offset: "62%", class: "clear" }), s("stop", { offset: "100%", class: "edge" })));
}

/** @param {Shape} shape @param {Shape | undefined} coast */
function sea(shape, coast) {
  const path = straight(shape.points, true);
  const clip = s("clipPath", { id: "at-sea" }, s("path", { d: path }));
  const group = s("g", { class: "sea" }, clip, s("path", { d: path, class: "water" }));
  const depths = s("g", { "clip-path": "url(#at-sea)" });
  const shore = coast ? straight(coast.points) : path;
  [230, 150, 88, 44].forEach((width, n) => depths.append(
    s("path", { d: shore, class: "depth", "stroke-width": width + 3 }),
    s("path", { d: shore, class: `shoal shoal-${n + 1}`, "stroke-width": width })));
  depths.append(s("path", { d: path, fill: "url(#waves)" }), s("path", { d: shore, class: "surf", "stroke-width": 15 }));
  group.append(depths);
  return group;
}

/** A name along a line. @param {Shape} shape @param {number} n */
function writing(shape, n) {
  if (shape.points.length < 2) {
    const [x, y] = shape.points[0];
    return s("text", { x, y, class: `name-${shape.layer}`, text: shape.text });
  }
  const id = `line-${n}`;
  return s("g", {}, s("path", { id, d: smooth(shape.points, 1), fill: "none" }),
    s("text", { class: `name-${shape.layer}` }, s("textPath", { href: `#${id}`, startOffset: "50%", text: shape.text })));
}

/** The name of a road, written along its longest straight part, left to right. @param {Shape} shape @param {number} n */
function roadName(shape, n) {
  let best = 0;
  let part = shape.points.slice(0, 2);
  for (let i = 0; i < shape.points.length - 1; i += 1) {
    const [[ax, ay], [bx, by]] = [shape.points[i], shape.points[i + 1]];
    const length = Math.hypot(bx - ax, by - ay);
    const steep = Math.abs(by - ay) > Math.abs(bx - ax) * 1.2;
    if (length > best && !steep) [best, part] = [length, [shape.points[i], shape.points[i + 1]]];
  }
  if (!best) return s("g");
  if (part[0][0] > part[1][0]) part = [part[1], part[0]];
  const id = `road-${n}`;
  return s("g", {}, s("path", { id, d: straight(part), fill: "none" }),
    s("text", { class: `name-${shape.layer}`, dy: -9 }, s("textPath", { href: `#${id}`, startOffset: "50%", text: shape.text })));
}

/** @param {Shape} shape @param {number} n @param {Shape[]} all @returns {SVGElement} */
function draw(shape, n, all) {
  const { layer, kind, points } = shape;
  if (layer === "sea") return sea(shape, all.find((other) => other.layer === "coast"));
  if (kind === "text") return writing(shape, n);
  if (layer === "escarpment") {
    return s("g", { class: "escarpment" },
      s("path", { d: smooth(points), class: "slope" }),
      s("path", { d: hachures(points, 7.5, 26), class: "teeth" }),
      s("path", { d: smooth(points), class: "rim" }));
  }
  if (layer === "coast") return s("g", {}, s("path", { d: straight(points), class: "beach" }), s("path", { d: straight(points), class: "coast" }));
  const path = kind === "polygon" ? straight(points, true) : layer === "link" ? straight(points) : smooth(points);
  const group = s("g", { class: layer }, s("path", { d: path, class: "under" }), s("path", { d: path, class: "over" }));
  if (layer === "link") for (const [cx, cy] of [points[0], points[points.length - 1]]) group.append(s("circle", { cx, cy, r: 8 }));
  if (shape.text) group.append(roadName(shape, n));
  return group;
}

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

/** Number, terrain and name of a space. @param {SceneSpace} space */
export function nameplate(space) {
  const zone = space.kind === "zone";
  const box = bounds(space.polygon);
  const [cx, cy] = zone ? [box.x + 28, box.y + 23] : space.center;
  const lines = twoLines(space.name);
  const level = zone ? cy : cy - 44 - (lines.length - 1) * 18;
  const group = s("g", { class: `nameplate${space.important ? " important" : ""}`, transform: `translate(${cx} ${level})` });
  const badge = space.badge;
  if (zone) {
    if (badge) group.append(badgeOf(badge, 19));
    group.append(s("text", { x: 30, y: 8, class: "place-name zone", text: space.name }));
    return group;
  }
  lines.forEach((line, n) => group.append(s("text", { y: 41 + n * 18, class: `place-name${n ? " second" : ""}`, text: line })));
  if (badge) group.append(badgeOf(badge, 21));
  if (space.value) {
    group.append(s("g", { class: "worth", transform: "translate(24 -12)" },
      s("rect", { x: 2, y: -12, width: 12 + space.value.length * 8.4, height: 22, rx: 11 }),
      s("text", { x: 8 + space.value.length * 4.2, y: 4.5, text: space.value })));
  }
  return group;
}

/** @param {string} name */
function twoLines(name) {
  const at = name.indexOf(" (");
  return at > 0 ? [name.slice(0, at), name.slice(at + 1)] : [name];
}

/** @param {{ shape: string, top: string, bottom: string }} badge @param {number} r */
function badgeOf(badge, r) {
  const corner = (/** @type {number} */ n) => [Math.sin((n * Math.PI) / 3) * r * 1.14, -Math.cos((n * Math.PI) / 3) * r * 1.14];
  return s("g", { class: "badge" },
    badge.shape === "hexagon"
      ? s("path", { d: straight(/** @type {[number, number][]} */ ([0, 1, 2, 3, 4, 5].map(corner)), true) })
      : s("circle", { r }),
    s("text", { y: -1, class: "top", text: badge.top }),
    s("text", { y: 13, class: "bottom", text: badge.bottom }));
}

/** Everything below the pieces that never changes. @param {Scene} scene */
export function drawTerrain(scene) {
  const [width, height] = scene.size;
  const areas = scene.spaces.filter((space) => space.kind !== "zone");
  const below = scene.shapes.filter((shape) => ["land", "sea", "coast"].includes(shape.layer));
  const above = scene.shapes.filter((shape) => !below.includes(shape));
  const map = s("g", { class: "terrain", "aria-hidden": "true" }, patterns(),
    s("rect", { width, height, class: "desert" }),
    s("rect", { width, height, fill: "url(#dunes)" }));
  for (const space of areas) map.append(ground(space));
  map.append(s("rect", { width, height, fill: "url(#grains)" }));
  below.forEach((shape, n) => map.append(draw(shape, n, scene.shapes)));
  above.forEach((shape, n) => map.append(draw(shape, 100 + n, scene.shapes)));
  for (const space of scene.spaces) if (space.kind === "zone") map.append(zoneBox(space));
  map.append(s("rect", { width, height, fill: "url(#vignette)", "pointer-events": "none" }),
    s("rect", { x: 6, y: 6, width: width - 12, height: height - 12, class: "neatline" }));
  for (const space of scene.spaces) map.append(nameplate(space));
  return map;
}
