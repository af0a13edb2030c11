// Moving over the map: drag, wheel, pinch, keys. The view is the part of the map that is seen.
//
// Drawing a large map takes long, moving a finished drawing does not. So somewhat more is drawn than
// is seen, and while the view moves the drawing is only pushed and stretched; when it rests, or when
// the edge of what is drawn comes near, it is drawn anew.

const CLOSEST = 3.2;
/** The least edge of a counter, in pixels, that can be read and touched. */
const LEGIBLE = 40;
/** The edge of a counter, in pixels, that is near enough: nearer hides what lies around it. */
const NEAR = 60;
/** How much more is drawn on each side, in parts of what is seen. */
const SPARE = 0.3;
/** How long the view must rest before it is drawn anew, in milliseconds. */
const REST = 130;

/** A rectangle around points. @param {number[][]} points @param {number} margin */
function box(points, margin) {
  const [xs, ys] = [points.map((point) => point[0]), points.map((point) => point[1])];
  const [x, y] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  return { x, y, w: Math.max(...xs) + margin - x, h: Math.max(...ys) + margin - y };
}

/** Where a window must begin to hold a stretch, moved as little as may be. @param {number} begin @param {number} from @param {number} long @param {number} window */
function reach(begin, from, long, window) {
  if (long >= window) return from + (long - window) / 2;
  return Math.min(Math.max(begin, from + long - window), from);
}

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
  /** @type {number[]} the part of the map that is played on now */
  let home = [0, 0, size[0], size[1]];

  const whole = () => Math.min(width / size[0], height / size[1]);

  /** Keep the map in sight. */
  function hold() {
    const [w, h] = [width / scale, height / scale];
    x = w >= size[0] ? (size[0] - w) / 2 : Math.min(Math.max(x, -w * 0.2), size[0] - w * 0.8);
    y = h >= size[1] ? (size[1] - h) / 2 : Math.min(Math.max(y, -h * 0.2), size[1] - h * 0.8);
  }

  /** No table beside the map, where there is map enough to fill the frame. */
  function keepInside() {
    const [w, h] = [width / scale, height / scale];
    x = w >= size[0] ? (size[0] - w) / 2 : Math.min(Math.max(x, 0), size[0] - w);
    y = h >= size[1] ? (size[1] - h) / 2 : Math.min(Math.max(y, 0), size[1] - h);
  }

  /** Whether all these points are seen, well inside the frame. @param {number[][]} points @param {number} margin */
  function isInSight(points, margin) {
    const [w, h] = [width / scale, height / scale];
    return points.every(([px, py]) => px >= x + margin && px <= x + w - margin && py >= y + margin && py <= y + h - margin);
  }

  /** Draw what is seen now. */
  function draw() {
    clearTimeout(timer);
    const [w, h] = [width / scale, height / scale];
    drawn = { scale, x: x - w * SPARE, y: y - h * SPARE, w: w * (1 + 2 * SPARE), h: h * (1 + 2 * SPARE) };
    svg.setAttribute("viewBox", `${drawn.x.toFixed(1)} ${drawn.y.toFixed(1)} ${drawn.w.toFixed(1)} ${drawn.h.toFixed(1)}`);
    svg.style.transform = "";
    const names = /** @type {SVGElement | null} */ (svg.querySelector(".all-names"));
    names?.style.setProperty("--names", Math.min(Math.max(30 / (scale * piece), 1), 1.5).toFixed(1));
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
    /** Show the part of the map that is played on; the whole map, if that is seen already. */
    fit() {
      touched = false;
      const near = Math.min(width / home[2], height / home[3]);
      const before = [scale, x, y].join();
      if (near > whole()) view.showRect(home, false);
      if (near <= whole() || [scale, x, y].join() === before) view.fitWhole();
      touched = true; // who asked for this wants to keep it
    },
    fitWhole() {
      touched = false;
      fitted = true;
      scale = whole();
      [x, y] = [(size[0] - width / scale) / 2, (size[1] - height / scale) / 2];
      show();
    },
    /** This rectangle of the map is played on from now on. @param {number[]} rect */
    settleAt(rect) {
      home = rect;
      if (!touched) view.showRect(rect, false);
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
    /** Whether the player has the map where he wants it and sees none of these points. @param {number[][]} points */
    misses: (points) => touched && points.length > 0 && !points.some((point) => isInSight([point], 0)),
    /** Whether counters are too small to be read when the whole map is shown. */
    get isCrowded() {
      return whole() * piece < LEGIBLE;
    },
    /**
     * Show a part of the map, near enough to read it, if nobody has moved the view himself or if
     * he asks for it. What is in sight already stays where it is.
     * @param {number[][]} points
     * @param {number[][]} first those that must be seen, if not all can be
     * @param {boolean} [asked]
     */
    frame(points, first, asked = false) {
      if ((touched && !asked) || !points.length) return;
      if (!asked && !fitted && scale * piece >= LEGIBLE - 1 && isInSight(points, piece * 0.75)) return;
      fitted = false;
      const all = box(points, 2 * piece);
      const fitting = Math.min(width / all.w, height / all.h, NEAR / piece);
      scale = Math.max(fitting, whole(), LEGIBLE / piece);
      [x, y] = [all.x + (all.w - width / scale) / 2, all.y + (all.h - height / scale) / 2];
      if (fitting < scale && first.length) {
        // As near to the middle of all as the first ones allow; if not even they fit, their middle.
        const must = box(first, 1.2 * piece);
        x = reach(x, must.x, must.w, width / scale);
        y = reach(y, must.y, must.h, height / scale);
      }
      keepInside();
      draw();
    },
    /** Show this rectangle of the map. @param {number[]} rect @param {boolean} [asked] */
    showRect([rx, ry, w, h], asked = true) {
      [touched, fitted] = [asked, false];
      scale = Math.min(width / w, height / h, CLOSEST);
      [x, y] = [rx + (w - width / scale) / 2, ry + (h - height / scale) / 2];
      keepInside();
      draw();
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
      if (fitted) view.fitWhole();
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
