/** The match as a list that can be read and looked back into: the fold of its events for the eye. */

import { courseOf, setupOf, type Game } from '../board/setup'
import { afterStep, BAR, OFF, type Board, type Colour, type Mark, type Step } from '../board/sides'
import type { Event, MatchEnd } from '../socket/messages'

export interface Line {
  readonly game: number
  readonly name: Game
  /** The number of the turn, the same for both players' plays. */
  readonly turn: number
  readonly by: Colour | null
  readonly dice: readonly [number, number] | null
  readonly kind: 'play' | 'double' | 'take' | 'drop' | 'beaver' | 'raccoon' | 'resign' | 'accept' | 'decline' | 'auto_double' | 'end'
  readonly play: string
  readonly steps: readonly Step[]
  readonly board: Board
  readonly value: number
  readonly event: Event
}

export interface Log {
  readonly lines: readonly Line[]
  readonly game: number
  readonly name: Game
  readonly board: Board
  readonly turn: number
  readonly starter: Colour | null
  readonly dice: readonly [number, number] | null
  readonly roller: Colour | null
  readonly cube: number
  /** Whose turn has begun and is not played yet. */
  readonly opened: Colour | null
  readonly matchEnd: MatchEnd | null
}

export const EMPTY_LOG: Log = {
  lines: [],
  game: 0,
  name: 'portes',
  board: setupOf('portes'),
  turn: 0,
  starter: null,
  dice: null,
  roller: null,
  cube: 1,
  opened: null,
  matchEnd: null,
}

/** The steps of a play as the wire writes it: `24/18 13/11*`, `bar/20`, `6/off`, `8/5(2)`, `-`. */
export function stepsOf(play: string): Step[] {
  const steps: Step[] = []
  if (play === '-') return steps
  for (const part of play.split(' ')) {
    const match = /^(.*?)(?:\((\d)\))?$/.exec(part)
    const points = (match?.[1] ?? '').split('/')
    for (let time = 0; time < Number(match?.[2] ?? 1); time += 1) {
      for (let index = 0; index + 1 < points.length; index += 1) {
        const mark = /[*^]$/.exec(points[index + 1] ?? '')?.[0] ?? ''
        steps.push({ source: numberOf(points[index]), target: numberOf(points[index + 1]), mark: mark as Mark })
      }
    }
  }
  return steps
}

function numberOf(text = ''): number {
  const plain = text.replace(/[*^]$/, '')
  if (plain === 'bar') return BAR
  return plain === 'off' ? OFF : Number(plain)
}

export function diceOf(text: string): readonly [number, number] {
  const [first = 1, second = 1] = text.split('-').map(Number)
  return [first, second]
}

export function boardAfterPlay(board: Board, mover: Colour, steps: readonly Step[], game: Game): Board {
  return steps.reduce((now, step) => afterStep(now, mover, step, courseOf(game)), board)
}

export function logAfter(log: Log, event: Event): Log {
  switch (event.event) {
    case 'game':
      return { ...log, game: event.number, name: event.game, board: setupOf(event.game), turn: 0, starter: event.starter, dice: null, cube: 1, opened: null }
    case 'opening':
      return openingAfter(log, event.white, event.black)
    case 'roll':
      return { ...turned(log, event.by), dice: diceOf(event.dice), roller: event.by }
    case 'play':
      return playAfter(log, event)
    case 'auto_double':
      return withLine({ ...log, cube: event.cube }, event, { kind: 'auto_double', by: null, value: event.cube })
    case 'double':
      return withLine(turned(log, event.by), event, { kind: 'double', by: event.by, value: log.cube * 2 })
    case 'take':
      return withLine({ ...log, cube: log.cube * 2 }, event, { kind: 'take', by: event.by })
    case 'beaver':
    case 'raccoon':
      return withLine({ ...log, cube: log.cube * 2 }, event, { kind: event.event, by: event.by, value: log.cube * 2 })
    case 'drop':
    case 'accept':
    case 'decline':
    case 'resign':
      return withLine(log, event, { kind: event.event, by: event.by })
    case 'game_end':
      return withLine({ ...log, dice: null }, event, { kind: 'end', by: event.winner, value: event.points })
    case 'match_end':
      return { ...log, dice: null, matchEnd: event }
  }
}

function openingAfter(log: Log, white: number, black: number): Log {
  if (white === black) return log
  const starter: Colour = white > black ? 'w' : 'b'
  return { ...log, starter, dice: [Math.max(white, black), Math.min(white, black)], roller: starter, opened: starter, turn: 1 }
}

/** A turn has the same number for both players; the starter's begins a new one. */
function turned(log: Log, by: Colour): Log {
  if (log.opened === by) return log
  const starter = log.starter ?? by
  return { ...log, starter, opened: by, turn: by === starter ? log.turn + 1 : Math.max(1, log.turn) }
}

function playAfter(log: Log, event: Extract<Event, { event: 'play' }>): Log {
  const steps = stepsOf(event.play)
  const board = boardAfterPlay(log.board, event.by, steps, log.name)
  const after = { ...log, board }
  return { ...withLine(after, event, { kind: 'play', by: event.by, dice: log.dice, play: event.play, steps }), dice: null, opened: null }
}

type LineParts = Pick<Line, 'kind' | 'by'> & Partial<Pick<Line, 'dice' | 'play' | 'steps' | 'value'>>

function withLine(log: Log, event: Event, parts: LineParts): Log {
  const line: Line = {
    game: log.game,
    name: log.name,
    turn: log.turn,
    dice: null,
    play: '',
    steps: [],
    value: 0,
    board: log.board,
    event,
    ...parts,
  }
  return { ...log, lines: [...log.lines, line] }
}

export function logOf(events: Iterable<Event>): Log {
  let log = EMPTY_LOG
  for (const event of events) log = logAfter(log, event)
  return log
}
