// Where the pieces of a place lie: each side in its stack, and side by side when fanned out.

import { bounds } from "./geometry.js";
import { SIZE } from "./pieces.js";

/** @typedef {{ x: number, y: number }} Spot */
/** @typedef {import("../types.js").Scene} Scene */

const STEP_X = 18;
const STEP_Y = -6;

/**
 * @param {number} count
 * @param {number} room
 * @param {number} [widest]
 */
function spread(count, room, widest = SIZE + 6) {
  return count < 2 ? 0 : Math.min(widest, (room - SIZE) / (count - 1));
}

/**
 * Spots for everything in a place, in order; `groups` are the stacks of the sides.
 * @param {{ kind: string, polygon?: any, center?: any, rect?: number[] }} place
 * @param {string[][]} groups
 * @returns {Map<string, Spot>}
 */
export function arrange(place, groups) {
  /** @type {Map<string, Spot>} */
  const spots = new Map();
  const filled = groups.filter((group) => group.length);
  if (!filled.length) return spots;
  if (place.kind === "zone" || place.rect) {
    const box = place.rect ? { x: place.rect[0], y: place.rect[1], width: place.rect[2], height: place.rect[3] } : bounds(place.polygon);
    const all = filled.flat();
    const gap = filled.length > 1 ? 10 : 0;
    const step = spread(all.length, box.width - 20 - gap * (filled.length - 1));
    const head = place.rect ? 30 : 46;
    let x = box.x + 10 + SIZE / 2;
    const y = box.y + head + (box.height - head) / 2;
    for (const group of filled) {
      for (const id of group) {
        spots.set(id, { x, y });
        x += step || SIZE + 6;
      }
      x += gap;
    }
    return spots;
  }
  const [cx, cy] = place.center;
  const widths = filled.map((group) => SIZE + (group.length - 1) * STEP_X);
  const gap = 6;
  const whole = widths.reduce((sum, width) => sum + width, 0) + gap * (filled.length - 1);
  let left = cx - whole / 2;
  filled.forEach((group, side) => {
    group.forEach((id, n) => spots.set(id, {
      x: left + SIZE / 2 + n * STEP_X,
      y: cy + 53 + (group.length - 1) * -STEP_Y * 0.5 + n * STEP_Y,
    }));
    left += widths[side] + gap;
  });
  return spots;
}

/**
 * The same pieces side by side, in rows, around the middle of where they lay, inside the map.
 * @param {string[]} ids
 * @param {Map<string, Spot>} spots
 * @param {number[]} size
 * @returns {Map<string, Spot>}
 */
export function fan(ids, spots, size) {
  const rows = Math.ceil(ids.length / 5);
  const columns = Math.ceil(ids.length / rows);
  const step = SIZE + 8;
  const old = ids.map((id) => spots.get(id) ?? { x: 0, y: 0 });
  const middle = old.reduce((sum, spot) => sum + spot.x, 0) / old.length;
  const level = old.reduce((sum, spot) => sum + spot.y, 0) / old.length;
  const [w, h] = [columns * step, rows * step];
  const left = Math.min(Math.max(middle - w / 2, 8), size[0] - w - 8);
  const top = Math.min(Math.max(level - h / 2, 8), size[1] - h - 8);
  return new Map(ids.map((id, n) => [id, {
    x: left + step / 2 + (n % columns) * step,
    y: top + step / 2 + Math.floor(n / columns) * step,
  }]));
}

/**
 * Spots for the markers of a box.
 * @param {{ rect: number[], cells?: string[] }} box
 * @param {{ id: string, cell?: number }[]} markers
 * @param {number} size
 */
export function arrangeMarkers(box, markers, size) {
  const [x, y, width, height] = box.rect;
  /** @type {Map<string, Spot>} */
  const spots = new Map();
  if (box.cells) {
    const cell = (width - 16) / box.cells.length;
    /** @type {Map<number, number>} */
    const count = new Map();
    for (const marker of markers) {
      const n = marker.cell ?? 0;
      const before = count.get(n) ?? 0;
      count.set(n, before + 1);
      const wide = cell > 2.4 * size; // then the name of the cell can still be read beside it
      spots.set(marker.id, { x: x + 8 + cell * n + (wide ? size * 0.62 : cell / 2) + before * 9, y: y + 62 - before * 9 });
    }
    return spots;
  }
  const step = size + 8;
  const columns = Math.max(1, Math.floor((width - 12) / step));
  markers.forEach((marker, n) => spots.set(marker.id, {
    x: x + 10 + step / 2 + (n % columns) * step,
    y: Math.min(y + 40 + size / 2 + Math.floor(n / columns) * step, y + height - size / 2 - 4),
  }));
  return spots;
}
