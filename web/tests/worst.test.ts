import { describe, expect, it } from 'vitest'

import type { Fault } from '../src/study/rows'
import { WorstErrors } from '../src/study/worst.svelte'

const faults = (...points: number[]): readonly Fault[] => points.map((cost) => ({ game: 0, entry: { points: cost } }) as unknown as Fault)

describe('the worst errors', () => {
  it('come one after the other, and then from the beginning', () => {
    const found = faults(-3, -2)
    const worst = new WorstErrors(() => found)
    expect([worst.at, worst.count]).toEqual([0, 2])
    const told = [1, 2, 3].map(() => [worst.next()?.entry.points, worst.at])
    expect(told).toEqual([[-3, 1], [-2, 2], [-3, 1]])
  })

  it('begin anew when there are others', () => {
    let found = faults(-3, -2, -1)
    const worst = new WorstErrors(() => found)
    for (let times = 0; times < 3; times += 1) worst.next()
    found = faults(-5)
    expect([worst.at, worst.count]).toEqual([0, 1])
    expect([worst.next()?.entry.points, worst.at]).toEqual([-5, 1])
  })

  it('are none where there is no error', () => {
    const none = faults()
    const worst = new WorstErrors(() => none)
    expect([worst.next(), worst.at]).toEqual([null, 0])
  })
})
