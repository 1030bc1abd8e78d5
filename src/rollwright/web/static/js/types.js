/**
 * The shapes of what the server sends; docs/design/web.md describes them.
 *
 * @typedef {{id: string, number: ?number, colour: string, colour_letter: string, bonus: boolean, column: number, label: string}} FieldLayout
 * @typedef {{name: string, word: string, letter: string, colour: string, fields: FieldLayout[]}} LineLayout
 * @typedef {{family: string, title: string, lines: LineLayout[], locks: boolean, symbols: string[], misthrows: number}} Layout
 *
 * @typedef {Object<string, any>} SheetData
 * @typedef {{action: string, label: string, kind?: string, field?: ?string, number?: ?number, short?: string, warning?: ?string, skips?: number, gain?: number, skipped?: string[], dice?: string[], fits?: string[]}} Action
 * @typedef {{seat: number, decision: number, phase: string, sentence?: string, secret?: boolean, actions: Action[], pass: ?Action}} Ask
 * @typedef {{seat: number, letter: string, name: string, avatar: string, kind: string, bot: ?string, online: boolean, answered: ?boolean, active: boolean, place: ?number, hints: number}} SeatView
 * @typedef {{name: string, word: string, letter: string, colour: string, faces: number, symbols: ?string[]}} DieToRoll
 * @typedef {{name: string, word: string, letter: string, colour: string, face: number|string}} DieShown
 * @typedef {{number: number, turn: number, seat: ?number, text: string, important: boolean}} LogEntry
 * @typedef {{action: string, field: ?string, number: ?number, label: string}} Pending
 * @typedef {{label: string, kind: string, values: number[]}} ResultRow
 * @typedef {{total: number, lines?: Object<string, number>, columns?: Object<string, number>, bonus?: Object<string, number>, misthrows?: number}} ScoreView
 * @typedef {{places: number[], unit: string, rating: ?string, rows: ResultRow[], totals: number[], winner_sentence: string}} Result
 *
 * @typedef {{
 *   number: number, code: string, phase: "lobby"|"play"|"over", family: string, title: string,
 *   options: string[], dice_source: string, commitment: ?string, secret: ?string,
 *   timer: ?{seconds: number, left: ?number}, you: number[], host: boolean, spectators: number,
 *   seats: SeatView[], turn: number, sentence: string, node: string, asks: Ask[],
 *   pending: Object<string, Pending>, undo: Object<string, boolean>, redo: Object<string, boolean>,
 *   roll: ?{turn: number, seats: number[], dice: DieToRoll[], label?: string},
 *   correct: ?{dice: DieToRoll[], faces: number[]},
 *   dice: DieShown[], dice_turn: number, called: ?number, sheets: (?SheetData)[], scores: (?ScoreView)[],
 *   fresh: string[][], lost: string[][], log: LogEntry[], announce: ?string, hints: boolean,
 *   rematch: ?string, result: ?Result, join_url: string, can_start: boolean, why_not: ?string,
 *   bots: {name: string, label: string, meaning: string}[],
 *   host_tools: {seat: number, name: string, can: string[]}[],
 * }} View
 */
export {};
