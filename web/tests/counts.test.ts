import { describe, expect, it } from 'vitest'

import { countsOf, countWithin } from '../src/study/counts'

describe('how many plays are rolled out', () => {
  it('is always one of the numbers that can be chosen', () => {
    for (const plays of [0, 1, 2, 3, 4, 9, 10, 40]) {
      for (const wanted of [undefined, 1, 2, 3, 5, 10]) expect(countsOf(plays)).toContain(countWithin(plays, wanted))
    }
  })

  it('is three unless there are fewer', () => {
    expect([1, 2, 3, 40].map((plays) => countWithin(plays))).toEqual([1, 2, 3, 3])
  })

  it('is never more than there are plays', () => {
    expect([2, 4, 7, 12].map((plays) => countsOf(plays).at(-1))).toEqual([2, 3, 5, 10])
  })
})
