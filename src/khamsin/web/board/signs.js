// Signs that stand in a place: towns, forts, ports, airfields and what else the map marks.

import { s } from "../common/dom.js";

/** @type {Record<string, () => SVGElement[]>} each in a square of 32 around the origin */
const SIGNS = {
  town: () => [s("circle", { r: 7, class: "plate" }), s("circle", { r: 4, class: "dot" })],
  city: () => [s("path", { d: "M0 -11L11 0L0 11L-11 0Z", class: "plate" }), s("path", { d: "M0 -6L6 0L0 6L-6 0Z", class: "dot" })],
  fort: () => [s("path", { d: "M-12 12V-7H-7V-12H-3V-7H3V-12H7V-7H12V12Z", class: "plate" }), s("path", { d: "M-4 12V4a4 4 0 0 1 8 0V12", class: "dot" })],
  port: () => [anchor(1)],
  major_port: () => [s("circle", { r: 15, class: "plate sea-plate" }), anchor(0.95)],
  airfield: () => [s("circle", { r: 14, class: "plate" }), s("path", { d: "M0 -11q2.4 0 2.4 4V-3L11 3V5.5L2.4 3.2V7.5L5 10V11.5L0 10.2L-5 11.5V10L-2.4 7.5V3.2L-11 5.5V3L-2.4 -3V-7q0 -4 2.4 -4Z", class: "dot" })],
  oasis: () => [s("path", { d: "M-13 11q13 -6 26 0Z", class: "pool" }), s("path", { d: "M0 10q-2 -9 1 -18M1 -8q-8 -5 -12 2M1 -8q8 -5 11 2M1 -8q-3 -7 -9 -6M1 -8q4 -7 9 -5", class: "palm" })],
  depot: () => [s("path", { d: "M-11 10V-4L0 -11L11 -4V10Z", class: "plate" }), s("path", { d: "M-6 10V0H6V10M-6 5H6", class: "thin" })],
  base: () => [s("rect", { x: -12, y: -12, width: 24, height: 24, class: "dot" }), s("path", { d: "M-6 6L0 -7L6 6Z", class: "plate" })],
  victory: () => [s("path", { d: "M0 -13L3.7 -4.3L13 -4.1L5.6 1.6L8.1 10.6L0 5.4L-8.1 10.6L-5.6 1.6L-13 -4.1L-3.7 -4.3Z", class: "star" })],
  beach: () => [s("path", { d: "M-13 4q4 -6 8.6 0t8.6 0t8.6 0", class: "surf-line" }), s("path", { d: "M0 -13V-2M-4 -6L0 -1.5L4 -6", class: "thin" })],
};

/** @param {number} size */
function anchor(size) {
  return s("path", { d: "M0 -11a2.6 2.6 0 1 0 .01 0M0 -6V11M-6 -2.5H6M-10 3q1.5 8 10 8q8.5 0 10 -8", class: "anchor", transform: `scale(${size})` });
}

/** Signs side by side. @param {string[]} names @param {number} size */
export function drawSigns(names, size) {
  const group = s("g", { class: "signs" });
  const known = names.filter((name) => SIGNS[name]);
  known.forEach((name, n) => group.append(s("g", { class: `sign-of ${name}`, transform: `translate(${((n - (known.length - 1) / 2) * 34 * size).toFixed(1)} 0) scale(${size.toFixed(2)})` }, ...SIGNS[name]())));
  return group;
}
