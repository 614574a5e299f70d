import { beforeEach, describe, expect, it, vi } from 'vitest'

import { compared, keepShare, keptShare, type Recorded, type Share } from '../src/dice/share'

const SHARE: Share = { seed: 'aa', commitment: 'cc', seats: ['w'], computer: null }
const RECORD: Recorded = { commitment: 'cc', seeds: { w: 'aa', b: 'bb' }, throws: 9 }

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', { getItem: (name: string) => kept.get(name) ?? null, setItem: (name: string, value: string) => kept.set(name, value) })
  return () => vi.unstubAllGlobals()
})

describe('what a browser keeps of the dice', () => {
  it('is what it was shown first, whatever comes later', () => {
    expect(keepShare('m', SHARE)).toEqual(SHARE)
    expect(keepShare('m', { ...SHARE, seed: 'dd', commitment: 'ee' })).toEqual(SHARE)
    expect(keptShare('m')).toEqual(SHARE)
    expect(keptShare('n')).toBeNull()
  })

  it('is nothing where the browser keeps nothing, and the match is played all the same', () => {
    vi.stubGlobal('localStorage', undefined)
    expect(keepShare('m', SHARE)).toEqual(SHARE)
    expect(keptShare('m')).toBeNull()
  })
})

describe('the record of a match', () => {
  it('is right with the kept commitment and the kept seed at the own seat', () => {
    expect(compared(SHARE, RECORD)).toBe('right')
    expect(compared({ ...SHARE, seats: ['w', 'b'] }, { ...RECORD, seeds: { w: 'aa', b: 'aa' } })).toBe('right')
    expect(compared({ ...SHARE, computer: 'b' }, { ...RECORD, seeds: { w: 'aa', b: '' } })).toBe('right')
  })

  it('is doubtful with another seed at the own seat, though every throw may fit', () => {
    expect(compared(SHARE, { ...RECORD, seeds: { w: 'a0', b: 'bb' } })).toBe('seed_differs')
    expect(compared(SHARE, { ...RECORD, seeds: { w: '', b: 'aa' } })).toBe('seed_differs')
    expect(compared({ ...SHARE, seats: ['w', 'b'] }, RECORD)).toBe('seed_differs')
  })

  it('is doubtful with another commitment, even before the end', () => {
    expect(compared(SHARE, { ...RECORD, commitment: 'c0' })).toBe('commitment_differs')
    expect(compared(SHARE, { commitment: 'c0', seeds: null, throws: 0 })).toBe('commitment_differs')
  })

  it('is doubtful with a seed of the computer, which gives none', () => {
    expect(compared({ ...SHARE, computer: 'b' }, RECORD)).toBe('computer_seed')
  })

  it('shows no seed yet while the match runs, nor one that no throw needed', () => {
    expect(compared(SHARE, { commitment: 'cc', seeds: null, throws: 0 })).toBe('so_far')
    expect(compared(SHARE, { ...RECORD, seeds: { w: '', b: '' }, throws: 0 })).toBe('so_far')
  })

  it('is not judged by a browser that kept nothing', () => {
    expect(compared(null, RECORD)).toBe('nothing_kept')
  })
})
