import { describe, expect, it } from 'vitest'

import { encodeBoard, decodeBoard } from '../src/board/sides'
import { RequestRefused } from '../src/boot/api'
import type { CubeChoice, Exercise, Feedback, TrainerCalls, TrainerState } from '../src/trainer/calls'
import { choiceAt } from '../src/trainer/cube'
import { Practice } from '../src/trainer/practice.svelte'
import { sample } from './graphs'

function exercise(): Exercise {
  const { mover, course, graph, dice } = sample('portes-start')
  const position = { position: 'portes - - w', game: 'portes', course, has_mother: false, turn: mover, board: encodeBoard(decodeBoard(graph.nodes[0]?.board ?? '')), dice, graph, cube: null, score: null }
  return { id: 'x', asks: 'play', position, cube: null, on_board: position.position, origin: { source: 'file', study: 'f', number: 0, event: 2 }, answered: 0, solved: 0 } as unknown as Exercise
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
  options: [],
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

  it('is not answered by what was asked about the one before', async () => {
    let answered: (feedback: Feedback) => void = () => undefined
    const state: TrainerState = { total: 2, due: 2, next: 1, exercise: exercise() }
    const practice = new Practice({
      state: async () => state,
      giveUp: () => new Promise<Feedback>((resolve) => (answered = resolve)),
      forget: async () => ({ ...state, total: 1 }),
    } as unknown as TrainerCalls)
    await practice.next()
    const given = practice.giveUp()
    await practice.forget()
    answered(FEEDBACK)
    await given
    expect([practice.feedback, practice.state?.total, practice.isBusy]).toEqual([null, 1, false])
  })

  it('shows the best play alone to who gives up', async () => {
    const practice = practiceWith([])
    await practice.next()
    await practice.giveUp()
    expect(practice.scene?.arrows.map((arrow) => arrow.isOther)).toEqual([false, false])
  })
})

const CUBE_FEEDBACK: Feedback = {
  ...FEEDBACK,
  played: 'drop',
  best: 'take',
  made: 'drop',
  unit: 'match',
  options: [
    { choice: 'take', value: 0.1, error: 0 },
    { choice: 'drop', value: -0.1, error: 0.2 },
  ],
}

function cubePracticeWith(chosen: CubeChoice[], asks: Exercise['asks'] = 'answer_double'): Practice {
  const offered = { ...exercise(), asks, cube: { offered: 4, choices: ['take', 'drop'] } }
  const position = { ...offered.position, graph: null, dice: null, cube: { value: 2, owner: 'w' } }
  const state = { total: 1, due: 1, next: 1, exercise: { ...offered, position } } as unknown as TrainerState
  return new Practice({
    state: async () => state,
    choose: async (_: string, choice: CubeChoice) => {
      chosen.push(choice)
      return CUBE_FEEDBACK
    },
  } as unknown as TrainerCalls)
}

describe('a question about the cube', () => {
  it('is answered once, by one of its choices alone', async () => {
    const chosen: CubeChoice[] = []
    const practice = cubePracticeWith(chosen)
    await practice.next()
    expect(practice.turn).toBeNull()
    expect(await practice.answer()).toBe(false)
    expect(await practice.choose('beaver')).toBe(false)
    expect(await practice.choose('drop')).toBe(true)
    expect(await practice.choose('take')).toBe(false)
    expect(chosen).toEqual(['drop'])
    expect(practice.state?.due).toBe(0)
    expect(practice.scene?.arrows).toEqual([])
  })

  it('shows a cube that is offered in the middle, with its new value', async () => {
    const practice = cubePracticeWith([])
    await practice.next()
    expect(practice.scene?.cube).toEqual({ value: 4, owner: null })
    const before = cubePracticeWith([], 'double')
    await before.next()
    expect(before.scene?.cube).toEqual({ value: 2, owner: 'w' })
  })

  it('takes the digit of a choice, and no other key', () => {
    expect(choiceAt('2', ['take', 'drop'])).toBe('drop')
    for (const key of ['0', '3', 'd', 'Enter', '12']) expect(choiceAt(key, ['take', 'drop'])).toBeNull()
  })
})
