import { describe, expect, it } from 'vitest'

import { BAR } from '../src/board/sides'
import { Turn } from '../src/table/turn.svelte'
import { sample } from './graphs'

function turnOf(name: string, largerFirst = true): Turn {
  const { mover, course, graph, dice } = sample(name)
  return new Turn({ mover, course, version: 1, graph, dice, largerFirst })
}

const numbers = (turn: Turn): number[] => turn.dice.map((die) => die.number)

describe('a tap', () => {
  it('moves a checker that can go to one place', () => {
    const turn = turnOf('portes-start')
    expect(turn.tap(6)).toMatchObject({ kind: 'moved', route: [{ source: 6, target: 5 }] })
    expect(turn.played).toBe('6/5')
    expect(turn.diceLeft).toBe(1)
  })

  it('lifts a checker that has a choice, and lays it down again', () => {
    const turn = turnOf('portes-start')
    expect(turn.tap(24).kind).toBe('lifted')
    expect([...turn.targets].sort((a, b) => a - b)).toEqual([18, 23])
    expect(turn.tap(24).kind).toBe('put_down')
    expect(turn.lifted).toBeNull()
  })

  it('moves the lifted checker to its target over both dice', () => {
    const turn = turnOf('plakoto-pin')
    turn.tap(24)
    expect(turn.tap(20)).toMatchObject({ kind: 'moved', route: [{ die: 3 }, { die: 1 }] })
    expect(turn.complete && turn.finished).toBe(true)
    expect(turn.plainMoves).toEqual(['24/21', '21/20'])
  })

  it('lifts another checker instead of an illegal target', () => {
    const turn = turnOf('portes-start')
    turn.tap(24)
    expect(turn.tap(13).kind).toBe('lifted')
    expect(turn.lifted).toBe(13)
  })

  it('offers the points in between when the ways differ', () => {
    const turn = turnOf('portes-two-ways')
    turn.tap(13)
    expect(turn.tap(6)).toEqual({ kind: 'refused', reason: 'page.choose_way' })
    expect([...turn.targets].sort((a, b) => a - b)).toEqual([9, 10])
    expect(turn.tap(9)).toMatchObject({ kind: 'moved', route: [{ mark: '*' }] })
  })

  it('brings the only checker that can come', () => {
    const turn = turnOf('portes-start')
    expect(turn.tap(18)).toMatchObject({ kind: 'moved', route: [{ source: 24, target: 18 }] })
  })
})

describe('a refusal says what is certain', () => {
  it.each([
    ['portes-bar', null, 13, 'enter_first'],
    ['portes-start', null, 20, 'no_checker_there'],
    ['portes-start', 24, 12, 'point_held'],
    ['portes-start', 13, 14, 'forward_only'],
    ['portes-start', 24, 21, 'page.not_legal_here'],
    ['fevga-start', 24, 12, 'point_held'],
  ] as const)('%s, lifted %s, tapped %s: %s', (name, lifted, tapped, reason) => {
    const turn = turnOf(name)
    if (lifted !== null) turn.lift(lifted)
    expect(turn.tap(tapped)).toEqual({ kind: 'refused', reason })
  })

  it('keeps the checker in the hand', () => {
    const turn = turnOf('portes-start')
    turn.lift(24)
    turn.tap(21)
    expect(turn.lifted).toBe(24)
  })

  it('knows a checker that has nowhere to go', () => {
    const turn = turnOf('portes-forced')
    expect(turn.tap(1)).toEqual({ kind: 'refused', reason: 'page.cannot_move_now' })
  })
})

describe('a drag', () => {
  it('lays the checker back when it ends nowhere', () => {
    const turn = turnOf('portes-start')
    expect(turn.lift(24)).toBe(true)
    expect(turn.drop(null).kind).toBe('put_down')
    expect(turn.canTakeBack).toBe(false)
  })

  it('plays when it ends on a target', () => {
    const turn = turnOf('portes-start')
    turn.lift(24)
    expect(turn.drop(18).kind).toBe('moved')
  })

  it('lifts nothing that may not move', () => {
    expect(turnOf('portes-bar').lift(13)).toBe(false)
    expect(turnOf('portes-bar').lift(BAR)).toBe(true)
  })
})

describe('the dice', () => {
  it('lie with the larger first, or as thrown', () => {
    expect(numbers(turnOf('portes-bar'))).toEqual([5, 3])
    expect(numbers(turnOf('plakoto-pin', false))).toEqual([3, 1])
    expect(numbers(turnOf('portes-doubles'))).toEqual([2, 2, 2, 2])
  })

  it('change places until something is played', () => {
    const turn = turnOf('portes-start')
    expect(turn.swapDice()).toBe(true)
    expect(numbers(turn)).toEqual([1, 6])
    turn.tap(6)
    expect(turn.swapDice()).toBe(false)
    expect(turnOf('portes-doubles').swapDice()).toBe(false)
  })

  it('decide which way a combined move goes', () => {
    const turn = turnOf('plakoto-pin')
    turn.swapDice()
    turn.tap(24)
    expect(turn.tap(20)).toMatchObject({ route: [{ die: 1 }, { die: 3 }] })
  })
})

describe('taking back', () => {
  it('goes step by step to the start', () => {
    const turn = turnOf('portes-start')
    const before = turn.board
    turn.type('13/7 8/7')
    expect(turn.complete).toBe(true)
    expect(turn.back()).toMatchObject({ source: 8, target: 7 })
    expect(turn.complete).toBe(false)
    expect(turn.back()).toMatchObject({ source: 13 })
    expect(turn.board).toEqual(before)
    expect(turn.back()).toBeNull()
  })
})

describe('typing', () => {
  it.each([
    ['nonsense', 'page.typed_unreadable'],
    ['13/12', 'page.typed_illegal'],
  ])('%j: %s', (text, reason) => {
    expect(turnOf('portes-start').type(text)).toEqual({ kind: 'refused', reason })
  })

  it('asks for the point in between', () => {
    expect(turnOf('portes-two-ways').type('13/6')).toEqual({ kind: 'refused', reason: 'page.typed_ambiguous' })
  })
})

it('knows the only play of a forced roll', () => {
  expect(turnOf('portes-forced').forced).toHaveLength(2)
  expect(turnOf('portes-start').forced).toBeNull()
})
