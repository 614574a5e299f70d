import { describe, expect, it } from 'vitest'

import { arrowPath } from '../src/board/arrows'
import { BAR, OFF } from '../src/board/sides'
import type { Hint } from '../src/socket/messages'
import { Hinting } from '../src/table/hinting.svelte'

const CHANCES = { win: 0.5, double: 0.2, triple: 0, lost_double: 0.2, lost_triple: 0, draw: 0 }
const HINT: Hint = {
  type: 'hint',
  match: 'abcd',
  version: 7,
  plays: [
    { play: 'bar/20 6/off', moves: ['bar/20', '6/off'], equity: 0.1, chances: CHANCES, depth: 2 },
    { play: '8/5(2)', moves: ['8/5', '8/5'], equity: 0.05, chances: CHANCES, depth: 2 },
  ],
  cube: [],
  unit: 'points',
}
const edge = (source: number, target: number) => ({ source, target, die: 1, mark: '' as const, next: 1 })

function answered(): Hinting {
  const hinting = new Hinting(() => undefined)
  hinting.ask(7)
  hinting.take(HINT)
  return hinting
}

describe('a hint', () => {
  it('is asked for once a version', () => {
    const asked: number[] = []
    const hinting = new Hinting((version) => asked.push(version))
    hinting.ask(7)
    hinting.ask(7)
    hinting.take(HINT)
    hinting.ask(7)
    hinting.ask(8)
    expect(asked).toEqual([7, 8])
  })

  it('that comes too late is not shown', () => {
    const hinting = new Hinting(() => undefined)
    expect(hinting.take(HINT)).toBe(false)
    hinting.ask(8)
    expect(hinting.take(HINT)).toBe(false)
    expect(hinting.hint).toBeNull()
  })

  it('goes when the match moves on, and stays while it does not', () => {
    const hinting = answered()
    hinting.keepOnly(7)
    expect(hinting.hint).toBe(HINT)
    hinting.keepOnly(8)
    expect(hinting.hint).toBeNull()
  })

  it('shows what of the chosen play is left to be made', () => {
    const hinting = answered()
    expect(hinting.stepsAfter([]).map(({ source, target }) => [source, target])).toEqual([[BAR, 20], [6, OFF]])
    expect(hinting.stepsAfter([edge(6, OFF)]).map(({ source }) => source)).toEqual([BAR])
    hinting.chosen = 1
    expect(hinting.stepsAfter([edge(8, 5)])).toHaveLength(1)
    expect(hinting.stepsAfter([edge(8, 5), edge(8, 5)])).toHaveLength(0)
  })

  it('shows nothing to whoever plays something else', () => {
    expect(answered().stepsAfter([edge(13, 7)])).toEqual([])
  })
})

describe('an arrow', () => {
  it('has a head at its end, also where there is hardly room', () => {
    const { shaft, head } = arrowPath({ x: 0, y: 0 }, { x: 100, y: 0 })
    expect(shaft).toMatch(/^M18\.6 0\.0L/)
    expect(head.startsWith('M90.1 0.0')).toBe(true)
    expect(arrowPath({ x: 5, y: 5 }, { x: 5, y: 5 }).shaft).not.toMatch(/NaN/)
  })
})
