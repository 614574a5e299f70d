/** What was taken of a match, in the reader's words. */

import { t } from '../words/words.svelte'
import type { Collected } from './calls'

export function takenParts(taken: Collected): string[] {
  if (taken.added + taken.known + taken.left_out === 0) return [t('page.trainer.no_mistakes')]
  const parts = [t('page.trainer.added', { n: taken.added })]
  if (taken.known > 0) parts.push(t('page.trainer.known', { n: taken.known }))
  if (taken.full) parts.push(t('page.trainer.full', { n: taken.left_out }))
  else if (taken.left_out > 0) parts.push(t('page.trainer.left_out', { n: taken.left_out }))
  return parts
}
