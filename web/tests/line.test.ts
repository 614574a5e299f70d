import { beforeEach, describe, expect, it } from 'vitest'

import { actionId, freshSeed } from '../src/socket/chance'
import { Line, type LineState, type Wire } from '../src/socket/line'
import type { FromServer, ToServer } from '../src/socket/messages'

class FakeWire implements Wire {
  readonly sent: ToServer[] = []
  isClosed = false
  onopen: (() => void) | null = null
  onclose: (() => void) | null = null
  onmessage: ((message: { data: unknown }) => void) | null = null

  send(text: string): void {
    this.sent.push(JSON.parse(text) as ToServer)
  }

  close(): void {
    this.isClosed = true
  }

  hear(frame: object): void {
    this.onmessage?.({ data: JSON.stringify(frame) })
  }

  acts(): string[] {
    return this.sent.flatMap((message) => (message.type === 'act' ? [message.id] : []))
  }
}

class FakeClock {
  readonly tasks: { task: () => void; milliseconds: number; isOff: boolean }[] = []

  later(task: () => void, milliseconds: number): () => void {
    const entry = { task, milliseconds, isOff: false }
    this.tasks.push(entry)
    return () => {
      entry.isOff = true
    }
  }

  random(): number {
    return 0.5
  }

  /** Run what is waiting now, not what it schedules. */
  run(): number[] {
    const due = this.tasks.splice(0).filter((entry) => !entry.isOff)
    for (const entry of due) entry.task()
    return due.map((entry) => entry.milliseconds)
  }
}

const joined = (version: number): object => ({ type: 'joined', match: 'm', version, history: [], view: { version } })
const events = (version: number, action: string | null): object => ({ type: 'events', match: 'm', version, events: [], view: { version }, action })

let wires: FakeWire[]
let clock: FakeClock
let frames: FromServer[]
let states: LineState[]
let line: Line

beforeEach(() => {
  wires = []
  frames = []
  states = []
  clock = new FakeClock()
  line = new Line({
    match: 'm',
    connect: () => {
      const wire = new FakeWire()
      wires.push(wire)
      return wire
    },
    clock,
    onFrame: (frame) => frames.push(frame),
    onState: (state) => states.push(state),
  })
  line.start()
})

const last = (): FakeWire => wires.at(-1) as FakeWire

function open(version: number): FakeWire {
  last().onopen?.()
  last().hear(joined(version))
  return last()
}

describe('the line', () => {
  it('joins from the version it has', () => {
    open(3)
    expect(wires[0]?.sent[0]).toEqual({ type: 'join', match: 'm', since: 0 })
    last().hear(events(5, null))
    last().onclose?.()
    clock.run()
    last().onopen?.()
    expect(last().sent[0]).toEqual({ type: 'join', match: 'm', since: 5 })
    expect(states).toEqual(['connecting', 'open', 'waiting', 'connecting'])
  })

  it('sends an unanswered action again with the same id', () => {
    const first = open(3)
    const id = line.act({ do: 'roll' }, 3)
    expect(first.acts()).toEqual([id])
    first.onclose?.()
    clock.run()
    const second = open(3)
    expect(second.acts()).toEqual([id])
    second.hear(events(4, id))
    expect(line.pending).toBeNull()
    second.onclose?.()
    clock.run()
    expect(open(4).acts()).toEqual([])
  })

  it('keeps an action that is asked for while the line is down', () => {
    open(3).onclose?.()
    const id = line.act({ do: 'roll' }, 3)
    clock.run()
    expect(open(3).acts()).toEqual([id])
  })

  it('has one action on its way at a time', () => {
    open(3)
    expect(line.act({ do: 'roll' }, 3)).not.toBeNull()
    expect(line.act({ do: 'roll' }, 3)).toBeNull()
    expect(last().acts()).toHaveLength(1)
  })

  it('is free again after a refusal of that action, not of another', () => {
    open(3)
    const id = line.act({ do: 'roll' }, 3)
    last().hear({ type: 'refused', match: 'm', id: 'other', code: 'stale', text: '', version: 4, view: {} })
    expect(line.pending?.id).toBe(id)
    last().hear({ type: 'refused', match: 'm', id, code: 'stale', text: '', version: 4, view: {} })
    expect(line.pending).toBeNull()
  })

  it('waits longer after each failure, up to a bound', () => {
    const pauses: number[] = []
    for (let failure = 0; failure < 8; failure += 1) {
      last().onclose?.()
      pauses.push(...clock.run())
    }
    expect(pauses[0]).toBe(400)
    expect(pauses[1]).toBe(800)
    expect(Math.max(...pauses)).toBe(5000)
  })

  it('gives up a wire that does not answer', () => {
    open(3)
    clock.run() // the ping falls due
    expect(last().sent.at(-1)).toEqual({ type: 'ping' })
    const silent = last()
    clock.run() // nobody answered it
    expect(silent.isClosed).toBe(true)
    expect(states.at(-1)).toBe('waiting')
  })

  it('is content with a pong', () => {
    open(3)
    clock.run()
    last().hear({ type: 'pong' })
    const wire = last()
    clock.run()
    expect(wire.isClosed).toBe(false)
    expect(wires).toHaveLength(1)
  })

  it('gives up a handshake that nobody answers', () => {
    expect(clock.run()).toEqual([30_000])
    expect(wires[0]?.isClosed).toBe(true)
    expect(states).toEqual(['connecting', 'waiting'])
    clock.run()
    expect(wires).toHaveLength(2)
  })

  it('leaves a slow phone more time for the handshake than for an answer', () => {
    const due = (): number[] => clock.tasks.filter((entry) => !entry.isOff).map((entry) => entry.milliseconds)
    expect(due()).toEqual([30_000])
    last().onopen?.()
    expect(due()).toEqual([10_000])
  })

  it('asks a wire that looks open whether it lives when the network or the reader is back', () => {
    const dead = open(3)
    line.hurry()
    expect(dead.sent.at(-1)).toEqual({ type: 'ping' })
    line.hurry()
    expect(dead.sent.filter((message) => message.type === 'ping')).toHaveLength(1)
    expect(clock.run()).toContain(10_000)
    expect(dead.isClosed).toBe(true)
    expect(states.at(-1)).toBe('waiting')
  })

  it('gives up a wire on which an action is not answered, and sends it on the next', () => {
    const dead = open(3)
    const id = line.act({ do: 'roll' }, 3)
    clock.run()
    expect(dead.isClosed).toBe(true)
    clock.run()
    expect(open(3).acts()).toEqual([id])
  })

  it('joins again, ever more slowly, after an error in place of an answer', () => {
    last().onopen?.()
    const pauses: number[] = []
    for (let error = 0; error < 10; error += 1) {
      last().hear({ type: 'error', code: 'internal', text: '' })
      pauses.push(...clock.run())
    }
    expect(pauses.slice(0, 2)).toEqual([400, 800])
    expect(pauses.slice(-3)).toEqual([51_200, 60_000, 60_000])
    expect(wires).toHaveLength(1)
    expect(last().sent.filter((message) => message.type === 'join')).toHaveLength(11)
    last().hear(joined(3))
    expect(states.at(-1)).toBe('open')
  })

  it('does not join again where the join is refused for good, but on the next wire', () => {
    for (const code of ['unknown_match', 'too_many_tables', 'bad_message']) {
      last().onopen?.()
      last().hear({ type: 'error', code, text: '' })
      expect(clock.run()).toEqual([])
      expect(last().sent).toHaveLength(1)
      last().onclose?.()
      clock.run()
    }
    open(3)
    expect(states.at(-1)).toBe('open')
  })

  it('joins again after a seed that was not saved, not after a message that will never do', () => {
    const wire = open(0)
    const joins = (): number => wire.sent.filter((message) => message.type === 'join').length
    wire.hear({ type: 'error', code: 'not_seated', text: '' })
    expect(clock.run()).not.toContain(400)
    wire.hear({ type: 'pong' })
    expect(joins()).toBe(1)
    wire.hear({ type: 'error', code: 'not_saved', text: '' })
    expect(clock.run()).toContain(400)
    expect(joins()).toBe(2)
    // A join alone proves nothing: the next refusal waits longer.
    wire.hear(joined(0))
    wire.hear({ type: 'error', code: 'not_saved', text: '' })
    expect(clock.run()).toContain(800)
    wire.hear(events(1, null))
    wire.hear({ type: 'error', code: 'not_saved', text: '' })
    expect(clock.run()).toContain(400)
  })

  it('ignores frames that are not messages and late ones of a dead wire', () => {
    const dead = open(3)
    dead.onmessage?.({ data: 'not json' })
    dead.onmessage?.({ data: new ArrayBuffer(2) })
    dead.onclose?.()
    dead.hear(events(9, null))
    expect(frames).toHaveLength(1)
    expect(line.version).toBe(3)
  })

  it('stays away once stopped', () => {
    open(3)
    line.stop()
    last().onclose?.()
    clock.run()
    expect(wires).toHaveLength(1)
  })
})

describe('chance', () => {
  it('makes action ids that are version 4 UUIDs', () => {
    const ids = Array.from({ length: 50 }, actionId)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(new Set(ids).size).toBe(50)
  })

  it('makes seeds of the length that the protocol wants', () => {
    expect(freshSeed()).toMatch(/^[0-9a-f]{64}$/)
  })
})
