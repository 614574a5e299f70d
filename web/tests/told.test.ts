import { beforeEach, describe, expect, it } from 'vitest'

import type { Analysis, RolledOut, StudiedCube, StudiedPlays } from '../src/study/calls'
import { toldAnalysis, toldCube, toldPlays, toldRollout } from '../src/study/told'
import { speak } from '../src/words/words.svelte'

const plain = (text: string): string => text.replace(/[\u2066-\u2069]/g, '')
const played = (play: string) => ({ play, equity: 0.2, depth: 1 })

beforeEach(() => speak('en'))

describe('what is read out of an answer', () => {
  it('is the best play, what it is worth and how deep it was looked', () => {
    const found = { plays: [played('8/5 6/5'), played('13/10 6/5')] } as unknown as StudiedPlays
    expect(plain(toldPlays(found))).toBe('Best: 8/5 6/5 · Equity +0.200 · 1-ply')
  })

  it('is what to do about the cube, where there is one', () => {
    const found = { equity: 0.5, depth: 2 } as unknown as StudiedCube
    expect(plain(toldCube(found))).toBe('Equity +0.500 · 2-ply')
  })

  it('names what the position is worth without the cube, beside a verdict', () => {
    const found = { equity: 0.312, depth: 2, verdict: 'double_take' } as unknown as StudiedCube
    expect(plain(toldCube(found))).toBe('Double, take · Equity without the cube +0.312 · 2-ply')
  })

  it('is how deep a match was looked through', () => {
    expect(toldAnalysis({ plies: 1 } as unknown as Analysis)).toBe('Analysis · 1-ply')
  })

  it('is what came of a rollout, of a play or of the position', () => {
    const found = (play: string) => ({ trials: 144, plays: [played(play)] }) as unknown as RolledOut
    expect(plain(toldRollout(found('8/5 6/5')))).toBe('Best: 8/5 6/5 · Equity +0.200 · Trials: 144')
    expect(plain(toldRollout(found('')))).toBe('Equity +0.200 · Trials: 144')
  })

  it('is what a rollout says to do with the cube', () => {
    const row = (choice: string, equity: number) => ({ play: '', choice, equity })
    const told = (...plays: ReturnType<typeof row>[]) => plain(toldRollout({ trials: 144, price: 1, plays } as unknown as RolledOut))
    expect(told(row('no_double', 0.3), row('double_take', 0.2))).toBe("Best: Don't double · Equity +0.300 · Trials: 144")
    expect(told(row('double_take', 0.6), row('no_double', 0.5))).toBe('Best: Double, take · Equity +0.600 · Trials: 144')
    expect(told(row('double_take', 1.2), row('no_double', 0.9))).toBe('Best: Double, drop · Equity +1.000 · Trials: 144')
  })

  it('is nothing where there is none', () => {
    expect([toldPlays(null), toldPlays({ plays: [] }), toldCube(null), toldAnalysis(null), toldRollout(null)]).toEqual(['', '', '', '', ''])
  })
})
