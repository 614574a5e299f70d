import { describe, expect, it } from 'vitest'

import { RequestRefused } from '../src/boot/api'
import type { StudyCalls } from '../src/study/calls'
import type { Collected, TrainerCalls } from '../src/trainer/calls'
import { Taking } from '../src/trainer/taking.svelte'

const MISTAKES = { file: 'abcd', number: 0, depth: 0, side: 'w' } as const

describe('mistakes on their way to the trainer', () => {
  it('are asked for again when the server has forgotten the analysis', async () => {
    const answers: Collected[] = [
      { task: 'lost', added: 0, known: 0, left_out: 0 },
      { task: null, added: 2, known: 0, left_out: 0 },
    ]
    const calls = { collect: async () => answers.shift() } as unknown as TrainerCalls
    const study = {
      see: async () => {
        throw new RequestRefused('unknown_study', 'Not known.')
      },
    } as unknown as StudyCalls
    const taking = new Taking(calls, study)
    await taking.take(MISTAKES)
    expect([taking.taken?.added, taking.isWorking, taking.trouble]).toEqual([2, false, ''])
  })
})
