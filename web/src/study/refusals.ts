/** Why the server refused something, in the reader's words where the page has them. */

import { saidText, type Said } from '../words/said'
import { knows, t } from '../words/words.svelte'

interface Refusal {
  readonly code?: string | undefined
  readonly message?: string | undefined
  readonly values?: Readonly<Record<string, string>> | undefined
  readonly said?: Said | undefined
}

export function refusalText(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return t('page.no_answer')
  const { code = '', message = '', values = {}, said } = error as Refusal
  const found = said ? saidText(said) : null
  if (found !== null) return found
  for (const known of [`page.study.${code}`, code]) {
    if (knows(known)) return t(known, worded(values))
  }
  return message || t('page.refused')
}

/** Sides and games are named as the reader names them; numbers stay. */
function worded(values: Readonly<Record<string, string>>): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (name === 'side') return [name, t(value === 'w' ? 'white' : 'black')]
      if (name === 'game') return [name, t(value)]
      return [name, Number(value)]
    }),
  )
}
