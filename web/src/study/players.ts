/** How the players of a match are called where it is studied. */

import type { Colour } from '../board/sides'
import { levelName } from '../table/names'
import { capital, t } from '../words/words.svelte'
import type { StudiedMatch } from './calls'

/** The computer of this house has the house's word and its level; everybody else his name. */
export function playersOf({ players, computers = {} }: Pick<StudiedMatch, 'players' | 'computers'>): Readonly<Record<Colour, string>> {
  const named = (colour: Colour): string => {
    const level = computers[colour]
    if (level === undefined) return players[colour]
    const levelled = levelName(level)
    return levelled === '' ? capital(t('computer')) : `${capital(t('computer'))} (${levelled})`
  }
  return { w: named('w'), b: named('b') }
}
