/** What the study pages and the server say to each other. */

import type { Said } from '../words/said'
import type { Api } from '../boot/api'
import type { Game } from '../board/setup'
import type { Colour, Course } from '../board/sides'
import type { Graph } from '../board/walk'
import type { Chances, Event, Rules } from '../socket/messages'

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
  /** The joint standard deviation of it and the best, and how many of them it is behind. */
  readonly joint: number
  readonly jsd: number
  readonly chances: Chances
  /** What was done with the cube, where that was rolled out. */
  readonly choice?: 'no_double' | 'double_take'
}

export interface RolledOut {
  readonly position: string
  readonly trials: number
  readonly wanted: number
  readonly turns: number | null
  readonly seed: number
  readonly by: string
  readonly plays: readonly RolledPlay[]
  readonly cube?: boolean
  readonly aim?: number
  readonly unit?: 'points' | 'match'
  /** What a double is worth that is passed. */
  readonly price?: number
  readonly stopped?: 'trials' | 'error' | 'time'
}

export interface RolloutChoice {
  readonly trials: number
  readonly turns: number | null
  readonly seed: number
  readonly error: number
  readonly cube: boolean
}

export type Question =
  | { readonly ask: 'plays' | 'cube'; readonly position: string; readonly depth: number }
  | ({ readonly ask: 'rollout'; readonly position: string; readonly plays: readonly string[] } & RolloutChoice)
  | { readonly ask: 'match'; readonly match?: string; readonly file?: string; readonly number?: number; readonly depth: number; readonly report?: Report }

export type Report = 'fields' | 'html' | 'csv' | 'text'

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

  /** What was rolled out before of a position, by whomever. */
  rollouts(position: string): Promise<{ rollouts: readonly RolledOut[] }> {
    return this.#api.get(`/api/study/rollouts?position=${encodeURIComponent(position)}`)
  }

  match(source: Source, id: string, number: number): Promise<StudiedMatch> {
    return this.#api.get(`/api/study/${source}/${encodeURIComponent(id)}?number=${number}`)
  }

  files(): Promise<{ files: readonly ListedFile[] }> {
    return this.#api.get('/api/study/files')
  }

  bring(file: File): Promise<{ file: string; matches: number }> {
    // The end tells the kind of file; by whole characters, since each may take twelve in the address.
    const name = [...file.name].slice(-80).join('')
    return this.#api.send(`/api/study/files?name=${encodeURIComponent(name)}`, file)
  }

  cancel(task: string): Promise<unknown> {
    return this.#api.post(`/api/study/tasks/${encodeURIComponent(task)}/cancel`)
  }
}

export type Source = 'match' | 'file'

export interface Step {
  readonly event: Event
  readonly score: readonly [number, number]
  readonly game?: Game
  readonly course?: Course
  readonly position?: string
  readonly board?: string
  readonly turn?: Colour
  readonly dice?: readonly [number, number]
  readonly cube?: { readonly value: number; readonly owner: Colour | null }
  readonly crawford?: boolean
}

export interface StudiedMatch {
  readonly source: Source
  readonly id: string
  readonly number: number
  readonly name: string
  readonly players: Readonly<Record<Colour, string>>
  /** The levels of the seats that a computer of this house had. */
  readonly computers?: Readonly<Partial<Record<Colour, string>>>
  readonly game: Rules['game']
  readonly length: string
  readonly steps: readonly Step[]
  readonly faults?: readonly { readonly game: number | null; readonly line: number; readonly text: string; readonly said?: Said | null }[]
  readonly more_faults?: number
  readonly rollouts?: readonly RolledOut[]
  readonly others?: readonly { readonly number: number; readonly players: Readonly<Record<Colour, string>>; readonly game: Rules['game']; readonly length: string }[]
}

/** What an analysis says; its figures are those of one depth. */
export interface Analysis {
  readonly depth: string
  readonly plies: number
  readonly totals: Readonly<Record<Colour, Tally>>
  readonly games: readonly AnalysedGame[]
}

export interface Cost {
  readonly value: number
  /** In points of the cube as it lay, which compares scores. */
  readonly points: number
  readonly chance: number | null
}

export interface Errors extends Cost {
  readonly decisions: number
  readonly rating: number | null
  readonly marks: Readonly<Record<string, number>>
}

export interface Tally {
  readonly all: Errors
  readonly plays: Errors
  readonly cube: Errors
  readonly luck: Cost
  readonly throws: number
}

export interface AnalysedGame {
  readonly number: number
  readonly unit: 'points' | 'match'
  readonly damaged: boolean
  readonly start: number
  readonly luck: number
  readonly errors: number
  readonly unexplained: number
  readonly result: number | null
  readonly last: number
  readonly curve: readonly { readonly event: number; readonly value: number }[]
  readonly entries: readonly Entry[]
}

export interface Entry extends Cost {
  readonly kind: 'luck' | 'play' | 'double' | 'answer' | 'resignation' | 'answer_to_resignation'
  readonly event: number
  readonly by: Colour
  readonly dice: string | null
  readonly made?: string
  readonly best?: string
  readonly mark?: '' | 'doubtful' | 'bad' | 'very_bad'
  readonly counts?: boolean
  readonly plays?: number
  readonly candidates?: readonly Candidate[]
  readonly options?: readonly { readonly choice: string; readonly value: number }[]
  readonly reasons?: readonly { readonly text: string }[]
  readonly changed?: boolean
}

export interface Candidate {
  readonly play: string
  readonly steps: readonly string[]
  readonly value: number
  readonly plies: number
  readonly chances: Chances
}

export interface ListedFile {
  readonly file: string
  readonly name: string
  readonly created: number
}

export function matchQuestion({ source, id, number }: StudiedMatch, depth: number, report: Report = 'fields'): Question {
  return { ask: 'match', [source]: id, number, depth, report }
}

export function exportPath(match: StudiedMatch, suffix: string): string {
  return `/api/study/${match.source}/${encodeURIComponent(match.id)}/export?number=${match.number}&as=${suffix}`
}
