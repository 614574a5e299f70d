/** What is said of an answer, in one sentence. */

import { leftToRight, locale, t } from '../words/words.svelte'
import type { Feedback } from './calls'
import { choiceName } from './cube'

/** Points that were lost, without a sign. */
export function lostText(error: number): string {
  return leftToRight(new Intl.NumberFormat(locale(), { minimumFractionDigits: 3, maximumFractionDigits: 3 }).format(error))
}

export function verdictText(feedback: Feedback): string {
  const about = feedback.options.length > 0 ? 'cube_verdict' : 'verdict'
  return t(`page.trainer.${about}.${feedback.verdict}`, { points: lostText(feedback.error ?? 0) })
}

/** The best answer as it is written: a play, or what to do about the cube. */
export function bestText(feedback: Feedback): string {
  return feedback.options.length > 0 ? choiceName(feedback.best) : leftToRight(feedback.best)
}
