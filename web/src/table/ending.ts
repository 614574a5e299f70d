/** How a game or a match ended, in the reader's words. */

import type { Game } from '../board/setup'
import type { GameEnd, Joined, MatchEnd } from '../socket/messages'
import { capital, t } from '../words/words.svelte'
import type { Line, Log } from './log'
import { playerName } from './names'

export interface Ends {
  readonly game: GameEnd | null
  readonly match: MatchEnd | null
  readonly line: Line | null
  /** What the cube showed when the game ended. */
  readonly cube: number
}

export function lastEnds(log: Log): Ends {
  const line = log.lines.findLast((one) => one.kind === 'end') ?? null
  const game = line?.event.event === 'game_end' ? line.event : null
  return { game, match: log.matchEnd, line, cube: log.cube }
}

/** What a win is called by its points without the cube: mars in tavli, gammon and backgammon in backgammon. */
export function winCode(end: GameEnd, name: Game, cube: number): string {
  if (end.how === 'mother') return 'mother'
  const times = end.how === 'drop' ? 1 : end.points / cube
  if (times < 2) return 'single'
  if (name !== 'backgammon') return 'mars'
  return times < 3 ? 'gammon' : 'backgammon'
}

export function endTitle(ends: Ends, joined: Joined, isMatchOver: boolean): string {
  const { game, match } = ends
  // A match of one game is named by what happened in that game.
  const isOver = isMatchOver && match?.how !== 'game'
  // Money games go on until somebody has had enough; nobody wins a match.
  if (isOver && match?.how === 'session') return capital(t('page.ended.session'))
  const winner = isOver && match ? match.winner : (game?.winner ?? null)
  if (winner === null) return isOver && match ? t('match_over') : t('page.game_drawn')
  const mine = joined.seat === winner
  const theirs = joined.seat === 'w' || joined.seat === 'b'
  if (!mine && !theirs) return t('won_by', { name: playerName(joined, winner) })
  if (isOver) return t(mine ? 'page.you_won_match' : 'page.you_lost_match')
  const stake = game && ends.line ? winCode(game, ends.line.name, ends.cube) : 'single'
  return t(`page.${mine ? 'won' : 'lost'}.${stake}`)
}

/** The line under the title: which game, what it gave, and why if it was not played out. */
export function endHow(ends: Ends, isOver: boolean): string {
  const parts: string[] = []
  const { game, match, line } = ends
  // What ended the match is not the last game that was played out before.
  if (isOver && match?.how === 'session') return ''
  if (isOver && match && match.how !== 'points' && match.how !== 'game') return t(`page.ended.${match.how}`)
  if (game && line) {
    parts.push(t(line.name), t('game_number', { n: line.game }))
    if (game.how === 'drop' || game.how === 'resign') parts.push(t(`page.ended.${game.how}`))
    parts.push(game.how === 'draw' ? t('page.both_pinned') : t('count.points', { n: game.points }))
  }
  return parts.join(' · ')
}
