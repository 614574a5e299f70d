import { beforeEach, describe, expect, it, vi } from 'vitest'

import { RequestRefused } from '../src/boot/api'
import type { Share } from '../src/dice/share'
import type { Joined, View } from '../src/socket/messages'
import { whyBarred } from '../src/table/barred.svelte'
import { trouble, type Notice } from '../src/table/notice'
import { Session } from '../src/table/session.svelte'

const SILENT = { place: () => undefined, hit: () => undefined, dice: () => undefined }
const START = 'portes 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 w'
const GAME = { event: 'game', number: 1, game: 'portes', starter: null } as const

class FakeSocket {
  static readonly all: FakeSocket[] = []
  readonly sent: { type: string; [field: string]: unknown }[] = []
  onopen: () => void = () => undefined
  onclose: () => void = () => undefined
  onmessage: (message: { data: string }) => void = () => undefined

  constructor() {
    FakeSocket.all.push(this)
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as { type: string })
  }

  close(): void {}
}

const reload = vi.fn()

beforeEach(() => {
  FakeSocket.all.length = 0
  reload.mockReset()
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('location', { protocol: 'http:', host: 'here', reload })
  vi.stubGlobal('document', { addEventListener: () => undefined, removeEventListener: () => undefined, visibilityState: 'visible' })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
  return () => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  }
})

function viewOf(version: number, position = `${START} ${version}`): View {
  return {
    version,
    phase: 'to_roll',
    turn: 'w',
    game: 'portes',
    number: 1,
    course: 'contrary',
    position,
    board: '00000050300005000000000200./00000050300005000000000200.',
    dice: null,
    cube: null,
    score: [0, 0],
    crawford: false,
    pips: [167, 167],
    offer: null,
    may: ['roll'],
    graph: null,
  }
}

function joinedAt(version: number, since: number, view = viewOf(version)): Joined {
  const history = Array.from({ length: Math.max(0, version - since) }, (_, index) => ({ version: since + index + 1, events: since + index === 0 ? [GAME] : [] }))
  const player = { name: 'A', kind: 'guest', present: true } as const
  return {
    type: 'joined',
    match: 'm',
    seat: 'w',
    rules: { game: 'portes', length: 'game', options: {} },
    players: { w: player, b: player },
    commitment: 'c0',
    seeded: { w: true, b: true },
    absence_ms: 300_000,
    version,
    history,
    view,
  }
}

async function hear(frame: object): Promise<void> {
  FakeSocket.all.at(-1)?.onmessage({ data: JSON.stringify(frame) })
  await vi.advanceTimersByTimeAsync(0)
}

async function comeBack(): Promise<void> {
  FakeSocket.all.at(-1)?.onclose()
  await vi.advanceTimersByTimeAsync(6_000)
  FakeSocket.all.at(-1)?.onopen()
}

async function seated(version: number, askWhy = async (): Promise<Notice | null> => null): Promise<Session> {
  const session = new Session('m', SILENT, askWhy)
  session.start()
  FakeSocket.all[0]?.onopen()
  await hear(joinedAt(version, 0))
  return session
}

describe('a server that was put back from a backup', () => {
  it('makes the page begin anew when the match stands at an earlier version', async () => {
    await seated(5)
    await comeBack()
    await hear(joinedAt(3, 5))
    expect(reload).toHaveBeenCalledOnce()
  })

  it('makes the page begin anew when the same version is another position', async () => {
    await seated(5)
    await comeBack()
    await hear(joinedAt(5, 5, viewOf(5, 'portes 24:1,13:5,8:3,6:6 24:2,13:5,8:3,6:5 b')))
    expect(reload).toHaveBeenCalledOnce()
  })

  it('is none if the match stands where it stood, or further on', async () => {
    const session = await seated(5)
    await comeBack()
    await hear(joinedAt(5, 5))
    await comeBack()
    await hear(joinedAt(7, 5))
    expect(session.view?.version).toBe(7)
    expect(reload).not.toHaveBeenCalled()
  })
})

describe('a page that finds no way in', () => {
  async function fail(times: number): Promise<void> {
    for (let failure = 0; failure < times; failure += 1) {
      FakeSocket.all.at(-1)?.onclose()
      await vi.advanceTimersByTimeAsync(7_000)
    }
  }

  async function letInToWatch(): Promise<void> {
    FakeSocket.all.at(-1)?.onopen()
    await hear({ ...joinedAt(2, 2), seat: 'watch' })
  }

  it('asks why after some failures, tells it, and forgets it once it is in', async () => {
    const askWhy = vi.fn(async () => trouble('page.line.crowded'))
    const session = await seated(2, askWhy)
    await fail(3)
    expect(session.barred).toBeNull()
    await fail(1)
    expect(session.barred?.code).toBe('page.line.crowded')
    expect(askWhy).toHaveBeenCalledOnce()
    FakeSocket.all.at(-1)?.onopen()
    await hear(joinedAt(2, 2))
    expect(session.barred).toBeNull()
  })

  it('goes on telling that it is taken for somebody new, who may only watch', async () => {
    const session = await seated(2, async () => trouble('page.line.stranger'))
    await fail(4)
    // Nobody knows yet whether it may even watch.
    expect(session.barred).toBeNull()
    await letInToWatch()
    expect(session.barred?.code).toBe('page.line.stranger')
  })

  it('tells of a lost line although it may only watch, and never that cookies are missing', async () => {
    const session = await seated(2, async () => trouble('page.line.stranger'))
    await fail(4)
    await letInToWatch()
    await fail(9)
    expect(session.barred).toBeNull()
    await letInToWatch()
    expect(session.barred?.code).toBe('page.line.stranger')
  })

  it('asks once only where the browser keeps no cookies, and tells that', async () => {
    const askWhy = vi.fn(async () => trouble('page.line.stranger'))
    const session = await seated(2, askWhy)
    await fail(8)
    expect(session.barred?.code).toBe('page.line.cookieless')
    await fail(12)
    expect(askWhy).toHaveBeenCalledOnce()
    await letInToWatch()
    expect(session.barred?.code).toBe('page.line.stranger')
  })

  it('does not ask again while an answer is awaited', async () => {
    const askWhy = vi.fn(() => new Promise<Notice | null>(() => undefined))
    await seated(2, askWhy)
    await fail(12)
    expect(askWhy).toHaveBeenCalledOnce()
  })

  it('goes on asking a server that is silent', async () => {
    const askWhy = vi.fn(async () => null)
    await seated(2, askWhy)
    await fail(8)
    expect(askWhy).toHaveBeenCalledTimes(2)
  })

  it('tells that its match is not there any more, until it is', async () => {
    const session = await seated(2)
    await comeBack()
    await hear({ type: 'error', code: 'unknown_match', text: 'There is no such match.' })
    expect(session.barred?.code).toBe('unknown_match')
    await comeBack()
    await hear(joinedAt(2, 2))
    expect(session.barred).toBeNull()
  })

  it('learns from the server who it is, and no more than that the server is silent', async () => {
    const asked = (get: () => Promise<unknown>) => whyBarred({ get: get as never }, 'me')
    expect(await asked(async () => ({ id: 'me' }))).toEqual(trouble('page.line.crowded'))
    expect(await asked(async () => ({ id: 'new' }))).toEqual(trouble('page.line.stranger'))
    const refused = async (): Promise<never> => Promise.reject(new RequestRefused('not_saved', ''))
    expect((await asked(refused))?.code).toBe('not_saved')
    expect(await asked(async () => Promise.reject(new TypeError('Failed to fetch')))).toBeNull()
  })
})

describe('the own share in the dice', () => {
  it('is kept with the first promise before it is sent, and sent again as it was', async () => {
    const kept = new Map<string, string>()
    vi.stubGlobal('localStorage', { getItem: (name: string) => kept.get(name) ?? null, setItem: (name: string, value: string) => kept.set(name, value) })
    const session = new Session('m', SILENT, async () => null)
    session.start()
    FakeSocket.all[0]?.onopen()
    const waiting = { ...joinedAt(0, 0), seeded: { w: false, b: true } }
    await hear(waiting)
    const share = JSON.parse(kept.get('tavli.seed.m') ?? '{}') as Share
    expect(share).toMatchObject({ commitment: 'c0', seats: ['w'], computer: null })
    await hear({ ...waiting, commitment: 'c1' })
    const seeds = FakeSocket.all[0]?.sent.filter((message) => message.type === 'seed').map((message) => message['seed'])
    expect(seeds).toEqual([share.seed, share.seed])
    expect(JSON.parse(kept.get('tavli.seed.m') ?? '{}')).toEqual(share)
  })
})
