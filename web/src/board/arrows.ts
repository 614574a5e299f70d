/** Arrows over the checkers: where a play that is shown would take them. */

import { CHECKER, type Spot } from './geometry'
import type { Arrow, Place } from './scene'
import { across, BAR, OFF, type Colour, type Course, type Step } from './sides'

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

/** The arrows of a play's steps, which count as *mover* counts, on *viewer*'s board. */
export function arrowsOf(steps: readonly Step[], mover: Colour, viewer: Colour, course: Course, isOther = false): readonly Arrow[] {
  const seen = (point: number): Place => {
    const isPoint = point !== OFF && point !== BAR
    return { colour: mover, point: isPoint && mover !== viewer ? across(course, point) : point }
  }
  const arrows = new Map<string, Arrow>()
  for (const { source, target } of steps) {
    const key = `${source}/${target}`
    arrows.set(key, { from: seen(source), to: seen(target), count: (arrows.get(key)?.count ?? 0) + 1, isOther })
  }
  return [...arrows.values()]
}

function text(spot: Spot): string {
  return `${spot.x.toFixed(1)} ${spot.y.toFixed(1)}`
}
