/** Rollouts that the house remembers of a position, and those that a record brought along. */

import type { RolledOut, StudyCalls } from './calls'

export class Kept {
  #known = $state.raw<readonly RolledOut[]>([])
  readonly #calls: StudyCalls
  #turn = 0

  constructor(calls: StudyCalls) {
    this.#calls = calls
  }

  /** Look for what is known of a position; of the last one that was looked for. */
  async look(position: string): Promise<void> {
    const turn = (this.#turn += 1)
    if (this.#known[0]?.position !== position) this.#known = []
    try {
      const { rollouts } = await this.#calls.rollouts(position)
      if (turn === this.#turn) this.#known = rollouts
    } catch {
      // Nothing is lost: the rollout can be done again.
    }
  }

  /** All of them once, those of the record too, but not the one that is shown already. */
  beside(given: readonly RolledOut[], shown: RolledOut | null): readonly RolledOut[] {
    const seen = new Set(shown ? [JSON.stringify(shown)] : [])
    return [...this.#known, ...given].filter((one) => {
      const text = JSON.stringify(one)
      return !seen.has(text) && seen.add(text)
    })
  }
}
