/** Figures of a study in the reader's way of writing numbers. */

import type { Chances } from '../socket/messages'
import { leftToRight, locale, t } from '../words/words.svelte'

/** An equity or an error: three figures and always a sign. */
export function signed(value: number, digits = 3): string {
  const figures = { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: 'exceptZero' } as const
  return leftToRight(new Intl.NumberFormat(locale(), figures).format(value))
}

/** What is lost: below zero, and nothing where nothing is lost. */
export function lost(error: number): string {
  return error < 0.0005 ? '' : signed(-error)
}

export function spread(error: number): string {
  const figures = { minimumFractionDigits: 3, maximumFractionDigits: 3 } as const
  return leftToRight(`±${new Intl.NumberFormat(locale(), figures).format(error)}`)
}

export function percent(share: number, digits = 1): string {
  return leftToRight(plainPercent(share, digits))
}

/** A figure without a sign, such as a performance rating. */
export function plain(value: number, digits = 1): string {
  return new Intl.NumberFormat(locale(), { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value)
}

export function whole(value: number): string {
  return new Intl.NumberFormat(locale()).format(value)
}

export function depthName(plies: number): string {
  return t('page.hint.depth', { n: plies })
}

/** What a cube's value counts: chances of a match come from -1 to 1. */
export function worth(value: number, unit: 'points' | 'match', digits = 1): string {
  return unit === 'match' ? percent((value + 1) / 2, digits) : signed(value)
}

/** By how much a value changed, with its sign: points, or per cent of the match. */
export function change(value: number, unit: 'points' | 'match'): string {
  if (unit === 'points') return signed(value)
  const figures = { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero' } as const
  return leftToRight(new Intl.NumberFormat(locale(), figures).format(value / 2))
}

/** What is lost, in the unit of a value: points, or per cent of the match. */
export function worthLost(error: number, unit: 'points' | 'match'): string {
  if (unit === 'points') return lost(error)
  return error < 0.0001 ? '' : leftToRight(`−${plainPercent(error / 2, 2)}`)
}

/** A standard error in the unit of a value. */
export function worthSpread(error: number, unit: 'points' | 'match'): string {
  return unit === 'points' ? spread(error) : leftToRight(`±${plainPercent(error / 2, 2)}`)
}

function plainPercent(share: number, digits = 1): string {
  return new Intl.NumberFormat(locale(), { style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits }).format(share)
}

export interface Chance {
  readonly name: string
  readonly text: string
}

/** The chances of one side in words and figures, those that can be. */
export function chancesOf(chances: Chances, game: string): readonly Chance[] {
  const isHitting = game === 'backgammon'
  const double = t(isHitting ? 'gammon' : 'mars')
  const found: Chance[] = [
    { name: t('win'), text: percent(chances.win) },
    { name: `${t('win')} · ${double}`, text: percent(chances.double) },
  ]
  if (isHitting) found.push({ name: `${t('win')} · ${t('backgammon_win')}`, text: percent(chances.triple) })
  found.push({ name: t('loss'), text: percent(Math.max(0, 1 - chances.win - chances.draw)) })
  found.push({ name: `${t('loss')} · ${double}`, text: percent(chances.lost_double) })
  if (isHitting) found.push({ name: `${t('loss')} · ${t('backgammon_win')}`, text: percent(chances.lost_triple) })
  if (chances.draw >= 0.0005) found.push({ name: t('draw'), text: percent(chances.draw) })
  return found
}
