/** What the study pages and the server say to each other. */

import type { Api } from '../boot/api'
import type { Game } from '../board/setup'
import type { Colour, Course } from '../board/sides'
import type { Graph } from '../board/walk'
import type { Chances } from '../socket/messages'

export interface Studied {
  /** The canonical position line: whatever is asked next is asked about this. */
  readonly position: string
  readonly game: Game
  readonly course: Course
  readonly contact: 'hit' | 'pin' | 'block'
  readonly has_cube: boolean
  readonly has_mother: boolean
  readonly turn: Colour | null
  readonly board: string
  readonly dice: readonly [number, number] | null
  readonly cube: { readonly value: number; readonly owner: Colour | null } | null
  readonly score: readonly [white: number, black: number, target: number] | null
  readonly crawford: boolean
  readonly jacoby: boolean
  readonly beavers: boolean
  readonly pips: readonly [number, number]
  readonly graph: Graph | null
  readonly over?: { readonly winner: Colour | null; readonly points: number }
  /** Why nothing can be asked here: a code. */
  readonly blocked?: string
  readonly ids?: Readonly<Record<string, string>>
}

export interface StudiedPlay {
  readonly play: string
  readonly moves: readonly string[]
  readonly equity: number
  /** What it is worth less than the best of the same depth. */
  readonly error: number
  readonly chances: Chances
  readonly depth: number
}

export interface StudiedPlays {
  readonly plays: readonly StudiedPlay[]
}

export interface StudiedCube {
  readonly depth: number
  readonly chances: Chances
  readonly equity: number
  readonly verdict?: string
  readonly no_double?: number
  readonly double_take?: number
  readonly double_drop?: number
  readonly beaver?: number
  readonly unit?: 'points' | 'match'
}

export interface RolledPlay {
  readonly play: string
  readonly moves: readonly string[]
  readonly equity: number
  readonly equity_error: number
  readonly error: number
  readonly jsd: number
  readonly chances: Chances
}

export interface RolledOut {
  readonly trials: number
  readonly wanted: number
  readonly turns: number | null
  readonly seed: number
  readonly by: string
  readonly plays: readonly RolledPlay[]
  readonly stopped?: 'trials' | 'error' | 'time'
}

export interface RolloutChoice {
  readonly trials: number
  readonly turns: number | null
  readonly seed: number
  readonly error: number
}

export type Question =
  | { readonly ask: 'plays' | 'cube'; readonly position: string; readonly depth: number }
  | ({ readonly ask: 'rollout'; readonly position: string; readonly plays: readonly string[] } & RolloutChoice)
  | { readonly ask: 'match'; readonly match?: string; readonly file?: string; readonly number?: number; readonly depth: number }

export interface Task<T> {
  readonly task: string
  readonly state: 'waiting' | 'working' | 'done' | 'failed' | 'cancelled'
  readonly done?: number
  readonly total?: number
  readonly ahead?: number
  readonly answer?: T
  readonly error?: string
  readonly text?: string
}

export const DEEPEST = 2

export class StudyCalls {
  readonly #api: Api

  constructor(api: Api) {
    this.#api = api
  }

  read(text: string): Promise<Studied> {
    return this.#api.post('/api/study/read', { text })
  }

  play(position: string, moves: readonly string[]): Promise<Studied> {
    return this.#api.post('/api/study/play', { position, moves })
  }

  ask<T>(question: Question): Promise<Task<T>> {
    return this.#api.post('/api/study/tasks', { question })
  }

  see<T>(task: string): Promise<Task<T>> {
    return this.#api.get(`/api/study/tasks/${encodeURIComponent(task)}`)
  }

  cancel(task: string): Promise<unknown> {
    return this.#api.post(`/api/study/tasks/${encodeURIComponent(task)}/cancel`)
  }
}
