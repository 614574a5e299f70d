/** What the page and the server say to each other, as the protocol page describes it. */

import type { Colour, Course } from '../board/sides'
import type { Game } from '../board/setup'
import type { Graph } from '../board/walk'

export type Seat = Colour | 'both' | 'watch'
export type Stake = 'single' | 'gammon' | 'backgammon'

export type Phase =
  | 'waiting'
  | 'opening'
  | 'to_roll'
  | 'to_play'
  | 'to_answer_double'
  | 'to_answer_beaver'
  | 'to_answer_resignation'
  | 'game_over'
  | 'match_over'

export type Event =
  | { readonly event: 'game'; readonly number: number; readonly game: Game; readonly starter: Colour | null; readonly crawford?: boolean }
  | { readonly event: 'opening'; readonly white: number; readonly black: number }
  | { readonly event: 'auto_double'; readonly cube: number }
  | { readonly event: 'roll'; readonly by: Colour; readonly dice: string }
  | { readonly event: 'play'; readonly by: Colour; readonly play: string }
  | { readonly event: 'double'; readonly by: Colour; readonly cube?: number }
  | { readonly event: 'beaver' | 'raccoon'; readonly by: Colour }
  | { readonly event: 'take' | 'drop' | 'accept' | 'decline'; readonly by: Colour }
  | { readonly event: 'resign'; readonly by: Colour; readonly stake: Stake }
  | {
      readonly event: 'game_end'
      readonly winner: Colour | null
      readonly points: number
      readonly how: 'off' | 'mother' | 'draw' | 'drop' | 'resign'
      readonly score: readonly [number, number]
    }
  | {
      readonly event: 'match_end'
      readonly winner: Colour | null
      readonly how: 'points' | 'game' | 'resign' | 'claim' | 'abandon' | 'session'
      readonly score: readonly [number, number]
    }

export type GameEnd = Extract<Event, { event: 'game_end' }>
export type MatchEnd = Extract<Event, { event: 'match_end' }>

export interface View {
  readonly version: number
  readonly phase: Phase
  readonly turn: Colour | null
  readonly game: Game
  readonly number: number
  readonly course: Course
  readonly position: string
  readonly board: string
  readonly dice: readonly [number, number] | null
  readonly cube: { readonly value: number; readonly owner: Colour | null } | null
  readonly score: readonly [number, number]
  readonly crawford: boolean
  readonly pips: readonly [number, number]
  readonly offer: { readonly stake: Stake; readonly by: Colour; readonly points: number } | null
  readonly may: readonly string[]
  readonly resign_points?: Readonly<Partial<Record<Stake, number>>>
  readonly graph: Graph | null
}

export interface Rules {
  readonly game: 'tavli' | Game
  readonly length: string
  readonly options: Readonly<Record<string, string>>
}

export interface PlayerInfo {
  readonly name: string
  readonly kind: 'guest' | 'computer'
  readonly level?: string
  readonly present: boolean
}

export interface Presence {
  readonly present: boolean
  /** By the server's clock. */
  readonly away_since: number | null
  /** How long the absence has lasted already. */
  readonly away_ms?: number | null
}

export interface Joined {
  readonly type: 'joined'
  readonly match: string
  readonly seat: Seat
  readonly rules: Rules
  readonly players: Readonly<Record<Colour, PlayerInfo>>
  readonly commitment: string
  /** Whose share in the dice has arrived. */
  readonly seeded?: Readonly<Record<Colour, boolean>>
  readonly rematch?: string | null
  readonly absence_ms: number
  readonly version: number
  readonly history: readonly { readonly version: number; readonly events: readonly Event[] }[]
  readonly view: View
}

export interface Events {
  readonly type: 'events'
  readonly match: string
  readonly version: number
  readonly events: readonly Event[]
  readonly view: View
  readonly action: string | null
}

export interface Refused {
  readonly type: 'refused'
  readonly match: string
  readonly id: string
  readonly code: string
  readonly text: string
  readonly version: number
  readonly view: View
}

export interface Chances {
  readonly win: number
  readonly double: number
  readonly triple: number
  readonly lost_double: number
  readonly lost_triple: number
  readonly draw: number
}

export interface HintedPlay {
  readonly play: string
  readonly moves: readonly string[]
  readonly equity: number
  readonly chances: Chances
  /** Plies of look-ahead. */
  readonly depth: number
}

export interface HintedCube {
  readonly do: 'roll' | 'double' | 'take' | 'drop' | 'beaver'
  readonly equity: number
}

export interface Hint {
  readonly type: 'hint'
  readonly match: string
  readonly version: number
  readonly plays: readonly HintedPlay[]
  readonly cube: readonly HintedCube[]
  readonly unit: 'points' | 'match'
}

export interface NoHint {
  readonly type: 'no_hint'
  readonly match: string
  readonly version: number
  readonly code: string
  readonly text: string
}

export type FromServer =
  | Joined
  | Events
  | Refused
  | Hint
  | NoHint
  | { readonly type: 'presence'; readonly match: string; readonly players: Readonly<Record<Colour, Presence>> }
  | { readonly type: 'rematch_offer'; readonly match: string; readonly by: Colour }
  | { readonly type: 'rematch'; readonly match: string; readonly next: string }
  | { readonly type: 'error'; readonly code: string; readonly text: string }
  | { readonly type: 'pong' }

export type Action =
  | { readonly do: 'roll' | 'double' | 'take' | 'drop' | 'beaver' | 'raccoon' | 'accept' | 'decline' }
  | { readonly do: 'resign_match' | 'next' | 'claim' | 'abandon' | 'end_session' }
  | { readonly do: 'play'; readonly moves: readonly string[] }
  | { readonly do: 'resign'; readonly stake: Stake }

export interface Act {
  readonly type: 'act'
  readonly match: string
  readonly id: string
  readonly version: number
  readonly action: Action
}

export type ToServer =
  | Act
  | { readonly type: 'join'; readonly match: string; readonly since: number }
  | { readonly type: 'seed'; readonly match: string; readonly seed: string }
  | { readonly type: 'hint'; readonly match: string; readonly version: number }
  | { readonly type: 'leave'; readonly match: string }
  | { readonly type: 'ping' }

/** A frame from the server, or null for one that this page does not know. */
export function readFrame(text: string): FromServer | null {
  let frame: unknown
  try {
    frame = JSON.parse(text)
  } catch {
    return null
  }
  if (typeof frame !== 'object' || frame === null || !('type' in frame)) return null
  return frame as FromServer
}
