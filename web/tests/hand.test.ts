import { beforeEach, describe, expect, it, vi } from 'vitest'

import { BAR } from '../src/board/sides'
import { settings } from '../src/settings/settings.svelte'
import type { Action, View } from '../src/socket/messages'
import { Hand, type Seated } from '../src/table/hand.svelte'
import type { Notice } from '../src/table/notice'
import { Stage } from '../src/table/stage.svelte'
import { sample } from './graphs'

const SILENT = { place: () => undefined, hit: () => undefined, dice: () => undefined }

class Chair implements Seated {
  readonly match = 'abc'
  viewer: 'w' | 'b' = 'w'
  actor: 'w' | 'b' | null = 'w'
  view: View | null = null
  canAct = true
  isSending = false
  isShowing = false
  isStopped = false
  notice: Notice | null = null
  readonly sent: Action[] = []
  may = (action: string): boolean => this.view?.may.includes(action) ?? false
  send = (action: Action): number => this.sent.push(action)
}

function viewOf(name: string): View {
  const { mover, course, graph, dice } = sample(name)
  return {
    version: 7,
    phase: 'to_play',
    turn: mover,
    game: name.startsWith('fevga') ? 'fevga' : 'portes',
    number: 1,
    course,
    position: '',
    board: graph.nodes[0]?.board ?? '',
    dice,
    cube: null,
    score: [0, 0],
    crawford: false,
    pips: [167, 167],
    offer: null,
    may: ['play'],
    graph,
  }
}

function seated(name: string, chair = new Chair()): { chair: Chair; hand: Hand; stage: Stage } {
  const stage = new Stage(SILENT)
  stage.speed = 'off'
  const view = viewOf(name)
  chair.view = view
  chair.actor = view.turn
  stage.course = view.course
  const hand = new Hand(chair, stage)
  hand.begin(view)
  return { chair, hand, stage }
}

/** A window's memory, which Node has not. */
function memory(): Storage {
  const kept = new Map<string, string>()
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  } as unknown as Storage
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('sessionStorage', memory())
  settings.autoConfirm = false
  settings.autoRoll = false
})

describe('a hand', () => {
  it('plays taps and sends nothing before it is told to', async () => {
    const { chair, hand } = seated('portes-start')
    await hand.tap(6)
    await hand.tap(24)
    await hand.tap(18)
    expect(hand.turn?.complete).toBe(true)
    expect(chair.sent).toEqual([])
    expect(hand.confirm()).toBe(true)
    expect(chair.sent).toEqual([{ do: 'play', moves: ['6/5', '24/18'] }])
  })

  it('refuses to end a turn that is not complete', async () => {
    const { chair, hand } = seated('portes-start')
    await hand.tap(6)
    expect(hand.confirm()).toBe(false)
    expect(chair.sent).toEqual([])
  })

  it('reads places as they are seen, also at one screen for two', async () => {
    const chair = new Chair()
    const { hand } = seated('plakoto-black', chair)
    // White sits below, so Black's 24 is the place that White calls 1.
    expect(hand.lift(1)).toBe(true)
    expect(hand.turn?.lifted).toBe(24)
    await hand.drop(4)
    expect(hand.turn?.played).toBe('24/21')
  })

  it('says in words what a tap cannot do', async () => {
    const { chair, hand } = seated('portes-bar')
    await hand.tap(6)
    expect(chair.notice?.code).toBe('enter_first')
    await hand.tap(BAR)
    expect(chair.notice).toBeNull()
  })

  it('says before the dice, and in the other one’s turn, why nothing moves', async () => {
    const { chair, hand } = seated('portes-start')
    hand.turn = null
    chair.view = { ...viewOf('portes-start'), phase: 'to_roll', may: ['roll'] }
    await hand.tap(6)
    expect(chair.notice?.code).toBe('roll_first')
    chair.view = { ...chair.view, may: [] }
    await hand.tap(6)
    expect(chair.notice?.code).toBe('not_your_turn')
  })

  it('finishes what is shown instead of playing', async () => {
    const { chair, hand, stage } = seated('portes-start')
    chair.isShowing = true
    let isOver = false
    stage.speed = 'normal'
    void stage.pause(60_000).then(() => (isOver = true))
    await hand.tap(6)
    await Promise.resolve()
    expect(isOver).toBe(true)
    expect(hand.turn?.canTakeBack).toBe(false)
  })
})

describe('what passes by itself', () => {
  it('plays the only play and sends it after a moment', async () => {
    const { chair, hand } = seated('portes-forced')
    await vi.advanceTimersByTimeAsync(500)
    expect(hand.turn?.complete).toBe(true)
    expect(chair.notice?.code).toBe('page.forced_play')
    expect(chair.sent).toEqual([])
    await vi.advanceTimersByTimeAsync(1200)
    expect(chair.sent).toHaveLength(1)
  })

  it('never does after a move was taken back', async () => {
    const { chair, hand } = seated('portes-forced')
    await vi.advanceTimersByTimeAsync(500)
    await hand.back()
    await vi.advanceTimersByTimeAsync(5000)
    expect(chair.sent).toEqual([])
  })

  it('never does for a match that has moved on', async () => {
    const { chair } = seated('portes-forced')
    await vi.advanceTimersByTimeAsync(500)
    chair.view = { ...viewOf('portes-forced'), version: 8 }
    await vi.advanceTimersByTimeAsync(5000)
    expect(chair.sent).toEqual([])
  })

  it('tells a newcomer to fevga why only one checker moves', async () => {
    const { chair, hand } = seated('fevga-start')
    await vi.advanceTimersByTimeAsync(500)
    expect(chair.notice?.code).toBe('runner_first')
    await hand.back()
    await hand.tap(24)
    expect(chair.notice?.code).toBe('runner_first')
  })
})

describe('moves that are not confirmed', () => {
  it('are there again after a reload, and can be taken back', async () => {
    const first = seated('portes-start')
    await first.hand.tap(6)
    const { hand, stage } = seated('portes-start')
    expect(hand.turn?.played).toBe('6/5')
    expect(stage.board.w.free[5]).toBe(1)
    await hand.back()
    expect(seated('portes-start').hand.turn?.canTakeBack).toBe(false)
  })

  it('are forgotten when the match has moved on', async () => {
    const first = seated('portes-start')
    await first.hand.tap(6)
    const { hand } = seated('portes-start')
    hand.begin({ ...viewOf('portes-start'), version: 8 })
    expect(hand.turn?.canTakeBack).toBe(false)
  })

  it('are passed over where they are not legal or not readable', () => {
    for (const stored of ['{"version":7,"steps":[[6,4,2]]}', '{"version":7,"steps":["x"]}', '{"version":7}', '[', 'null']) {
      sessionStorage.setItem('tavli.draft.abc', stored)
      expect(seated('portes-start').hand.turn?.canTakeBack).toBe(false)
    }
  })
})
