/** The worst errors of a match, looked at one after the other. */

import type { Fault } from './rows'

export class WorstErrors {
  readonly #found: () => readonly Fault[]
  #looked = $state.raw<{ readonly of: readonly Fault[]; readonly at: number } | null>(null)

  constructor(found: () => readonly Fault[]) {
    this.#found = found
  }

  get count(): number {
    return this.#found().length
  }

  /** The one that was looked at last, counted from one; none of a list that is new. */
  get at(): number {
    return this.#looked?.of === this.#found() ? this.#looked.at : 0
  }

  next(): Fault | null {
    const found = this.#found()
    if (found.length === 0) return null
    const { at } = this
    this.#looked = { of: found, at: (at % found.length) + 1 }
    return found[at % found.length] ?? null
  }
}
