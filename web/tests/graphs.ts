/** Graphs that the rules made, for the tests of whatever walks them. */

import { readFileSync } from 'node:fs'

import type { Colour, Course } from '../src/board/sides'
import { startWalk, type Graph, type Walk } from '../src/board/walk'

export interface Sample {
  readonly line: string
  readonly mover: Colour
  readonly course: Course
  readonly dice: readonly [number, number]
  readonly graph: Graph
}

const samples = JSON.parse(readFileSync(new URL('./data/graphs.json', import.meta.url), 'utf-8')) as Record<string, Sample>

export function sample(name: string): Sample {
  const found = samples[name]
  if (!found) throw new Error(`There is no sample ${name}.`)
  return found
}

export function sampleNames(): string[] {
  return Object.keys(samples)
}

export function walkOf(name: string): Walk {
  return startWalk(sample(name).graph)
}
