// What happened between two pictures, in a few lines. The pictures tell who went where and what was taken, the lines of the log what
// fights there were, who was lost or weakened and who gave way. Made of pictures and lines that the seat was given.

import { nameOf } from "../board/descriptions.js";
import { t } from "../common/words.js";
import { sideLabel } from "../store.js";

/** @typedef {import("../store.js").State} State */
/** @typedef {import("../types.js").Picture} Picture */
/** @typedef {import("../types.js").LogLine} LogLine */
/** @typedef {{ kind: string, side: string, text: string, places: string[], more?: string[], dice?: (number | number[])[] }} Entry */

/** So many lines tell it where nothing has changed. */
const SAID = 6;
/** More places where units of a side arrive are told in one line, and so many of them by name. */
const [ARRIVALS, NAMED] = [3, 8];
/** What is worth telling of a unit when it comes upon it. */
const MARKS = ["out_of_supply", "isolated", "disrupted", "demoralised", "disorganised"];

/** A fight by its first line, with what it cost and the last thing told of it. @param {LogLine[]} lines @returns {Entry[]} */
function fights(lines) {
  return lines.flatMap((line, n) => {
    if (!line.fight) return [];
    const inside = lines.slice(n + 1, endOfFight(lines, n)).filter((other) => other.topic === "combat" || other.setback);
    const told = inside.filter((other, m) => !other.setback && m === inside.length - 1);
    const thrown = inside.filter((other) => other.dice?.length);
    return [{ kind: "fight", side: line.side ?? "", text: [line, ...told].map((one) => one.text).join(" "), places: line.places ?? [],
      more: inside.filter((other) => other.setback).map((one) => one.text), dice: thrown[thrown.length - 1]?.dice ?? line.dice }];
  });
}

/** Where the lines of a fight end. @param {LogLine[]} lines @param {number} n its first line */
function endOfFight(lines, n) {
  const next = lines.findIndex((other, m) => m > n && (other.fight || other.heading));
  return next < 0 ? lines.length : next;
}

/** What was lost, and who gave way, outside of fights. @param {LogLine[]} lines @returns {Entry[]} */
function setbacks(lines) {
  const fought = new Set(lines.flatMap((line, n) => (line.fight ? lines.slice(n, endOfFight(lines, n)) : [])));
  return lines.filter((line) => line.setback && !fought.has(line))
    .map((line) => ({ kind: "gone", side: line.side ?? "", text: line.text, places: line.places ?? [], dice: line.dice }));
}

/**
 * Who stands elsewhere than before. A piece that cannot be told from others has another name in each place, and another one again once it is known: where as many
 * came as left, they are the same.
 * @param {Picture} before
 * @param {Picture} after
 * @param {(id: string) => string} sideOf
 */
function journeys(before, after, sideOf) {
  /** @type {{ pieces: string[], side: string, from: string, to: string }[]} */
  const found = [];
  /** @type {Map<string, Map<string, { left: string[], come: string[] }>>} by side and place, who is there no more or not yet */
  const unmatched = new Map();
  for (const id of new Set([...Object.keys(before.pieces), ...Object.keys(after.pieces)])) {
    const [from, to] = [before.pieces[id]?.at ?? "", after.pieces[id]?.at ?? ""];
    if (from === to) continue;
    if (before.pieces[id] && after.pieces[id]) {
      found.push({ pieces: [id], side: sideOf(id), from, to });
      continue;
    }
    const places = unmatched.get(sideOf(id)) ?? new Map();
    unmatched.set(sideOf(id), places);
    const here = places.get(from || to) ?? { left: [], come: [] };
    (from ? here.left : here.come).push(id);
    places.set(from || to, here);
  }
  for (const [side, places] of unmatched) {
    for (const here of places.values()) {
      const same = Math.min(here.left.length, here.come.length);
      here.left.splice(0, same);
      here.come.splice(0, same);
    }
    const [left, come] = /** @type {const} */ (["left", "come"]).map((which) => [...places].filter(([, here]) => here[which].length).map(([at, here]) => ({ at, pieces: here[which] })));
    if (left.length === 1 && come.length === 1 && left[0].pieces.length === come[0].pieces.length) found.push({ pieces: come[0].pieces, side, from: left[0].at, to: come[0].at });
    else {
      for (const { at, pieces } of left) found.push({ pieces, side, from: at, to: "" });
      for (const { at, pieces } of come) found.push({ pieces, side, from: "", to: at });
    }
  }
  return found;
}

/**
 * @param {State} state
 * @param {Picture} before
 * @param {Picture} after
 * @param {LogLine[]} lines what was told between the two
 * @returns {Entry[]}
 */
export function recap(state, before, after, lines) {
  const { scene, table: { match } } = state;
  const spaces = new Map(scene.spaces.map((space) => [space.id, nameOf(space)]));
  const boxes = new Set(scene.boxes.map((box) => box.id));
  const known = new Map(scene.pieces.map((piece) => [piece.id, piece]));
  const sideOf = (/** @type {string} */ id) => known.get(id)?.side ?? after.pieces[id]?.side ?? before.pieces[id]?.side ?? "";
  const told = new Set(lines.filter((line) => line.setback).flatMap((line) => line.pieces ?? []));
  /** @type {Map<string, { kind: string, side: string, pieces: string[], values: Record<string, string>, places: string[] }>} */
  const groups = new Map();
  /** @param {string} kind @param {string} side @param {string[]} pieces @param {Record<string, string>} values @param {string[]} places */
  const add = (kind, side, pieces, values, places) => {
    const key = JSON.stringify([kind, side, values]);
    const group = groups.get(key) ?? { kind, side, pieces: [], values, places };
    group.pieces.push(...pieces);
    groups.set(key, group);
  };
  for (const { pieces, side, from, to } of journeys(before, after, sideOf)) {
    const [start, place] = [spaces.get(from) ?? "", spaces.get(to) ?? ""];
    const isMine = match.you.sides.includes(side);
    if (place && !isMine) add(start ? "moved" : "arrived", side, pieces, { start, place }, [to]);
    else if (start && !place && !pieces.every((id) => told.has(id)) && !(isMine && boxes.has(to))) add("left", side, pieces, { place: start }, [from]);
  }
  for (const [id, now] of Object.entries(after.pieces)) {
    const then = before.pieces[id];
    if (!then || !spaces.has(now.at ?? "")) continue;
    for (const mark of now.marks) if (!then.marks.includes(mark) && MARKS.includes(mark) && !told.has(id)) add("marked", sideOf(id), [id], { mark: scene.marks?.[mark] ?? mark }, [now.at ?? ""]);
  }
  const taken = new Map();
  for (const { id, kind, name } of scene.spaces) {
    if (kind === "hex" && !name) continue; // who stands there is told anyway
    const [then, now] = [before.spaces[id]?.control, after.spaces[id]?.control];
    if (now && now !== then) taken.set(now, [...(taken.get(now) ?? []), [id, spaces.get(id) ?? name]]);
  }
  const found = [
    ...lines.filter((line) => line.chapter).map((line) => ({ kind: "chapter", side: "", text: line.text, places: [] })),
    ...[...taken].map(([side, places]) => ({ kind: "taken", side, text: t("recap.taken", { side: sideLabel(state, side), places: places.slice(0, NAMED).map((/** @type {string[]} */ one) => one[1]).join(", ") }) + (places.length > NAMED ? " …" : ""), places: places.map((/** @type {string[]} */ one) => one[0]) })),
    ...fights(lines),
    ...setbacks(lines),
    ...["left", "marked", "moved", "arrived"].flatMap((kind) => together(kind, [...groups.values()].filter((group) => group.kind === kind), known)),
  ];
  // Where nothing on the map is otherwise, what was said is all there is: a pass, a card, a plan.
  return found.length ? found : lines.slice(-SAID).map((line) => ({ kind: "said", side: line.side ?? "", text: line.text, places: line.places ?? [], dice: line.dice }));
}

/**
 * The lines of one kind. Where a whole army comes upon the map, one line for each side tells it.
 * @param {string} kind
 * @param {{ side: string, pieces: string[], values: Record<string, string>, places: string[] }[]} groups
 * @param {Map<string, import("../types.js").ScenePiece>} known
 * @returns {Entry[]}
 */
function together(kind, groups, known) {
  const lines = [];
  for (const side of new Set(groups.map((group) => group.side))) {
    const own = groups.filter((group) => group.side === side);
    if (kind === "arrived" && own.length > ARRIVALS) {
      const where = own.slice(0, NAMED).map((group) => group.values.place).join(", ") + (own.length > NAMED ? " …" : "");
      lines.push({ kind, side, places: own.flatMap((group) => group.places), text: t("recap.arrived_many", { n: own.flatMap((group) => group.pieces).length, places: where }) });
    } else lines.push(...own.map(({ pieces, values, places }) => ({ kind, side, places, text: t(`recap.${kind}`, { ...values, units: names(pieces, known) }) })));
  }
  return lines;
}

/** Their labels; how many there are of those that cannot be told apart. @param {string[]} pieces @param {Map<string, import("../types.js").ScenePiece>} known */
function names(pieces, known) {
  const told = pieces.filter((id) => known.has(id)).map((id) => known.get(id)?.label ?? id);
  const hidden = pieces.length - told.length;
  return [...told, ...(hidden ? [t("say.units", { n: hidden })] : [])].join(", ");
}
