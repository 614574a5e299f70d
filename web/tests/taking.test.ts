import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { LineLost, RequestRefused } from '../src/boot/api'
import type { StudyCalls } from '../src/study/calls'
import type { Collected, TrainerCalls } from '../src/trainer/calls'
import { Taking } from '../src/trainer/taking.svelte'
import { t } from '../src/words/words.svelte'

const MISTAKES = { file: 'abcd', number: 0, depth: 0, side: 'w' } as const

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

async function takenOver(calls: Partial<TrainerCalls>, study: Partial<StudyCalls>): Promise<Taking> {
  const taking = new Taking(calls as TrainerCalls, study as StudyCalls)
  const done = taking.take(MISTAKES)
  await vi.runAllTimersAsync()
  await done
  return taking
}

describe('mistakes on their way to the trainer', () => {
  it('are asked for again when the server has forgotten the analysis', async () => {
    const answers: Collected[] = [
      { task: 'lost', added: 0, known: 0, left_out: 0 },
      { task: null, added: 2, known: 0, left_out: 0 },
    ]
    const collect = async (): Promise<Collected> => answers.shift() as Collected
    const see = async (): Promise<never> => {
      throw new RequestRefused('unknown_study', 'Not known.')
    }
    const taking = await takenOver({ collect }, { see })
    expect([taking.taken?.added, taking.isWorking, taking.trouble]).toEqual([2, false, ''])
  })

  it('are waited for while the server is started again', async () => {
    const answers = [null, { task: 'one', added: 0, known: 0, left_out: 0 }, null, { task: null, added: 2, known: 0, left_out: 0 }]
    const collect = async (): Promise<Collected> => {
      const answer = answers.shift()
      if (!answer) throw new LineLost('Bad Gateway')
      return answer
    }
    let looks = 0
    const see = async (): Promise<never> => {
      looks += 1
      throw looks < 3 ? new LineLost('Bad Gateway') : new RequestRefused('unknown_study', 'Not known.')
    }
    const taking = await takenOver({ collect }, { see })
    expect([taking.taken?.added, taking.isWorking, taking.trouble]).toEqual([2, false, ''])
  })

  it('are given up in words after a while', async () => {
    const collect = async (): Promise<never> => {
      throw new LineLost('Bad Gateway')
    }
    const taking = await takenOver({ collect }, {})
    expect([taking.taken, taking.isWorking, taking.trouble]).toEqual([null, false, t('page.no_answer')])
  })
})
