/** How the players and the match are called in the reader's language. */

import type { Colour } from '../board/sides'
import type { Joined, PlayerInfo, Rules } from '../socket/messages'
import { knows, t } from '../words/words.svelte'

/** The reader is "you"; a computer has the house's word for it; the rest have their names. */
export function playerName(joined: Joined | null, colour: Colour): string {
  if (!joined) return ''
  if (joined.seat === colour) return t('page.you')
  if (joined.seat === 'both') return t(colour === 'w' ? 'white' : 'black')
  return nameOf(joined.players[colour])
}

export function nameOf(player: PlayerInfo): string {
  return player.kind === 'computer' ? t('computer') : player.name
}

export function levelName(level: string | undefined): string {
  const number = /^level-([1-8])$/.exec(level ?? '')?.[1]
  if (number !== undefined) return `${number} · ${t(`level.${number}`)}`
  // What old matches were played against.
  const code = `page.level.${level ?? ''}`
  return knows(code) ? t(code) : ''
}

export function gameName(game: Rules['game']): string {
  return t(game)
}

/** What is played for: `tavli, match to 5 points`. */
export function lengthText(rules: Pick<Rules, 'game' | 'length'>): string {
  if (rules.length === 'game') return t('page.one_game')
  if (rules.length === 'money') return t('money_play')
  return t('target', { n: Number(rules.length) })
}
