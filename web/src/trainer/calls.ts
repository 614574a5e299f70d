/** What the trainer and the server say to each other. */

import type { Api } from '../boot/api'
import type { Colour } from '../board/sides'
import type { Source, Studied } from '../study/calls'

/** What can be done about the cube. */
export type CubeChoice = 'roll' | 'double' | 'take' | 'drop' | 'beaver' | 'raccoon'

export interface Exercise {
  readonly id: string
  readonly asks: 'play' | 'double' | 'answer_double' | 'answer_beaver' | 'answer_raccoon'
  /** With who is asked on roll, also where he answers a double. */
  readonly position: Studied
  /** What can be done about a cube that goes, or would go, to *offered*. */
  readonly cube: { readonly offered: number; readonly choices: readonly CubeChoice[] } | null
  /** The position with who rolls next, for the study board. */
  readonly on_board: string
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

export interface AnswerOption {
  readonly choice: CubeChoice
  readonly value: number
  readonly error: number
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
  /** In place of plays where the cube was asked about; the texts above are choices then. */
  readonly options: readonly AnswerOption[]
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
  /** What is left out has no room until exercises are taken out. */
  readonly full?: boolean
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

  choose(exercise: string, choice: CubeChoice): Promise<Feedback> {
    return this.#api.post(`/api/trainer/${encodeURIComponent(exercise)}`, { choice })
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
