/** How the checkers of one point lie: who is on top, who is pinned, what a number replaces. */

import { across, opponentOf, START, type Board, type Colour, type Course } from './sides'

export interface Disc {
  readonly colour: Colour
  /** Height in the pile in checkers; pinners lie half over their prisoner. */
  readonly height: number
  readonly pinned: boolean
  /** Carries the brass nail: the first checker over a prisoner. */
  readonly nailed: boolean
}

export interface Pile {
  readonly point: number
  readonly owner: Colour | null
  /** Free checkers of the owner. */
  readonly count: number
  readonly prisoner: Colour | null
  readonly discs: readonly Disc[]
  readonly isCounted: boolean
}

/** How far in the first pinner lies, so that the prisoner shows. */
export const PINNER_HEIGHT = 0.56
const MOST_SHOWN = 5
const MOST_SHOWN_OVER_PRISONER = 4

/** The pile at a point of *viewer*'s numbering. */
export function pileAt(board: Board, viewer: Colour, course: Course, point: number): Pile {
  const other = opponentOf(viewer)
  const theirs = across(course, point)
  const mine = board[viewer].free[point] ?? 0
  const enemy = board[other].free[theirs] ?? 0
  const owner = mine > 0 ? viewer : enemy > 0 ? other : null
  const count = mine > 0 ? mine : enemy
  let prisoner: Colour | null = null
  if (board[viewer].pinned.includes(point)) prisoner = viewer
  else if (board[other].pinned.includes(theirs)) prisoner = other
  if (mine > 0 && enemy > 0) return { point, owner, count, prisoner, ...mingled(viewer, mine, enemy) }
  return { point, owner, count, prisoner, ...stacked(owner, count, prisoner) }
}

/** Both colours on one point: no game allows it, but whoever sets a position up must see it.

The few lie over the many: they are the ones that were put there last.
*/
function mingled(viewer: Colour, mine: number, enemy: number): Pick<Pile, 'discs' | 'isCounted'> {
  const below = mine > enemy ? viewer : opponentOf(viewer)
  const few = Math.min(mine, enemy, MOST_SHOWN - 1)
  const many = Math.min(Math.max(mine, enemy), MOST_SHOWN - few)
  const colours = [...Array<Colour>(many).fill(below), ...Array<Colour>(few).fill(opponentOf(below))]
  const discs = colours.map((colour, height) => ({ colour, height, pinned: false, nailed: false }))
  return { discs, isCounted: false }
}

function stacked(owner: Colour | null, count: number, prisoner: Colour | null): Pick<Pile, 'discs' | 'isCounted'> {
  const discs: Disc[] = []
  if (prisoner) discs.push({ colour: prisoner, height: 0, pinned: true, nailed: false })
  const most = prisoner ? MOST_SHOWN_OVER_PRISONER : MOST_SHOWN
  for (let index = 0; owner && index < Math.min(count, most); index += 1) {
    const height = index + (prisoner ? PINNER_HEIGHT : 0)
    discs.push({ colour: owner, height, pinned: false, nailed: prisoner !== null && index === 0 })
  }
  return { discs, isCounted: count > most }
}

/** The height at which the next checker of *colour* would lie on the point. */
export function landingHeight(pile: Pile, colour: Colour): number {
  if (pile.owner !== null && pile.owner !== colour) return 0
  const top = pile.discs.at(-1)
  if (!top) return 0
  if (top.pinned) return PINNER_HEIGHT
  return Math.min(top.height + 1, MOST_SHOWN - 0.4)
}

/** Points of *viewer*'s numbering where a mother stands: one last checker on its own start. */
export function motherPoints(board: Board, viewer: Colour, course: Course): ReadonlyMap<number, Colour> {
  const mothers = new Map<number, Colour>()
  for (const colour of ['w', 'b'] as const) {
    const side = board[colour]
    const total = (side.free[START] ?? 0) + (side.pinned.includes(START) ? 1 : 0)
    if (total !== 1) continue
    mothers.set(colour === viewer ? START : across(course, START), colour)
  }
  return mothers
}
