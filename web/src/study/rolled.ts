/** What a rollout looked at, and what came out best, in the reader's words. */

import { leftToRight, t } from '../words/words.svelte'
import type { RolledOut, RolledPlay } from './calls'

export interface Answer {
  /** Empty where only the position was rolled out: there is nothing to choose. */
  readonly name: string
  readonly equity: number
}

/** A play, or what was done with the cube, or else the position alone. */
export function rolledName(play: RolledPlay): string {
  if (play.play !== '') return leftToRight(play.play)
  if (play.choice === 'no_double') return t('page.hint.no_double')
  return t(play.choice === 'double_take' ? 'page.study.double_take' : 'page.study.position')
}

/** The best, which is the first; a double that the other side had better pass is worth its price. */
export function answerOf(rolled: RolledOut): Answer | null {
  const first = rolled.plays[0]
  if (!first) return null
  const { price } = rolled
  if (first.choice === 'double_take' && price !== undefined && price < first.equity) return { name: t('page.study.double_drop'), equity: price }
  const isChoice = first.play !== '' || first.choice !== undefined
  return { name: isChoice ? rolledName(first) : '', equity: first.equity }
}
