/** What is said of an answer, in one sentence. */

import { leftToRight, locale, t } from '../words/words.svelte'
import type { Feedback } from './calls'

/** Points that were lost, without a sign. */
export function lostText(error: number): string {
  return leftToRight(new Intl.NumberFormat(locale(), { minimumFractionDigits: 3, maximumFractionDigits: 3 }).format(error))
}

export function verdictText(feedback: Feedback): string {
  return t(`page.trainer.verdict.${feedback.verdict}`, { points: lostText(feedback.error ?? 0) })
}
