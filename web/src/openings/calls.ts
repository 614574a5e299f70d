/** What the server says of first rolls. */

import type { Api } from '../boot/api'
import type { Game } from '../board/setup'
import type { Course } from '../board/sides'
import type { Chances } from '../socket/messages'

export interface OpeningPlay extends Chances {
  readonly play: string
  readonly points: number
  readonly error: number
}

export interface OpeningRoll {
  readonly roll: string
  readonly trials: number
  readonly lead: number | null
  readonly lead_error: number | null
  /** The likeliest plays, the best first. */
  readonly plays: readonly OpeningPlay[]
}

export interface FirstRoll {
  readonly roll: string
  readonly position: string
  /** What rollouts say, where somebody has measured it. */
  readonly found?: OpeningRoll
}

export interface FirstRolls {
  readonly game: Game
  readonly course: Course
  readonly has_mother: boolean
  readonly board: string
  readonly by: { readonly player: string; readonly turns: number | null } | null
  readonly rolls: readonly FirstRoll[]
}

export function firstRolls(api: Api, game: Game): Promise<FirstRolls> {
  return api.get(`/api/openings/${game}`)
}
