/** What is asked and said about the cube. */

import { t } from '../words/words.svelte'
import type { CubeChoice, Exercise } from './calls'

const NAMES: Readonly<Record<CubeChoice, string>> = {
  roll: 'page.trainer.cube.roll',
  double: 'page.trainer.cube.double',
  take: 'page.trainer.cube.take',
  drop: 'page.trainer.cube.drop',
  beaver: 'page.trainer.cube.beaver',
  raccoon: 'page.trainer.cube.raccoon',
}

export function choiceName(choice: string): string {
  return t(NAMES[choice as CubeChoice] ?? choice)
}

/** The question of an exercise, with the value that the cube gets. */
export function questionText(exercise: Exercise): string {
  if (!exercise.cube) return t('page.trainer.title')
  return t(`page.trainer.asks.${exercise.asks}`, { n: exercise.cube.offered })
}

/** The place of a digit key among the choices, from 0; null for any other key. */
export function choiceAt(key: string, choices: readonly CubeChoice[]): CubeChoice | null {
  return /^[1-9]$/.test(key) ? (choices[Number(key) - 1] ?? null) : null
}
