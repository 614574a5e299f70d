/** What a screen reader hears of a place on the board, in the numbering that is read there. */

import { motherPoints, pileAt } from '../board/piles'
import type { Scene } from '../board/scene'
import { across, BAR, OFF, type Colour } from '../board/sides'
import { language, t } from '../words/words.svelte'
import type { Session } from './session.svelte'

export function spotLabel(session: Session, scene: Scene, spot: number): string {
  const parts = spot === OFF ? offParts(session, scene) : spot === BAR ? barParts(session, scene) : pointParts(session, scene, spot)
  return parts.join(language() === 'ar' ? '، ' : ', ')
}

/** Whose checkers are "yours": the reader's, or at one device those of whoever plays. */
function readerOf(session: Session): Colour {
  return session.turn?.mover ?? session.viewer
}

/** A watcher has no side of his own: for him checkers are White's and Black's. */
function checkersOf(session: Session, owner: Colour, count: number): string {
  if (session.seat === 'watch') return `${t(owner === 'w' ? 'white' : 'black')}: ${t('count.checkers', { n: count })}`
  return t(owner === readerOf(session) ? 'page.spot.yours' : 'page.spot.theirs', { n: count })
}

function prisonerOf(session: Session, owner: Colour): string {
  if (session.seat === 'watch') return `${t(owner === 'w' ? 'white' : 'black')}: ${t('pinned_checker')}`
  return t(owner === readerOf(session) ? 'page.spot.your_prisoner' : 'page.spot.their_prisoner')
}

function pointParts(session: Session, scene: Scene, spot: number): string[] {
  const number = scene.numbering === scene.viewer ? spot : across(scene.course, spot)
  const pile = pileAt(scene.board, scene.viewer, scene.course, spot)
  const parts = [t(session.seat === 'watch' ? 'page.spot.place' : 'page.spot.point', { n: number })]
  parts.push(pile.owner === null ? t('page.spot.empty') : checkersOf(session, pile.owner, pile.count))
  if (pile.prisoner) parts.push(prisonerOf(session, pile.prisoner))
  if (scene.hasMothers && motherPoints(scene.board, scene.viewer, scene.course).has(spot)) parts.push(t('mother'))
  return [...parts, ...legalParts(session, scene, spot)]
}

function barParts(session: Session, scene: Scene): string[] {
  const held = (['w', 'b'] as const).filter((colour) => (scene.board[colour].free[BAR] ?? 0) > 0)
  const counts = held.map((colour) => checkersOf(session, colour, scene.board[colour].free[BAR] ?? 0))
  return [t('bar'), ...(counts.length > 0 ? counts : [t('page.spot.empty')]), ...legalParts(session, scene, BAR)]
}

function offParts(session: Session, scene: Scene): string[] {
  const reader = readerOf(session)
  return [t('off'), checkersOf(session, reader, scene.board[reader].free[OFF] ?? 0), ...legalParts(session, scene, OFF)]
}

function legalParts(session: Session, scene: Scene, spot: number): string[] {
  const { signals, course, viewer } = scene
  const turn = session.turn
  if (!turn || signals.mover === null) return []
  if (signals.lifted === spot) return [t('page.spot.lifted')]
  if (signals.lifted !== null) return signals.targets.has(spot) ? [t('page.spot.target')] : []
  if (!signals.sources.has(spot)) return []
  const own = spot === BAR || turn.mover === viewer ? spot : across(course, spot)
  return [t('page.spot.legal', { n: turn.legalMovesFrom(own) })]
}
