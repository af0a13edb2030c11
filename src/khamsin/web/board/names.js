// Names, numbers and badges of places.

import { s } from "../common/dom.js";
import { bounds, straight } from "./geometry.js";
import { drawSigns } from "./symbols.js";

/** @typedef {import("../types.js").SceneSpace} SceneSpace */

/** As many letters have no room beside each other in a hex. */
const LONG = 14;

/** Number, terrain and name of a space. @param {SceneSpace} space */
export function nameplate(space) {
  if (space.kind === "hex") return hexName(space);
  const zone = space.kind === "zone";
  const box = bounds(space.polygon);
  const [cx, cy] = zone ? [box.x + 28, box.y + 23] : space.center;
  const lines = twoLines(space.name);
  const level = zone ? cy : cy - 44 - (lines.length - 1) * 18;
  const group = s("g", { class: `nameplate${zone ? " of-zone" : ""}${space.important ? " important" : ""}`, transform: `translate(${cx} ${level})` });
  const badge = space.badge;
  if (zone) {
    if (badge) group.append(badgeOf(badge, 19));
    group.append(s("text", { x: badge ? 30 : -14, y: 8, class: "place-name zone", text: space.name }));
    return group;
  }
  lines.forEach((line, n) => group.append(s("text", { y: 41 + n * 18, class: `place-name${n ? " second" : ""}`, text: line })));
  if (badge) group.append(badgeOf(badge, 21));
  else if (space.signs?.length) group.append(drawSigns(space.signs, 1));
  if (space.value) group.append(worth(space.value, 24, -12));
  return group;
}

/** A hex has its name below, its signs in the middle. @param {SceneSpace} space */
function hexName(space) {
  const [cx, cy] = space.center;
  const deep = Math.max(...space.polygon.map((point) => point[1])) - cy;
  const group = s("g", { class: `nameplate of-hex${space.important ? " important" : ""}`, transform: `translate(${cx} ${cy})` });
  if (space.signs?.length) {
    const signs = drawSigns(space.signs, deep / 62);
    signs.setAttribute("transform", `translate(0 ${(-deep * 0.02).toFixed(1)})`);
    group.append(signs);
  }
  if (space.name) {
    const lines = inHex(space.name);
    const size = deep * 0.26;
    const wide = bounds(space.polygon).width * 0.9; // names of neighbours leave a gap between them
    const narrow = (/** @type {string} */ line) => (line.length * size * 0.68 > wide ? { textLength: wide.toFixed(1), lengthAdjust: "spacingAndGlyphs" } : {});
    const low = deep * 0.82 - (lines.length - 1) * size * 0.45;
    group.append(s("g", { class: "names" }, ...lines.map((line, n) => s("text", { y: (low + n * size * 0.95).toFixed(1), class: "place-name", style: `font-size: clamp(${size.toFixed(1)}px, 11 * var(--px, 1px), ${(deep * 0.31).toFixed(1)}px)`, ...narrow(line), text: line }))));
  }
  if (space.value) group.append(worth(space.value, deep * 0.2, -deep * 0.5));
  return group;
}

/** A long name in two lines of much the same length. @param {string} name */
function inHex(name) {
  if (name.length < LONG) return [name];
  const middle = name.length / 2;
  const gaps = [...name.matchAll(/ /g)].map((gap) => gap.index);
  if (!gaps.length) return [name];
  const at = gaps.reduce((best, gap) => (Math.abs(gap - middle) < Math.abs(best - middle) ? gap : best));
  return [name.slice(0, at), name.slice(at + 1)];
}

/** @param {string} value @param {number} x @param {number} y */
function worth(value, x, y) {
  return s("g", { class: "worth", transform: `translate(${x} ${y})` },
    s("rect", { x: 2, y: -12, width: 12 + value.length * 8.4, height: 22, rx: 11 }),
    s("text", { x: 8 + value.length * 4.2, y: 4.5, text: value }));
}

/** @param {string} name */
export function twoLines(name) {
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
    s("text", { y: badge.bottom ? -1 : 6, class: "top", text: badge.top }),
    badge.bottom ? s("text", { y: 13, class: "bottom", text: badge.bottom }) : null);
}
