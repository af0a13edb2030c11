// The ways that pieces have gone, as arrows over the map.

/** @typedef {import("../types.js").Arrow} Arrow */
/** @typedef {import("../types.js").Picture} Picture */

/**
 * Who went from where to where through these pictures: one arrow for all that went the same way.
 * @param {import("../types.js").Scene} scene
 * @param {Picture[]} pictures
 * @returns {Arrow[]}
 */
export function trails(scene, pictures) {
  const spaces = new Set(scene.spaces.map((space) => space.id));
  /** @type {Map<string, string[]>} */
  const ways = new Map();
  for (const { pieces } of pictures) {
    for (const [id, { at }] of Object.entries(pieces)) {
      if (!at || !spaces.has(at)) continue;
      const way = ways.get(id) ?? [];
      if (way[way.length - 1] !== at) way.push(at);
      ways.set(id, way);
    }
  }
  const sides = new Map(scene.pieces.map((piece) => [piece.id, piece.side]));
  const last = pictures[pictures.length - 1];
  const arrows = [...ways].filter(([, way]) => way.length > 1).map(([id, through]) => ({ through, kind: "gone-way", side: sides.get(id) ?? last?.pieces[id]?.side }));
  return [...new Map(arrows.map((arrow) => [JSON.stringify(arrow), arrow])).values()];
}
