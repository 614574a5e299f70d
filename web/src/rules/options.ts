/** The house rules a table may choose, by game, in the order in which they are read. */

import type { Rules } from '../socket/messages'
import type { Game } from '../board/setup'

export interface Option {
  readonly key: string
  /** The default comes first. */
  readonly values: readonly string[]
  readonly games: readonly Game[]
}

const ALL: readonly Game[] = ['portes', 'plakoto', 'fevga', 'backgammon']
const TAVLI_GAMES: readonly Game[] = ['portes', 'plakoto', 'fevga']

export const OPTIONS: readonly Option[] = [
  { key: 'opening_first', values: ['use_rolled', 'reroll'], games: ALL },
  { key: 'starter_next', values: ['winner', 'loser', 'alternate', 'roll_off'], games: TAVLI_GAMES },
  { key: 'starter_next', values: ['roll_off', 'winner', 'loser', 'alternate'], games: ['backgammon'] },
  { key: 'draw_starter', values: ['last_winner', 'same_starter', 'roll_off', 'other'], games: ['plakoto'] },
  { key: 'portes.max_points', values: ['2', '3'], games: ['portes'] },
  { key: 'portes.hit_and_run_home', values: ['allowed', 'forbidden'], games: ['portes'] },
  { key: 'plakoto.mother_rule', values: ['on', 'off'], games: ['plakoto'] },
  { key: 'plakoto.mother_needs_empty_start', values: ['true', 'false'], games: ['plakoto'] },
  { key: 'plakoto.mother_points', values: ['2', '1', '3'], games: ['plakoto'] },
  { key: 'plakoto.mother_timing', values: ['step', 'end_of_play'], games: ['plakoto'] },
  { key: 'plakoto.bearoff_with_own_pin', values: ['false', 'true'], games: ['plakoto'] },
  { key: 'fevga.runner', values: ['beyond_12', 'reach_12'], games: ['fevga'] },
  { key: 'fevga.own_quarter', values: ['absolute', 'until_opponent_past', 'off'], games: ['fevga'] },
  { key: 'fevga.front_six', values: ['absolute', 'while_start_occupied', 'off'], games: ['fevga'] },
  { key: 'fevga.front_set', values: ['11..6', '12..7'], games: ['fevga'] },
  { key: 'fevga.block_timing', values: ['end_of_play', 'every_step'], games: ['fevga'] },
  { key: 'fevga.mobility', values: ['seed', 'classic', 'off'], games: ['fevga'] },
  { key: 'fevga.mobility_rank', values: ['after_dice', 'before_dice'], games: ['fevga'] },
  { key: 'bg.jacoby', values: ['off', 'on'], games: ['backgammon'] },
  { key: 'bg.beaver', values: ['off', 'on'], games: ['backgammon'] },
  { key: 'bg.raccoon', values: ['off', 'on'], games: ['backgammon'] },
  { key: 'bg.auto_doubles', values: ['off', 'on'], games: ['backgammon'] },
  { key: 'bg.holland', values: ['off', 'on'], games: ['backgammon'] },
  { key: 'bg.crawford', values: ['on', 'off'], games: ['backgammon'] },
]

/** Rules of money play have no place in a match to points, and those of a match only there. */
const MONEY_ONLY: ReadonlySet<string> = new Set(['bg.jacoby', 'bg.beaver', 'bg.raccoon', 'bg.auto_doubles'])
const MATCH_ONLY: ReadonlySet<string> = new Set(['bg.crawford', 'bg.holland'])
const SEVERAL_GAMES: ReadonlySet<string> = new Set(['starter_next', 'draw_starter'])

export function optionsFor(rules: Pick<Rules, 'game' | 'length'>): readonly Option[] {
  const games: readonly Game[] = rules.game === 'tavli' ? TAVLI_GAMES : [rules.game]
  return OPTIONS.filter((option) => {
    if (!option.games.some((game) => games.includes(game))) return false
    const isToPoints = rules.length !== 'money' && rules.length !== 'game'
    if (MONEY_ONLY.has(option.key)) return !isToPoints
    if (MATCH_ONLY.has(option.key)) return isToPoints
    return rules.length !== 'game' || !SEVERAL_GAMES.has(option.key)
  })
}

export interface Chosen {
  readonly key: string
  readonly value: string
  readonly isDefault: boolean
}

/** Every rule of a table with its value, the house rules that differ first. */
export function chosenOf(rules: Rules): readonly Chosen[] {
  const known = optionsFor(rules).map((option) => {
    const usual = option.values[0] ?? ''
    const value = rules.options[option.key] ?? usual
    return { key: option.key, value, isDefault: value === usual }
  })
  return [...known.filter((one) => !one.isDefault), ...known.filter((one) => one.isDefault)]
}
