import { describe, expect, it } from 'vitest'

import { setupOf } from '../src/board/setup'
import type { Studied } from '../src/study/calls'
import { draftOf, emptied, leftOver, lineOf, swapped, topOf, withCount, withOneLess, withOneMore, withPin, type Draft } from '../src/study/draft'
import { encodeBoard } from '../src/board/sides'

function studied(game: Studied['game'], contact: Studied['contact']): Studied {
  return {
    position: `${game} 24:15 24:15 w`,
    game,
    course: game === 'fevga' ? 'parallel' : 'contrary',
    contact,
    has_cube: game === 'backgammon',
    has_mother: game === 'plakoto',
    turn: 'w',
    board: encodeBoard(setupOf(game)),
    dice: null,
    cube: null,
    score: null,
    crawford: false,
    jacoby: false,
    beavers: false,
    pips: [0, 0],
    graph: null,
  }
}

const plakoto = draftOf(studied('plakoto', 'pin'))
const portes = draftOf(studied('portes', 'hit'))
const on = (draft: Draft, board: Draft['board'] | null): Draft => {
  if (!board) throw new Error('There is no such board.')
  return { ...draft, board }
}

describe('a draft', () => {
  it('is written as the line that the server reads', () => {
    expect(lineOf(portes)).toBe('portes 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 w')
  })

  it('says everything that was set', () => {
    const draft: Draft = { ...draftOf(studied('backgammon', 'hit')), dice: [6, 1], cube: { value: 2, owner: 'b' }, score: [3, 2, 7], crawford: true, turn: 'b' }
    expect(lineOf(draft)).toBe('backgammon 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 b dice=6-1 cube=2@b score=3-2/7 crawford')
  })

  it('of an empty board has all checkers left over', () => {
    const empty = emptied(portes)
    expect(leftOver(empty.board.w)).toBe(15)
    expect(lineOf(empty)).toBe('portes - - w')
  })

  it('has fifteen checkers a side and no more', () => {
    expect(withOneMore(portes, 'w', 5)).toBeNull()
    const less = on(portes, withOneLess(portes, 'w', 6))
    expect(leftOver(less.board.w)).toBe(1)
    expect(withOneMore(less, 'w', 5)).not.toBeNull()
  })

  it('takes counts as far as checkers reach', () => {
    const empty = emptied(portes)
    expect(lineOf(on(empty, withCount(empty.board, 'b', 6, 15)))).toBe('portes - 6:15 w')
    expect(withCount(empty.board, 'b', 6, 16)).toBeNull()
  })

  it('lets both colours meet where nothing is pinned: the server says why that cannot be', () => {
    const less = on(portes, withOneLess(portes, 'w', 6))
    const met = on(less, withOneMore(less, 'w', 1))
    expect(lineOf(met)).toContain('6:4,1:1')
    expect(met.board.b.free[24]).toBe(2)
    expect(topOf(met, 'w', 1)).toEqual({ colour: 'w', point: 1 })
  })

  it('pins a lone enemy, and frees it with the last checker above it', () => {
    const empty = emptied(plakoto)
    const blot = on(empty, withOneMore(empty, 'b', 5))
    const pinned = on(blot, withOneMore(blot, 'w', 20))
    expect(lineOf(pinned)).toBe('plakoto 20:1 5x w')
    const free = on(pinned, withOneLess(pinned, 'w', 20))
    expect(lineOf(free)).toBe('plakoto - 5:1 w')
  })

  it('pins a checker by hand and lets it go again', () => {
    const empty = emptied(plakoto)
    const pinned = on(empty, withPin(empty.board, 'w', 3))
    expect(lineOf(pinned)).toBe('plakoto 3x - w')
    expect(lineOf(on(pinned, withPin(pinned.board, 'w', 3)))).toBe('plakoto - - w')
  })

  it('knows whose checker lies on top', () => {
    const empty = emptied(plakoto)
    const blot = on(empty, withOneMore(empty, 'b', 5))
    expect(topOf(blot, 'w', 20)).toEqual({ colour: 'b', point: 5 })
    const pinned = on(blot, withOneMore(blot, 'w', 20))
    expect(topOf(pinned, 'w', 20)).toEqual({ colour: 'w', point: 20 })
    expect(topOf(pinned, 'w', 1)).toBeNull()
  })

  it('changes sides', () => {
    const empty = emptied(portes)
    const one = on(empty, withCount(empty.board, 'w', 6, 2))
    expect(lineOf(swapped(one))).toBe('portes - 6:2 w')
  })
})
