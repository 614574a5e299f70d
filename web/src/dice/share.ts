/** What this browser knows of a match's dice from its beginning, and whether the record still says so.

A commitment that was changed, or a seed that was picked once the secret was known, would fit every
throw; only the browser that was shown the one and drew the other can tell.
*/

import type { Colour } from '../board/sides'
import { read, write } from '../settings/store'

export interface Share {
  readonly seed: string
  /** What the server had promised before it was given the seed. */
  readonly commitment: string
  readonly seats: readonly Colour[]
  /** The seat that the computer had: it gives no seed. */
  readonly computer: Colour | null
}

/** What the record of a match says; the seeds stand in it when the match is over. */
export interface Recorded {
  readonly commitment: string
  readonly seeds: Readonly<Record<Colour, string>> | null
  readonly throws: number
}

export type Outcome = 'right' | 'so_far' | 'commitment_differs' | 'seed_differs' | 'computer_seed' | 'nothing_kept'

export function keptShare(match: string): Share | null {
  const kept = read(nameOf(match)) as Partial<Share> | null
  const isWhole = typeof kept?.seed === 'string' && typeof kept.commitment === 'string' && Array.isArray(kept.seats)
  return isWhole ? (kept as Share) : null
}

/** Keep *fresh* unless there is a share already: what was promised first counts. */
export function keepShare(match: string, fresh: Share): Share {
  if (keptShare(match) === null) write(nameOf(match), fresh)
  // Read again: another page of this browser may have been faster.
  return keptShare(match) ?? fresh
}

export function compared(share: Share | null, record: Recorded): Outcome {
  if (share === null) return 'nothing_kept'
  if (record.commitment !== share.commitment) return 'commitment_differs'
  const { seeds } = record
  // A match that ended before its first throw may never have got the seeds.
  if (seeds === null || record.throws === 0) return 'so_far'
  if (share.seats.some((seat) => seeds[seat] !== share.seed)) return 'seed_differs'
  return share.computer !== null && seeds[share.computer] !== '' ? 'computer_seed' : 'right'
}

function nameOf(match: string): string {
  return `tavli.seed.${match}`
}
