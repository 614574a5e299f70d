import { describe, expect, it } from 'vitest'

import { setupOf } from '../src/board/setup'
import { BAR, decodeBoard, encodeBoard, OFF } from '../src/board/sides'
import type { Event } from '../src/socket/messages'
import { compactPlay, logOf, stepsOf } from '../src/table/log'
import { winCode } from '../src/table/ending'
import { trailOf } from '../src/table/trail'

const game = (number = 1): Event => ({ event: 'game', number, game: 'portes', starter: null })

describe('plays as text', () => {
  it('reads steps with bar, off, marks, ways and counts', () => {
    expect(stepsOf('bar/20* 6/off')).toEqual([
      { source: BAR, target: 20, mark: '*' },
      { source: 6, target: OFF, mark: '' },
    ])
    expect(stepsOf('13/7^/5')).toEqual([
      { source: 13, target: 7, mark: '^' },
      { source: 7, target: 5, mark: '' },
    ])
    expect(stepsOf('8/5(2)')).toHaveLength(2)
    expect(stepsOf('-')).toEqual([])
  })

  it('writes one checker’s way in one piece and counts equal ones', () => {
    expect(compactPlay(stepsOf('13/7 8/7'))).toBe('13/7 8/7')
    expect(compactPlay(stepsOf('24/18 18/17*'))).toBe('24/18/17*')
    expect(compactPlay(stepsOf('7/1 7/1 7/1 5/off'))).toBe('7/1(3) 5/off')
    expect(compactPlay(stepsOf('8/5 8/5 5/2 5/2'))).toBe('8/5/2(2)')
    expect(compactPlay(stepsOf('2/off 2/off'))).toBe('2/off(2)')
  })
})

describe('the log', () => {
  it('numbers turns from the starter, whoever that is', () => {
    const log = logOf([
      game(),
      { event: 'opening', white: 2, black: 5 },
      { event: 'play', by: 'b', play: '13/8 24/22' },
      { event: 'roll', by: 'w', dice: '6-1' },
      { event: 'play', by: 'w', play: '13/7 8/7' },
      { event: 'roll', by: 'b', dice: '1-1' },
      { event: 'play', by: 'b', play: '-' },
    ])
    expect(log.lines.map((line) => [line.turn, line.by])).toEqual([
      [1, 'b'],
      [1, 'w'],
      [2, 'b'],
    ])
    expect(log.lines[0]?.dice).toEqual([5, 2])
  })

  it('keeps the board after every play', () => {
    const log = logOf([game(), { event: 'opening', white: 6, black: 1 }, { event: 'play', by: 'w', play: '13/7 8/7' }])
    expect(log.lines[0]?.board.w.free[7]).toBe(2)
    expect(encodeBoard(log.board)).toBe(encodeBoard(log.lines[0]?.board ?? setupOf('portes')))
  })

  it('follows the cube through a double, a beaver and a take', () => {
    const log = logOf([game(), { event: 'opening', white: 6, black: 1 }, { event: 'play', by: 'w', play: '13/7 8/7' }, { event: 'double', by: 'b', cube: 2 }, { event: 'beaver', by: 'w' }, { event: 'take', by: 'b' }])
    expect(log.lines.slice(1).map((line) => [line.kind, line.value])).toEqual([
      ['double', 2],
      ['beaver', 4],
      ['take', 0],
    ])
    expect(log.cube).toBe(4)
  })

  it('counts a double and the roll after it as one turn', () => {
    const log = logOf([
      game(),
      { event: 'opening', white: 6, black: 1 },
      { event: 'play', by: 'w', play: '13/7 8/7' },
      { event: 'roll', by: 'b', dice: '2-1' },
      { event: 'play', by: 'b', play: '13/11 6/5' },
      { event: 'double', by: 'w', cube: 2 },
      { event: 'take', by: 'b' },
      { event: 'roll', by: 'w', dice: '3-1' },
      { event: 'play', by: 'w', play: '8/5 6/5' },
    ])
    expect(log.lines.at(-1)?.turn).toBe(2)
  })

  it('starts every game from its own setup', () => {
    const log = logOf([game(), { event: 'game_end', winner: 'w', points: 1, how: 'resign', score: [1, 0] }, { event: 'game', number: 2, game: 'fevga', starter: 'w' }])
    expect(encodeBoard(log.board)).toBe(encodeBoard(setupOf('fevga')))
    expect(decodeBoard(encodeBoard(log.board)).w.free[24]).toBe(15)
  })
})

describe('the trail', () => {
  it('marks where checkers landed and what they left, in the viewer’s numbers', () => {
    const trail = trailOf('b', stepsOf('13/7 8/7'), 'w', 'contrary')
    expect([...trail.landed]).toEqual([[18, 2]])
    expect([...trail.left].sort((a, b) => a - b)).toEqual([12, 17])
  })

  it('carries the mark of a checker that goes on', () => {
    const trail = trailOf('b', stepsOf('24/18 18/17'), 'b', 'contrary')
    expect([...trail.landed]).toEqual([[17, 1]])
    expect([...trail.left]).toEqual([24])
  })

  it('has no mark for what is borne off or came from the bar', () => {
    const trail = trailOf('w', stepsOf('bar/20 6/off'), 'w', 'contrary')
    expect([...trail.landed]).toEqual([[20, 1]])
    expect([...trail.left]).toEqual([6])
  })
})

describe('what a win is called', () => {
  const end = (points: number, how: 'off' | 'mother' | 'drop' | 'resign' = 'off') => ({ event: 'game_end', winner: 'w', points, how, score: [points, 0] }) as const

  it.each([
    [end(1), 'portes', 1, 'single'],
    [end(2), 'portes', 1, 'mars'],
    [end(3), 'portes', 1, 'mars'],
    [end(2, 'mother'), 'plakoto', 1, 'mother'],
    [end(4), 'backgammon', 4, 'single'],
    [end(8), 'backgammon', 4, 'gammon'],
    [end(6, 'resign'), 'backgammon', 2, 'backgammon'],
    [end(2, 'drop'), 'backgammon', 1, 'single'],
  ] as const)('%j in %s with the cube at %i is %s', (ended, game, cube, code) => {
    expect(winCode(ended, game, cube)).toBe(code)
  })
})
