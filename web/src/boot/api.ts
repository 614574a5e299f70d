/** The requests of the page; a refusal carries the server's code and sentence. */

import type { Rules } from '../socket/messages'
import type { Said } from '../words/said'
import type { Language } from '../words/words.svelte'

export class RequestRefused extends Error {
  constructor(
    readonly code: string,
    sentence: string,
    /** What the sentence speaks of, to say it in the reader's words. */
    readonly values: Readonly<Record<string, string>> = {},
    /** What was found in a file or a text that can't be read. */
    readonly said?: Said,
  ) {
    super(sentence)
  }
}

/** Nobody answered: the proxy says that the server behind it is gone. */
export class LineLost extends Error {}

const GONE: ReadonlySet<number> = new Set([502, 503, 504])

export type Opponent = 'computer' | 'same_device'

export interface Summary {
  readonly match: string
  readonly game: Rules['game']
  readonly length: string
  readonly opponent: string
  readonly opponent_kind?: 'guest' | 'computer' | 'same_device'
  readonly score: readonly [number, number]
  readonly updated: number | string
  readonly result?: string | null
}

export interface Matches {
  readonly running: readonly Summary[]
  readonly finished: readonly Summary[]
  readonly damaged?: readonly { readonly match: string; readonly updated: number }[]
}

export interface Challenge {
  readonly challenge: string
  readonly url: string
  readonly expires: number | string
  readonly rules: Rules
  readonly by: string | { readonly name: string }
  readonly state: 'open' | 'taken' | 'expired' | 'cancelled'
  readonly mine: boolean
  readonly match?: string | null
}

export class Api {
  readonly #csrf: string

  constructor(csrf: string) {
    this.#csrf = csrf
  }

  changeMe(change: { name?: string; lang?: Language }): Promise<{ id: string; name: string; lang: string }> {
    return this.post('/api/me', change)
  }

  matches(): Promise<Matches> {
    return this.get('/api/matches')
  }

  startMatch(rules: Rules, opponent: Opponent, level: string): Promise<{ match: string }> {
    return this.post('/api/matches', opponent === 'computer' ? { ...rules, opponent, level } : { ...rules, opponent })
  }

  invite(rules: Rules): Promise<{ challenge: string; url: string; expires: number | string }> {
    return this.post('/api/challenges', rules)
  }

  challenge(id: string): Promise<Challenge> {
    return this.get(`/api/challenges/${encodeURIComponent(id)}`)
  }

  accept(id: string): Promise<{ match: string }> {
    return this.post(`/api/challenges/${encodeURIComponent(id)}/accept`)
  }

  cancel(id: string): Promise<unknown> {
    return this.post(`/api/challenges/${encodeURIComponent(id)}/cancel`)
  }

  rematch(match: string): Promise<{ match?: string; challenge?: string }> {
    return this.post(`/api/matches/${encodeURIComponent(match)}/rematch`)
  }

  post<T>(path: string, body: object = {}): Promise<T> {
    return this.#ask('POST', path, JSON.stringify(body), 'application/json')
  }

  get<T>(path: string): Promise<T> {
    return this.#ask('GET', path)
  }

  /** Send a file as it is. */
  send<T>(path: string, file: Blob): Promise<T> {
    return this.#ask('POST', path, file, 'application/octet-stream')
  }

  async #ask<T>(method: string, path: string, body?: string | Blob, kind = ''): Promise<T> {
    const headers: Record<string, string> = { Accept: 'application/json' }
    if (body !== undefined) {
      headers['Content-Type'] = kind
      headers['X-CSRFToken'] = csrfCookie() ?? this.#csrf
    }
    const answer = await fetch(path, { method, headers, credentials: 'same-origin', ...(body === undefined ? {} : { body }) })
    const text = await answer.text()
    const data: unknown = text ? parsed(text) : {}
    if (answer.ok) return data as T
    const refusal = (data ?? {}) as { error?: string; text?: string; values?: Record<string, string>; said?: Said }
    if (refusal.error === undefined && GONE.has(answer.status)) throw new LineLost(answer.statusText)
    throw new RequestRefused(refusal.error ?? 'internal', refusal.text ?? '', refusal.values, refusal.said)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function csrfCookie(): string | null {
  const match = /(?:^|;\s*)csrftoken=([^;]+)/.exec(document.cookie)
  return match?.[1] ?? null
}

export function recordPath(match: string): string {
  return `/api/matches/${encodeURIComponent(match)}/record`
}

export function proofPath(match: string): string {
  return `/verify/${encodeURIComponent(match)}`
}
