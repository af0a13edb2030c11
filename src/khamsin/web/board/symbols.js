// What stands for a unit on its counter, and for a town, a fort or a port on the map.

import { s } from "../common/dom.js";

// -- units, in the NATO manner, in a frame of 44 by 28 around the origin --

const [W, H] = [22, 14];

/** @type {Record<string, () => SVGElement[]>} */
const BRANCHES = {
  infantry: () => [line(`M${-W} ${-H}L${W} ${H}M${-W} ${H}L${W} ${-H}`)],
  armour: () => [s("ellipse", { rx: 14, ry: 7.5, class: "ink" })],
  mechanised: () => [...BRANCHES.infantry(), ...BRANCHES.armour()],
  recon: () => [line(`M${-W} ${H}L${W} ${-H}`), s("ellipse", { rx: 14, ry: 7.5, class: "ink" })],
  cavalry: () => [line(`M${-W} ${H}L${W} ${-H}`)],
  at: () => [line(`M${-W} ${H}L0 ${-H}L${W} ${H}`)],
  flak: () => [line(`M${-W} ${H}A${W} 22 0 0 1 ${W} ${H}`), line(`M0 ${H}V-9M-4 -5L0 -9L4 -5`)],
  artillery: () => [s("circle", { r: 5.5, class: "solid" })],
  engineer: () => [line("M-11 7V-6H11V7M0 -6V5")],
  parachute: () => [...BRANCHES.infantry(), line("M-9 12q4.5 -7 9 0q4.5 -7 9 0")],
  marine: () => [...BRANCHES.infantry(), line("M0 -10V9M-6 5q6 8 12 0")],
  hq: () => [s("rect", { x: -W, y: -H, width: 2 * W, height: 9, class: "solid" })],
  supply: () => [line(`M${-W} 7H${W}`)],
  air: () => [line("M-14 0c5 -8 9 -8 14 0c5 8 9 8 14 0c-5 -8 -9 -8 -14 0c-5 8 -9 8 -14 0")],
  naval: () => [line("M0 -10V9M-6 -5H6M-9 3q9 11 18 0")],
  glider: () => [...BRANCHES.infantry(), line("M-10 12L-7 8H7L10 12")],
  commando: () => [...BRANCHES.infantry(), line("M0 -12V12")],
  machine_gun: () => [...BRANCHES.infantry(), line("M0 -12V2M-4 2H4")],
  para_engineer: () => [line("M-11 3V-8H11V3M0 -8V2"), line("M-9 12q4.5 -7 9 0q4.5 -7 9 0")],
  strongpoint: () => [line("M-13 9V-4H-8V-9H-3V-4H3V-9H8V-4H13V9Z")],
  coast_gun: () => [s("circle", { r: 5.5, class: "solid" }), line("M-15 11q5 -5 10 0t10 0t10 0")],
  leader: () => [s("path", { d: "M0 -11L3 -3.5H11L4.7 1.5L7 9.5L0 4.7L-7 9.5L-4.7 1.5L-11 -3.5H-3Z", class: "solid" })],
};

/** @param {string} d */
function line(d) {
  return s("path", { d, class: "ink" });
}

/** Strokes for companies to regiments, crosses from brigades up, above the frame. @param {string} size */
function sizeSign(size) {
  const step = size.startsWith("X") ? 8 : 5;
  return [...size].map((sign, n) => {
    const x = (n - (size.length - 1) / 2) * step;
    return sign === "X" ? `M${x - 2.6} ${-H - 8}l5.2 5.2m0 -5.2l-5.2 5.2` : `M${x} ${-H - 8.5}v6`;
  }).join("");
}

/** @param {{ branch: string, motorised?: boolean, size?: string }} symbol */
export function drawSymbol(symbol) {
  const group = s("g", { class: "symbol" }, s("rect", { x: -W, y: -H, width: 2 * W, height: 2 * H, class: "frame" }));
  group.append(...(BRANCHES[symbol.branch]?.() ?? []));
  if (symbol.motorised) group.append(line(`M0 ${-H}V${H}`));
  if (symbol.size) group.append(s("path", { d: sizeSign(symbol.size), class: "size" }));
  return group;
}

// -- signs of places --

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
