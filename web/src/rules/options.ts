/** The house rules a table may choose, by game and kind of length, in the order in which they are read.

`options.json` comes from the rules themselves; `tools/page_options.py` writes it.
*/

import type { Rules } from '../socket/messages'
import choices from './options.json'

export interface Option {
  readonly key: string
  /** The default comes first. */
  readonly values: readonly string[]
}

type Choices = Readonly<Record<string, readonly string[]>>

const CHOICES: Readonly<Record<Rules['game'], Readonly<Partial<Record<string, Choices>>>>> = choices

/** What only a second game would show, or a drawn one. */
const SEVERAL_GAMES: ReadonlySet<string> = new Set(['starter_next', 'draw_starter'])
const CAN_BE_DRAWN: ReadonlySet<Rules['game']> = new Set(['tavli', 'plakoto'])

/** Every option there is, in each game that has it. */
export const OPTIONS: readonly Option[] = Object.values(CHOICES)
  .flatMap((spans) => Object.values(spans))
  .flatMap((of) => optionsIn(of ?? {}))

export function optionsFor(rules: Pick<Rules, 'game' | 'length'>): readonly Option[] {
  const span = rules.length === 'money' || rules.length === 'game' ? rules.length : 'points'
  return optionsIn(CHOICES[rules.game][span] ?? {}).filter(({ key }) => {
    if (key === 'draw_starter' && !CAN_BE_DRAWN.has(rules.game)) return false
    return span !== 'game' || !SEVERAL_GAMES.has(key)
  })
}

function optionsIn(of: Choices): readonly Option[] {
  return Object.entries(of).map(([key, values]) => ({ key, values }))
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
