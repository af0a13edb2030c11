// The data that come from the table, as docs/table-protocol.md tells them. Types only.

/** @typedef {[number, number]} Point */
/** @typedef {{ layer: string, kind: string, points: Point[], text?: string, broken?: boolean, side?: string }} Shape */
/**
 * @typedef {{ id: string, name: string, short: string, said?: string, kind: string, polygon: Point[], center: Point, terrain: string,
 *   signs?: string[], badge?: { shape: string, top: string, bottom: string }, value?: string, important: boolean, facts: string[] }} SceneSpace
 */
/** @typedef {[number, number, number, number]} Rect x, y, width, height */
/** @typedef {{ id: string, name: string, rect: Rect, cells?: string[], columns?: number, side?: string, folds?: boolean }} SceneBox */
/** @typedef {{ id: string, name: string, rect: Rect, apart?: boolean }} SceneSheet */
/**
 * @typedef {{ id: string, side: string, nation: string, label: string, name: string, facts: string[], kind: string,
 *   symbol: { branch: string, motorised: boolean, size: string }, faces: { values: string[], reduced: boolean, beside?: string }[] }} ScenePiece
 */
/**
 * @typedef {{ size: [number, number], shapes: Shape[], spaces: SceneSpace[], boxes: SceneBox[], pieces: ScenePiece[],
 *   sides: Record<string, { label: string, colour: string }>, marks?: Record<string, string>, sources: { where: string, text: string }[],
 *   piece_size?: number, sheets?: SceneSheet[] }} Scene
 */
/** @typedef {{ at: string | null, face?: number, values?: string[], cell?: number, marks: string[], side?: string, kind?: string, back?: string }} PieceNow */
/** @typedef {{ id: string, label: string, text?: string, at: string, cell?: number, side?: string }} Marker */
/** @typedef {{ between: [string, string], layer: string, label: string, side?: string }} EdgeNow */
/** @typedef {{ through: string[], kind: string, text?: string, side?: string }} Arrow */
/** @typedef {{ label: string, value: string, rule: string }} Modifier */
/** @typedef {{ title: string, rows: Modifier[], total?: string, side?: string }} Calculation */
/** @typedef {{ columns: string[], start: number, end: number, shifts: Modifier[] }} Ladder */
/**
 * @typedef {{ title: string, columns: string[], rows: { label: string, cells: string[] }[], column?: number, row?: number,
 *   rule?: string }} ResultTable
 */
/** @typedef {{ label: string, dice: number[], hits?: number[], result?: string, rule?: string, side?: string }} BattleThrow */
/**
 * @typedef {{ title: string, place: string, attackers: string[], defenders: string[],
 *   rows: { label: string, attack: string, defence: string, rule: string }[], outcome?: string,
 *   lines?: { label: string, side?: string, pieces: string[], note?: string }[],
 *   targets?: { by: string, at: string, text?: string }[],
 *   plans?: { title: string, text: string, rule: string, side?: string, spent?: boolean }[],
 *   ladder?: Ladder, sums?: Calculation[], throws?: BattleThrow[], table?: ResultTable }} BattleNow
 */
/** @typedef {{ id: string, title: string, value?: string, text?: string, rule?: string, side?: string, spent?: boolean }} Card */
/** @typedef {{ id: string, name: string, kind: string, count: number, cards: Card[], side?: string, note?: string }} HandNow */
/** @typedef {{ title: string, rule: string, state: string, dice?: number[], result?: string, note?: string }} Step */
/** @typedef {{ title: string, rule: string, steps: Step[] }} ProcedureNow */
/** @typedef {{ label: string, rule: string, state: string }} Phase */
/**
 * @typedef {{ side: string, title: string, rule: string, now: string, met: boolean, places?: { id: string, met: boolean, text?: string }[],
 *   rows?: Modifier[] }} Goal
 */
/** @typedef {{ standing: { side: string, text: string }[], when: string, goals: Goal[] }} GoalsNow */
/**
 * @typedef {{ spaces: Record<string, { control?: string, marks: string[] }>, pieces: Record<string, PieceNow>, markers: Marker[],
 *   bar: string[], facts: { label: string, value: string }[], battle: BattleNow | null, sheet?: string, edges?: EdgeNow[],
 *   arrows?: Arrow[], hands?: HandNow[], procedure?: ProcedureNow | null, sequence?: Phase[], goals?: GoalsNow, in_hand?: string }} Picture
 */
/** @typedef {{ words: string[], text: string, verb: string, group?: string | null, item?: string | null, gamble?: boolean, pieces: string[], places: string[] }} Option */
/** @typedef {{ number: number, to_answer: string[], prompt: string, rule: string, yours: boolean, usual?: boolean, moves?: boolean, options?: Option[], unit?: string }} Decision */
/**
 * @typedef {{ n: number, at: number, kind: string, topic?: string, rule: string, text: string, side?: string, dice?: (number | number[])[], heading?: boolean, chapter?: boolean, fight?: boolean, setback?: boolean, by?: string,
 *   pieces?: string[], places?: string[], private?: boolean }} LogLine
 */
/** @typedef {{ side: string, label: string, holder: { kind: string, name?: string, bot?: string, online?: boolean } | null, clock?: { left: number, running: boolean } }} Seat */
/**
 * @typedef {{ id: string, game: string, title: string, scenario: string, options: string[], status: string, commitment: string, seed?: string,
 *   created: string, entries: number, hidden?: boolean, seats: Seat[], sandbox?: boolean, reviewed?: boolean, private?: boolean, rated?: boolean, event?: string, imagined?: boolean, pack?: string, renewed?: number, notices?: string[],
 *   you: { seat?: string | null, sides: string[], observer: boolean, may_undo: boolean, creator?: boolean, why_not_undo?: string | null, why_no_hint?: string } }} MatchInfo
 */
/** @typedef {{ text: string, rule: string | null, panel: string, lit: string[] }} LessonCard */
/** @typedef {{ title: string, first: number, steps: number, cards: LessonCard[], wanted: string[], is_over: boolean, first_game: Record<string, any> }} Lesson */
/**
 * @typedef {{ match: MatchInfo, picture: Picture, decision: Decision | null, log: { from: number, to: number, lines: LogLine[] },
 *   result: null | { winner: string | null, rule: string, text: string, scores: Record<string, number> },
 *   lesson?: Lesson | null, offers: { undo?: { by: string, to: number }, draw?: { by: string } },
 *   chat: { from: number, lines: { n?: number, by: string, text: string, at?: string, removed?: boolean, hidden?: boolean }[] }, notes?: string }} Table
 */
/**
 * @typedef {{ id: string, label: string, side?: string, spaces: Record<string, number>, text?: Record<string, string>,
 *   lines?: Arrow[], rings?: { at: string, radius: number, text?: string }[], auto?: boolean }} Overlay
 */
/**
 * What the computer would do: the steps of one's turn, the chance with its error, whether it is hardly worse than the best one; why; the ways of one's units; what would come of it.
 * @typedef {{ chance: number, error: number, close: boolean, steps: { words: string[], text: string, pieces: string[], places: string[] }[], reasons: { text: string, good: boolean }[],
 *   ways: { through: string[], side: string }[], taken: string[], marked: [string, string][] }} Plan
 */

export {};
