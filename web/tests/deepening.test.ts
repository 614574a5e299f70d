import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { Question, StudyCalls, Task } from '../src/study/calls'
import { Deepening } from '../src/study/deepening.svelte'

const question = (depth: number): Question => ({ ask: 'match', match: 'm', depth })

type Asked = Extract<Question, { ask: 'match' }>

/** A server that answers depth after depth; what is *deep* goes on until *seen* says otherwise. */
function analysing(deep: number, seen: Task<string> = { task: 'deep', state: 'working', answer: 'half' }) {
  const asked: number[] = []
  const calls = {
    ask: async ({ depth }: Asked) => {
      asked.push(depth)
      return depth < deep ? { task: `${depth}`, state: 'done', answer: `at ${depth}` } : { task: 'deep', state: 'working' }
    },
    see: async () => seen,
    cancel: async () => ({}),
  } as unknown as StudyCalls
  return { asked, analysis: new Deepening<string>(calls, 0) }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('an analysis that looks deeper', () => {
  it('shows what is there until the deeper one is', async () => {
    const { analysis } = analysing(1, { task: 'deep', state: 'done', answer: 'at 1' })
    await analysis.begin(question)
    expect([analysis.answer, analysis.depth, analysis.next]).toEqual(['at 0', 0, 1])
    const deeper = analysis.deepen()
    expect([analysis.answer, analysis.depth, analysis.next, analysis.isWorking]).toEqual(['at 0', 0, null, true])
    await vi.runAllTimersAsync()
    await deeper
    expect([analysis.answer, analysis.depth, analysis.next]).toEqual(['at 1', 1, 2])
  })

  it('keeps its button while more is worked at, and has none before there is anything', async () => {
    const { analysis } = analysing(1, { task: 'deep', state: 'done', answer: 'at 1' })
    const first = analysis.begin(question)
    expect(analysis.isOffered).toBe(false)
    await first
    expect(analysis.isOffered).toBe(true)
    const deeper = analysis.deepen()
    expect([analysis.isOffered, analysis.isWorking]).toEqual([true, true])
    await vi.runAllTimersAsync()
    await deeper
    const other = analysis.begin(question, 2)
    expect(analysis.isOffered).toBe(false)
    await vi.runAllTimersAsync()
    await other
    expect(analysis.isOffered).toBe(false)
  })

  it('goes no deeper than it can', async () => {
    const { analysis, asked } = analysing(9)
    await analysis.begin(question, 2)
    expect(analysis.next).toBeNull()
    await analysis.deepen()
    expect(asked).toEqual([2])
  })

  it('can be cancelled, and asked again for as much', async () => {
    const { analysis, asked } = analysing(1)
    await analysis.begin(question)
    for (const times of [1, 2]) {
      const deeper = analysis.deepen()
      await vi.advanceTimersByTimeAsync(200)
      analysis.cancel()
      await vi.runAllTimersAsync()
      await deeper
      expect([analysis.answer, analysis.depth, analysis.next, asked.length]).toEqual(['at 0', 0, 1, 1 + times])
    }
  })

  it('is told of only once it is there, not when it was cancelled or failed', async () => {
    for (const state of ['working', 'failed'] as const) {
      const { analysis } = analysing(1, { task: 'deep', state, text: 'Too long.' })
      await analysis.begin(question)
      expect(analysis.isAnswered).toBe(true)
      const deeper = analysis.deepen()
      expect(analysis.isAnswered).toBe(false)
      await vi.advanceTimersByTimeAsync(200)
      if (state === 'working') analysis.cancel()
      await vi.runAllTimersAsync()
      await deeper
      expect([analysis.answer, analysis.isWorking, analysis.isAnswered]).toEqual(['at 0', false, false])
    }
    const { analysis } = analysing(1, { task: 'deep', state: 'done', answer: 'at 1' })
    await analysis.begin(question)
    const deeper = analysis.deepen()
    await vi.runAllTimersAsync()
    await deeper
    expect([analysis.answer, analysis.isAnswered]).toEqual(['at 1', true])
  })

  it('keeps what is there when it fails, and says why', async () => {
    const { analysis } = analysing(1, { task: 'deep', state: 'failed', error: 'unknown', text: 'Too long.' })
    await analysis.begin(question)
    const deeper = analysis.deepen()
    await vi.runAllTimersAsync()
    await deeper
    expect([analysis.answer, analysis.depth, analysis.next, analysis.trouble]).toEqual(['at 0', 0, 1, 'Too long.'])
  })
})

describe('a deep analysis that a link asks for', () => {
  it('can be asked for anew without its depth when it came to nothing', async () => {
    const { analysis, asked } = analysing(2, { task: 'deep', state: 'failed', error: 'unknown', text: 'Too long.' })
    const begun = analysis.begin(question, 2)
    expect(analysis.depth).toBe(2)
    await vi.runAllTimersAsync()
    await begun
    expect([analysis.answer, analysis.isWhole, analysis.depth, analysis.next]).toEqual([null, false, 0, 0])
    await analysis.deepen()
    expect([analysis.answer, analysis.depth, analysis.next]).toEqual(['at 0', 0, 1])
    expect(asked).toEqual([2, 0])
  })

  it('offers nothing where nothing was asked', async () => {
    const { analysis, asked } = analysing(9)
    expect(analysis.next).toBeNull()
    await analysis.begin(question)
    analysis.forget()
    await analysis.deepen()
    expect([analysis.next, asked]).toEqual([null, [0]])
  })
})
