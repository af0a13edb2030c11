// The board: terrain, places, pieces and markers in one drawing that follows the picture.

import { s } from "../dom.js";
import { t } from "../words.js";
import { attachGestures } from "./gestures.js";
import { arrange, arrangeMarkers, fan } from "./layout.js";
import { SCALE, SIZE, drawMarker, drawMarks, drawPiece } from "./pieces.js";
import { drawBox, drawPlace, fillMarks, flag } from "./places.js";
import { drawTerrain } from "./terrain.js";
import { makeView } from "./view.js";

/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Picture} Picture */
/** @typedef {import("../types.js").ScenePiece} ScenePiece */
/** @typedef {{ pieces: Set<string>, places: Set<string>, goals: Set<string>, selected: string | null, placed: string | null }} Lights */

const MARKER = 52;

/** @returns {Lights} */
export function noLights() {
  return { pieces: new Set(), places: new Set(), goals: new Set(), selected: null, placed: null };
}

/**
 * @param {Scene} scene
 * @param {{ piece: (id: string) => void, place: (id: string) => void, drop: (piece: string, place: string) => void,
 *   goalsOf: (piece: string) => Set<string>, away: () => void }} on
 */
export function makeBoard(scene, on) {
  const known = new Map(scene.pieces.map((piece) => [piece.id, piece]));
  const places = new Map([...scene.spaces, ...scene.boxes].map((place) => [place.id, place]));
  const shades = nationShades(scene.pieces);
  const marks = scene.marks ?? {};
  const [width, height] = scene.size;
  const svg = /** @type {SVGSVGElement} */ (s("svg", { class: "board", tabindex: -1, role: "group", "aria-label": t("board.label"), viewBox: `0 0 ${width} ${height}` }));
  const layers = {
    boxes: s("g", { class: "boxes" }),
    places: s("g", { class: "places" }),
    fan: s("rect", { class: "fan", rx: 14, visibility: "hidden" }),
    markers: s("g", { class: "markers", "aria-hidden": "true" }),
    pieces: s("g", { class: "pieces" }),
  };
  svg.append(drawTerrain(scene), layers.boxes, layers.places, layers.markers, layers.pieces);
  layers.pieces.append(layers.fan);

  /** @type {Map<string, ReturnType<typeof drawPlace> | ReturnType<typeof drawBox>>} */
  const placeNodes = new Map();
  for (const space of scene.spaces) placeNodes.set(space.id, drawPlace(space));
  for (const box of scene.boxes) placeNodes.set(box.id, drawBox(box));
  for (const [id, node] of placeNodes) ("polygon" in (places.get(id) ?? {}) ? layers.places : layers.boxes).append(node.element);

  /** @type {Map<string, { element: SVGElement, look: string }>} */
  const pieceNodes = new Map();
  /** @type {Map<string, { x: number, y: number }>} */
  let spots = new Map();
  /** @type {Map<string, string[]>} which pieces lie together, by place */
  let stacks = new Map();
  /** @type {Picture | null} */
  let picture = null;
  let lights = noLights();
  /** @type {string | null} the place whose pieces are fanned out */
  let fanned = null;
  const view = makeView(svg, scene.size);

  /** @param {string} id */
  const sideOf = (id) => known.get(id)?.side ?? picture?.pieces[id]?.side ?? "";
  /** @param {string} side */
  const colourOf = (side) => scene.sides[side]?.colour ?? "n";

  // -- following the picture ------------------------------------------------------------------

  /** @param {Picture} next */
  function update(next) {
    picture = next;
    const ids = Object.keys(next.pieces).filter((id) => next.pieces[id].at && places.has(next.pieces[id].at ?? ""));
    for (const id of ids) drawOne(id);
    for (const [id, node] of pieceNodes) {
      if (!ids.includes(id)) {
        node.element.remove();
        pieceNodes.delete(id);
      }
    }
    stacks = new Map();
    const order = new Map(scene.pieces.map((piece, n) => [piece.id, n]));
    ids.sort((a, b) => (order.get(a) ?? 999) - (order.get(b) ?? 999));
    spots = new Map();
    for (const [place, shape] of places) {
      const here = ids.filter((id) => next.pieces[id].at === place);
      if (!here.length) continue;
      const groups = Object.keys(scene.sides).map((side) => here.filter((id) => sideOf(id) === side));
      groups.push(here.filter((id) => !scene.sides[sideOf(id)]));
      stacks.set(place, groups.flat());
      for (const [id, spot] of arrange(/** @type {any} */ (shape), groups)) spots.set(id, spot);
    }
    if (fanned && !stacks.has(fanned)) fanned = null;
    for (const space of scene.spaces) drawSpace(space.id);
    drawMarkers();
    settle();
    label();
  }

  /** @param {string} id */
  function drawOne(id) {
    const now = /** @type {Picture} */ (picture).pieces[id];
    const piece = known.get(id) ?? null;
    const colour = colourOf(sideOf(id));
    const look = JSON.stringify([now.face, now.marks]);
    let node = pieceNodes.get(id);
    if (!node) {
      const element = s("g", { tabindex: -1, role: "button", data: { piece: id } });
      layers.pieces.append(element);
      node = { element, look: "" };
      pieceNodes.set(id, node);
    }
    if (node.look !== look) {
      node.look = look;
      node.element.replaceChildren(
        s("rect", { x: -49, y: -49, width: 98, height: 98, rx: 16, class: "halo" }),
        drawPiece(piece, colour, now.face, now.kind), drawMarks(now.marks, marks));
      node.element.setAttribute("class", ["piece", `side-${colour}`, `shade-${shades.get(id) ?? 0}`, ...now.marks.map((mark) => `is-${mark}`)].join(" "));
    }
  }

  /** @param {string} id */
  function drawSpace(id) {
    const node = /** @type {ReturnType<typeof drawPlace>} */ (placeNodes.get(id));
    const now = picture?.spaces[id];
    const colour = now?.control ? colourOf(now.control) : "";
    node.parts.hold.setAttribute("class", `hold${colour ? ` side-${colour}` : ""}`);
    node.parts.flag.replaceChildren(...(colour ? [flag(colour)] : []));
    fillMarks(node.parts.marks, now?.marks ?? [], marks);
    node.element.classList.toggle("is-active", now?.marks.includes("active") ?? false);
  }

  function drawMarkers() {
    layers.markers.replaceChildren();
    for (const box of scene.boxes) {
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

  /** Put every piece where it lies now. */
  function settle() {
    const here = fanned ? stacks.get(fanned) ?? [] : [];
    const open = here.length > 1 ? fan(here, spots, scene.size) : new Map();
    let before = /** @type {Node | null} */ (null);
    for (const [id, node] of pieceNodes) {
      const spot = open.get(id) ?? spots.get(id);
      if (spot) node.element.style.transform = `translate(${spot.x.toFixed(1)}px, ${spot.y.toFixed(1)}px) scale(${SCALE.toFixed(3)})`;
      node.element.classList.toggle("fanned", open.has(id));
    }
    // The order of drawing: stacks from the top of the map down, the fanned one last. Only the
    // others are moved, because moving the element that has the focus would lose it.
    const order = [...spots.keys()].sort((a, b) => rank(a) - rank(b));
    const focused = document.activeElement;
    for (const id of order) {
      const element = pieceNodes.get(id)?.element;
      if (!element) continue;
      if (element !== focused) layers.pieces.insertBefore(element, null);
      else before = element;
    }
    if (before) {
      const after = order.slice(order.findIndex((id) => pieceNodes.get(id)?.element === before) + 1);
      const earlier = order.filter((id) => !after.includes(id) && pieceNodes.get(id)?.element !== before);
      for (const id of earlier) layers.pieces.insertBefore(/** @type {Node} */ (pieceNodes.get(id)?.element), before);
    }
    if (open.size) {
      const xs = [...open.values()].map((spot) => spot.x);
      const ys = [...open.values()].map((spot) => spot.y);
      const first = order.find((id) => open.has(id));
      layers.pieces.insertBefore(layers.fan, first ? pieceNodes.get(first)?.element ?? null : null);
      layers.fan.setAttribute("x", String(Math.min(...xs) - SIZE / 2 - 10));
      layers.fan.setAttribute("y", String(Math.min(...ys) - SIZE / 2 - 10));
      layers.fan.setAttribute("width", String(Math.max(...xs) - Math.min(...xs) + SIZE + 20));
      layers.fan.setAttribute("height", String(Math.max(...ys) - Math.min(...ys) + SIZE + 20));
    }
    layers.fan.setAttribute("visibility", open.size ? "visible" : "hidden");
  }

  /** @param {string} id */
  function rank(id) {
    const at = picture?.pieces[id]?.at ?? "";
    const stack = stacks.get(at) ?? [];
    const level = spots.get(stack[0])?.y ?? 0;
    return (at === fanned ? 1e6 : 0) + level * 10 + stack.indexOf(id) / 10;
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
      node.element.setAttribute("tabindex", lit || next.selected === id ? "0" : "-1");
      if (next.selected === id) node.element.setAttribute("aria-pressed", "true");
      else node.element.removeAttribute("aria-pressed");
    }
    for (const [id, node] of placeNodes) {
      const lit = next.places.has(id) || next.goals.has(id);
      node.element.classList.toggle("lit", next.places.has(id));
      node.element.classList.toggle("goal", next.goals.has(id));
      node.element.classList.toggle("looked-at", next.placed === id);
      node.element.setAttribute("tabindex", lit ? "0" : "-1");
    }
    svg.classList.toggle("choosing", next.selected !== null);
    label();
  }

  /** Full sentences for those who hear the board. */
  function label() {
    if (!picture) return;
    for (const [id, node] of pieceNodes) node.element.setAttribute("aria-label", pieceLabel(id));
    for (const space of scene.spaces) placeNodes.get(space.id)?.element.setAttribute("aria-label", placeLabel(space.id));
    for (const box of scene.boxes) placeNodes.get(box.id)?.element.setAttribute("aria-label", box.name);
  }

  /** @param {string} id */
  function pieceLabel(id) {
    const now = picture?.pieces[id];
    const piece = known.get(id);
    const side = scene.sides[sideOf(id)]?.label ?? "";
    const parts = [piece ? t("say.piece", { label: piece.label, name: piece.name, side }) : t("say.unknown", { side })];
    const face = piece?.faces[now?.face ?? 0];
    if (face) parts.push(t(face.reduced ? "say.values_reduced" : "say.values", { values: face.values.join(" – ") }));
    for (const mark of now?.marks ?? []) parts.push(marks[mark] ?? mark);
    const at = places.get(now?.at ?? "");
    if (at) parts.push(t("say.in", { place: at.name }));
    if (lights.selected === id) parts.push(t("say.selected"));
    else if (lights.pieces.has(id)) parts.push(t("say.lit"));
    return `${parts.join(", ")}.`;
  }

  /** @param {string} id */
  function placeLabel(id) {
    const space = scene.spaces.find((one) => one.id === id);
    const now = picture?.spaces[id];
    const parts = [space ? `${space.short} ${space.name}` : id];
    if (space?.value) parts.push(space.value);
    if (now?.control) parts.push(t("say.control", { side: scene.sides[now.control]?.label ?? now.control }));
    for (const mark of now?.marks ?? []) parts.push(marks[mark] ?? mark);
    const here = stacks.get(id) ?? [];
    parts.push(t("say.units", { n: here.length }));
    if (here.length) parts.push(here.map((one) => known.get(one)?.label ?? t("say.hidden")).join(", "));
    if (lights.places.has(id) || lights.goals.has(id)) parts.push(t("say.lit"));
    return `${parts.join(", ")}.`;
  }

  attachGestures(svg, view, {
    click: (piece, place, touch) => {
      if (piece) {
        const at = picture?.pieces[piece]?.at ?? "";
        const forPlace = (lights.goals.has(at) || lights.places.has(at)) && !lights.pieces.has(piece);
        if (forPlace) on.place(at); // it only lies in the way of a place that can be chosen
        else if (touch && fanned !== at && (stacks.get(at)?.length ?? 0) > 1) openFan(at);
        else on.piece(piece);
      } else if (place) on.place(place);
      else on.away();
    },
    hover: (piece) => openFan(piece ? picture?.pieces[piece]?.at ?? null : null),
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
      if (point) node.element.style.transform = `translate(${point[0].toFixed(1)}px, ${point[1].toFixed(1)}px) scale(${SCALE.toFixed(3)})`;
      else settle();
    },
    drop: (piece, place) => on.drop(piece, place),
  });
  svg.addEventListener("focusin", (event) => {
    // A mouse or finger has its own way to fan out; moving pieces under it would lose the click.
    if (!(/** @type {Element} */ (event.target)).matches(":focus-visible")) return;
    const piece = /** @type {Element} */ (event.target).closest("[data-piece]")?.getAttribute("data-piece");
    openFan(piece ? picture?.pieces[piece]?.at ?? null : null);
    const focus = piece ? spots.get(piece) : null;
    if (focus) view.reveal(focus.x, focus.y);
  });

  return {
    element: svg,
    view,
    update,
    light,
    /** Paint an overlay, or none. @param {import("../types.js").Overlay | null} overlay */
    overlay(overlay) {
      for (const space of scene.spaces) {
        const node = /** @type {ReturnType<typeof drawPlace>} */ (placeNodes.get(space.id));
        const level = overlay?.spaces[space.id];
        node.parts.tint.setAttribute("class", level ? `tint level-${level}${overlay?.side ? ` side-${colourOf(overlay.side)}` : ""}` : "tint");
      }
    },
    /** The middle of a place or piece, on the map. @param {string} id @returns {[number, number] | null} */
    middle(id) {
      const spot = spots.get(id);
      if (spot) return [spot.x, spot.y];
      const place = places.get(id);
      if (!place) return null;
      return "rect" in place ? [place.rect[0] + place.rect[2] / 2, place.rect[1] + place.rect[3] / 2] : place.center;
    },
    /** The element of a piece or place. @param {string} id */
    nodeOf: (id) => pieceNodes.get(id)?.element ?? placeNodes.get(id)?.element ?? null,
    /** Everything lit, in reading order. */
    litElements: () => [...svg.querySelectorAll(".piece.lit, .piece.selected, .place.lit, .place.goal")],
    stackAt: (/** @type {string} */ place) => stacks.get(place) ?? [],
    pieceLabel,
    placeLabel,
  };
}

/** Nations of a side differ a little in shade; the first has the plain one. @param {ScenePiece[]} pieces */
function nationShades(pieces) {
  /** @type {Map<string, string[]>} */
  const nations = new Map();
  /** @type {Map<string, number>} */
  const shades = new Map();
  for (const piece of pieces) {
    const list = nations.get(piece.side) ?? [];
    if (!list.includes(piece.nation)) list.push(piece.nation);
    nations.set(piece.side, list);
    shades.set(piece.id, list.indexOf(piece.nation) % 4);
  }
  return shades;
}
