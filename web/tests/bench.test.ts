import { describe, expect, it } from 'vitest'

import { setupOf } from '../src/board/setup'
import { encodeBoard } from '../src/board/sides'
import { RequestRefused } from '../src/boot/api'
import { Bench } from '../src/study/bench.svelte'
import type { Studied, StudyCalls } from '../src/study/calls'

function studied(position: string, turn: 'w' | 'b' = 'w'): Studied {
  const part = { position, game: 'portes', course: 'contrary', contact: 'hit', has_cube: false, has_mother: false, turn }
  return { ...part, board: encodeBoard(setupOf('portes')), dice: null, cube: null, score: null, crawford: false, jacoby: false, beavers: false, pips: [167, 167], graph: null } as unknown as Studied
}

/** A server that answers when it is told to, what was asked first at first. */
class Slow {
  readonly #waiting: { resolve: (studied: Studied) => void; reject: (error: unknown) => void }[] = []
  readonly #ask = (): Promise<Studied> => new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }))
  readonly calls = { read: this.#ask, play: this.#ask } as unknown as StudyCalls

  answer(position: string, turn: 'w' | 'b' = 'w'): void {
    this.#waiting.shift()?.resolve(studied(position, turn))
  }

  refuse(): void {
    this.#waiting.shift()?.reject(new RequestRefused('unknown', 'Refused.'))
  }
}

/** A board with a beginning, a play tried from it, and the reader at that play. */
async function benchAfterPlay(): Promise<{ server: Slow; bench: Bench }> {
  const server = new Slow()
  const bench = new Bench(server.calls)
  bench.begin(studied('start'))
  const played = bench.play(['13/7'])
  server.answer('played')
  await played
  return { server, bench }
}

const positions = (bench: Bench): readonly string[] => bench.nodes.map((node) => node.studied.position)

describe('an answer that comes late', () => {
  it('changes no other position than it was asked about', async () => {
    const { server, bench } = await benchAfterPlay()
    const changed = bench.change({ turn: 'b' })
    bench.go(1)
    server.answer('changed')
    await changed
    expect([positions(bench), bench.at]).toEqual([['start', 'played'], 1])
  })

  it('leads nobody back to a play that he has left', async () => {
    const { server, bench } = await benchAfterPlay()
    const played = bench.play(['8/2'])
    bench.prune(2)
    server.answer('late')
    await played
    expect([positions(bench), bench.at]).toEqual([['start'], 1])
  })

  it('gives way to what was asked after it', async () => {
    const { server, bench } = await benchAfterPlay()
    const first = bench.open('first')
    const second = bench.open('second')
    server.answer('first')
    expect(await first).toBe(false)
    expect([positions(bench), bench.isBusy]).toEqual([['start', 'played'], true])
    server.answer('second')
    expect(await second).toBe(true)
    expect([positions(bench), bench.isBusy]).toEqual([['second'], false])
  })

  it('is no trouble to who went on, if it is a refusal', async () => {
    const { server, bench } = await benchAfterPlay()
    const changed = bench.change({ turn: 'b' })
    bench.go(1)
    server.refuse()
    await changed
    expect([bench.notice, bench.isBusy]).toEqual(['', false])
  })

  it('does not end the setting up of a position that has gone on', async () => {
    const { server, bench } = await benchAfterPlay()
    bench.setUp()
    const finished = bench.finish()
    bench.erase(6)
    server.answer('finished')
    await finished
    expect([bench.draft === null, bench.fault, positions(bench)]).toEqual([false, '', ['start', 'played']])
    bench.putBack()
  })
})

describe('an answer in time', () => {
  it('changes the position that is looked at', async () => {
    const { server, bench } = await benchAfterPlay()
    const changed = bench.change({ turn: 'b' })
    expect(bench.isBusy).toBe(true)
    server.answer('changed')
    await changed
    expect([positions(bench), bench.at, bench.isBusy]).toEqual([['start', 'changed'], 2, false])
  })

  it('leaves the marks of a play with whoever made it, when the other side is put on roll', async () => {
    const { server, bench } = await benchAfterPlay()
    const marks = { colour: 'w', landed: new Map([[7, 1]]), left: new Set([13]) }
    for (const turn of ['b', 'w'] as const) {
      const changed = bench.change({ turn })
      server.answer('changed', turn)
      await changed
      expect(bench.scene?.trail).toEqual(marks)
    }
  })

  it('says beside a pasted text why it is none, until another is looked at', async () => {
    const { server, bench } = await benchAfterPlay()
    const refused = bench.paste('nothing here')
    server.refuse()
    expect(await refused).toBe(false)
    expect([bench.unread, bench.notice]).toEqual(['Refused.', ''])
    const read = bench.paste('a position')
    expect(bench.unread).toBe('')
    server.answer('a position')
    expect(await read).toBe(true)
    expect([bench.unread, positions(bench)]).toEqual(['', ['a position']])
  })

  it('says no more of a pasted text once a position is set up', async () => {
    const { server, bench } = await benchAfterPlay()
    const refused = bench.paste('nothing here')
    server.refuse()
    await refused
    bench.setUp()
    bench.putBack()
    expect(bench.unread).toBe('')
  })

  it('says why a position that was set up can not be', async () => {
    const { server, bench } = await benchAfterPlay()
    bench.setUp()
    const finished = bench.finish()
    server.refuse()
    await finished
    expect([bench.fault, bench.notice]).toEqual(['Refused.', ''])
  })
})
