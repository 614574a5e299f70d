/** What a screen reader hears of a place on the study board: nobody there is "you". */

import { motherPoints, pileAt } from '../board/piles'
import type { Scene } from '../board/scene'
import { across, BAR, OFF, type Colour } from '../board/sides'
import { language, t } from '../words/words.svelte'

export function spotLabel(scene: Scene, spot: number): string {
  return parts(scene, spot).join(language() === 'ar' ? '، ' : ', ')
}

function checkers(colour: Colour, count: number): string {
  return `${t(colour === 'w' ? 'white' : 'black')}: ${t('count.checkers', { n: count })}`
}

function parts(scene: Scene, spot: number): string[] {
  const { board, viewer, course } = scene
  if (spot === OFF || spot === BAR) {
    const held = (['w', 'b'] as const).filter((colour) => (board[colour].free[spot] ?? 0) > 0)
    const counts = held.map((colour) => checkers(colour, board[colour].free[spot] ?? 0))
    return [t(spot === OFF ? 'off' : 'bar'), ...(counts.length > 0 ? counts : [t('page.spot.empty')]), ...legal(scene, spot)]
  }
  const number = scene.numbering === viewer ? spot : across(course, spot)
  const pile = pileAt(board, viewer, course, spot)
  const found = [t('page.spot.place', { n: number })]
  found.push(pile.owner === null ? t('page.spot.empty') : checkers(pile.owner, pile.count))
  if (pile.prisoner) found.push(`${t(pile.prisoner === 'w' ? 'white' : 'black')}: ${t('pinned_checker')}`)
  if (scene.hasMothers && motherPoints(board, viewer, course).has(spot)) found.push(t('mother'))
  return [...found, ...legal(scene, spot)]
}

function legal({ signals }: Scene, spot: number): string[] {
  if (signals.mover === null) return []
  if (signals.lifted === spot) return [t('page.spot.lifted')]
  if (signals.lifted !== null) return signals.targets.has(spot) ? [t('page.spot.target')] : []
  return signals.sources.has(spot) ? [t('page.study.can_move')] : []
}
