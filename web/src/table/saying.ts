/** The one line of words under the board: what there is to do, or why something was not possible. */

import { opponentOf } from '../board/sides'
import { pointText } from '../board/walk'
import { capital, knows, leftToRight, t } from '../words/words.svelte'
import { lastEnds } from './ending'
import { diceText } from './log'
import { nameOf, playerName } from './names'
import type { Notice } from './notice'
import type { Session } from './session.svelte'
import { eventWords } from './telling'

export interface Saying {
  readonly text: string
  readonly isTrouble: boolean
}

export function sayingOf(session: Session): Saying {
  const { notice, trouble } = session
  if (trouble) return { text: noticeText({ code: trouble.code, values: {}, fallback: trouble.text, isTrouble: true }), isTrouble: true }
  if (session.browsed !== null) return { text: t('page.looking_back'), isTrouble: false }
  if (notice) return { text: noticeText(notice), isTrouble: notice.isTrouble }
  const event = session.isShowing ? session.spoken.at(-1) : undefined
  return { text: event ? eventWords(session, event) : standing(session), isTrouble: false }
}

export function noticeText(notice: Notice): string {
  return knows(notice.code) ? t(notice.code, notice.values) : notice.fallback || t('page.refused')
}

function standing(session: Session): string {
  const { view, joined } = session
  if (!view || !joined) return ''
  if (session.isSending && session.line !== 'open') return t('page.sending')
  switch (view.phase) {
    case 'waiting':
      return capital(t('waiting_for_opponent'))
    case 'opening':
      return t('page.roll_for_start')
    case 'game_over':
    case 'match_over':
      return endWords(session)
    case 'to_answer_resignation':
      return resignationWords(session)
    case 'to_answer_double':
    case 'to_answer_beaver':
      return cubeWords(session)
    default:
      return session.turn ? turnWords(session) : rollWords(session)
  }
}

function endWords(session: Session): string {
  const ends = lastEnds(session.log)
  if (session.view?.phase === 'match_over') return t('match_over')
  return ends.game ? t('game_over') : ''
}

function rollWords(session: Session): string {
  const { view, joined } = session
  if (session.may('roll')) return session.seat === 'both' ? turnOf(session) : t('page.your_turn_roll')
  const player = view?.turn && joined ? joined.players[view.turn] : null
  if (player?.kind === 'computer') return t('page.computer_thinks')
  return turnOf(session)
}

function turnOf(session: Session): string {
  const turn = session.view?.turn
  return turn ? t('turn_of', { name: playerName(session.joined, turn) }) : ''
}

function turnWords(session: Session): string {
  const turn = session.turn
  if (!turn) return ''
  const dice = leftToRight(diceText(session.view?.dice ?? null))
  if (turn.lifted !== null) {
    if (turn.asked) return t('page.choose_way')
    return turn.lifted === 25 ? t('page.choose_entry', { dice }) : t('page.choose_target', { dice, point: leftToRight(pointText(turn.lifted)) })
  }
  if (turn.complete && turn.finished) return t('page.press_done', { play: leftToRight(turn.played) })
  if (turn.canTakeBack) return t('page.played_so_far', { play: leftToRight(turn.played), n: turn.diceLeft })
  return t('page.choose_checker', { dice })
}

function resignationWords(session: Session): string {
  const { view } = session
  if (!view?.offer) return ''
  if (session.may('accept')) return t('page.resignation_offered', { n: view.offer.points })
  return t('page.resignation_sent')
}

function cubeWords(session: Session): string {
  const { view, joined } = session
  // While a double waits for its answer the cube shows the offered value.
  const value = view?.cube?.value ?? 2
  if (session.may('take')) return t('page.double_offered', { n: value })
  const answerer = view?.turn ? joined?.players[view.turn] : null
  return answerer ? t('page.waiting_answer', { name: nameOf(answerer) }) : ''
}

/** The name of the player opposite the reader. */
export function opponentName(session: Session): string {
  return playerName(session.joined, opponentOf(session.viewer))
}
