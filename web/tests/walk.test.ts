import { describe, expect, it } from 'vitest'

import { afterStep, BAR, encodeBoard, OFF } from '../src/board/sides'
import {
  advance,
  boardOf,
  chooseRoute,
  edgesOf,
  forcedRoute,
  isComplete,
  moveText,
  numbersOf,
  onlyMove,
  routesFrom,
  sourcesOf,
  takeBack,
  usedDice,
  type Walk,
} from '../src/board/walk'
import { readTyped } from '../src/board/typed'
import { sample, sampleNames, walkOf } from './graphs'

describe('every sample graph', () => {
  it.each(sampleNames())('%s: each edge leads to the board that its step makes', (name) => {
    const { mover, course } = sample(name)
    const check = (walk: Walk): void => {
      for (const edge of edgesOf(walk)) {
        const next = advance(walk, [edge])
        expect(encodeBoard(boardOf(next))).toBe(encodeBoard(afterStep(boardOf(walk), mover, edge, course)))
        check(next)
      }
    }
    check(walkOf(name))
  })

  it.each(sampleNames())('%s: taking back restores exactly', (name) => {
    const start = walkOf(name)
    const [edge] = edgesOf(start)
    if (!edge) return
    const there = advance(start, [edge])
    expect(takeBack(there)).toEqual(start)
    expect(encodeBoard(boardOf(takeBack(there)))).toBe(encodeBoard(boardOf(start)))
  })
})

describe('sources and routes', () => {
  it('offers nothing but the bar while a checker lies on it', () => {
    expect([...sourcesOf(walkOf('portes-bar'))]).toEqual([BAR])
  })

  it('finds a checker’s way over both dice', () => {
    const routes = routesFrom(walkOf('plakoto-pin'), 24)
    expect([...routes.keys()].sort((a, b) => a - b)).toEqual([20, 21, 23])
    expect(routes.get(20)).toHaveLength(2)
  })

  it('goes up to four steps with doubles, and off', () => {
    const [longest] = routesFrom(walkOf('portes-doubles'), 8).get(OFF) ?? []
    expect(longest).toBeUndefined()
    expect(routesFrom(walkOf('portes-bear-off'), 6).has(OFF)).toBe(true)
  })

  it('takes the way with the preferred die first', () => {
    const { graph } = sample('plakoto-pin')
    const routes = routesFrom(walkOf('plakoto-pin'), 24).get(20) ?? []
    expect(chooseRoute(graph, routes, 3)).toMatchObject({ kind: 'route', route: [{ die: 3 }, { die: 1 }] })
    expect(chooseRoute(graph, routes, 1)).toMatchObject({ kind: 'route', route: [{ die: 1 }, { die: 3 }] })
  })

  it('asks for the point in between when only one way hits', () => {
    const choice = chooseRoute(sample('portes-two-ways').graph, routesFrom(walkOf('portes-two-ways'), 13).get(6) ?? [], 4)
    expect(choice?.kind).toBe('ask')
    expect(choice?.kind === 'ask' && [...choice.between].sort((a, b) => a - b)).toEqual([9, 10])
  })

  it('does not ask about a pin in passing that leaves nothing behind', () => {
    const choice = chooseRoute(sample('plakoto-pin').graph, routesFrom(walkOf('plakoto-pin'), 20).get(16) ?? [], 3)
    expect(choice?.kind).toBe('route')
  })

  it('has no choice where there is no way', () => {
    expect(chooseRoute(sample('portes-start').graph, [], 6)).toBeNull()
  })

  it('moves a checker at once only when its next step has one end', () => {
    expect(onlyMove(walkOf('portes-start'), 24, 6)).toBeNull()
    expect(onlyMove(walkOf('portes-start'), 6, 6)?.target).toBe(5)
    expect(onlyMove(walkOf('portes-start'), 1, 6)).toBeNull()
  })
})

describe('the end of a play', () => {
  it('is complete only where the graph says so', () => {
    const start = walkOf('portes-start')
    expect(isComplete(start)).toBe(false)
    const whole = readTyped('13/7 8/7', start)
    expect(whole.kind).toBe('route')
    if (whole.kind === 'route') expect(isComplete(advance(start, whole.route))).toBe(true)
  })

  it('knows the only play there is', () => {
    const start = walkOf('portes-forced')
    const route = forcedRoute(start, 2)
    expect(route?.map((edge) => edge.die)).toEqual([2, 1])
    expect(isComplete(advance(start, route ?? []))).toBe(true)
    expect(forcedRoute(walkOf('portes-start'), 6)).toBeNull()
  })

  it('has nothing forced left when all is played', () => {
    const start = walkOf('portes-forced')
    expect(forcedRoute(advance(start, forcedRoute(start, 2) ?? []), 2)).toEqual([])
  })
})

describe('dice', () => {
  it('shows four numbers for doubles', () => {
    expect(numbersOf([3, 3])).toEqual([3, 3, 3, 3])
    expect(numbersOf([1, 6])).toEqual([1, 6])
  })

  it('marks used numbers one by one', () => {
    const edge = { source: 8, target: 6, die: 2, mark: '', next: 1 } as const
    expect(usedDice([2, 2, 2, 2], [edge, edge])).toEqual([true, true, false, false])
    expect(usedDice([6, 2], [edge])).toEqual([false, true])
  })
})

describe('typed plays', () => {
  const result = (name: string, text: string): string => {
    const typed = readTyped(text, walkOf(name))
    return typed.kind === 'route' ? typed.route.map(moveText).join(' ') : typed.kind
  }

  it.each([
    ['portes-start', '13/7 8/7', '13/7 8/7'],
    ['portes-start', '8/7, 13/7', '8/7 13/7'],
    ['portes-start', '13/7/6', '13/7 7/6'],
    ['portes-start', '13/7', '13/7'],
    ['portes-bar', 'BAR/20', 'bar/20'],
    ['portes-bear-off', '6/off 5/off', '6/off 5/off'],
    ['portes-doubles', '8/6(2) 6/4(2)', '8/6 8/6 6/4 6/4'],
    ['plakoto-pin', '20/17^', '20/17^'],
    ['portes-two-ways', '13/9/6', '13/9* 9/6'],
  ])('%s: %s', (name, text, moves) => {
    expect(result(name, text)).toBe(moves)
  })

  it('takes a way over two dice when both ways end alike', () => {
    expect(['24/21 21/20', '24/23 23/20']).toContain(result('plakoto-pin', '24/20'))
  })

  it.each([
    ['portes-start', 'hello', 'unreadable'],
    ['portes-start', '13', 'unreadable'],
    ['portes-start', '99/1', 'unreadable'],
    ['portes-start', '', 'unreadable'],
    ['portes-start', '13/8', 'illegal'],
    ['portes-start', '7/13', 'illegal'],
    ['portes-start', '24/23(4) 8/7', 'illegal'],
    ['portes-two-ways', '13/6', 'ambiguous'],
  ])('%s: %j is %s', (name, text, kind) => {
    expect(result(name, text)).toBe(kind)
  })

  it('reads a capital I of a Turkish keyboard as no letter of bar', () => {
    expect(result('portes-bar', 'BİR/20')).toBe('unreadable')
  })
})
