// The data that come from the table, as docs/table-protocol.md tells them. Types only.

/** @typedef {[number, number]} Point */
/** @typedef {{ layer: string, kind: string, points: Point[], text?: string }} Shape */
/**
 * @typedef {{ id: string, name: string, short: string, kind: string, polygon: Point[], center: Point, terrain: string,
 *   badge?: { shape: string, top: string, bottom: string }, value?: string, important: boolean, facts: string[] }} SceneSpace
 */
/** @typedef {{ id: string, name: string, rect: [number, number, number, number], cells?: string[] }} SceneBox */
/**
 * @typedef {{ id: string, side: string, nation: string, label: string, name: string, facts: string[], kind: string,
 *   symbol: { branch: string, motorised: boolean, size: string }, faces: { values: string[], reduced: boolean }[] }} ScenePiece
 */
/**
 * @typedef {{ size: [number, number], shapes: Shape[], spaces: SceneSpace[], boxes: SceneBox[], pieces: ScenePiece[],
 *   sides: Record<string, { label: string, colour: string }>, marks?: Record<string, string>, sources: { where: string, text: string }[] }} Scene
 */
/** @typedef {{ at: string | null, face?: number, marks: string[], side?: string, kind?: string }} PieceNow */
/** @typedef {{ id: string, label: string, text?: string, at: string, cell?: number, side?: string }} Marker */
/**
 * @typedef {{ title: string, place: string, attackers?: string[], defenders?: string[],
 *   rows: { label: string, attack: string, defence: string, rule: string }[], outcome?: string }} BattleNow
 */
/**
 * @typedef {{ spaces: Record<string, { control?: string, marks: string[] }>, pieces: Record<string, PieceNow>, markers: Marker[],
 *   bar: string[], facts: { label: string, value: string }[], battle: BattleNow | null }} Picture
 */
/** @typedef {{ words: string[], text: string, verb: string, group?: string | null, item?: string | null, pieces: string[], places: string[] }} Option */
/** @typedef {{ number: number, to_answer: string[], prompt: string, rule: string, yours: boolean, options?: Option[] }} Decision */
/**
 * @typedef {{ n: number, at: number, kind: string, topic?: string, rule: string, text: string, side?: string, dice?: (number | number[])[],
 *   pieces?: string[], places?: string[], private?: boolean }} LogLine
 */
/** @typedef {{ side: string, label: string, holder: { kind: string, name?: string, online?: boolean } | null, clock?: { left: number, running: boolean } }} Seat */
/**
 * @typedef {{ id: string, game: string, title: string, scenario: string, options: string[], status: string, commitment: string, seed?: string,
 *   created: string, entries: number, hidden?: boolean, seats: Seat[], sandbox?: boolean, imagined?: boolean, pack?: string, renewed?: number, notices?: string[],
 *   you: { sides: string[], observer: boolean, may_undo: boolean, why_not_undo?: string | null } }} MatchInfo
 */
/**
 * @typedef {{ match: MatchInfo, picture: Picture, decision: Decision | null, log: { from: number, to: number, lines: LogLine[] },
 *   result: null | { winner: string | null, rule: string, text: string, scores: Record<string, number> },
 *   offers: { undo?: { by: string, to: number }, draw?: { by: string } },
 *   chat: { from: number, lines: { n?: number, by: string, text: string, at?: string }[] }, notes?: string }} Table
 */
/** @typedef {{ id: string, label: string, side?: string, spaces: Record<string, number> }} Overlay */

export {};
