// What has become different between two pictures, in a few lines: who went where, what was taken,
// who was lost or weakened, what fights there were. Made of pictures and lines that the seat was given.

import { t } from "../common/words.js";
import { sideLabel } from "../store.js";

/** @typedef {import("../store.js").State} State */
/** @typedef {import("../types.js").Picture} Picture */
/** @typedef {import("../types.js").LogLine} LogLine */
/** @typedef {{ kind: string, side: string, text: string, places: string[], dice?: (number | number[])[] }} Entry */

/** So many lines tell it where nothing has changed. */
const SAID = 6;

/** The line a fight is known by, and the last thing told of it. @param {LogLine[]} lines @returns {Entry[]} */
function fights(lines) {
  /** @type {Entry[]} */
  const found = [];
  lines.forEach((line, n) => {
    if (!line.fight) return;
    const next = lines.findIndex((other, m) => m > n && (other.fight || other.chapter));
    const inside = lines.slice(n + 1, next < 0 ? undefined : next).filter((other) => other.topic === "combat");
    const [last, thrown] = [inside[inside.length - 1], inside.filter((other) => other.dice?.length)];
    found.push({ kind: "fight", side: line.side ?? "", text: [line.text, last?.text].filter(Boolean).join(" "), places: line.places ?? [], dice: thrown[thrown.length - 1]?.dice ?? line.dice });
  });
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
  const spaces = new Map(scene.spaces.map((space) => [space.id, [...new Set([space.short, space.name])].filter(Boolean).join(" ") || space.id]));
  const known = new Map(scene.pieces.map((piece) => [piece.id, piece]));
  const sideOf = (/** @type {string} */ id) => known.get(id)?.side ?? after.pieces[id]?.side ?? before.pieces[id]?.side ?? "";
  const isMine = (/** @type {string} */ id) => match.you.sides.includes(sideOf(id));
  /** @type {Map<string, { kind: string, side: string, pieces: string[], values: Record<string, string>, places: string[] }>} */
  const groups = new Map();
  /** @param {string} kind @param {string} piece @param {Record<string, string>} [values] @param {string[]} [places] */
  const add = (kind, piece, values = {}, places = []) => {
    const key = JSON.stringify([kind, sideOf(piece), values]);
    const group = groups.get(key) ?? { kind, side: sideOf(piece), pieces: [], values, places };
    group.pieces.push(piece);
    groups.set(key, group);
  };
  for (const id of new Set([...Object.keys(before.pieces), ...Object.keys(after.pieces)])) {
    const [then, now] = [before.pieces[id], after.pieces[id]];
    const [from, to] = [then?.at ?? "", now?.at ?? ""];
    if (from !== to && spaces.has(to)) {
      if (!isMine(id)) add(spaces.has(from) ? "moved" : "arrived", id, { start: spaces.get(from) ?? "", place: spaces.get(to) ?? to }, [to]);
    } else if (from !== to && spaces.has(from)) add("gone", id, { place: spaces.get(from) ?? from }, [from]);
    if (!then || !now || !spaces.has(to)) continue;
    const faces = known.get(id)?.faces ?? [];
    if (!faces[then.face ?? 0]?.reduced && faces[now.face ?? 0]?.reduced) add("reduced", id, {}, [to]);
    for (const mark of now.marks) if (!then.marks.includes(mark) && ["out_of_supply", "isolated", "disrupted", "demoralised", "disorganised"].includes(mark)) add("marked", id, { mark: scene.marks?.[mark] ?? mark }, [to]);
  }
  const taken = new Map();
  for (const [id, name] of spaces) {
    const [then, now] = [before.spaces[id]?.control, after.spaces[id]?.control];
    if (now && now !== then) taken.set(now, [...(taken.get(now) ?? []), [id, name]]);
  }
  const found = [
    ...lines.filter((line) => line.chapter).map((line) => ({ kind: "chapter", side: "", text: line.text, places: [] })),
    ...[...taken].map(([side, places]) => ({ kind: "taken", side, text: t("recap.taken", { side: sideLabel(state, side), places: places.slice(0, 8).map((/** @type {string[]} */ one) => one[1]).join(", ") }) + (places.length > 8 ? " …" : ""), places: places.map((/** @type {string[]} */ one) => one[0]) })),
    ...fights(lines),
    ...["gone", "reduced", "marked", "moved", "arrived"].flatMap((kind) => [...groups.values()].filter((group) => group.kind === kind)).map(({ kind, side, pieces, values, places }) => ({
      kind, side, places, text: t(`recap.${kind}`, { ...values, units: names(pieces, known) }),
    })),
  ];
  // Where nothing on the map is otherwise, what was said is all there is: a pass, a card, a plan.
  return found.length ? found : lines.slice(-SAID).map((line) => ({ kind: "said", side: line.side ?? "", text: line.text, places: line.places ?? [], dice: line.dice }));
}

/** Their labels; how many there are of those that cannot be told apart. @param {string[]} pieces @param {Map<string, import("../types.js").ScenePiece>} known */
function names(pieces, known) {
  const told = pieces.filter((id) => known.has(id)).map((id) => known.get(id)?.label ?? id);
  const hidden = pieces.length - told.length;
  return [...told, ...(hidden ? [t("say.units", { n: hidden })] : [])].join(", ");
}
