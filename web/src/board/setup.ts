/** How a board is set out before a game: for the ready board and for looking back. */

import type { Board, Course, Side } from './sides'

export type Game = 'portes' | 'plakoto' | 'fevga' | 'backgammon'

const SETUPS: Readonly<Record<Game, readonly (readonly [point: number, count: number])[]>> = {
  portes: [[24, 2], [13, 5], [8, 3], [6, 5]],
  backgammon: [[24, 2], [13, 5], [8, 3], [6, 5]],
  plakoto: [[24, 15]],
  fevga: [[24, 15]],
}

export function setupOf(game: Game): Board {
  const free = new Array<number>(26).fill(0)
  for (const [point, count] of SETUPS[game]) free[point] = count
  const side: Side = { free, pinned: [] }
  return { w: side, b: side }
}

export function courseOf(game: Game): Course {
  return game === 'fevga' ? 'parallel' : 'contrary'
}
