// Moving over the map: drag, wheel, pinch, keys. The view is the part of the map that is seen.
//
// Drawing a large map takes long, moving a finished drawing does not. So somewhat more is drawn than
// is seen, and while the view moves the drawing is only pushed and stretched; when it rests, or when
// the edge of what is drawn comes near, it is drawn anew.

const CLOSEST = 3.2;
/** The least edge of a counter, in pixels, that can be read and touched. */
const LEGIBLE = 40;
/** How much more is drawn on each side, in parts of what is seen. */
const SPARE = 0.3;
/** How long the view must rest before it is drawn anew, in milliseconds. */
const REST = 130;

/**
 * @param {HTMLElement} frame what the map is seen through
 * @param {SVGSVGElement} svg
 * @param {number[]} size of the map
 * @param {number} piece the edge of a counter
 */
export function makeView(frame, svg, size, piece) {
  let [scale, x, y] = [1, 0, 0];
  let touched = false; // somebody has moved the view himself
  let fitted = true; // it is the whole map that is shown
  let [width, height] = [1, 1];
  /** What is drawn: the part of the map, with its spare margin, and how large. */
  let drawn = { scale: 1, x: 0, y: 0, w: 0, h: 0 };
  let timer = 0;

  const whole = () => Math.min(width / size[0], height / size[1]);

  /** Keep the map in sight. */
  function hold() {
    const [w, h] = [width / scale, height / scale];
    x = w >= size[0] ? (size[0] - w) / 2 : Math.min(Math.max(x, -w * 0.2), size[0] - w * 0.8);
    y = h >= size[1] ? (size[1] - h) / 2 : Math.min(Math.max(y, -h * 0.2), size[1] - h * 0.8);
  }

  /** Draw what is seen now. */
  function draw() {
    clearTimeout(timer);
    const [w, h] = [width / scale, height / scale];
    drawn = { scale, x: x - w * SPARE, y: y - h * SPARE, w: w * (1 + 2 * SPARE), h: h * (1 + 2 * SPARE) };
    svg.setAttribute("viewBox", `${drawn.x.toFixed(1)} ${drawn.y.toFixed(1)} ${drawn.w.toFixed(1)} ${drawn.h.toFixed(1)}`);
    svg.style.transform = "";
    svg.classList.toggle("far", scale * piece < 30);
    svg.classList.toggle("near", scale * piece > 46);
  }

  /** Show a view that moves: push the drawing, and draw anew when it rests. */
  function move() {
    hold();
    const [w, h] = [width / scale, height / scale];
    const stretch = scale / drawn.scale;
    const inside = x >= drawn.x && y >= drawn.y && x + w <= drawn.x + drawn.w && y + h <= drawn.y + drawn.h;
    if (!inside || stretch > 1.8) {
      draw();
      return;
    }
    // The drawing begins a margin to the left of and above the frame.
    const [left, top] = [-width * SPARE, -height * SPARE];
    svg.style.transform = `translate(${((drawn.x - x) * scale - left).toFixed(2)}px, ${((drawn.y - y) * scale - top).toFixed(2)}px) scale(${stretch.toFixed(4)})`;
    clearTimeout(timer);
    timer = setTimeout(draw, REST);
  }

  function show() {
    hold();
    draw();
  }

  const view = {
    /** Show the whole map. */
    fit() {
      touched = false;
      fitted = true;
      scale = whole();
      [x, y] = [(size[0] - width / scale) / 2, (size[1] - height / scale) / 2];
      show();
    },
    /** @param {number} factor @param {number} [px] @param {number} [py] in the frame, the point that stays */
    zoom(factor, px = width / 2, py = height / 2) {
      [touched, fitted] = [true, false];
      const wanted = Math.min(Math.max(scale * factor, whole() * 0.9), CLOSEST);
      x += px / scale - px / wanted;
      y += py / scale - py / wanted;
      scale = wanted;
      move();
    },
    /** @param {number} dx @param {number} dy in pixels of the screen */
    pan(dx, dy) {
      [touched, fitted] = [true, false];
      x -= dx / scale;
      y -= dy / scale;
      move();
    },
    /** Bring a point of the map into sight, if it is not. @param {number} mx @param {number} my @param {boolean} [always] */
    reveal(mx, my, always = false) {
      const [w, h] = [width / scale, height / scale];
      const margin = 70 / scale;
      if (!always && mx > x + margin && mx < x + w - margin && my > y + margin && my < y + h - margin) return;
      fitted = false;
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
      fitted = false;
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
    /** Show this rectangle of the map. @param {number[]} rect @param {boolean} [asked] */
    showRect([rx, ry, w, h], asked = true) {
      [touched, fitted] = [asked, false];
      scale = Math.min(width / w, height / h, CLOSEST);
      [x, y] = [rx + w / 2 - width / scale / 2, ry + h / 2 - height / scale / 2];
      show();
    },
    /** A point of the screen in the frame. @param {number} cx @param {number} cy @returns {[number, number]} */
    inFrame(cx, cy) {
      const box = frame.getBoundingClientRect();
      return [cx - box.left, cy - box.top];
    },
    /** A point of the screen on the map. @param {number} cx @param {number} cy @returns {[number, number]} */
    toMap(cx, cy) {
      const [px, py] = view.inFrame(cx, cy);
      return [x + px / scale, y + py / scale];
    },
    /** A point of the map on the screen. @param {number} mx @param {number} my @returns {[number, number]} */
    toScreen(mx, my) {
      const box = frame.getBoundingClientRect();
      return [box.left + (mx - x) * scale, box.top + (my - y) * scale];
    },
    resize() {
      const box = frame.getBoundingClientRect();
      if (!box.width || !box.height) return;
      if (box.width === width && box.height === height) return;
      const [mx, my] = [x + width / scale / 2, y + height / scale / 2];
      [width, height] = [box.width, box.height];
      if (fitted) view.fit();
      else {
        [x, y] = [mx - width / scale / 2, my - height / scale / 2];
        show();
      }
    },
  };

  svg.style.left = svg.style.top = `${-SPARE * 100}%`;
  svg.style.width = svg.style.height = `${(1 + 2 * SPARE) * 100}%`;
  frame.addEventListener("wheel", (event) => {
    event.preventDefault();
    const turn = event.deltaMode ? event.deltaY * 20 : event.deltaY;
    view.zoom(Math.exp(-turn * 0.0016), ...view.inFrame(event.clientX, event.clientY));
  }, { passive: false });
  new ResizeObserver(() => view.resize()).observe(frame);
  return view;
}
