/** A match as the rows that a reader walks through: one for each decision. */

import type { Colour } from '../board/sides'
import type { Analysis, AnalysedGame, Entry, Step, StudiedMatch } from './calls'

export interface Row {
  /** The index of its event in the record. */
  readonly event: number
  /** The index of the throw that was played, or that the game ended on. */
  readonly roll: number | null
  readonly by: Colour | null
  readonly kind: string
  readonly dice: readonly [number, number] | null
  readonly play: string
  /** The board before it, and after it. */
  readonly before: Step
  readonly after: Step
  readonly game: number
}

export interface GameRows {
  readonly number: number
  readonly rows: readonly Row[]
  readonly start: Step
}

export function gamesOf(match: StudiedMatch): readonly GameRows[] {
  const games: { number: number; rows: Row[]; start: Step }[] = []
  let rolled: number | null = null
  match.steps.forEach((step, index) => {
    const { event } = step
    if (event.event === 'game') {
      games.push({ number: event.number, rows: [], start: step })
      rolled = null
      return
    }
    const game = games.at(-1)
    if (!game) return
    if (event.event === 'roll' || event.event === 'opening') {
      rolled = index
      return
    }
    if (event.event === 'match_end') return
    const before = match.steps[event.event === 'play' && rolled !== null ? rolled : index - 1] ?? step
    game.rows.push({
      event: index,
      roll: event.event === 'play' || event.event === 'game_end' ? rolled : null,
      by: 'by' in event ? event.by : event.event === 'game_end' ? event.winner : null,
      kind: event.event,
      dice: event.event === 'play' ? (before.dice ?? null) : null,
      play: event.event === 'play' ? event.play : '',
      before,
      after: step,
      game: game.number,
    })
    if (event.event === 'play') rolled = null
  })
  return games
}

export function gameOf(analysis: Analysis | null, number: number): AnalysedGame | null {
  return analysis?.games.find((game) => game.number === number) ?? null
}

/** Everything an analysis says of a row: of its throw, of the cube before it, of the play. */
export function entriesOf(game: AnalysedGame | null, row: Row): readonly Entry[] {
  if (!game) return []
  return game.entries.filter((entry) => entry.event === row.event || (row.roll !== null && entry.event === row.roll))
}

export function decisionsOf(game: AnalysedGame | null, row: Row): readonly Entry[] {
  return entriesOf(game, row).filter((entry) => entry.kind !== 'luck' && (entry.kind === 'play' || entry.mark !== '' || entry.counts || entry.event === row.event))
}

/** What the throw gave; the luck of starting is not the throw's. */
export function luckOf(game: AnalysedGame | null, row: Row): number | null {
  const throws = entriesOf(game, row).filter((entry) => entry.kind === 'luck' && entry.dice !== null)
  return throws.length > 0 ? throws.reduce((sum, entry) => sum + entry.points, 0) : null
}

export interface Fault {
  readonly game: number
  readonly row: Row
  readonly entry: Entry
}

/** The marked errors of all games, the worst first. */
export function worstOf(games: readonly GameRows[], analysis: Analysis | null): readonly Fault[] {
  const found: Fault[] = []
  for (const { number, rows } of games) {
    const analysed = gameOf(analysis, number)
    for (const row of rows) {
      for (const entry of decisionsOf(analysed, row)) if (entry.mark) found.push({ game: number, row, entry })
    }
  }
  return found.sort((a, b) => a.entry.points - b.entry.points)
}

export interface Place {
  /** Both as indices: of the game in the match, of the row in the game. */
  readonly game: number
  readonly row: number
}

/** Where a reader looks at an event: at its row, or at what was played of a throw; else at what came next. */
export function placeOf(games: readonly GameRows[], event: number): Place | null {
  const places = games.flatMap(({ rows }, game) => rows.map(({ event: own, roll }, row) => ({ game, row, own, roll })))
  return places.find(({ own, roll }) => own === event || roll === event) ?? places.find(({ own }) => own > event) ?? places.at(-1) ?? null
}

/** The row that a place of the curve belongs to. */
export function rowAt(rows: readonly Row[], event: number): number {
  const index = rows.findIndex((row) => row.event >= event)
  return index < 0 ? rows.length - 1 : index
}
