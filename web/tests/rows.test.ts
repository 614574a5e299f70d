import { describe, expect, it } from 'vitest'

import type { Analysis, AnalysedGame, Entry, StudiedMatch } from '../src/study/calls'
import type { Event } from '../src/socket/messages'
import { decisionsOf, gamesOf, luckOf, placeOf, rowAt, worstOf } from '../src/study/rows'

const events: Event[] = [
  { event: 'game', number: 1, game: 'portes', starter: null },
  { event: 'opening', white: 3, black: 1 },
  { event: 'play', by: 'w', play: '8/5 6/5' },
  { event: 'roll', by: 'b', dice: '6-6' },
  { event: 'play', by: 'b', play: '-' },
  { event: 'game_end', winner: 'w', points: 1, how: 'resign', score: [1, 0] },
  { event: 'game', number: 2, game: 'plakoto', starter: 'w' },
  { event: 'roll', by: 'w', dice: '2-1' },
  { event: 'play', by: 'w', play: '24/22 24/23' },
]
const match: StudiedMatch = {
  source: 'file',
  id: 'x',
  number: 0,
  name: 'x',
  players: { w: 'a', b: 'b' },
  game: 'tavli',
  length: '5',
  steps: events.map((event, index) => ({ event, score: [0, 0] as const, board: String(index), dice: [3, 1] as const })),
}

function entry(given: Partial<Entry> & Pick<Entry, 'kind' | 'event'>): Entry {
  return { by: 'w', dice: null, value: 0, points: 0, chance: null, ...given }
}

const game = (entries: readonly Entry[], number = 1): AnalysedGame => ({
  number,
  unit: 'points',
  damaged: false,
  start: 0,
  luck: 0,
  errors: 0,
  unexplained: 0,
  result: null,
  last: 0,
  curve: [],
  entries,
})

describe('the rows of a match', () => {
  const games = gamesOf(match)

  it('are one for each decision and each end, game by game', () => {
    expect(games.map((one) => one.rows.map((row) => row.kind))).toEqual([['play', 'play', 'game_end'], ['play']])
    expect(games.map((one) => one.number)).toEqual([1, 2])
  })

  it('show a play on the board with its throw', () => {
    const [first, lost] = games[0]?.rows ?? []
    expect(first?.before.board).toBe('1')
    expect(first?.roll).toBe(1)
    expect(lost?.play).toBe('-')
    expect(lost?.by).toBe('b')
  })

  it('have the luck of their throw, without that of starting', () => {
    const [first] = games[0]?.rows ?? []
    const luck = [entry({ kind: 'luck', event: 1, points: 0.3 }), entry({ kind: 'luck', event: 1, dice: '3-1', points: 0.2 })]
    expect(first && luckOf(game(luck), first)).toBe(0.2)
    expect(first && luckOf(game([]), first)).toBeNull()
  })

  it('tell of the cube before the throw only where it was a decision', () => {
    const [, second] = games[0]?.rows ?? []
    const idle = entry({ kind: 'double', event: 3, mark: '', counts: false })
    const missed = entry({ kind: 'double', event: 3, mark: 'bad', counts: true })
    const play = entry({ kind: 'play', event: 4, mark: '' })
    expect(second && decisionsOf(game([idle, play]), second)).toEqual([play])
    expect(second && decisionsOf(game([missed, play]), second)).toEqual([missed, play])
  })

  it('are found by their place in the record', () => {
    const rows = games[0]?.rows ?? []
    expect([1, 2, 3, 5, 99].map((event) => rowAt(rows, event))).toEqual([0, 0, 1, 2, 2])
  })

  it('are looked at by any event: a throw with what was played of it, or with the end that came instead', () => {
    const places = (...wanted: number[]) => wanted.map((event) => placeOf(games, event)).map((place) => [place?.game, place?.row])
    expect(places(2, 4, 8)).toEqual([[0, 0], [0, 1], [1, 0]])
    expect(places(1, 3, 7)).toEqual([[0, 0], [0, 1], [1, 0]])
    expect(places(0, 6, 99)).toEqual([[0, 0], [1, 0], [1, 0]])
    expect(placeOf([], 0)).toBeNull()
    const given: Event[] = [...events.slice(0, 2), { event: 'play', by: 'w', play: '8/5 6/5' }, { event: 'roll', by: 'b', dice: '6-6' }, { event: 'resign', by: 'b', stake: 'single' }, { event: 'accept', by: 'w' }]
    const ended = gamesOf({ ...match, steps: [...given, events[5] as Event].map((event) => ({ event, score: [0, 0] })) })
    expect(placeOf(ended, 3)).toEqual(expect.objectContaining({ game: 0, row: 3 }))
    const missed = entry({ kind: 'double', event: 3, by: 'b', mark: 'bad', points: -0.1 })
    expect(worstOf(ended, { games: [game([missed])] } as unknown as Analysis).map((fault) => fault.row.kind)).toEqual(['game_end'])
  })

  it('are led to by the worst error first', () => {
    const small = entry({ kind: 'play', event: 2, mark: 'doubtful', points: -0.05 })
    const large = entry({ kind: 'play', event: 8, mark: 'very_bad', points: -0.5 })
    const analysis = { games: [game([small]), game([large], 2)] } as unknown as Analysis
    expect(worstOf(games, analysis).map((fault) => [fault.game, fault.row.event])).toEqual([
      [2, 8],
      [1, 2],
    ])
  })
})
