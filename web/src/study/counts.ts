/** How many of the best plays are rolled out. */

const COUNTS = [1, 2, 3, 5, 10] as const
const USUAL = 3

/** What can be chosen where there are so many *plays*. */
export function countsOf(plays: number): readonly number[] {
  return COUNTS.filter((one) => one <= plays || one === 1)
}

/** What was chosen, or as much of it as can be. */
export function countWithin(plays: number, wanted: number = USUAL): number {
  return Math.max(...countsOf(plays).filter((one) => one <= wanted))
}
