import { expect, it } from 'vitest'

import { asCountedHere } from '../src/table/absence'

const HERE = { present: true, away_since: null }
const SERVER_TIME = 1_700_000_000_000

it('counts an absence from the moment it is told of, whatever the clocks say', () => {
  const away = { present: false, away_since: SERVER_TIME, away_ms: 60_000 }
  const told = asCountedHere({ w: HERE, b: away }, 5_000_000)
  expect(told.b.away_since).toBe(4_940_000)
  expect(told.w).toEqual(HERE)
})

it('takes the word of a server that tells only when the absence began', () => {
  const away = { present: false, away_since: SERVER_TIME }
  expect(asCountedHere({ w: away, b: { ...HERE, away_ms: null } }, 5_000_000)).toEqual({ w: away, b: { ...HERE, away_ms: null } })
})
