/** Absences by this device's clock, which may be far from the server's. */

import type { Colour } from '../board/sides'
import type { Presence } from '../socket/messages'

export type Presences = Readonly<Record<Colour, Presence>>

/** What a message that came at *now* says, with the beginning of each absence as this device counts. */
export function asCountedHere(players: Presences, now: number): Presences {
  return { w: counted(players.w, now), b: counted(players.b, now) }
}

function counted(one: Presence, now: number): Presence {
  // Older servers tell only when it began; their clock is the best there is then.
  if (one.present || typeof one.away_ms !== 'number') return one
  return { ...one, away_since: now - one.away_ms }
}
