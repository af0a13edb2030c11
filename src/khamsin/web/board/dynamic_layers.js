// What comes and goes on the map besides pieces: who holds which hexes, minefields on hexsides,
// arrows, and what players count.

import { s } from "../common/dom.js";
import { straight } from "./geometry.js";
import { drawShape } from "./lines.js";

/** @typedef {import("../types.js").Point} Point */
/** @typedef {import("../types.js").SceneSpace} SceneSpace */
/** @typedef {import("../types.js").SceneBox} SceneBox */
/** @typedef {import("../types.js").Picture} Picture */
/** @typedef {import("../types.js").Overlay} Overlay */
/** @typedef {import("../types.js").Arrow} Arrow */
/** @typedef {(id: string) => Point | null} Find the middle of a place or a piece */

/** The hexes of each side, and the front between them. @param {SceneSpace[]} hexes @param {Picture} picture @param {(side: string) => string} colourOf */
export function drawControl(hexes, picture, colourOf) {
  /** @type {Map<string, { fields: string, front: string }>} */
  const sides = new Map();
  /** @type {Map<string, { side: string, line: string }>} sides of hexes that were seen from one of the two */
  const open = new Map();
  for (const { id, polygon, center: [cx, cy] } of hexes) {
    const side = picture.spaces[id]?.control;
    if (!side) continue;
    const mine = sides.get(side) ?? { fields: "", front: "" };
    sides.set(side, mine);
    mine.fields += straight(polygon, true);
    // Each side draws the front a little on its own ground.
    const inner = (/** @type {Point} */ [x, y]) => /** @type {Point} */ ([x + (cx - x) * 0.06, y + (cy - y) * 0.06]);
    polygon.forEach((point, n) => {
      const next = polygon[(n + 1) % polygon.length];
      const key = [point.join(" "), next.join(" ")].sort().join(" ");
      const line = straight([inner(point), inner(next)]);
      const other = open.get(key);
      if (!other) open.set(key, { side, line });
      else if (other.side !== side) {
        mine.front += line;
        /** @type {{ front: string }} */ (sides.get(other.side)).front += other.line;
      }
    });
  }
  return [...sides].map(([side, { fields, front }]) => s("g", { class: `control side-${colourOf(side)}` },
    s("path", { d: fields, class: "field" }), s("path", { d: front, class: "border" })));
}

/** @param {Picture} picture @param {Map<string, SceneSpace | SceneBox>} places @param {(side: string) => string} colourOf */
export function drawEdges(picture, places, colourOf) {
  return (picture.edges ?? []).flatMap((edge, n) => {
    const [a, b] = edge.between.map((id) => places.get(id));
    if (!a || !b || !("polygon" in a) || !("polygon" in b)) return [];
    const points = sharedSide(a.polygon, b.polygon);
    if (points.length < 2) return [];
    const node = drawShape({ layer: edge.layer, kind: "line", points }, 5000 + n);
    if (edge.side) node.classList.add(`side-${colourOf(edge.side)}`);
    node.append(s("title", { text: edge.label }));
    return [node];
  });
}

/** The corners that two spaces have in common. @param {Point[]} one @param {Point[]} other @returns {Point[]} */
function sharedSide(one, other) {
  return one.filter(([x, y]) => other.some((point) => Math.abs(point[0] - x) < 0.5 && Math.abs(point[1] - y) < 0.5));
}

/** @param {Arrow[]} arrows @param {Find} find @param {(side: string) => string} colourOf */
export function drawArrows(arrows, find, colourOf) {
  /** @type {{ x: number, y: number, wide: number }[]} where words stand already */
  const taken = [];
  return arrows.flatMap((arrow) => {
    const points = trimmed(arrow.through.map(find).filter((point) => point !== null));
    if (points.length < 2) return [];
    const [mx, my] = arrow.text ? freeSpot(middleOf(points), arrow.text, taken) : [0, 0];
    return [s("g", { class: `arrow ${arrow.kind}${arrow.side ? ` side-${colourOf(arrow.side)}` : ""}` },
      s("path", { d: straight(points), class: "under" }),
      s("path", { d: straight(points), class: "over", "marker-end": arrow.kind === "supply" ? null : "url(#arrow-head)" }),
      arrow.text ? s("text", { x: mx, y: my - 8, text: arrow.text }) : null)];
  });
}

/** The height of a line of writing on an arrow, and how wide a letter is there. */
const LINE = { high: 23, letter: 13 };

/** Where words can be read: moved down until they stand on no others. @param {Point} at @param {string} text @param {{ x: number, y: number, wide: number }[]} taken @returns {Point} */
function freeSpot([x, y], text, taken) {
  const wide = text.length * LINE.letter;
  let low = y;
  while (taken.some((other) => Math.abs(other.y - low) < LINE.high && Math.abs(other.x - x) < (other.wide + wide) / 2)) low += LINE.high / 2;
  taken.push({ x, y: low, wide });
  return [x, low];
}

/** A line that leaves what stands at its ends to be seen. @param {Point[]} points @returns {Point[]} */
function trimmed(points) {
  if (points.length < 2) return points;
  const nearer = (/** @type {Point} */ [x, y], /** @type {Point} */ [tx, ty]) => {
    const far = Math.hypot(tx - x, ty - y);
    const part = far ? Math.min(34 / far, 0.3) : 0;
    return /** @type {Point} */ ([x + (tx - x) * part, y + (ty - y) * part]);
  };
  const last = points.length - 1;
  return [nearer(points[0], points[1]), ...points.slice(1, last), nearer(points[last], points[last - 1])];
}

/** @param {Point[]} points @returns {Point} */
function middleOf(points) {
  const n = Math.floor((points.length - 1) / 2);
  return [(points[n][0] + points[n + 1][0]) / 2, (points[n][1] + points[n + 1][1]) / 2];
}

/**
 * What players count: tints below the pieces, numbers and lines above them.
 * @param {Overlay[]} overlays
 * @param {Map<string, SceneSpace | SceneBox>} places
 * @param {Find} find
 * @param {(side: string) => string} colourOf
 */
export function drawOverlays(overlays, places, find, colourOf) {
  /** @type {SVGElement[]} */
  const below = [];
  /** @type {SVGElement[]} */
  const above = [];
  for (const overlay of overlays) {
    const colour = overlay.side ? ` side-${colourOf(overlay.side)}` : "";
    for (const level of [1, 2, 3]) {
      const path = Object.keys(overlay.spaces).filter((id) => overlay.spaces[id] === level).map((id) => outlineOf(places.get(id))).join("");
      if (path) below.push(s("path", { d: path, class: `tint level-${level}${colour}` }));
    }
    for (const [id, text] of Object.entries(overlay.text ?? {})) {
      const at = find(id);
      if (at) above.push(cost(at, places.get(id), text));
    }
    for (const ring of overlay.rings ?? []) {
      const at = find(ring.at);
      if (at) above.push(s("g", { class: `ring${colour}` }, s("circle", { cx: at[0], cy: at[1], r: ring.radius }), ring.text ? s("text", { x: at[0], y: at[1] - ring.radius - 6, text: ring.text }) : null));
    }
    above.push(...drawArrows(overlay.lines ?? [], find, colourOf));
  }
  return { below, above };
}

/** @param {SceneSpace | SceneBox | undefined} place */
function outlineOf(place) {
  if (!place) return "";
  if ("polygon" in place) return straight(place.polygon, true);
  const [x, y, w, h] = place.rect;
  return `M${x} ${y}h${w}v${h}h${-w}Z`;
}

/** A number in a place, where pieces leave it to be read. @param {Point} at @param {SceneSpace | SceneBox | undefined} place @param {string} text */
function cost(at, place, text) {
  // A hex has its number at the top, an area its name in the middle, below its flag.
  const isHex = place && "polygon" in place && place.kind === "hex";
  const [aside, up] = isHex ? [0, (place.center[1] - Math.min(...place.polygon.map((point) => point[1]))) * 0.8] : [44, 44];
  const wide = Math.max(26, text.length * 11 + 10);
  return s("g", { class: "cost", transform: `translate(${(at[0] + aside).toFixed(1)} ${(at[1] - up).toFixed(1)})` },
    s("rect", { x: -wide / 2, y: -13, width: wide, height: 26, rx: 13 }), s("text", { y: 6, text }));
}
