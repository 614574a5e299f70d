import { describe, expect, it } from 'vitest'

import type { Event, Joined } from '../src/socket/messages'
import { endHow, endTitle, lastEnds } from '../src/table/ending'
import { logOf } from '../src/table/log'
import { t } from '../src/words/words.svelte'

const PLAYED: readonly Event[] = [
  { event: 'game', number: 1, game: 'backgammon', starter: 'w' },
  { event: 'game_end', winner: 'w', points: 2, how: 'off', score: [2, 0] },
]
const LOSER = { seat: 'b' } as Joined

function endsWith(how: Extract<Event, { event: 'match_end' }>['how']): ReturnType<typeof lastEnds> {
  return lastEnds(logOf([...PLAYED, { event: 'match_end', winner: 'w', how, score: [2, 0] }]))
}

describe('how a match ended', () => {
  it('is told by its last game when the points decided', () => {
    expect(endHow(endsWith('points'), true)).toContain(t('game_number', { n: 1 }))
  })

  it.each(['resign', 'claim', 'abandon'] as const)('is told by what ended it, not by the game before: %s', (how) => {
    expect(endHow(endsWith(how), true)).toBe(t(`page.ended.${how}`))
  })

  it('has no loser after games for money', () => {
    expect(endTitle(endsWith('session'), LOSER, true).toLowerCase()).toBe(t('page.ended.session').toLowerCase())
    expect(endTitle(endsWith('points'), LOSER, true)).toBe(t('page.you_lost_match'))
  })
})
