/** Calls over a line that may be gone for a while, or to a server that is started again meanwhile. */

import { RequestRefused } from '../boot/api'

export const PAUSE_MS = 1000
/** Calls without an answer, one after another, until the line counts as lost: half a minute. */
const MOST_MISSED = 30

/** Call until there is an answer, or a refusal; as long as either is wanted. */
export async function patiently<T>(call: () => Promise<T>, isWanted: () => boolean): Promise<T> {
  for (let missed = 1; ; missed += 1) {
    try {
      return await call()
    } catch (error) {
      if (error instanceof RequestRefused || missed >= MOST_MISSED) throw error
      await sleep(PAUSE_MS)
      if (!isWanted()) throw error
    }
  }
}

export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
