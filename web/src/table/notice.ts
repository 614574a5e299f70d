/** Something to tell the reader: a refusal, or what just happened. */

import type { Reason } from './turn.svelte'

export interface Notice {
  readonly code: string
  readonly values: Readonly<Record<string, string | number>>
  /** The server's own sentence, for a code without words here. */
  readonly fallback: string
  readonly isTrouble: boolean
}

export function refusal(reason: Reason | 'roll_first' | 'not_your_turn'): Notice {
  return { code: reason, values: {}, fallback: '', isTrouble: true }
}

export function news(code: string): Notice {
  return { code, values: {}, fallback: '', isTrouble: false }
}
