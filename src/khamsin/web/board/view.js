// Moving over the map: drag, wheel, pinch, keys. The view is the part of the map that is seen.

const CLOSEST = 3.2;
/** The least edge of a counter, in pixels, that can be read and touched. */
const LEGIBLE = 40;

/**
 * @param {SVGSVGElement} svg
 * @param {number[]} size of the map
 * @param {number} piece the edge of a counter
 */
export function makeView(svg, size, piece) {
  let [scale, x, y] = [1, 0, 0];
  let touched = false;
  let [width, height] = [1, 1];

  const whole = () => Math.min(width / size[0], height / size[1]);

  function show() {
    const [w, h] = [width / scale, height / scale];
    x = w >= size[0] ? (size[0] - w) / 2 : Math.min(Math.max(x, -w * 0.2), size[0] - w * 0.8);
    y = h >= size[1] ? (size[1] - h) / 2 : Math.min(Math.max(y, -h * 0.2), size[1] - h * 0.8);
    svg.setAttribute("viewBox", `${x.toFixed(1)} ${y.toFixed(1)} ${w.toFixed(1)} ${h.toFixed(1)}`);
    svg.classList.toggle("far", scale * piece < 30);
  }

  const view = {
    /** Show the whole map. */
    fit() {
      touched = false;
      scale = whole();
      [x, y] = [(size[0] - width / scale) / 2, (size[1] - height / scale) / 2];
      show();
    },
    /** @param {number} factor @param {number} [px] @param {number} [py] on the screen, the point that stays */
    zoom(factor, px = width / 2, py = height / 2) {
      touched = true;
      const wanted = Math.min(Math.max(scale * factor, whole() * 0.9), CLOSEST);
      x += px / scale - px / wanted;
      y += py / scale - py / wanted;
      scale = wanted;
      show();
    },
    /** @param {number} dx @param {number} dy in pixels of the screen */
    pan(dx, dy) {
      touched = true;
      x -= dx / scale;
      y -= dy / scale;
      show();
    },
    /** Bring a point of the map into sight, if it is not. @param {number} mx @param {number} my @param {boolean} [always] */
    reveal(mx, my, always = false) {
      const [w, h] = [width / scale, height / scale];
      const margin = 70 / scale;
      if (!always && mx > x + margin && mx < x + w - margin && my > y + margin && my < y + h - margin) return;
      [x, y] = [mx - w / 2, my - h / 2];
      show();
    },
    /** Whether counters are too small to be read when the whole map is shown. */
    get isCrowded() {
      return whole() * piece < LEGIBLE;
    },
    /**
     * Show a part of the map, near enough to read it, if nobody has moved the view himself or if
     * he asks for it.
     * @param {number[][]} points
     * @param {number} margin
     * @param {boolean} [asked]
     */
    frame(points, margin, asked = false) {
      if ((touched && !asked) || !points.length) return;
      const [xs, ys] = [points.map((point) => point[0]), points.map((point) => point[1])];
      const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
      const [w, h] = [Math.max(...xs) + margin - left, Math.max(...ys) + margin - top];
      const fitting = Math.min(width / w, height / h, 0.8);
      scale = Math.max(fitting, whole(), Math.min(LEGIBLE / piece, 0.8));
      // If they do not all fit, the one amidst the others is shown.
      const [cx, cy] = [left + w / 2, top + h / 2];
      const near = (/** @type {number[]} */ point) => Math.hypot(point[0] - cx, point[1] - cy);
      const [mx, my] = fitting >= scale ? [cx, cy] : points.reduce((best, point) => (near(point) < near(best) ? point : best));
      [x, y] = [mx - width / scale / 2, my - height / scale / 2];
      show();
    },
    /** Show this rectangle of the map. @param {number[]} rect */
    showRect([rx, ry, w, h]) {
      touched = true;
      scale = Math.min(width / w, height / h, CLOSEST);
      [x, y] = [rx + w / 2 - width / scale / 2, ry + h / 2 - height / scale / 2];
      show();
    },
    /** A point of the screen on the map. @param {number} cx @param {number} cy @returns {[number, number]} */
    toMap(cx, cy) {
      const box = svg.getBoundingClientRect();
      return [x + (cx - box.left) / scale, y + (cy - box.top) / scale];
    },
    /** A point of the map on the screen. @param {number} mx @param {number} my @returns {[number, number]} */
    toScreen(mx, my) {
      const box = svg.getBoundingClientRect();
      return [box.left + (mx - x) * scale, box.top + (my - y) * scale];
    },
    get scale() {
      return scale;
    },
    resize() {
      const box = svg.getBoundingClientRect();
      if (!box.width || !box.height) return;
      const [mx, my] = [x + width / scale / 2, y + height / scale / 2];
      [width, height] = [box.width, box.height];
      if (!touched) view.fit();
      else {
        [x, y] = [mx - width / scale / 2, my - height / scale / 2];
        show();
      }
    },
  };

  svg.addEventListener("wheel", (event) => {
    event.preventDefault();
    const box = svg.getBoundingClientRect();
    const turn = event.deltaMode ? event.deltaY * 20 : event.deltaY;
    view.zoom(Math.exp(-turn * 0.0016), event.clientX - box.left, event.clientY - box.top);
  }, { passive: false });
  new ResizeObserver(() => view.resize()).observe(svg);
  return view;
}
