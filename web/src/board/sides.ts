/** Who has checkers where, as the wire packs it: each side in its own numbering. */

export type Colour = 'w' | 'b'
export type Course = 'contrary' | 'parallel'
export type Mark = '' | '*' | '^'

export const OFF = 0
export const BAR = 25
export const START = 24
export const CHECKERS = 15

export interface Side {
  /** Free checkers at own points: 0 off, 1–24 the points, 25 the bar. */
  readonly free: readonly number[]
  /** Own points where one own checker lies under an enemy. */
  readonly pinned: readonly number[]
}

export type Board = Readonly<Record<Colour, Side>>

export interface Step {
  readonly source: number
  readonly target: number
  readonly mark: Mark
}

export function opponentOf(colour: Colour): Colour {
  return colour === 'w' ? 'b' : 'w'
}

/** The other player's number of the same triangle; its own inverse. */
export function across(course: Course, point: number): number {
  if (course === 'contrary') return 25 - point
  return point > 12 ? point - 12 : point + 12
}

export function decodeBoard(text: string): Board {
  const [white, black, ...rest] = text.split('/')
  if (white === undefined || black === undefined || rest.length > 0) {
    throw new Error(`A packed board has two sides with one slash between them, not ${JSON.stringify(text)}.`)
  }
  return { w: decodeSide(white), b: decodeSide(black) }
}

function decodeSide(text: string): Side {
  const match = /^([0-9a-f]{26})\.((?:\d\d)*)$/.exec(text)
  if (!match) throw new Error(`A packed side has 26 hexadecimal digits, a point and its pins, not ${JSON.stringify(text)}.`)
  const free = [...(match[1] ?? '')].map((digit) => Number.parseInt(digit, 16))
  const pinned = (match[2] ?? '').match(/\d\d/g)?.map(Number) ?? []
  if (pinned.some((point) => point < 1 || point > 24)) throw new Error(`Pins lie on points 1 to 24, not ${match[2] ?? ''}.`)
  return { free, pinned }
}

export function encodeBoard(board: Board): string {
  return `${encodeSide(board.w)}/${encodeSide(board.b)}`
}

function encodeSide(side: Side): string {
  const pins = side.pinned.map((point) => String(point).padStart(2, '0')).join('')
  return `${side.free.map((count) => count.toString(16)).join('')}.${pins}`
}

/** How many checkers of *side* a point holds, pinned ones included. */
export function countAt(side: Side, point: number): number {
  return (side.free[point] ?? 0) + (side.pinned.includes(point) ? 1 : 0)
}

export function pipCount(side: Side): number {
  const free = side.free.reduce((sum, count, point) => sum + count * point, 0)
  return free + side.pinned.reduce((sum, point) => sum + point, 0)
}

/** The board after *mover* has played one step; what it does to the other side is in its mark. */
export function afterStep(board: Board, mover: Colour, step: Step, course: Course): Board {
  const own = [...board[mover].free]
  const other = [...board[opponentOf(mover)].free]
  let pinned = [...board[opponentOf(mover)].pinned]
  own[step.source] = (own[step.source] ?? 0) - 1
  own[step.target] = (own[step.target] ?? 0) + 1
  if (step.source !== BAR) {
    const left = across(course, step.source)
    if (own[step.source] === 0 && pinned.includes(left)) {
      pinned = pinned.filter((point) => point !== left)
      other[left] = (other[left] ?? 0) + 1
    }
  }
  if (step.mark !== '') {
    const met = across(course, step.target)
    other[met] = (other[met] ?? 0) - 1
    if (step.mark === '*') other[BAR] = (other[BAR] ?? 0) + 1
    else pinned = [...pinned, met].sort((a, b) => a - b)
  }
  const after: Side = { free: other, pinned }
  const moved: Side = { free: own, pinned: board[mover].pinned }
  return mover === 'w' ? { w: moved, b: after } : { w: after, b: moved }
}
