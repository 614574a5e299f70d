import { beforeAll, describe, expect, it } from 'vitest'

import type { Event } from '../src/socket/messages'
import type { Entry } from '../src/study/calls'
import { headingOf, rowText, rowWords } from '../src/study/rowwords'
import { gamesOf } from '../src/study/rows'
import { speak } from '../src/words/words.svelte'

const events: Event[] = [
  { event: 'game', number: 1, game: 'backgammon', starter: null },
  { event: 'opening', white: 4, black: 4 },
  { event: 'auto_double', cube: 2 },
  { event: 'opening', white: 3, black: 1 },
  { event: 'play', by: 'w', play: '8/5 6/5' },
  { event: 'double', by: 'b', cube: 4 },
  { event: 'take', by: 'w' },
  { event: 'roll', by: 'b', dice: '6-6' },
  { event: 'play', by: 'b', play: '-' },
  { event: 'resign', by: 'w', stake: 'single' },
  { event: 'accept', by: 'b' },
  { event: 'game_end', winner: 'b', points: 4, how: 'resign', score: [0, 4] },
]
const [game] = gamesOf({
  source: 'file',
  id: 'x',
  number: 0,
  name: 'x',
  players: { w: 'a', b: 'b' },
  game: 'backgammon',
  length: '5',
  steps: events.map((event) => ({ event, score: [0, 0], dice: [3, 1] })),
})
const rows = game?.rows ?? []
const plain = (text: string): string => text.replace(/[\u2066-\u2069]/g, '')
const heading = (kind: Entry['kind']): string => headingOf({ kind } as Entry)

beforeAll(() => speak('en'))

describe('the words of a row', () => {
  it('say what happened, an automatic double with its cube', () => {
    const told = ['Automatic double, cube at 2', '8/5 6/5', 'Double to 4', 'Take', '–', 'Resignation offered', 'Resignation accepted', 'Game over · 0–4']
    expect(rows.map(rowText).map(plain)).toEqual(told)
  })

  it('say who did it, if anybody, with which dice', () => {
    expect(rows.slice(0, 3).map(rowWords).map(plain)).toEqual(['Automatic double, cube at 2', 'White: 3-1 · 8/5 6/5', 'Black: Double to 4'])
  })

  it('are all known, in every language', async () => {
    for (const language of ['el', 'tr', 'ar'] as const) {
      await speak(language)
      for (const row of rows) expect(plain(rowText(row))).not.toMatch(/_|[a-z]{2}[.]/)
    }
    await speak('en')
  })
})

describe('a decision', () => {
  it('is headed by what was decided', () => {
    expect([heading('play'), heading('double'), heading('answer')]).toEqual(['The play', 'Cube decision', 'Cube decision'])
    expect([heading('resignation'), heading('answer_to_resignation')]).toEqual(['The resignation', 'The answer to the resignation'])
  })
})
