/** What a hint says of its plays, in words and figures. */

import type { Hint, HintedCube, HintedPlay } from '../socket/messages'
import { leftToRight, locale, t } from '../words/words.svelte'

/** What a play or an action is worth; chances of a match come from -1 to 1. */
export function worthText(hint: Hint, equity: number): string {
  if (hint.unit === 'match') return leftToRight(percent((equity + 1) / 2, 1))
  const figures = { minimumFractionDigits: 3, maximumFractionDigits: 3, signDisplay: 'exceptZero' } as const
  return leftToRight(new Intl.NumberFormat(locale(), figures).format(equity))
}

export function unitText(hint: Hint): string {
  return t(hint.unit === 'match' ? 'match_winning_chance' : 'page.hint.unit')
}

/** Chances of the one who asks. */
export function chanceText({ chances }: HintedPlay, game: string | undefined): string {
  const parts = [`${t('win')} ${percent(chances.win)}`, `${t(game === 'backgammon' ? 'gammon' : 'mars')} ${percent(chances.double)}`]
  if (chances.draw >= 0.005) parts.push(`${t('draw')} ${percent(chances.draw)}`)
  return parts.join(' · ')
}

/** How far ahead a play was looked at. */
export function depthText(play: HintedPlay): string {
  return t('page.hint.depth', { n: play.depth })
}

export function cubeText(choice: HintedCube): string {
  return t(choice.do === 'roll' ? 'page.hint.no_double' : choice.do)
}

function percent(share: number, digits = 0): string {
  return new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: digits }).format(share)
}
