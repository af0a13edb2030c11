// Where the pieces of a place lie: each side in its stack, and side by side when fanned out.

import { bounds } from "./geometry.js";

/** @typedef {{ x: number, y: number }} Spot */
/** @typedef {import("../types.js").SceneSpace} SceneSpace */
/** @typedef {import("../types.js").SceneBox} SceneBox */

/** How far each piece of a stack lies from the one below, in parts of its size. */
const STEP = { x: 0.2, y: -0.065 };

/** The part of a box below its name. @param {SceneBox} box */
const inner = ({ rect: [x, y, width, height] }) => ({ x: x + 8, y: y + 32, width: width - 16, height: height - 38 });

/** One cell of a track. @param {SceneBox} box @param {number} n @returns {{ x: number, y: number, width: number, height: number }} */
export function cellOf(box, n) {
  const count = box.cells?.length ?? 1;
  const columns = Math.min(box.columns ?? count, count);
  const all = inner(box);
  const [width, height] = [all.width / columns, all.height / Math.ceil(count / columns)];
  return { x: all.x + (n % columns) * width, y: all.y + Math.floor(n / columns) * height, width, height };
}

/**
 * Rows of pieces in a rectangle; where there are too many they overlap.
 * @param {string[][]} groups
 * @param {{ x: number, y: number, width: number, height: number }} room
 * @param {number} size
 * @param {Map<string, Spot>} spots
 */
function inRows(groups, room, size, spots) {
  const gap = 10;
  const count = groups.reduce((sum, group) => sum + group.length, 0);
  const high = Math.max(1, Math.floor((room.height + gap) / (size + gap / 2)));
  const wide = Math.max(1, Math.floor((room.width - gap) / (size + 6)));
  const columns = Math.max(wide, Math.ceil(count / high));
  const rows = Math.ceil(count / columns);
  const breaks = rows === 1 ? groups.length - 1 : 0; // a little room between the sides
  const step = columns < 2 ? 0 : Math.min(size + 6, (room.width - 2 * gap - size - breaks * gap) / (columns - 1));
  const down = rows < 2 ? 0 : Math.min(size + 6, (room.height - size) / (rows - 1));
  const top = room.y + room.height / 2 - (down * (rows - 1)) / 2;
  let n = 0;
  groups.forEach((group, side) => group.forEach((id) => {
    spots.set(id, { x: room.x + gap + size / 2 + (n % columns) * step + (breaks ? side * gap : 0), y: top + Math.floor(n / columns) * down });
    n += 1;
  }));
}

/**
 * Spots for everything in a place, in order; `groups` are the stacks of the sides.
 * @param {SceneSpace | SceneBox} place
 * @param {string[][]} groups
 * @param {number} size of a piece
 * @param {(id: string) => number | undefined} cell in which cell of a track it lies
 * @returns {Map<string, Spot>}
 */
export function arrange(place, groups, size, cell) {
  /** @type {Map<string, Spot>} */
  const spots = new Map();
  const filled = groups.filter((group) => group.length);
  if (!filled.length) return spots;
  if ("rect" in place && place.cells) {
    place.cells.forEach((_, n) => {
      const here = filled.flat().filter((id) => (cell(id) ?? 0) === n);
      if (here.length) inRows([here], cellOf(place, n), size, spots);
    });
  } else if ("rect" in place) inRows(filled, inner(place), size, spots);
  else if (place.kind === "zone") {
    const box = bounds(place.polygon);
    inRows(filled, { x: box.x, y: box.y + 46, width: box.width, height: box.height - 46 }, size, spots);
  } else if (place.kind === "hex") inHex(place, filled, size, spots);
  else inArea(place, filled, size, spots);
  return spots;
}

/** @param {SceneSpace} place @param {string[][]} groups @param {number} size @param {Map<string, Spot>} spots */
function inArea(place, groups, size, spots) {
  const [cx, cy] = place.center;
  const [dx, dy] = [STEP.x * size, STEP.y * size];
  const widths = groups.map((group) => size + (group.length - 1) * dx);
  const gap = 6;
  let left = cx - (widths.reduce((sum, width) => sum + width, 0) + gap * (groups.length - 1)) / 2;
  groups.forEach((group, side) => {
    group.forEach((id, n) => spots.set(id, {
      x: left + size / 2 + n * dx,
      y: cy + size * 0.58 + (group.length - 1) * -dy * 0.5 + n * dy,
    }));
    left += widths[side] + gap;
  });
}

/** In a hex: stacks around its middle, tight enough to stay inside it. @param {SceneSpace} place @param {string[][]} groups @param {number} size @param {Map<string, Spot>} spots */
function inHex(place, groups, size, spots) {
  const [cx, cy] = place.center;
  const { width } = bounds(place.polygon);
  const apart = Math.min(size + 4, width - size);
  groups.forEach((group, side) => {
    const step = group.length < 2 ? 0 : Math.min(size * 0.13, (width - size) / (group.length - 1) / (groups.length > 1 ? 2 : 1));
    const middle = cx + (side - (groups.length - 1) / 2) * apart;
    group.forEach((id, n) => {
      const along = (n - (group.length - 1) / 2) * step;
      spots.set(id, { x: middle + along, y: cy - along * 0.7 });
    });
  });
}

/**
 * The same pieces side by side, in rows, around the middle of where they lay, inside the map.
 * @param {string[]} ids
 * @param {Map<string, Spot>} spots
 * @param {number[]} sheet
 * @param {number} size of a piece
 * @returns {Map<string, Spot>}
 */
export function fan(ids, spots, sheet, size) {
  const rows = Math.ceil(ids.length / 5);
  const columns = Math.ceil(ids.length / rows);
  const step = size + 8;
  const old = ids.map((id) => spots.get(id) ?? { x: 0, y: 0 });
  const middle = old.reduce((sum, spot) => sum + spot.x, 0) / old.length;
  const level = old.reduce((sum, spot) => sum + spot.y, 0) / old.length;
  const [w, h] = [columns * step, rows * step];
  const left = Math.min(Math.max(middle - w / 2, 8), sheet[0] - w - 8);
  const top = Math.min(Math.max(level - h / 2, 8), sheet[1] - h - 8);
  return new Map(ids.map((id, n) => [id, {
    x: left + step / 2 + (n % columns) * step,
    y: top + step / 2 + Math.floor(n / columns) * step,
  }]));
}

/**
 * Spots for the markers of a box.
 * @param {SceneBox} box
 * @param {{ id: string, cell?: number }[]} markers
 * @param {number} size
 */
export function arrangeMarkers(box, markers, size) {
  /** @type {Map<string, Spot>} */
  const spots = new Map();
  if (box.cells) {
    /** @type {Map<number, number>} */
    const count = new Map();
    for (const marker of markers) {
      const n = marker.cell ?? 0;
      const before = count.get(n) ?? 0;
      count.set(n, before + 1);
      const cell = cellOf(box, n);
      const wide = cell.width > 2.4 * size; // then the name of the cell can still be read beside it
      const level = wide || (box.cells[n] ?? "").length < 3 ? Math.min(30, cell.height / 2) : 4; // a word is left to be read below it
      spots.set(marker.id, { x: cell.x + (wide ? size * 0.62 : cell.width / 2) + before * 9, y: cell.y + level - before * 9 });
    }
    return spots;
  }
  const { x, y, width, height } = inner(box);
  const step = size + 8;
  const columns = Math.max(1, Math.floor((width + 4) / step));
  markers.forEach((marker, n) => spots.set(marker.id, {
    x: x + 2 + step / 2 + (n % columns) * step,
    y: Math.min(y + 8 + size / 2 + Math.floor(n / columns) * step, y + height - size / 2 + 2),
  }));
  return spots;
}
