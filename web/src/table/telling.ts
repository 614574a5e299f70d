/** What just happened, in the reader's words: for the line under the board and for the live region. */

import type { Colour } from '../board/sides'
import { capital, leftToRight, t } from '../words/words.svelte'
import { endTitle, lastEnds } from './ending'
import { compactPlay, diceOf, diceText, stepsOf } from './log'
import { playerName } from './names'
import type { Session, Spoken } from './session.svelte'

export function eventWords(session: Session, { event, cube }: Spoken): string {
  const { joined, log } = session
  if (!joined) return ''
  const name = 'by' in event ? capital(playerName(joined, event.by)) : ''
  switch (event.event) {
    case 'game':
      return `${t('game_number', { n: event.number })}: ${t(event.game)}`
    case 'opening':
      return t('page.said.opening', { white: thrown(session, 'w', event.white), black: thrown(session, 'b', event.black) })
    case 'roll':
      return `${name}: ${leftToRight(diceText(diceOf(event.dice)))}`
    case 'play':
      return event.play === '-' ? t('page.said.no_play', { name }) : `${name}: ${leftToRight(compactPlay(stepsOf(event.play)))}`
    case 'auto_double':
      return t('page.log.auto_double', { n: event.cube })
    case 'double':
    case 'beaver':
    case 'raccoon':
      return `${name}: ${t(`page.log.${event.event}`, { n: cube })}`
    case 'game_end':
      return endTitle(lastEnds(log), joined, false)
    case 'match_end':
      return endTitle(lastEnds(log), joined, true)
    default:
      return `${name}: ${t(`page.log.${event.event}`)}`
  }
}

/** One die of the roll for the start, and whose it is: nobody has learnt his colour yet. */
function thrown(session: Session, by: Colour, number: number): string {
  return `${number} (${capital(playerName(session.joined, by))})`
}
