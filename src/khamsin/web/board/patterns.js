// Patterns that repeat: sand, waves, works, woods, fields and so on.

import { s } from "../common/dom.js";
import { noise } from "./geometry.js";

/** @param {string} id @param {number} width @param {number} height @param {SVGElement[]} content @param {string} [turn] */
function pattern(id, width, height, content, turn) {
  return s("pattern", { id, width, height, patternUnits: "userSpaceOnUse", patternTransform: turn ? `rotate(${turn})` : null }, ...content);
}

/** @param {number} count @param {(n: number) => SVGElement} make */
const many = (count, make) => Array.from({ length: count }, (_, n) => make(n));
/** @param {number} seed @param {number} size */
const along = (seed, size) => (noise(seed) * size).toFixed(1);

function trees() {
  return many(9, (n) => {
    const [x, y] = [6 + (n % 3) * 18 + noise(n) * 8, 9 + Math.floor(n / 3) * 17 + noise(n + 5) * 6];
    return s("g", {}, s("circle", { cx: (x + 1.5).toFixed(1), cy: (y + 2).toFixed(1), r: 6.4, class: "tree-shade" }), s("circle", { cx: x.toFixed(1), cy: y.toFixed(1), r: 6, class: "tree" }));
  });
}

/** @param {number} count @param {number} size */
function houses(count, size) {
  return many(count, (n) => s("rect", { x: along(n + 3, size - 12), y: along(n + 31, size - 10), width: 6 + Math.round(noise(n) * 6), height: 5 + Math.round(noise(n + 9) * 5), class: n % 4 ? "house" : "house tall" }));
}

export function patterns() {
  return s("defs", {},
    pattern("grains", 120, 120, many(64, (n) => s("circle", { cx: along(n, 120), cy: along(n + 99, 120), r: (0.6 + noise(n + 7) * 0.9).toFixed(1), class: n % 3 ? "grain" : "grain light" }))),
    pattern("dunes", 220, 150, many(9, (n) => {
      const [x, y, w] = [noise(n + 20) * 160, 10 + n * 16 + noise(n + 40) * 6, 26 + noise(n + 60) * 44];
      return s("path", { d: `M${x.toFixed(0)} ${y.toFixed(0)}q${(w / 2).toFixed(0)} -7 ${w.toFixed(0)} 0`, class: "dune" });
    }), "-14"),
    pattern("waves", 120, 64, [[14, 16], [74, 48]].map(([x, y]) => s("path", { d: `M${x} ${y}q7 -6 14 0t14 0`, class: "wave" }))),
    pattern("works", 16, 16, [s("path", { d: "M0 0V16", class: "work" })], "45"),
    pattern("woods", 56, 54, trees()),
    pattern("fields", 64, 52, [s("path", { d: "M2 14H40V2M40 14V50M2 38H40M40 26H64M20 14V38", class: "stone-wall" })], "-8"),
    pattern("marsh", 46, 30, [s("path", { d: "M6 10h14M10 10v-6M13 10v-8M16 10v-5M28 25h14M32 25v-6M35 25v-8M38 25v-5", class: "reed" })]),
    pattern("salt", 40, 40, many(10, (n) => s("path", { d: `M${along(n, 36)} ${along(n + 50, 36)}l4 2l3 -3`, class: "crack" }))),
    pattern("rough", 60, 60, many(14, (n) => s("path", { d: `M${along(n, 54)} ${along(n + 70, 54)}l3 -4l4 1l2 4z`, class: "stone" }))),
    pattern("beach", 18, 18, many(7, (n) => s("circle", { cx: along(n, 18), cy: along(n + 13, 18), r: 0.9, class: "pebble" }))),
    pattern("town", 74, 70, houses(7, 74)),
    pattern("city", 60, 60, houses(15, 60)),
    s("marker", { id: "arrow-head", viewBox: "0 0 10 10", refX: 7, refY: 5, markerWidth: 3.4, markerHeight: 3.4, orient: "auto-start-reverse" }, s("path", { d: "M0 0L10 5L0 10Z", class: "head" })),
    s("radialGradient", { id: "vignette", cx: "50%", cy: "46%", r: "75%" },
      s("stop", { offset: "62%", class: "clear" }), s("stop", { offset: "100%", class: "edge" })));
}
