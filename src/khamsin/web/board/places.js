// The places of the map as things to look at, focus and click: spaces, tracks and boxes. There may
// be a thousand of them, so that each has only the parts it needs now.

import { s } from "../common/dom.js";
import { nameOf } from "./descriptions.js";
import { bounds, straight } from "./geometry.js";
import { cellOf } from "./layout.js";
import { twoLines } from "./names.js";
import { drawMark } from "./pieces.js";

/** @typedef {import("../types.js").SceneSpace} SceneSpace */
/** @typedef {import("../types.js").SceneBox} SceneBox */

/** The sign of the side that holds a place; its shape says the same as its colour. @param {string} colour */
function flag(colour) {
  return s("g", { class: `flag side-${colour}` },
    s("path", { d: "M0 14V-14", class: "pole" }),
    colour === "b" ? s("path", { d: "M0 -14H22L16 -7L22 0H0Z" }) : s("path", { d: "M0 -14H22V0H0Z" }));
}

/** @param {SceneSpace} space @param {boolean} hasSea */
export function drawPlace(space, hasSea) {
  const zone = space.kind === "zone";
  const hex = space.kind === "hex";
  const box = bounds(space.polygon);
  const [cx, cy] = space.center;
  const shape = (/** @type {string} */ name) => (zone ? s("rect", { ...box, rx: 12, class: name }) : s("path", { d: straight(space.polygon, true), class: name }));
  const high = twoLines(space.name).length > 1 ? 18 : 0; // a name of two lines stands higher
  const spots = zone ? [[box.x + box.width - 34, box.y + 24], [box.x + box.width - 54, box.y + 22]]
    : hex ? [[cx - box.width * 0.3, cy - box.height * 0.2], [cx + box.width * 0.3, cy - box.height * 0.22]]
      : [[cx - 50, cy - 42 - high], [cx - 68, cy - 42 - high]];
  const element = s("g", { class: "place", tabindex: -1, role: "button", data: { place: space.id }, "aria-label": nameOf(space) }, shape("light"));
  const onLand = hasSea && space.kind === "area" ? "url(#on-land)" : null;
  if (onLand) element.querySelector(".light")?.setAttribute("clip-path", onLand);
  let drawn = "";
  return {
    element,
    /** Who holds it, and its marks. @param {string} colour @param {string[]} marks @param {Record<string, string>} labels */
    show(colour, marks, labels) {
      const look = `${colour} ${marks.join(" ")}`;
      if (look === drawn) return;
      drawn = look;
      const light = element.querySelector(".light");
      const parts = [/** @type {Node} */ (light)];
      // The hexes of a side are drawn together, by control.js.
      if (colour && !hex) {
        const hold = shape(`hold side-${colour}`);
        hold.setAttribute("clip-path", `url(#in-${space.id})`);
        const pole = flag(colour);
        pole.setAttribute("transform", `translate(${spots[0].join(" ")})`);
        parts.unshift(s("clipPath", { id: `in-${space.id}` }, shape("")), s("g", { "clip-path": onLand }, hold));
        parts.push(pole);
      }
      const signs = marks.filter((mark) => mark !== "active").map((mark, n) => {
        const sign = drawMark(mark, labels[mark] ?? mark);
        sign.setAttribute("transform", `translate(${spots[1][0] - n * 26} ${spots[1][1]})`);
        return sign;
      });
      element.replaceChildren(...parts, ...signs);
      element.classList.toggle("is-active", marks.includes("active"));
    },
  };
}

/** @param {SceneBox} box @param {string} colour @param {(id: string) => void} fold */
export function drawBox(box, colour, fold) {
  const [x, y, width, height] = box.rect;
  const indent = box.folds ? 34 : 12;
  const letters = (width - indent - 8) / (0.66 * Math.max(box.name.length, 1)); // a long name is written smaller
  const element = s("g", { class: `place box${colour ? ` of-${colour}` : ""}`, tabindex: -1, role: "group", "aria-label": box.name, data: { place: box.id } },
    s("rect", { x: x + 3, y: y + 4, width, height, rx: 9, class: "shade" }),
    s("rect", { x, y, width, height, rx: 9, class: "paper" }),
    s("text", { x: x + indent, y: y + 23, class: "box-name", style: `--most: ${letters.toFixed(1)}px`, text: box.name }));
  const content = s("g", { class: "cells" });
  (box.cells ?? []).forEach((label, n) => {
    const cell = cellOf(box, n);
    const aside = cell.width > 120 ? 22 : 0; // room for a marker
    const size = (cell.width - 8 - 2 * aside) / (0.62 * Math.max(label.length, 1));
    content.append(
      s("rect", { x: cell.x + 2, y: cell.y + 1, width: cell.width - 4, height: cell.height - 3, rx: 5, class: "cell" }),
      s("text", { x: cell.x + cell.width / 2 + aside, y: cell.y + cell.height / 2 + 7, class: "cell-name", style: `--most: ${size.toFixed(1)}px`, text: label }));
  });
  const light = s("rect", { x, y, width, height, rx: 9, class: "light" });
  const count = s("text", { x: x + width - 14, y: y + 23, class: "box-count" });
  element.append(content, light, count);
  if (box.folds) {
    const toggle = s("g", { class: "fold", role: "button", tabindex: 0, "aria-label": box.name, "aria-expanded": "true", transform: `translate(${x + 19} ${y + 17})` },
      s("circle", { r: 13 }), s("path", { d: "M-5 -2.5L0 3L5 -2.5" }));
    const turn = (/** @type {Event} */ event) => { event.stopPropagation(); event.preventDefault(); fold(box.id); };
    toggle.addEventListener("click", turn);
    toggle.addEventListener("keydown", (event) => { if (["Enter", " "].includes(/** @type {KeyboardEvent} */ (event).key)) turn(event); });
    element.append(toggle);
  }
  return {
    element,
    /** Open, or only its name and how many pieces lie in it. @param {boolean} closed @param {number} inside */
    showFold(closed, inside) {
      const tall = closed ? 34 : height;
      for (const part of element.querySelectorAll(":scope > rect")) part.setAttribute("height", String(tall));
      element.classList.toggle("folded", closed);
      element.querySelector(".fold")?.setAttribute("aria-expanded", String(!closed));
      count.textContent = closed && inside ? String(inside) : "";
    },
  };
}
