// The board as a picture, and other files to keep.

import { isDark } from "./settings.js";

/** @param {Blob} blob @param {string} name */
export function saveFile(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** The drawing with its style inside, whole map. @param {SVGElement} board @param {number[]} size */
async function standalone(board, size) {
  const style = await (await fetch(new URL("../styles/board.css", import.meta.url))).text();
  const copy = /** @type {SVGElement} */ (board.cloneNode(true));
  for (const part of copy.querySelectorAll(".halo, .fan, .light")) part.remove();
  const placed = board.querySelectorAll(".piece");
  copy.querySelectorAll(".piece").forEach((piece, n) => {
    const [x, y, scale] = /** @type {SVGElement} */ (placed[n]).style.transform.match(/-?[\d.]+/g) ?? ["0", "0", "1"];
    piece.removeAttribute("style");
    piece.setAttribute("transform", `translate(${x} ${y}) scale(${scale})`);
  });
  copy.removeAttribute("style");
  copy.classList.remove("far");
  copy.classList.add("near");
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("viewBox", `0 0 ${size[0]} ${size[1]}`);
  copy.setAttribute("width", String(size[0]));
  copy.setAttribute("height", String(size[1]));
  const sheet = document.createElementNS("http://www.w3.org/2000/svg", "style");
  sheet.textContent = `:root { color-scheme: ${isDark() ? "dark" : "light"}; }\n${style}`;
  copy.prepend(sheet);
  return new XMLSerializer().serializeToString(copy);
}

/** @param {SVGElement} board @param {number[]} size @param {string} name */
export async function saveSvg(board, size, name) {
  saveFile(new Blob([await standalone(board, size)], { type: "image/svg+xml" }), `${name}.svg`);
}

/** @param {SVGElement} board @param {number[]} size @param {string} name */
export async function savePng(board, size, name) {
  const url = URL.createObjectURL(new Blob([await standalone(board, size)], { type: "image/svg+xml" }));
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = size;
  canvas.getContext("2d")?.drawImage(image, 0, 0, size[0], size[1]);
  URL.revokeObjectURL(url);
  const blob = await new Promise((resolve) => { canvas.toBlob(resolve, "image/png"); });
  if (blob) saveFile(blob, `${name}.png`);
}
