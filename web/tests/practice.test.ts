import { describe, expect, it } from 'vitest'

import { encodeBoard, decodeBoard } from '../src/board/sides'
import { RequestRefused } from '../src/boot/api'
import type { Exercise, Feedback, TrainerCalls, TrainerState } from '../src/trainer/calls'
import { Practice } from '../src/trainer/practice.svelte'
import { sample } from './graphs'

function exercise(): Exercise {
  const { mover, course, graph, dice } = sample('portes-start')
  const position = { position: 'portes - - w', game: 'portes', course, has_mother: false, turn: mover, board: encodeBoard(decodeBoard(graph.nodes[0]?.board ?? '')), dice, graph, cube: null, score: null }
  return { id: 'x', position, origin: { source: 'file', study: 'f', number: 0, event: 2 }, answered: 0, solved: 0 } as unknown as Exercise
}

const FEEDBACK: Feedback = {
  verdict: 'error',
  played: '13/7 6/5',
  error: 0.2,
  best: '13/7 8/7',
  made: '24/18 6/5',
  made_error: 0.1,
  depth: 0,
  unit: 'points',
  plays: [],
  reasons: [],
  counted: true,
  due: 1,
}

function practiceWith(answers: (readonly string[])[], feedback: () => Feedback = () => FEEDBACK): Practice {
  const state: TrainerState = { total: 1, due: 1, next: 1, exercise: exercise() }
  return new Practice({
    state: async () => state,
    answer: async (_: string, moves: readonly string[]) => {
      answers.push(moves)
      return feedback()
    },
    giveUp: async () => ({ ...FEEDBACK, verdict: 'shown', played: null, error: null }),
  } as unknown as TrainerCalls)
}

describe('an exercise', () => {
  it('is answered once the play is complete, and shows both ways', async () => {
    const answers: (readonly string[])[] = []
    const practice = practiceWith(answers)
    await practice.next()
    expect(await practice.answer()).toBe(false)
    expect(practice.scene?.arrows).toEqual([])
    expect(practice.type('13/7 6/5')).toBe(true)
    expect(await practice.answer()).toBe(true)
    expect(answers).toEqual([['13/7', '6/5']])
    expect(practice.state?.due).toBe(0)
    expect(practice.scene?.arrows.map((arrow) => arrow.isOther)).toEqual([true, true, false, false])
    expect(practice.scene?.signals.mover).toBeNull()
  })

  it('keeps the play when the server can not judge it', async () => {
    const practice = practiceWith([], () => {
      throw new RequestRefused('busy_somewhere', 'Send it again.')
    })
    await practice.next()
    practice.type('13/7 8/7')
    expect(await practice.answer()).toBe(false)
    expect([practice.notice, practice.turn?.played]).toEqual(['Send it again.', '13/7 8/7'])
  })

  it('shows the best play alone to who gives up', async () => {
    const practice = practiceWith([])
    await practice.next()
    await practice.giveUp()
    expect(practice.scene?.arrows.map((arrow) => arrow.isOther)).toEqual([false, false])
  })
})
