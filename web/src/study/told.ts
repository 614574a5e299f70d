/** What is read out when something long is over: what came of it, and how deep it looked. */

import { capital, leftToRight, t } from '../words/words.svelte'
import type { Analysis, RolledOut, StudiedCube, StudiedPlays } from './calls'
import { depthName, signed, whole, worth } from './figures'

type Part = string | false | undefined

const joined = (...parts: readonly Part[]): string => parts.filter((part) => part).join(' · ')
const best = (play: string): string => `${capital(t('page.study.best'))}: ${leftToRight(play)}`
const equity = (figure: string): string => `${t('page.study.equity')} ${figure}`

export function toldPlays(found: StudiedPlays | null): string {
  const first = found?.plays[0]
  return first ? joined(best(first.play), equity(signed(first.equity)), depthName(first.depth)) : ''
}

export function toldCube(found: StudiedCube | null): string {
  if (!found) return ''
  return joined(found.verdict && t(`page.study.verdict.${found.verdict}`), equity(signed(found.equity)), depthName(found.depth))
}

export function toldAnalysis(found: Analysis | null): string {
  return found ? joined(capital(t('analysis')), depthName(found.plies)) : ''
}

export function toldRollout(found: RolledOut | null): string {
  const first = found?.plays[0]
  if (!found || !first) return ''
  return joined(first.play !== '' && best(first.play), equity(worth(first.equity, found.unit ?? 'points', 2)), t('page.study.rolled', { n: whole(found.trials) }))
}
