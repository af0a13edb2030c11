// The places of the map as things to look at, focus and click: spaces, tracks and boxes.

import { s } from "../dom.js";
import { bounds, straight } from "./geometry.js";
import { drawMark } from "./pieces.js";

/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").SceneSpace} SceneSpace */
/** @typedef {import("../types.js").SceneBox} SceneBox */

/** The sign of the side that holds a place; its shape says the same as its colour. @param {string} colour */
export function flag(colour) {
  return s("g", { class: `flag side-${colour}` },
    s("path", { d: "M0 14V-14", class: "pole" }),
    colour === "b" ? s("path", { d: "M0 -14H22L16 -7L22 0H0Z" }) : s("path", { d: "M0 -14H22V0H0Z" }));
}

/** @param {SceneSpace} space */
export function drawPlace(space) {
  const path = straight(space.polygon, true);
  const zone = space.kind === "zone";
  const box = bounds(space.polygon);
  const high = space.name.includes(" (") ? 18 : 0; // a name of two lines stands higher
  const shape = () => (zone ? s("rect", { ...box, rx: 12 }) : s("path", { d: path }));
  const clip = s("clipPath", { id: `in-${space.id}` }, shape());
  const parts = {
    hold: shape(),
    tint: shape(),
    light: shape(),
    flag: s("g", { transform: zone ? `translate(${box.x + box.width - 34} ${box.y + 24})` : `translate(${space.center[0] - 50} ${space.center[1] - 42 - high})` }),
    marks: s("g", { transform: zone ? `translate(${box.x + box.width - 54} ${box.y + 22})` : `translate(${space.center[0] - 68} ${space.center[1] - 42 - high})` }),
  };
  parts.hold.setAttribute("class", "hold");
  parts.hold.setAttribute("clip-path", `url(#in-${space.id})`);
  parts.tint.setAttribute("class", "tint");
  parts.light.setAttribute("class", "light");
  const element = s("g", { class: "place", tabindex: -1, role: "button", data: { place: space.id } },
    clip, parts.hold, parts.tint, parts.light, parts.flag, parts.marks);
  return { element, parts };
}

/** @param {SceneBox} box */
export function drawBox(box) {
  const [x, y, width, height] = box.rect;
  const element = s("g", { class: "place box", tabindex: -1, role: "group", data: { place: box.id } },
    s("rect", { x: x + 3, y: y + 4, width, height, rx: 9, class: "shade" }),
    s("rect", { x, y, width, height, rx: 9, class: "paper" }),
    s("text", { x: x + 12, y: y + 23, class: "box-name", text: box.name }));
  if (box.cells) {
    const cell = (width - 16) / box.cells.length;
    box.cells.forEach((label, n) => element.append(
      s("rect", { x: x + 8 + n * cell + 2, y: y + 33, width: cell - 4, height: height - 41, rx: 5, class: "cell" }),
      s("text", { x: x + 8 + (n + 0.5) * cell + (cell > 120 ? 22 : 0), y: y + height / 2 + 23, class: "cell-name", text: label })));
  }
  const light = s("rect", { x, y, width, height, rx: 9, class: "light" });
  element.append(light);
  return { element, parts: { light } };
}

/** @param {SVGElement} group @param {string[]} marks @param {Record<string, string>} labels */
export function fillMarks(group, marks, labels) {
  group.replaceChildren();
  marks.filter((mark) => mark !== "active").forEach((mark, n) => {
    const sign = drawMark(mark, labels[mark] ?? mark);
    sign.setAttribute("transform", `translate(${-n * 26} 0)`);
    group.append(sign);
  });
}
