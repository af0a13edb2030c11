// Unit symbols in the NATO manner, in a frame of 44 by 28 around the origin.

import { s } from "../common/dom.js";

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
