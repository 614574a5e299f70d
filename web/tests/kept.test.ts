import { describe, expect, it } from 'vitest'

import type { RolledOut, StudyCalls } from '../src/study/calls'
import { Kept } from '../src/study/kept.svelte'

function rolled(seed: number, position = 'portes'): RolledOut {
  return { position, trials: 144, wanted: 144, turns: null, seed, by: 'net', plays: [] }
}

function callsOf(answers: Record<string, readonly RolledOut[] | Error>): StudyCalls {
  return {
    rollouts: (position: string) => {
      const found = answers[position] ?? []
      return found instanceof Error ? Promise.reject(found) : Promise.resolve({ rollouts: found })
    },
  } as unknown as StudyCalls
}

describe('rollouts that are remembered', () => {
  it('are those of the position', async () => {
    const kept = new Kept(callsOf({ portes: [rolled(1)] }))
    await kept.look('portes')
    expect(kept.beside([], null)).toEqual([rolled(1)])
    await kept.look('fevga')
    expect(kept.beside([], null)).toEqual([])
  })

  it('stand there once, whoever brings them', async () => {
    const kept = new Kept(callsOf({ portes: [rolled(1), rolled(2)] }))
    await kept.look('portes')
    expect(kept.beside([rolled(2), rolled(3)], null).map((one) => one.seed)).toEqual([1, 2, 3])
  })

  it('are not told again beside the one on show', async () => {
    const kept = new Kept(callsOf({ portes: [rolled(1), rolled(2)] }))
    await kept.look('portes')
    expect(kept.beside([], rolled(2)).map((one) => one.seed)).toEqual([1])
  })

  it('stay when the server does not answer for the same position', async () => {
    const answers: Record<string, readonly RolledOut[] | Error> = { portes: [rolled(1)] }
    const kept = new Kept(callsOf(answers))
    await kept.look('portes')
    answers['portes'] = new Error('away')
    await kept.look('portes')
    expect(kept.beside([], null)).toEqual([rolled(1)])
  })

  it('are those that were looked for last', async () => {
    const kept = new Kept(callsOf({ portes: [rolled(1)], fevga: [rolled(2, 'fevga')] }))
    await Promise.all([kept.look('portes'), kept.look('fevga')])
    expect(kept.beside([], null)).toEqual([rolled(2, 'fevga')])
  })
})
