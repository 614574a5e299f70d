/** What a row of a match and its decisions are called. */

import { compactPlay, diceText, stepsOf } from '../table/log'
import { capital, leftToRight, scoreText, t } from '../words/words.svelte'
import type { Entry } from './calls'
import type { Row } from './rows'

type Decision = Exclude<Entry['kind'], 'luck'>

const HEADINGS: Readonly<Record<Decision, string>> = {
  play: 'page.study.play_made',
  double: 'cube_decision',
  answer: 'cube_decision',
  resignation: 'page.study.resignation',
  answer_to_resignation: 'page.study.answer_to_resignation',
}

/** A button's word is an order; what was done is told as the list of a table tells it. */
const ANSWERS: ReadonlySet<string> = new Set(['take', 'drop', 'resign', 'accept', 'decline'])

export function headingOf(entry: Entry): string {
  return capital(t(entry.kind === 'luck' ? 'luck' : HEADINGS[entry.kind]))
}

/** What was done, without the dice. */
export function rowText(row: Row): string {
  const { event } = row.after
  if (event.event === 'play') return event.play === '-' ? '–' : leftToRight(compactPlay(stepsOf(event.play)))
  if (event.event === 'game_end') return `${t('game_over')} · ${scoreText(event.score)}`
  if ((event.event === 'double' || event.event === 'auto_double') && event.cube !== undefined) return capital(t(`page.log.${event.event}`, { n: event.cube }))
  return capital(t(ANSWERS.has(event.event) ? `page.log.${event.event}` : event.event))
}

/** Who did it, and with which dice. */
export function rowWords(row: Row): string {
  const who = row.by ? t(row.by === 'w' ? 'white' : 'black') : ''
  const what = row.dice ? leftToRight(`${diceText(row.dice)} · ${rowText(row)}`) : rowText(row)
  return who ? `${capital(who)}: ${what}` : what
}
