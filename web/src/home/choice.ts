/** What a player last chose to play; the next visit starts with it. */

import { optionsFor } from '../rules/options'
import { read, write } from '../settings/store'
import type { Rules } from '../socket/messages'

export interface Choice {
  readonly rules: Rules
  readonly level: string
}

const NAME = 'tavli.choice'

export const GAMES: readonly Rules['game'][] = ['tavli', 'portes', 'plakoto', 'fevga', 'backgammon']
/** The computer's levels by the server's names, the weakest first. */
export const LEVELS: readonly string[] = Array.from({ length: 8 }, (_, index) => `level-${index + 1}`)

const TAVLI_LENGTHS = ['3', '5', '7']
const SINGLE_LENGTHS = ['game', '3', '5', '7']
const BACKGAMMON_LENGTHS = ['game', ...Array.from({ length: 25 }, (_, index) => String(index + 1)), 'money']

export const FIRST_CHOICE: Choice = { rules: { game: 'tavli', length: '5', options: {} }, level: 'level-4' }

export function lengthsOf(game: Rules['game']): readonly string[] {
  if (game === 'tavli') return TAVLI_LENGTHS
  return game === 'backgammon' ? BACKGAMMON_LENGTHS : SINGLE_LENGTHS
}

/** The present length where the game has it, else the one that the game starts with. */
export function fittingLength(game: Rules['game'], length: string): string {
  return lengthsOf(game).includes(length) ? length : firstLength(game)
}

/** A tavli or a backgammon match goes to 5; portes, plakoto or fevga alone is one game. */
function firstLength(game: Rules['game']): string {
  return game === 'tavli' || game === 'backgammon' ? '5' : 'game'
}

export function withGame(choice: Choice, game: Rules['game']): Choice {
  const isSameKind = firstLength(choice.rules.game) === firstLength(game)
  const length = isSameKind ? fittingLength(game, choice.rules.length) : firstLength(game)
  return withRules(choice, { ...choice.rules, game, length })
}

/** Only options that the game at this length knows are kept, and of those only what differs. */
export function withRules(choice: Choice, rules: Rules): Choice {
  const known = optionsFor(rules)
  const options: Record<string, string> = {}
  for (const option of known) {
    const value = rules.options[option.key]
    if (value !== undefined && value !== option.values[0] && option.values.includes(value)) options[option.key] = value
  }
  return { ...choice, rules: { ...rules, options } }
}

export function rememberedChoice(): Choice {
  return checkedChoice(read(NAME))
}

export function checkedChoice(stored: unknown): Choice {
  const given = (typeof stored === 'object' && stored !== null ? stored : {}) as { rules?: Partial<Rules>; level?: unknown }
  const game = GAMES.find((one) => one === given.rules?.game) ?? FIRST_CHOICE.rules.game
  const length = fittingLength(game, String(given.rules?.length ?? FIRST_CHOICE.rules.length))
  const level = LEVELS.find((one) => one === given.level) ?? FIRST_CHOICE.level
  const options = { ...given.rules?.options }
  return withRules({ rules: FIRST_CHOICE.rules, level }, { game, length, options })
}

export function remember(choice: Choice): void {
  write(NAME, choice)
}
