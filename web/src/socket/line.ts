/** The line to the server: it comes back by itself, and nothing sent on it is lost.

One action may be on its way. It stays here until the server has answered it by its id, and is
sent again with the same id after every reconnection, so that it counts exactly once.
*/

import { actionId } from './chance'
import { readFrame, type Act, type Action, type FromServer, type ToServer } from './messages'

export type LineState = 'connecting' | 'open' | 'waiting'

/** The part of a WebSocket that the line needs; tests give their own. */
export interface Wire {
  send(text: string): void
  close(): void
  onopen: (() => void) | null
  onclose: (() => void) | null
  onmessage: ((message: { data: unknown }) => void) | null
}

export interface Clock {
  later(task: () => void, milliseconds: number): () => void
  random(): number
}

export interface LineOptions {
  readonly match: string
  readonly connect: () => Wire
  readonly clock: Clock
  readonly onFrame: (frame: FromServer) => void
  readonly onState: (state: LineState) => void
}

const PING_EVERY_MS = 20_000
/** A handshake begins with names and keys, several ways there and back; a slow phone needs long. */
const HANDSHAKE_WITHIN_MS = 30_000
const ANSWER_WITHIN_MS = 10_000
const FIRST_PAUSE_MS = 400
const LONGEST_PAUSE_MS = 5_000
/** A join that fails may cost the server the reading of a long match. */
const LONGEST_ERROR_PAUSE_MS = 60_000
/** Errors that pass: what was asked for counts as soon as it is asked again. After others it never will. */
const PASSING: ReadonlySet<string> = new Set(['not_saved', 'internal', 'not_joined'])

/** Whether the line tries again after an error of this code. */
export function mayPass(code: string): boolean {
  return PASSING.has(code)
}

export class Line {
  /** The last version that the page has; a rejoin asks for what followed. */
  version = 0
  #wire: Wire | null = null
  #failures = 0
  /** Errors since the last news; the join is tried again more and more slowly. */
  #errors = 0
  #joined = false
  #isExpecting = false
  #stopped = false
  #pending: Act | null = null
  #cancelPing: () => void = () => undefined
  #cancelDeadline: () => void = () => undefined
  #cancelRetry: () => void = () => undefined
  readonly #options: LineOptions

  constructor(options: LineOptions) {
    this.#options = options
  }

  /** The action that the server has not answered yet. */
  get pending(): Act | null {
    return this.#pending
  }

  /** How often the line was lost since the server last let it in. */
  get failures(): number {
    return this.#failures
  }

  start(): void {
    if (this.#stopped || this.#wire) return
    this.#options.onState('connecting')
    const wire = this.#options.connect()
    this.#wire = wire
    wire.onopen = () => this.#opened(wire)
    wire.onclose = () => this.#lost(wire)
    wire.onmessage = (message) => {
      if (typeof message.data === 'string' && wire === this.#wire) this.#heard(message.data)
    }
    // A handshake that nobody answers would hang for as long as the browser likes.
    this.#expectAnswer(HANDSHAKE_WITHIN_MS)
  }

  stop(): void {
    this.#stopped = true
    this.#quiet()
    this.#wire?.close()
    this.#wire = null
  }

  /** Try again now: the browser says that the network, or the reader, is back. */
  hurry(): void {
    if (this.#stopped) return
    if (this.#wire) {
      this.#probe()
      return
    }
    this.#cancelRetry()
    this.#failures = 0
    this.start()
  }

  /** Ask the server to do something. False while another action is on its way. */
  act(action: Action, version: number): string | null {
    if (this.#pending) return null
    this.#pending = { type: 'act', match: this.#options.match, id: actionId(), version, action }
    if (this.#joined) {
      this.send(this.#pending)
      if (!this.#isExpecting) this.#expectAnswer()
    }
    return this.#pending.id
  }

  /** Ask again for everything after *version*: something in between is missing. */
  rejoin(version: number): void {
    this.version = version
    if (this.#joined) this.#join()
  }

  send(message: ToServer): void {
    this.#wire?.send(JSON.stringify(message))
  }

  #opened(wire: Wire): void {
    if (wire !== this.#wire) return
    this.#join()
    this.#expectAnswer()
  }

  #join(): void {
    this.send({ type: 'join', match: this.#options.match, since: this.version })
  }

  /** A wire that died while the device slept looks open: ask, unless an answer is due already. */
  #probe(): void {
    if (!this.#joined || this.#isExpecting) return
    this.send({ type: 'ping' })
    this.#expectAnswer()
  }

  #heard(text: string): void {
    const frame = readFrame(text)
    if (!frame) return
    this.#expectNothing()
    if (frame.type === 'joined') this.#resume()
    if (frame.type === 'error' && mayPass(frame.code)) this.#joinLater()
    if (frame.type === 'events') {
      this.#errors = 0
      this.version = Math.max(this.version, frame.version)
      if (frame.action !== null && frame.action === this.#pending?.id) this.#pending = null
    }
    if (frame.type === 'refused' && frame.id === this.#pending?.id) this.#pending = null
    this.#options.onFrame(frame)
    if (frame.type === 'joined') {
      this.version = Math.max(this.version, frame.version)
      if (this.#pending) this.send(this.#pending)
    }
  }

  #resume(): void {
    this.#joined = true
    this.#failures = 0
    this.#options.onState('open')
    this.#schedulePing()
  }

  #schedulePing(): void {
    this.#cancelPing()
    this.#cancelPing = this.#options.clock.later(() => {
      this.#probe()
      this.#schedulePing()
    }, PING_EVERY_MS)
  }

  #expectAnswer(within = ANSWER_WITHIN_MS): void {
    this.#expectNothing()
    this.#isExpecting = true
    this.#cancelDeadline = this.#options.clock.later(() => {
      const wire = this.#wire
      wire?.close()
      if (wire) this.#lost(wire)
    }, within)
  }

  #expectNothing(): void {
    this.#isExpecting = false
    this.#cancelDeadline()
  }

  /** The join, or the seed after it, was refused: join again, and the page gives its seed again. */
  #joinLater(): void {
    this.#cancelRetry()
    this.#cancelRetry = this.#options.clock.later(() => {
      this.#join()
      this.#expectAnswer()
    }, this.#pause(this.#errors, LONGEST_ERROR_PAUSE_MS))
    this.#errors += 1
  }

  #pause(failures: number, longest = LONGEST_PAUSE_MS): number {
    const pause = Math.min(longest, FIRST_PAUSE_MS * 2 ** failures)
    return pause * (0.75 + this.#options.clock.random() / 2)
  }

  #lost(wire: Wire): void {
    if (wire !== this.#wire) return
    this.#wire = null
    this.#joined = false
    this.#quiet()
    if (this.#stopped) return
    this.#cancelRetry = this.#options.clock.later(() => this.start(), this.#pause(this.#failures))
    this.#failures += 1
    this.#options.onState('waiting')
  }

  #quiet(): void {
    this.#cancelPing()
    this.#expectNothing()
    this.#cancelRetry()
  }
}

/** The browser's own socket and clock. */
export function browserWire(): Wire {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  return new WebSocket(`${scheme}://${location.host}/socket`) as Wire
}

export const browserClock: Clock = {
  later(task, milliseconds) {
    const timer = setTimeout(task, milliseconds)
    return () => clearTimeout(timer)
  },
  random: () => Math.random(),
}
