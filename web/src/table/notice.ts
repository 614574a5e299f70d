/** Something to tell the reader: a refusal, or what just happened. */

import { RequestRefused } from '../boot/api'
import type { Hint } from '../socket/messages'
import { leftToRight } from '../words/words.svelte'
import type { Reason } from './turn.svelte'

export interface Notice {
  readonly code: string
  readonly values: Readonly<Record<string, string | number>>
  /** The server's own sentence, for a code without words here. */
  readonly fallback: string
  readonly isTrouble: boolean
}

export function refusal(reason: Reason | 'roll_first' | 'not_your_turn'): Notice {
  return trouble(reason)
}

export function trouble(code: string): Notice {
  return { code, values: {}, fallback: '', isTrouble: true }
}

/** What a call of the page met with. */
export function refusedCall(error: unknown): Notice {
  if (!(error instanceof RequestRefused)) return trouble('page.no_answer')
  return { code: error.code, values: error.values, fallback: error.message, isTrouble: true }
}

export function news(code: string): Notice {
  return { code, values: {}, fallback: '', isTrouble: false }
}

/** What a hint says first, for the line of words and for those who hear it. */
export function hintNotice(hint: Hint): Notice | null {
  const best = hint.plays[0]
  if (best) return { code: 'page.hint.best', values: { play: leftToRight(best.play) }, fallback: best.play, isTrouble: false }
  const cube = hint.cube[0]
  return cube ? news(`page.hint.cube.${cube.do}`) : null
}
