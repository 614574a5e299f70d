/** The match as a list that can be read and looked back into: the fold of its events for the eye. */

import { courseOf, setupOf, type Game } from '../board/setup'
import { afterStep, BAR, OFF, type Board, type Colour, type Mark, type Step } from '../board/sides'
import { pointText } from '../board/walk'
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
  /** The value that a double offers until it is answered. */
  readonly offered: number
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
  offered: 1,
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

/** A play as people write it: one checker's way in one piece, equal moves with their number. */
export function compactPlay(steps: readonly Step[]): string {
  const ways: { points: string; end: number }[] = []
  for (const step of steps) {
    const way = ways.find((one) => one.end === step.source && step.source !== OFF)
    const landing = `${pointText(step.target)}${step.mark}`
    if (way) {
      way.points += `/${landing}`
      way.end = step.target
    } else ways.push({ points: `${pointText(step.source)}/${landing}`, end: step.target })
  }
  const counts = new Map<string, number>()
  for (const way of ways) counts.set(way.points, (counts.get(way.points) ?? 0) + 1)
  return [...counts].map(([points, count]) => (count > 1 ? `${points}(${count})` : points)).join(' ')
}

/** Dice as players name them, the larger first. */
export function diceText(dice: readonly [number, number] | null): string {
  return dice ? `${Math.max(...dice)}-${Math.min(...dice)}` : ''
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
      return { ...log, game: event.number, name: event.game, board: setupOf(event.game), turn: 0, starter: event.starter, dice: null, cube: 1, offered: 1, opened: null }
    case 'opening':
      return openingAfter(log, event.white, event.black)
    case 'roll':
      return { ...turned(log, event.by), dice: diceOf(event.dice), roller: event.by }
    case 'play':
      return playAfter(log, event)
    case 'auto_double':
      return withLine({ ...log, cube: event.cube }, event, { kind: 'auto_double', by: null, value: event.cube })
    case 'double':
      return raised(turned(log, event.by), event, event.cube ?? log.cube * 2)
    case 'take':
      return withLine({ ...log, cube: log.offered }, event, { kind: 'take', by: event.by })
    case 'beaver':
    case 'raccoon':
      return raised(log, event, log.offered * 2)
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

function raised(log: Log, event: Extract<Event, { event: 'double' | 'beaver' | 'raccoon' }>, value: number): Log {
  return withLine({ ...log, offered: value }, event, { kind: event.event, by: event.by, value })
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
