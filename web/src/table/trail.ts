/** What stays marked of a play: where its checkers landed and what they left. */

import { across, BAR, OFF, type Colour, type Course, type Step } from '../board/sides'
import type { Trail } from '../board/scene'

export function trailOf(by: Colour, steps: readonly Step[], viewer: Colour, course: Course): Trail {
  const seen = (point: number): number => (by === viewer ? point : across(course, point))
  const landed = new Map<number, number>()
  const left = new Set<number>()
  for (const step of steps) {
    const source = seen(step.source)
    const waiting = landed.get(source) ?? 0
    // A checker that moves on carries its mark along; the place between is not left by anybody.
    if (step.source !== BAR && waiting > 0) landed.set(source, waiting - 1)
    else if (step.source !== BAR) left.add(source)
    if (step.target !== OFF) landed.set(seen(step.target), (landed.get(seen(step.target)) ?? 0) + 1)
  }
  return { colour: by, landed: new Map([...landed].filter(([, count]) => count > 0)), left }
}
