// Fingers and mice on the board: click, hover, drag a piece, drag the map, pinch.

/** @typedef {import("./geometry.js").Point} Point */

const SLACK = 6; // pixels a pointer may tremble before a click becomes a drag
const HOVER = 160; // milliseconds before a stack fans out

/**
 * @param {SVGSVGElement} svg
 * @param {ReturnType<typeof import("./view.js").makeView>} view
 * @param {{ click: (piece: string | null, place: string | null, touch: boolean) => void, hover: (piece: string | null) => void,
 *   look: (piece: string | null, place: string | null) => void,
 *   isOverFan: (point: Point) => boolean, canDrag: (piece: string) => boolean,
 *   dragging: (piece: string, point: Point | null) => void, drop: (piece: string, place: string) => void }} on
 */
export function attachGestures(svg, view, on) {
  /** @type {Map<number, { x: number, y: number }>} */
  const pointers = new Map();
  let start = { x: 0, y: 0 };
  let moved = false;
  /** @type {string | null} */
  let grabbed = null;
  let timer = 0;
  let pinch = 0;

  const pieceOf = (/** @type {EventTarget | null} */ target) => /** @type {Element | null} */ (target)?.closest?.("[data-piece]")?.getAttribute("data-piece") ?? null;
  const placeOf = (/** @type {EventTarget | null} */ target) => /** @type {Element | null} */ (target)?.closest?.("[data-place]")?.getAttribute("data-place") ?? null;

  /** What lies under a dragged piece. @param {number} x @param {number} y @param {string} piece */
  function placeUnder(x, y, piece) {
    for (const element of document.elementsFromPoint(x, y)) {
      if (pieceOf(element) === piece) continue;
      const place = placeOf(element);
      if (place) return place;
    }
    return null;
  }

  svg.addEventListener("pointerdown", (event) => {
    if (event.button > 0) return;
    if (event.isPrimary) pointers.clear(); // the first finger: whatever was held before has been let go unseen
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    clearTimeout(timer);
    if (pointers.size === 1) {
      start = { x: event.clientX, y: event.clientY };
      moved = false;
      const piece = pieceOf(event.target);
      grabbed = piece && on.canDrag(piece) ? piece : null;
    } else {
      if (grabbed) on.dragging(grabbed, null);
      grabbed = null;
      moved = true;
      pinch = span();
    }
  });

  function span() {
    const [a, b] = [...pointers.values()];
    return Math.hypot(a.x - b.x, a.y - b.y);
  }

  svg.addEventListener("pointermove", (event) => {
    const last = pointers.get(event.pointerId);
    if (!last) {
      hovering(event);
      return;
    }
    const now = { x: event.clientX, y: event.clientY };
    if (!moved && Math.hypot(now.x - start.x, now.y - start.y) > SLACK) {
      moved = true;
      svg.setPointerCapture(event.pointerId);
      svg.classList.add(grabbed ? "carrying" : "panning");
    }
    pointers.set(event.pointerId, now);
    if (!moved) return;
    if (pointers.size > 1) {
      const wide = span();
      const [a, b] = [...pointers.values()];
      if (pinch) view.zoom(wide / pinch, ...view.inFrame((a.x + b.x) / 2, (a.y + b.y) / 2));
      pinch = wide;
    } else if (grabbed) on.dragging(grabbed, view.toMap(now.x, now.y));
    else view.pan(now.x - last.x, now.y - last.y);
  });

  /** @param {PointerEvent} event */
  function hovering(event) {
    if (event.pointerType !== "mouse") return;
    clearTimeout(timer);
    const piece = pieceOf(event.target);
    on.look(piece, placeOf(event.target));
    if (piece) timer = setTimeout(() => on.hover(piece), HOVER);
    else if (!on.isOverFan(view.toMap(event.clientX, event.clientY))) timer = setTimeout(() => on.hover(null), HOVER);
  }

  /** @param {PointerEvent} event */
  function release(event) {
    if (!pointers.delete(event.pointerId)) return;
    svg.classList.remove("carrying", "panning");
    pinch = 0;
    if (grabbed && moved) {
      const place = event.type === "pointerup" ? placeUnder(event.clientX, event.clientY, grabbed) : null;
      const piece = grabbed;
      on.dragging(piece, null);
      if (place) on.drop(piece, place);
    }
    grabbed = null;
  }
  svg.addEventListener("pointerup", release);
  svg.addEventListener("pointercancel", release);
  svg.addEventListener("pointerleave", (event) => {
    if (event.pointerType === "mouse" && !pointers.size) {
      clearTimeout(timer);
      on.look(null, null);
      timer = setTimeout(() => on.hover(null), HOVER);
    }
  });

  svg.addEventListener("click", (event) => {
    if (moved) {
      moved = false;
      return;
    }
    const touch = /** @type {PointerEvent} */ (event).pointerType === "touch";
    on.click(pieceOf(event.target), placeOf(event.target), touch);
  });
}
