// The board in sentences: what a piece or a place is, for those who hear it and for a glance.

import { t } from "../common/words.js";

/** @typedef {import("../types.js").SceneSpace} SceneSpace */
/** @typedef {import("../types.js").SceneBox} SceneBox */
/**
 * @typedef {{ scene: import("../types.js").Scene, known: Map<string, import("../types.js").ScenePiece>, places: Map<string, SceneSpace | SceneBox>,
 *   picture: () => import("../types.js").Picture | null,
 *   lights: () => { pieces: Set<string>, places: Set<string>, goals: Set<string>, selected: string | null }, stackAt: (place: string) => string[],
 *   sideOf: (id: string) => string }} Told
 */

/** What a place is called in a sentence. @param {SceneSpace} space */
export const nameOf = ({ id, said, short, name }) => (said ?? [...new Set([short, name])].filter(Boolean).join(" ")) || id;

/** @param {Told} board @param {string} id */
export function describePiece(board, id) {
  const { scene, places } = board;
  const now = board.picture()?.pieces[id];
  const piece = board.known.get(id);
  const side = scene.sides[board.sideOf(id)]?.label ?? "";
  const parts = [piece ? piece.name && piece.name !== piece.label ? t("say.piece", { label: piece.label, name: piece.name, side }) : `${piece.label}, ${side}` : t("say.unknown", { side })];
  const face = now?.face === undefined ? null : piece?.faces[now.face];
  if (face) parts.push(t(face.reduced ? "say.values_reduced" : "say.values", { values: (now?.values ?? face.values).join(" – ") }));
  for (const mark of now?.marks ?? []) parts.push(scene.marks?.[mark] ?? mark);
  const at = places.get(now?.at ?? "");
  if (at) parts.push(t("say.in", { place: at.name || ("said" in at && at.said) || at.id })); // most hexes have a number only
  if (board.lights().selected === id) parts.push(t("say.selected"));
  else if (board.lights().pieces.has(id)) parts.push(t("say.lit"));
  return `${parts.join(", ")}.`;
}

/** @param {Told} board @param {string} id */
export function describePlace(board, id) {
  const { scene } = board;
  const space = /** @type {SceneSpace | undefined} */ (board.places.get(id));
  const now = board.picture()?.spaces[id];
  const parts = [space ? nameOf(space) : id];
  if (space?.value) parts.push(space.value);
  if (now?.control) parts.push(t("say.control", { side: scene.sides[now.control]?.label ?? now.control }));
  for (const mark of now?.marks ?? []) parts.push(scene.marks?.[mark] ?? mark);
  const here = board.stackAt(id);
  if (here.length) parts.push(t("say.units", { n: here.length }), here.map((one) => board.known.get(one)?.label ?? t("say.hidden")).join(", "));
  const { places, goals } = board.lights();
  if (places.has(id) || goals.has(id)) parts.push(t("say.lit"));
  return `${parts.join(", ")}.`;
}
