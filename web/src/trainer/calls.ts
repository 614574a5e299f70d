/** What the trainer and the server say to each other. */

import type { Api } from '../boot/api'
import type { Colour } from '../board/sides'
import type { Source, Studied } from '../study/calls'

export interface Exercise {
  readonly id: string
  readonly position: Studied
  readonly origin: { readonly source: Source; readonly study: string; readonly number: number; readonly event: number }
  readonly answered: number
  readonly solved: number
}

export interface TrainerState {
  readonly total: number
  readonly due: number
  /** When the next one comes back. */
  readonly next: number | null
  readonly exercise: Exercise | null
}

export interface AnswerPlay {
  readonly play: string
  readonly value: number
  /** What it loses, in points. */
  readonly error: number
  readonly win: number
  readonly double: number
}

export interface Feedback {
  readonly verdict: 'best' | 'near' | 'error' | 'shown'
  readonly played: string | null
  readonly error: number | null
  readonly best: string
  /** What was played in the match, and what that lost. */
  readonly made: string
  readonly made_error: number
  readonly depth: number
  readonly unit: 'points' | 'match'
  readonly plays: readonly AnswerPlay[]
  readonly reasons: readonly { readonly fact: string; readonly best: number; readonly made: number }[]
  readonly counted: boolean
  readonly due: number
}

/** Whose mistakes of which match; without a side the reader's own. */
export interface Wanted {
  readonly match?: string
  readonly file?: string
  readonly number?: number
  readonly depth: number
  readonly side?: Colour
}

export interface Collected {
  /** The analysis that has to be waited for. */
  readonly task: string | null
  readonly added: number
  readonly known: number
  readonly left_out: number
}

export class TrainerCalls {
  readonly #api: Api

  constructor(api: Api) {
    this.#api = api
  }

  state(isAhead = false): Promise<TrainerState> {
    return this.#api.get(isAhead ? '/api/trainer?ahead=1' : '/api/trainer')
  }

  answer(exercise: string, moves: readonly string[]): Promise<Feedback> {
    return this.#api.post(`/api/trainer/${encodeURIComponent(exercise)}`, { moves })
  }

  giveUp(exercise: string): Promise<Feedback> {
    return this.#api.post(`/api/trainer/${encodeURIComponent(exercise)}`, { give_up: true })
  }

  forget(exercise: string): Promise<TrainerState> {
    return this.#api.post(`/api/trainer/${encodeURIComponent(exercise)}/forget`)
  }

  collect(wanted: Wanted): Promise<Collected> {
    return this.#api.post('/api/trainer/collect', wanted)
  }
}
