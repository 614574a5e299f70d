/** What a screen reader hears of a place on the board, in the numbering that is read there. */

import { motherPoints, pileAt } from '../board/piles'
import { across, BAR, OFF, opponentOf, type Colour } from '../board/sides'
import { language, t } from '../words/words.svelte'
import type { Session } from './session.svelte'
import { sceneOf } from './scene'

export function spotLabel(session: Session, spot: number): string {
  const parts = spot === OFF ? offParts(session) : spot === BAR ? barParts(session) : pointParts(session, spot)
  return parts.join(language() === 'ar' ? '، ' : ', ')
}

/** Whose checkers are "yours": the reader's, or at one device those of whoever plays. */
function readerOf(session: Session): Colour {
  return session.turn?.mover ?? session.viewer
}

function pointParts(session: Session, spot: number): string[] {
  const scene = sceneOf(session)
  const reader = readerOf(session)
  const number = scene.numbering === scene.viewer ? spot : across(scene.course, spot)
  const pile = pileAt(scene.board, scene.viewer, scene.course, spot)
  const parts = [t('page.spot.point', { n: number })]
  if (pile.owner === null) parts.push(t('page.spot.empty'))
  else parts.push(t(pile.owner === reader ? 'page.spot.yours' : 'page.spot.theirs', { n: pile.count }))
  if (pile.prisoner) parts.push(t(pile.prisoner === reader ? 'page.spot.your_prisoner' : 'page.spot.their_prisoner'))
  if (scene.hasMothers && motherPoints(scene.board, scene.viewer, scene.course).has(spot)) parts.push(t('mother'))
  return [...parts, ...legalParts(session, spot)]
}

function barParts(session: Session): string[] {
  const { board } = sceneOf(session)
  const reader = readerOf(session)
  const mine = board[reader].free[BAR] ?? 0
  const theirs = board[opponentOf(reader)].free[BAR] ?? 0
  const parts = [t('bar')]
  if (mine > 0) parts.push(t('page.spot.yours', { n: mine }))
  if (theirs > 0) parts.push(t('page.spot.theirs', { n: theirs }))
  if (mine + theirs === 0) parts.push(t('page.spot.empty'))
  return [...parts, ...legalParts(session, BAR)]
}

function offParts(session: Session): string[] {
  const { board } = sceneOf(session)
  const reader = readerOf(session)
  return [t('off'), t('page.spot.yours', { n: board[reader].free[OFF] ?? 0 }), ...legalParts(session, OFF)]
}

function legalParts(session: Session, spot: number): string[] {
  const { signals, course, viewer } = sceneOf(session)
  const turn = session.turn
  if (!turn || signals.mover === null) return []
  if (signals.lifted === spot) return [t('page.spot.lifted')]
  if (signals.lifted !== null) return signals.targets.has(spot) ? [t('page.spot.target')] : []
  if (!signals.sources.has(spot)) return []
  const own = spot === BAR || turn.mover === viewer ? spot : across(course, spot)
  return [t('page.spot.legal', { n: turn.legalMovesFrom(own) })]
}
