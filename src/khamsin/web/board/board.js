// The board: terrain, places, pieces and markers in one drawing that follows the picture.

import { h, s } from "../common/dom.js";
import { t } from "../common/words.js";
import { describePiece, describePlace } from "./descriptions.js";
import { drawArrows, drawControl, drawEdges, drawOverlays } from "./dynamic_layers.js";
import { attachGestures } from "./gestures.js";
import { arrange, arrangeMarkers, fan } from "./layout.js";
import { DRAWN, SIZE, drawMarker, drawMarks, drawPiece, nationShades, stackCounts, strength } from "./pieces.js";
import { drawBox, drawPlace } from "./places.js";
import { drawTerrain } from "./terrain.js";
import { makeView } from "./view.js";

/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Picture} Picture */
/** @typedef {import("../types.js").ScenePiece} ScenePiece */
/** @typedef {import("../types.js").Overlay} Overlay */
/** @typedef {import("../types.js").Point} Point */
/** @typedef {{ pieces: Set<string>, places: Set<string>, goals: Set<string>, hinted: Set<string>, selected: string | null, top: string | null, placed: string | null }} Lights */

const MARKER = 52;
/** So long is told what the mouse is on, if it moves no more, in milliseconds. */
const GLANCE = 8000;

/** @returns {Lights} */
export function noLights() {
  return { pieces: new Set(), places: new Set(), goals: new Set(), hinted: new Set(), selected: null, top: null, placed: null };
}

/**
 * @param {Scene} scene
 * @param {{ piece: (id: string) => void, place: (id: string) => void, drop: (piece: string, place: string) => void,
 *   goalsOf: (piece: string) => Set<string>, away: () => void, isFolded: (box: string) => boolean, fold: (box: string) => void }} on
 */
export function makeBoard(scene, on) {
  const known = new Map(scene.pieces.map((piece) => [piece.id, piece]));
  const order = new Map(scene.pieces.map((piece, n) => [piece.id, n]));
  const places = new Map([...scene.spaces, ...scene.boxes].map((place) => [place.id, place]));
  const hexes = scene.spaces.filter((space) => space.kind === "hex");
  const shades = nationShades(scene.pieces);
  const marks = scene.marks ?? {};
  const size = scene.piece_size ?? SIZE;
  const scale = (size / DRAWN).toFixed(3);
  const [width, height] = scene.size;
  const svg = /** @type {SVGSVGElement} */ (s("svg", { class: "board", tabindex: -1, role: "group", "aria-label": t("board.label"), viewBox: `0 0 ${width} ${height}` }));
  const layers = {
    control: s("g", { class: "controls", "aria-hidden": "true" }),
    boxes: s("g", { class: "boxes" }),
    tints: s("g", { class: "tints", "aria-hidden": "true" }),
    edges: s("g", { class: "edges", "aria-hidden": "true" }),
    places: s("g", { class: "places" }),
    fan: s("rect", { class: "fan", rx: 14, visibility: "hidden" }),
    markers: s("g", { class: "markers", "aria-hidden": "true" }),
    pieces: s("g", { class: "pieces" }),
    trails: s("g", { class: "arrows trails", "aria-hidden": "true" }),
    arrows: s("g", { class: "arrows", "aria-hidden": "true" }),
    stacks: s("g", { class: "stack-counts", "aria-hidden": "true" }),
    counts: s("g", { class: "counts", "aria-hidden": "true" }),
    beside: s("path", { class: "beside-sheet", visibility: "hidden" }),
  };
  svg.append(drawTerrain(scene), layers.control, layers.boxes, layers.tints, layers.edges, layers.places, layers.markers, layers.trails, layers.pieces, layers.stacks, layers.arrows, layers.counts, layers.beside);
  layers.pieces.append(layers.fan);
  // What the mouse is on, in words; who hears the board is told by the labels.
  const glance = h("p", { class: "glance", "aria-hidden": "true", hidden: true });
  const frame = h("div", { class: "board-view" }, svg, glance);

  const hasSea = scene.shapes.some((shape) => shape.layer === "sea");
  const spaceNodes = new Map(scene.spaces.map((space) => [space.id, drawPlace(space, hasSea)]));
  const boxNodes = new Map(scene.boxes.map((box) => [box.id, drawBox(box, box.side ? colourOf(box.side) : "", (id) => { on.fold(id); if (picture) update(picture); })]));
  layers.places.append(...[...spaceNodes.values()].map((node) => node.element));
  layers.boxes.append(...[...boxNodes.values()].map((node) => node.element));

  /** @type {Map<string, { element: SVGElement, look: string }>} */
  const pieceNodes = new Map();
  /** @type {Map<string, { x: number, y: number }>} */
  let spots = new Map();
  /** @type {Map<string, string[]>} which pieces lie together, by place */
  let stacks = new Map();
  /** @type {Picture | null} */
  let picture = null;
  /** @type {Overlay[]} */
  let overlays = [];
  let lights = noLights();
  /** @type {Set<string>} the places that are lit, and have a label that says so */
  let shining = new Set();
  let held = "";
  /** @type {{ piece: string | null, place: string | null }} what the mouse is on */
  let glanced = { piece: null, place: null };
  let glancing = 0;
  /** @type {string | null} the piece that was laid on top of all others */
  let raised = null;
  /** @type {string | null} the place whose pieces are fanned out */
  let fanned = null;
  const view = makeView(frame, svg, scene.size, size);

  /** @param {string} id */
  const sideOf = (id) => known.get(id)?.side ?? picture?.pieces[id]?.side ?? "";
  /** @param {string} side */
  function colourOf(side) {
    return scene.sides[side]?.colour ?? "n";
  }
  /** The middle of a place or piece, on the map. @param {string} id @returns {Point | null} */
  function middle(id) {
    const spot = spots.get(id);
    if (spot) return [spot.x, spot.y];
    return middleOfPlace(id);
  }

  /** @param {string} id @returns {Point | null} */
  function middleOfPlace(id) {
    const place = places.get(id);
    if (!place) return null;
    return "rect" in place ? [place.rect[0] + place.rect[2] / 2, place.rect[1] + place.rect[3] / 2] : place.center;
  }

  // -- following the picture ------------------------------------------------------------------

  /** @param {Picture} next */
  function update(next) {
    picture = next;
    layOut(next);
    for (const id of spots.keys()) drawOne(id);
    for (const [id, node] of pieceNodes) {
      if (!spots.has(id)) {
        node.element.remove();
        pieceNodes.delete(id);
      }
    }
    if (fanned && !stacks.has(fanned)) fanned = null;
    for (const [id, node] of spaceNodes) {
      const now = next.spaces[id];
      node.show(now?.control ? colourOf(now.control) : "", now?.marks ?? [], marks);
    }
    const holders = hexes.map((hex) => next.spaces[hex.id]?.control ?? "").join();
    if (holders !== held) layers.control.replaceChildren(...drawControl(hexes, next, colourOf));
    held = holders;
    layers.edges.replaceChildren(...drawEdges(next, places, colourOf));
    layers.arrows.replaceChildren(...drawArrows(next.arrows ?? [], middle, colourOf));
    drawMarkers();
    showOverlays(overlays);
    settle();
    label(spaceNodes.keys());
    if (!glance.hidden) tellGlance();
  }

  /** Find a spot for every piece that can be seen. @param {Picture} next */
  function layOut(next) {
    /** @type {Map<string, string[]>} */
    const here = new Map();
    // What is in hand lies on top, then the strongest; leaders and markers lie below.
    const level = (/** @type {string} */ id) => (id === next.in_hand ? Infinity : strength(next.pieces[id].values ?? known.get(id)?.faces[next.pieces[id].face ?? 0]?.values));
    const ids = Object.keys(next.pieces).sort((a, b) => level(a) - level(b) || (order.get(a) ?? 999) - (order.get(b) ?? 999));
    for (const id of ids) {
      const at = next.pieces[id].at;
      if (at && places.has(at)) here.set(at, [...(here.get(at) ?? []), id]);
    }
    for (const box of scene.boxes) {
      const closed = Boolean(box.folds && on.isFolded(box.id));
      boxNodes.get(box.id)?.showFold(closed, here.get(box.id)?.length ?? 0);
      if (closed) here.delete(box.id);
    }
    stacks = new Map();
    spots = new Map();
    for (const [place, all] of here) {
      const groups = Object.keys(scene.sides).map((side) => all.filter((id) => sideOf(id) === side));
      groups.push(all.filter((id) => !scene.sides[sideOf(id)]));
      stacks.set(place, groups.flat());
      const shape = /** @type {import("../types.js").SceneSpace} */ (places.get(place));
      for (const [id, spot] of arrange(shape, groups, size, (id) => next.pieces[id].cell)) spots.set(id, spot);
    }
  }

  /** @param {string} id */
  function drawOne(id) {
    const now = /** @type {Picture} */ (picture).pieces[id];
    const colour = colourOf(sideOf(id));
    const inHand = id === picture?.in_hand;
    const look = JSON.stringify([now.face, now.values, now.marks, now.back, inHand]);
    let node = pieceNodes.get(id);
    if (!node) {
      const element = s("g", { tabindex: -1, role: "button", data: { piece: id } });
      layers.pieces.append(element);
      node = { element, look: "" };
      pieceNodes.set(id, node);
    }
    if (node.look === look) return;
    node.look = look;
    node.element.replaceChildren(
      s("rect", { x: -49, y: -49, width: 98, height: 98, rx: 16, class: "halo" }),
      drawPiece(known.get(id) ?? null, colour, now), drawMarks(now.marks, marks));
    node.element.setAttribute("class", ["piece", `side-${colour}`, `shade-${shades.get(id) ?? 0}`, inHand ? "in-hand" : "", ...now.marks.map((mark) => `is-${mark}`)].join(" "));
  }

  function drawMarkers() {
    layers.markers.replaceChildren();
    for (const box of scene.boxes) {
      if (box.folds && on.isFolded(box.id)) continue;
      const here = (picture?.markers ?? []).filter((marker) => marker.at === box.id);
      const spotsHere = arrangeMarkers(box, here, MARKER);
      for (const marker of here) {
        const spot = spotsHere.get(marker.id) ?? { x: 0, y: 0 };
        const node = drawMarker(marker.text ?? marker.label, marker.side ? colourOf(marker.side) : undefined, box.cells ? 46 : MARKER);
        node.setAttribute("transform", `translate(${spot.x.toFixed(1)} ${spot.y.toFixed(1)})`);
        node.append(s("title", { text: marker.label }));
        layers.markers.append(node);
      }
    }
  }

  /** @param {Overlay[]} list */
  function showOverlays(list) {
    overlays = list;
    const { below, above } = drawOverlays(list, places, middle, colourOf);
    layers.tints.replaceChildren(...below);
    layers.counts.replaceChildren(...above);
  }

  /** @param {SVGElement} element @param {number} x @param {number} y */
  function put(element, x, y) {
    const where = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${scale})`;
    if (element.style.transform !== where) element.style.transform = where;
  }

  /** Put every piece where it lies now. */
  function settle() {
    const here = fanned ? stacks.get(fanned) ?? [] : [];
    const open = here.length > 1 ? fan(here, spots, scene.size, size) : new Map();
    for (const [id, node] of pieceNodes) {
      const spot = open.get(id) ?? spots.get(id);
      if (spot) put(node.element, spot.x, spot.y);
      node.element.classList.toggle("fanned", open.has(id));
    }
    for (const stack of stacks.values()) {
      stack.forEach((id, n) => {
        const [spot, next] = [spots.get(id), spots.get(stack[n + 1])];
        const hides = spot && next && !open.has(id) && Math.hypot(spot.x - next.x, spot.y - next.y) < size / 2;
        pieceNodes.get(id)?.element.classList.toggle("covered", Boolean(hides)); // by the one that lies on it
      });
    }
    layers.stacks.replaceChildren(...stackCounts([...stacks.values()], spots, size, (id) => open.has(id)));
    // The order of drawing: stacks from the top of the map down, the fanned one last. The element
    // that has the focus would lose it if it were moved, so the others are moved around it.
    raised = null;
    const rank = ranks();
    const sorted = [...spots.keys()].sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0)).map((id) => /** @type {SVGElement} */ (pieceNodes.get(id)?.element));
    const at = sorted.findIndex((element) => element === document.activeElement);
    inOrder(sorted.slice(at + 1), null);
    if (at > 0) inOrder(sorted.slice(0, at), sorted[at]);
    if (open.size) {
      const all = [...open.values()];
      const [xs, ys] = [all.map((spot) => spot.x), all.map((spot) => spot.y)];
      layers.pieces.insertBefore(layers.fan, sorted.find((element) => element.classList.contains("fanned")) ?? null);
      layers.fan.setAttribute("x", String(Math.min(...xs) - size / 2 - 10));
      layers.fan.setAttribute("y", String(Math.min(...ys) - size / 2 - 10));
      layers.fan.setAttribute("width", String(Math.max(...xs) - Math.min(...xs) + size + 20));
      layers.fan.setAttribute("height", String(Math.max(...ys) - Math.min(...ys) + size + 20));
    }
    layers.fan.setAttribute("visibility", open.size ? "visible" : "hidden");
  }

  /** Bring pieces into this order before another. Who stands right already is not touched: to draw a piece anew is expensive. @param {SVGElement[]} elements @param {Element | null} last */
  function inOrder(elements, last) {
    for (const element of [...elements].reverse()) {
      const after = element.nextElementSibling === layers.fan ? layers.fan.nextElementSibling : element.nextElementSibling;
      if (after !== last || element.parentNode !== layers.pieces) layers.pieces.insertBefore(element, last);
      last = element;
    }
  }

  /** How high each piece lies. */
  function ranks() {
    /** @type {Map<string, number>} */
    const rank = new Map();
    for (const [place, stack] of stacks) {
      const level = (place === fanned ? 1e6 : 0) + (spots.get(stack[0])?.y ?? 0) * 10;
      stack.forEach((id, n) => rank.set(id, level + n / 100));
    }
    return rank;
  }

  /** @param {string | null} place */
  function openFan(place) {
    const next = place && (stacks.get(place)?.length ?? 0) > 1 ? place : null;
    if (next === fanned) return;
    fanned = next;
    settle();
  }

  // -- what is lit ----------------------------------------------------------------------------

  /** @param {Lights} next */
  function light(next) {
    lights = next;
    for (const [id, node] of pieceNodes) {
      const lit = next.pieces.has(id);
      node.element.classList.toggle("lit", lit);
      node.element.classList.toggle("selected", next.selected === id);
      node.element.classList.toggle("hinted", next.hinted.has(id));
      node.element.setAttribute("tabindex", lit || next.selected === id ? "0" : "-1");
      if (next.selected === id) node.element.setAttribute("aria-pressed", "true");
      else node.element.removeAttribute("aria-pressed");
    }
    raise(next.top ?? next.selected);
    const now = new Set([...next.places, ...next.goals, ...next.hinted, ...(next.placed ? [next.placed] : [])]);
    for (const id of new Set([...shining, ...now])) {
      const element = placeElement(id);
      if (!element) continue;
      const lit = next.places.has(id) || next.goals.has(id);
      element.classList.toggle("lit", next.places.has(id));
      element.classList.toggle("goal", next.goals.has(id));
      element.classList.toggle("hinted", next.hinted.has(id));
      element.classList.toggle("looked-at", next.placed === id);
      element.setAttribute("tabindex", lit ? "0" : "-1");
    }
    label([...shining, ...now]);
    shining = now;
    svg.classList.toggle("choosing", next.selected !== null);
    svg.classList.toggle("hinting", next.hinted.size > 0);
  }

  /** What is picked up or asked about lies on top, as long as it is. @param {string | null} id */
  function raise(id) {
    if (id === raised) return;
    if (raised) settle();
    raised = id;
    const element = id ? pieceNodes.get(id)?.element : null;
    element?.classList.remove("covered");
    if (!element) return;
    const focused = element === document.activeElement; // it would lose the focus
    layers.pieces.append(element);
    if (focused) element.focus({ preventScroll: true });
  }

  /** @param {string} id */
  function placeElement(id) {
    return (spaceNodes.get(id) ?? boxNodes.get(id))?.element ?? null;
  }

  /** Full sentences for those who hear the board, wherever there is more to say than a name. @param {Iterable<string>} ids of places */
  function label(ids) {
    if (!picture) return;
    for (const [id, node] of pieceNodes) node.element.setAttribute("aria-label", pieceLabel(id));
    for (const id of ids) if (spaceNodes.has(id)) placeElement(id)?.setAttribute("aria-label", placeLabel(id));
  }

  /** Say what the mouse is on, as it is now. */
  function tellGlance() {
    const { piece, place } = glanced;
    const space = scene.spaces.find((one) => one.id === place);
    const text = piece ? (picture?.pieces[piece] ? pieceLabel(piece) : "") : space ? `${placeLabel(space.id)} ${space.facts[0] ?? ""}` : "";
    if (glance.textContent !== text) glance.textContent = text;
    glance.hidden = !text;
  }

  const told = { scene, known, places, picture: () => picture, lights: () => lights, stackAt: (/** @type {string} */ place) => stacks.get(place) ?? [], sideOf };
  const pieceLabel = (/** @type {string} */ id) => describePiece(told, id);
  const placeLabel = (/** @type {string} */ id) => describePlace(told, id);

  attachGestures(svg, view, {
    click: (piece, place, touch) => {
      if (piece) {
        const at = picture?.pieces[piece]?.at ?? "";
        const here = stacks.get(at) ?? [];
        const asked = fanned === at ? [] : here.filter((id) => lights.pieces.has(id));
        const forPlace = (lights.goals.has(at) || lights.places.has(at)) && !lights.pieces.has(piece);
        if (forPlace) on.place(at); // it only lies in the way of a place that can be chosen
        else if (asked.length === 1 && !here.includes(lights.selected ?? "") && !lights.pieces.has(piece)) on.piece(asked[0]); // it lies below one that has nothing to do
        else if (touch && fanned !== at && here.length > 1) openFan(at);
        else on.piece(piece);
      } else if (place) on.place(place);
      else on.away();
    },
    hover: (piece) => openFan(piece ? picture?.pieces[piece]?.at ?? null : null),
    look: (piece, place) => {
      if (piece === glanced.piece && place === glanced.place && !glance.hidden) return;
      glanced = { piece, place };
      clearTimeout(glancing);
      glancing = setTimeout(() => { glance.hidden = true; }, GLANCE);
      tellGlance();
    },
    isOverFan: (point) => {
      if (!fanned) return false;
      const box = /** @type {SVGGraphicsElement} */ (layers.fan).getBBox();
      return point[0] > box.x && point[0] < box.x + box.width && point[1] > box.y && point[1] < box.y + box.height;
    },
    canDrag: (piece) => on.goalsOf(piece).size > 0,
    dragging: (piece, point) => {
      const node = pieceNodes.get(piece);
      if (!node) return;
      node.element.classList.toggle("dragged", point !== null);
      if (point) put(node.element, point[0], point[1]);
      else settle();
    },
    drop: (piece, place) => on.drop(piece, place),
  });
  svg.addEventListener("focusin", (event) => {
    // A mouse or finger has its own way to fan out; moving pieces under it would lose the click.
    if (!(/** @type {Element} */ (event.target)).matches(":focus-visible")) return;
    const thing = /** @type {Element} */ (event.target).closest("[data-piece], [data-place]");
    const piece = thing?.getAttribute("data-piece");
    openFan(piece ? picture?.pieces[piece]?.at ?? null : null);
    const at = middle(piece ?? thing?.getAttribute("data-place") ?? "");
    if (at) view.reveal(at[0], at[1]);
  });

  return {
    element: frame,
    svg,
    view,
    update,
    light,
    /** Paint what players count. @param {Overlay[]} list */
    overlay: showOverlays,
    /** Show the ways that pieces have gone, until others are shown. @param {import("../types.js").Arrow[]} ways */
    trails: (ways) => layers.trails.replaceChildren(...drawArrows(ways, (id) => middleOfPlace(id), colourOf)),
    /** Show nothing of the drawing but this sheet: what is beside it belongs to other matches. @param {number[] | null} sheet */
    cover(sheet) {
      layers.beside.setAttribute("visibility", sheet ? "visible" : "hidden");
      if (sheet) layers.beside.setAttribute("d", `M${-width} ${-height}h${3 * width}v${3 * height}h${-3 * width}ZM${sheet[0]} ${sheet[1]}h${sheet[2]}v${sheet[3]}h${-sheet[2]}Z`);
    },
    middle,
    /** The class that shades a piece for its nation. @param {string} id */
    shadeOf: (id) => `shade-${shades.get(id) ?? 0}`,
    /** Everything lit, in reading order. */
    litElements: () => [...svg.querySelectorAll(".piece.lit, .piece.selected, .place.lit, .place.goal")],
    stackAt: (/** @type {string} */ place) => stacks.get(place) ?? [],
    pieceLabel,
    placeLabel,
  };
}
