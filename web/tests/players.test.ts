import { describe, expect, it } from 'vitest'

import { playersOf } from '../src/study/players'
import { speak } from '../src/words/words.svelte'

describe('the players of a match that is studied', () => {
  it('are called by the names of their record', () => {
    expect(playersOf({ players: { w: 'Anna', b: 'Babis' } })).toEqual({ w: 'Anna', b: 'Babis' })
  })

  it('call the computer of this house as the reader does, with its level', async () => {
    const players = { w: 'Anna', b: 'computer (level-4)' }
    await speak('el')
    expect(playersOf({ players, computers: { b: 'level-4' } })).toEqual({ w: 'Anna', b: 'Υπολογιστής (4 · θαμώνας)' })
    await speak('en')
    expect(playersOf({ players, computers: { b: 'an older one' } }).b).toBe('Computer')
  })
})
