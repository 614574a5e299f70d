/** How a game or a match ended, in the reader's words. */

import type { GameEnd, Joined, MatchEnd } from '../socket/messages'
import { t } from '../words/words.svelte'
import type { Line, Log } from './log'
import { playerName } from './names'

export interface Ends {
  readonly game: GameEnd | null
  readonly match: MatchEnd | null
  readonly line: Line | null
}

export function lastEnds(log: Log): Ends {
  const line = log.lines.findLast((one) => one.kind === 'end') ?? null
  const game = line?.event.event === 'game_end' ? line.event : null
  return { game, match: log.matchEnd, line }
}

/** What a win is called: mars in tavli, gammon and backgammon in backgammon. */
function stakeCode(end: GameEnd, name: string): string {
  if (end.how === 'mother') return 'mother'
  if (end.stake === null || end.stake === 'single') return 'single'
  if (name !== 'backgammon') return 'mars'
  return end.stake
}

export function endTitle(ends: Ends, joined: Joined, isMatchOver: boolean): string {
  const { game, match } = ends
  // A match of one game is named by what happened in that game.
  const isOver = isMatchOver && match?.how !== 'game'
  const winner = isOver && match ? match.winner : (game?.winner ?? null)
  if (winner === null) return isOver && match ? t('match_over') : t('page.game_drawn')
  const mine = joined.seat === winner
  const theirs = joined.seat === 'w' || joined.seat === 'b'
  if (!mine && !theirs) return t('won_by', { name: playerName(joined, winner) })
  if (isOver) return t(mine ? 'page.you_won_match' : 'page.you_lost_match')
  const stake = game && ends.line ? stakeCode(game, ends.line.name) : 'single'
  return t(`page.${mine ? 'won' : 'lost'}.${stake}`)
}

/** The line under the title: which game, what it gave, and why if it was not played out. */
export function endHow(ends: Ends, isOver: boolean): string {
  const parts: string[] = []
  const { game, match, line } = ends
  if (isOver && match && match.how !== 'points' && match.how !== 'game') parts.push(t(`page.ended.${match.how}`))
  if (game && line) {
    parts.push(t(line.name), t('game_number', { n: line.game }))
    if (game.how === 'drop' || game.how === 'resign') parts.push(t(`page.ended.${game.how}`))
    parts.push(game.how === 'draw' ? t('page.both_pinned') : t('count.points', { n: game.points }))
  }
  return parts.join(' · ')
}
