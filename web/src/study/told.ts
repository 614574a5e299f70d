/** What is read out when something long is over: what came of it, and how deep it looked. */

import { capital, leftToRight, t } from '../words/words.svelte'
import type { Analysis, RolledOut, StudiedCube, StudiedPlays } from './calls'
import { depthName, signed, whole, worth } from './figures'
import { answerOf } from './rolled'

type Part = string | false | undefined

const joined = (...parts: readonly Part[]): string => parts.filter((part) => part).join(' · ')
const best = (name: string): string => `${capital(t('page.study.best'))}: ${name}`
const equity = (figure: string): string => `${t('page.study.equity')} ${figure}`

export function toldPlays(found: StudiedPlays | null): string {
  const first = found?.plays[0]
  return first ? joined(best(leftToRight(first.play)), equity(signed(first.equity)), depthName(first.depth)) : ''
}

export function toldCube(found: StudiedCube | null): string {
  if (!found) return ''
  if (!found.verdict) return joined(equity(signed(found.equity)), depthName(found.depth))
  // Beside the verdict stands what the position is worth without the cube, not what the decision is.
  return joined(t(`page.study.verdict.${found.verdict}`), `${t('page.study.without_cube')} ${signed(found.equity)}`, depthName(found.depth))
}

export function toldAnalysis(found: Analysis | null): string {
  return found ? joined(capital(t('analysis')), depthName(found.plies)) : ''
}

export function toldRollout(found: RolledOut | null): string {
  const answer = found && answerOf(found)
  if (!found || !answer) return ''
  return joined(answer.name && best(answer.name), equity(worth(answer.equity, found.unit ?? 'points', 2)), t('page.study.rolled', { n: whole(found.trials) }))
}
