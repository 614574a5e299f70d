import { describe, expect, it } from 'vitest'

import { setupOf } from '../src/board/setup'
import { across, afterStep, BAR, countAt, decodeBoard, encodeBoard, pipCount, type Board } from '../src/board/sides'

const EMPTY = '0'.repeat(26)

function board(white: Record<number, number>, black: Record<number, number>, whitePins: number[] = [], blackPins: number[] = []): Board {
  const side = (points: Record<number, number>, pinned: number[]) => ({
    free: Array.from({ length: 26 }, (_, point) => points[point] ?? 0),
    pinned,
  })
  return { w: side(white, whitePins), b: side(black, blackPins) }
}

describe('packed boards', () => {
  it('reads counts, the bar, the borne-off checkers and pins', () => {
    const found = decodeBoard(`1${'0'.repeat(23)}e0.0801/${'0'.repeat(25)}2.`)
    expect(found.w.free[0]).toBe(1)
    expect(found.w.free[24]).toBe(14)
    expect(found.w.pinned).toEqual([8, 1])
    expect(found.b.free[BAR]).toBe(2)
    expect(countAt(found.w, 8)).toBe(1)
  })

  it('writes what it reads', () => {
    const text = `3${'0'.repeat(5)}5${'0'.repeat(17)}f0.24/${EMPTY}.`
    expect(encodeBoard(decodeBoard(text))).toBe(text)
  })

  it.each(['', 'x/y', `${EMPTY}.`, `${EMPTY}./${EMPTY}./${EMPTY}.`, `${EMPTY}.1/${EMPTY}.`, `${EMPTY}.25/${EMPTY}.`, `${EMPTY.slice(1)}./${EMPTY}.`])(
    'refuses %j',
    (text) => {
      expect(() => decodeBoard(text)).toThrow(/packed|Pins/)
    },
  )
})

describe('the numbering of the other player', () => {
  it.each(['contrary', 'parallel'] as const)('is its own inverse on a %s course', (course) => {
    const points = Array.from({ length: 24 }, (_, index) => index + 1)
    expect(points.map((point) => across(course, across(course, point)))).toEqual(points)
    expect(new Set(points.map((point) => across(course, point))).size).toBe(24)
  })

  it('turns home against home only when the players meet', () => {
    expect(across('contrary', 1)).toBe(24)
    expect(across('parallel', 1)).toBe(13)
    expect(across('parallel', 24)).toBe(12)
  })
})

describe('a step', () => {
  it('sends a hit checker to the bar', () => {
    const after = afterStep(board({ 8: 1 }, { 20: 1 }), 'w', { source: 8, target: 5, mark: '*' }, 'contrary')
    expect(after.w.free[5]).toBe(1)
    expect(after.b.free[20]).toBe(0)
    expect(after.b.free[BAR]).toBe(1)
  })

  it('pins without moving the prisoner', () => {
    const after = afterStep(board({ 8: 1 }, { 20: 1 }), 'w', { source: 8, target: 5, mark: '^' }, 'contrary')
    expect(after.b.free[20]).toBe(0)
    expect(after.b.pinned).toEqual([20])
  })

  it('frees the prisoner when the last pinner leaves, and only then', () => {
    const two = board({ 5: 2 }, {}, [], [20])
    const one = afterStep(two, 'w', { source: 5, target: 3, mark: '' }, 'contrary')
    expect(one.b.pinned).toEqual([20])
    const none = afterStep(one, 'w', { source: 5, target: 3, mark: '' }, 'contrary')
    expect(none.b.pinned).toEqual([])
    expect(none.b.free[20]).toBe(1)
  })

  it('keeps the number of checkers', () => {
    const start = setupOf('portes')
    const after = afterStep(start, 'b', { source: 24, target: 18, mark: '' }, 'contrary')
    expect(after.b.free.reduce((sum, count) => sum + count, 0)).toBe(15)
    expect(after.w).toEqual(start.w)
  })
})

it('counts pips with pinned checkers and those on the bar', () => {
  expect(pipCount(setupOf('portes').w)).toBe(167)
  expect(pipCount(setupOf('fevga').w)).toBe(360)
  expect(pipCount(board({ [BAR]: 1 }, {}, [10]).w)).toBe(35)
})
