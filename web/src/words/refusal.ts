/** Why a call was refused, in the reader's words; in the server's where the page has none for it. */

import { RequestRefused } from '../boot/api'
import { knows, t } from './words.svelte'

export function refusalText(error: unknown): string {
  if (!(error instanceof RequestRefused)) return t('page.no_answer')
  return knows(error.code) ? t(error.code, error.values) : error.message || t('page.refused')
}
