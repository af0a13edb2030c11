// Lines and curves. Points are [x, y], y grows downwards.

/** @typedef {[number, number]} Point */

export const round = (/** @type {number} */ value) => Math.round(value * 10) / 10;

/** A path through all points, straight. @param {Point[]} points @param {boolean} [closed] */
export function straight(points, closed = false) {
  return points.map(([x, y], n) => `${n ? "L" : "M"}${round(x)} ${round(y)}`).join("") + (closed ? "Z" : "");
}

/** A smooth path through all points (Catmull-Rom). @param {Point[]} points @param {number} [tension] */
export function smooth(points, tension = 0.5) {
  if (points.length < 3) return straight(points);
  let path = `M${round(points[0][0])} ${round(points[0][1])}`;
  for (let n = 0; n < points.length - 1; n += 1) {
    const before = points[Math.max(0, n - 1)];
    const from = points[n];
    const to = points[n + 1];
    const after = points[Math.min(points.length - 1, n + 2)];
    const k = tension / 3;
    const one = [from[0] + (to[0] - before[0]) * k, from[1] + (to[1] - before[1]) * k];
    const two = [to[0] - (after[0] - from[0]) * k, to[1] - (after[1] - from[1]) * k];
    path += `C${[...one, ...two, ...to].map(round).join(" ")}`;
  }
  return path;
}

/**
 * Points along a line at equal steps, each with the direction of the line there.
 * @param {Point[]} points
 * @param {number} step
 * @returns {{ at: Point, along: Point }[]}
 */
export function paced(points, step) {
  /** @type {{ at: Point, along: Point }[]} */
  const found = [];
  let next = step / 2;
  let walked = 0;
  for (let n = 0; n < points.length - 1; n += 1) {
    const [ax, ay] = points[n];
    const [bx, by] = points[n + 1];
    const length = Math.hypot(bx - ax, by - ay);
    if (!length) continue;
    while (next <= walked + length) {
      const part = (next - walked) / length;
      found.push({ at: [ax + (bx - ax) * part, ay + (by - ay) * part], along: [(bx - ax) / length, (by - ay) / length] });
      next += step;
    }
    walked += length;
  }
  return found;
}

/**
 * The teeth of a cliff: short strokes down to the right of the line.
 * @param {Point[]} points
 * @param {number} step
 * @param {number} long
 */
export function hachures(points, step, long) {
  return paced(points, step).map(({ at, along }, n) => {
    const length = long * (n % 2 ? 0.62 : 1) * (0.85 + 0.3 * noise(n));
    // the right-hand normal, y downwards
    const [x, y] = [at[0] - along[1] * length, at[1] + along[0] * length];
    const [px, py] = [along[0] * 2.1, along[1] * 2.1];
    return `M${round(at[0] - px)} ${round(at[1] - py)}L${round(x)} ${round(y)}L${round(at[0] + px)} ${round(at[1] + py)}Z`;
  }).join("");
}

/** A number from 0 to 1 that is always the same for the same seed. @param {number} seed */
export function noise(seed) {
  const value = Math.sin(seed * 127.1 + 311.7) * 43758.5453;
  return value - Math.floor(value);
}

/** @param {Point[]} points */
export function bounds(points) {
  const xs = points.map((point) => point[0]);
  const ys = points.map((point) => point[1]);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

/** Whether a point lies in a polygon. @param {Point[]} polygon @param {Point} point */
export function contains(polygon, [x, y]) {
  let inside = false;
  for (let n = 0, m = polygon.length - 1; n < polygon.length; m = n, n += 1) {
    const [ax, ay] = polygon[n];
    const [bx, by] = polygon[m];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}
