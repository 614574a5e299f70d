/** Arrows over the checkers: where a play that is shown would take them. */

import { CHECKER, type Spot } from './geometry'

const HEAD = 26
const SPREAD = 15
/** How far an arrow stays away from the middle of both checkers. */
const START_GAP = CHECKER * 0.3
const END_GAP = CHECKER * 0.16

export interface ArrowPath {
  readonly shaft: string
  readonly head: string
  readonly middle: Spot
}

export function arrowPath(from: Spot, to: Spot): ArrowPath {
  const length = Math.max(1, Math.hypot(to.x - from.x, to.y - from.y))
  const along = { x: (to.x - from.x) / length, y: (to.y - from.y) / length }
  const at = (distance: number, aside = 0): Spot => ({
    x: from.x + along.x * distance - along.y * aside,
    y: from.y + along.y * distance + along.x * aside,
  })
  const end = length - END_GAP
  const neck = Math.max(0, end - HEAD)
  return {
    shaft: `M${text(at(Math.min(START_GAP, neck)))}L${text(at(neck + 2))}`,
    head: `M${text(at(end))}L${text(at(neck, SPREAD))}L${text(at(neck, -SPREAD))}Z`,
    middle: at((START_GAP + neck) / 2),
  }
}

function text(spot: Spot): string {
  return `${spot.x.toFixed(1)} ${spot.y.toFixed(1)}`
}
