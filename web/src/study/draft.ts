/** A position that is being set up: whatever the reader puts there, possible or not. */

import type { Game } from '../board/setup'
import { setupOf } from '../board/setup'
import { across, BAR, CHECKERS, countAt, decodeBoard, OFF, opponentOf, type Board, type Colour, type Course, type Side } from '../board/sides'
import type { Studied } from './calls'

export interface Draft {
  /** The game with its house rules, as a position line names it. */
  readonly rules: string
  readonly game: Game
  readonly course: Course
  readonly contact: Studied['contact']
  readonly board: Board
  readonly turn: Colour | null
  readonly dice: readonly [number, number] | null
  readonly cube: Studied['cube']
  readonly score: Studied['score']
  readonly crawford: boolean
  readonly jacoby: boolean
  readonly beavers: boolean
}

export function draftOf(studied: Studied): Draft {
  const { game, course, contact, turn, dice, cube, score, crawford, jacoby, beavers } = studied
  const rules = studied.position.split(' ')[0] ?? game
  return { rules, game, course, contact, board: decodeBoard(studied.board), turn, dice, cube, score, crawford, jacoby, beavers }
}

/** The position line of a draft; the server says whether it can be. */
export function lineOf(draft: Draft): string {
  const parts = [draft.rules, sideText(draft.board.w), sideText(draft.board.b), draft.turn ?? '?']
  if (draft.dice) parts.push(`dice=${draft.dice.join('-')}`)
  if (draft.cube && draft.game === 'backgammon') parts.push(`cube=${draft.cube.value}@${draft.cube.owner ?? '-'}`)
  if (draft.score) parts.push(`score=${draft.score[0]}-${draft.score[1]}/${draft.score[2]}`)
  for (const flag of ['crawford', 'jacoby', 'beavers'] as const) if (draft[flag]) parts.push(flag)
  return parts.join(' ')
}

function sideText(side: Side): string {
  const parts: string[] = []
  for (let point = BAR; point > OFF; point -= 1) {
    const count = side.free[point] ?? 0
    if (count > 0) parts.push(`${point === BAR ? 'bar' : point}:${count}`)
    if (side.pinned.includes(point)) parts.push(`${point}x`)
  }
  return parts.join(',') || '-'
}

/** Checkers that are not on the board yet: borne off, as far as a game goes. */
export function leftOver(side: Side): number {
  const placed = side.free.reduce((sum, count, point) => (point === OFF ? sum : sum + count), side.pinned.length)
  return CHECKERS - placed
}

function withSide(board: Board, colour: Colour, free: readonly number[], pinned: readonly number[]): Board {
  const counts = [...free]
  counts[OFF] = Math.max(0, leftOver({ free, pinned }))
  const side: Side = { free: counts, pinned: [...pinned].sort((a, b) => a - b) }
  return colour === 'w' ? { w: side, b: board.b } : { w: board.w, b: side }
}

/** Put so many checkers of *colour* on its own *point*; null if it has not so many. */
export function withCount(board: Board, colour: Colour, point: number, count: number): Board | null {
  const side = board[colour]
  if (point === OFF || count < 0 || count > leftOver(side) + (side.free[point] ?? 0)) return null
  const free = [...side.free]
  free[point] = count
  return withSide(board, colour, free, side.pinned)
}

/** Pin a checker of *colour* on its own *point*, or free the one that is pinned there. */
export function withPin(board: Board, colour: Colour, point: number): Board | null {
  const side = board[colour]
  if (point === OFF || point === BAR) return null
  if (side.pinned.includes(point)) {
    return withSide(board, colour, side.free, side.pinned.filter((one) => one !== point))
  }
  const free = [...side.free]
  // A checker that lies there is the one that is pinned.
  if ((free[point] ?? 0) > 0) free[point] = (free[point] ?? 0) - 1
  else if (leftOver(side) < 1) return null
  return withSide(board, colour, free, [...side.pinned, point])
}

/** One more checker; where blots are pinned, a lone enemy there is pinned by it. */
export function withOneMore(draft: Draft, colour: Colour, point: number): Board | null {
  const { board, course, contact } = draft
  const added = withCount(board, colour, point, (board[colour].free[point] ?? 0) + 1)
  if (!added || contact !== 'pin' || point === BAR) return added
  const other = opponentOf(colour)
  const facing = across(course, point)
  const isFirst = (board[colour].free[point] ?? 0) === 0
  const meetsBlot = isFirst && (board[other].free[facing] ?? 0) === 1 && !board[other].pinned.includes(facing)
  return meetsBlot ? withPin(added, other, facing) : added
}

/** One checker less; a prisoner that nothing covers any more is free. */
export function withOneLess(draft: Draft, colour: Colour, point: number): Board | null {
  const { board, course } = draft
  const side = board[colour]
  const count = side.free[point] ?? 0
  if (count === 0) return side.pinned.includes(point) ? withoutPin(board, colour, point) : null
  const less = withCount(board, colour, point, count - 1)
  if (!less || count > 1 || point === BAR) return less
  const other = opponentOf(colour)
  const facing = across(course, point)
  return board[other].pinned.includes(facing) ? freed(less, other, facing) : less
}

function withoutPin(board: Board, colour: Colour, point: number): Board {
  const side = board[colour]
  return withSide(board, colour, side.free, side.pinned.filter((one) => one !== point))
}

function freed(board: Board, colour: Colour, point: number): Board {
  const side = board[colour]
  const free = [...side.free]
  free[point] = (free[point] ?? 0) + 1
  return withSide(board, colour, free, side.pinned.filter((one) => one !== point))
}

/** The top checker of a place: whose it is, and which of his own points it stands on. */
export function topOf(draft: Draft, viewer: Colour, spot: number): { colour: Colour; point: number } | null {
  const other = opponentOf(viewer)
  if (spot === OFF) return null
  if (spot === BAR) {
    const colour = ([viewer, other] as const).find((one) => (draft.board[one].free[BAR] ?? 0) > 0)
    return colour ? { colour, point: BAR } : null
  }
  const facing = across(draft.course, spot)
  const theirs = draft.board[other].free[facing] ?? 0
  const mine = draft.board[viewer].free[spot] ?? 0
  // Where both lie, the few lie over the many.
  if (theirs > 0 && (mine === 0 || theirs <= mine)) return { colour: other, point: facing }
  if (mine > 0) return { colour: viewer, point: spot }
  if (countAt(draft.board[viewer], spot) > 0) return { colour: viewer, point: spot }
  return countAt(draft.board[other], facing) > 0 ? { colour: other, point: facing } : null
}

export function emptied(draft: Draft): Draft {
  const free = new Array<number>(26).fill(0)
  free[OFF] = CHECKERS
  const side: Side = { free, pinned: [] }
  return { ...draft, board: { w: side, b: side }, dice: null }
}

export function startOf(draft: Draft): Draft {
  return { ...draft, board: setupOf(draft.game), dice: null }
}

/** Both sides change places: what was White's is Black's. */
export function swapped(draft: Draft): Draft {
  return { ...draft, board: { w: draft.board.b, b: draft.board.w } }
}
