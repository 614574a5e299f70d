import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { LineLost, RequestRefused } from '../src/boot/api'
import { Asking } from '../src/study/asking.svelte'
import type { Question, StudyCalls, Task } from '../src/study/calls'
import { t } from '../src/words/words.svelte'

const QUESTION: Question = { ask: 'plays', position: 'portes - - w', depth: 1 }

function calls(states: Task<string>[]): StudyCalls & { left: string[] } {
  const left: string[] = []
  return {
    left,
    ask: async () => states.shift(),
    see: async () => states.shift(),
    cancel: async (task: string) => {
      left.push(task)
    },
  } as unknown as StudyCalls & { left: string[] }
}

describe('a question that takes a while', () => {
  it('is looked after until it is answered', async () => {
    const asking = new Asking<string>(
      calls([
        { task: 't', state: 'waiting', ahead: 2 },
        { task: 't', state: 'working', done: 1, total: 2, answer: 'half' },
        { task: 't', state: 'done', answer: 'whole' },
      ]),
    )
    const asked = asking.ask(QUESTION)
    expect(asking.isWorking).toBe(true)
    await asked
    expect([asking.answer, asking.isWorking, asking.trouble]).toEqual(['whole', false, ''])
  })

  it('keeps what there is when it fails, and says why', async () => {
    const asking = new Asking<string>(
      calls([
        { task: 't', state: 'working', answer: 'half' },
        { task: 't', state: 'failed', error: 'unknown', text: 'It took too long.' },
      ]),
    )
    await asking.ask(QUESTION)
    expect([asking.answer, asking.trouble]).toEqual(['half', 'It took too long.'])
  })

  it('is cancelled on the server too', async () => {
    const server = calls([
      { task: 't', state: 'working' },
      { task: 't', state: 'working' },
    ])
    const asking = new Asking<string>(server)
    const asked = asking.ask(QUESTION)
    await vi.waitFor(() => expect(asking.isWorking).toBe(true))
    await Promise.resolve()
    await Promise.resolve()
    asking.cancel()
    await asked
    expect(server.left).toEqual(['t'])
    expect(asking.isWorking).toBe(false)
  })

  it('gives way to the next question', async () => {
    const server = calls([
      { task: 'one', state: 'working' },
      { task: 'two', state: 'done', answer: 'second' },
    ])
    const asking = new Asking<string>(server)
    const first = asking.ask(QUESTION)
    await Promise.resolve()
    await Promise.resolve()
    await asking.ask({ ...QUESTION, depth: 2 } as Question)
    await first
    expect(asking.answer).toBe('second')
  })
})

describe('a question that another page cancelled', () => {
  it('is asked again', async () => {
    const asking = new Asking<string>(
      calls([
        { task: 'one', state: 'cancelled' },
        { task: 'two', state: 'done', answer: 'found' },
      ]),
    )
    await asking.ask(QUESTION)
    expect(asking.answer).toBe('found')
  })
})

describe('a question whose server went away', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  async function answered(see: () => Promise<Task<string>>): Promise<Asking<string>> {
    const asked: Task<string>[] = [
      { task: 'one', state: 'working', answer: 'half' },
      { task: 'two', state: 'done', answer: 'whole' },
    ]
    const asking = new Asking<string>({ ask: async () => asked.shift(), see, cancel: async () => ({}) } as unknown as StudyCalls)
    const done = asking.ask(QUESTION)
    await vi.runAllTimersAsync()
    await done
    return asking
  }

  it('is looked after again when the line is back', async () => {
    let looks = 0
    const asking = await answered(async () => {
      looks += 1
      if (looks < 4) throw new TypeError('Failed to fetch')
      return { task: 'one', state: 'done', answer: 'found' }
    })
    expect([asking.answer, asking.trouble]).toEqual(['found', ''])
  })

  it('is asked again when it comes back, behind a proxy, without the question', async () => {
    let looks = 0
    const asked: (Task<string> | null)[] = [{ task: 'one', state: 'working' }, null, { task: 'two', state: 'done', answer: 'whole' }]
    const server = {
      ask: async () => {
        const task = asked.shift()
        if (!task) throw new LineLost('Bad Gateway')
        return task
      },
      see: async () => {
        looks += 1
        if (looks < 3) throw new LineLost('Bad Gateway')
        throw new RequestRefused('unknown_study', 'Not known.')
      },
    } as unknown as StudyCalls
    const asking = new Asking<string>(server)
    const done = asking.ask(QUESTION)
    await vi.runAllTimersAsync()
    await done
    expect([asking.answer, asking.trouble, asked.length]).toEqual(['whole', '', 0])
  })

  it('is left when it was cancelled while it was asked again', async () => {
    const left: string[] = []
    let isBack: (task: Task<string>) => void = () => undefined
    const asked = [Promise.resolve<Task<string>>({ task: 'one', state: 'cancelled' }), new Promise<Task<string>>((resolve) => (isBack = resolve))]
    const asking = new Asking<string>({ ask: () => asked.shift(), cancel: async (task: string) => left.push(task) } as unknown as StudyCalls)
    const done = asking.ask(QUESTION)
    await vi.runAllTimersAsync()
    asking.cancel()
    isBack({ task: 'two', state: 'working' })
    await done
    expect(left).toEqual(['one', 'two'])
  })

  it('is asked again when the server has forgotten it', async () => {
    const asking = await answered(async () => {
      throw new RequestRefused('unknown_study', 'Not known.')
    })
    expect([asking.answer, asking.trouble]).toEqual(['whole', ''])
  })

  it('is given up in words after a while, with what there is', async () => {
    const asking = await answered(async () => {
      throw new TypeError('Failed to fetch')
    })
    expect([asking.answer, asking.isWorking, asking.trouble]).toEqual(['half', false, t('page.no_answer')])
  })
})
