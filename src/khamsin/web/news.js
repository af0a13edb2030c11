// Which lines of the log are news to the seat that reads them: what others did, or the rules for them.

/** @typedef {import("./types.js").LogLine} LogLine */
/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").Scene} Scene */

/**
 * Whether somebody else did this, or whether with it a day or month begins, which nobody does.
 * @param {LogLine} line
 * @param {string | null} seat that reads it
 * @param {{ scene: Scene, table: Table, hasSecrets: boolean }} at
 */
export function isNews(line, seat, { scene, table: { match }, hasSecrets }) {
  if (!seat || !line.by) return false;
  if (line.by !== seat && (hasSecrets || !match.you.sides.includes(line.by))) return true;
  if (line.chapter) return true;
  // Alone against the rules: they move the pieces of a side that nobody plays.
  const side = scene.pieces.find((piece) => piece.id === line.pieces?.[0])?.side;
  return line.topic === "move" && side !== undefined && !match.seats.some((one) => one.side === side);
}
