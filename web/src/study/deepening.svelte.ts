/** An analysis that can look deeper: what is shown stays until the deeper one is there. */

import { Asking } from './asking.svelte'
import { DEEPEST, type Question, type StudyCalls } from './calls'

/** What is asked, by the depth in plies. */
export type DeepQuestion = (depth: number) => Question

export class Deepening<T> extends Asking<T> {
  readonly #first: number
  #depth = $state(0)
  #question = $state.raw<DeepQuestion | null>(null)
  /** Whether what was asked for last was more than there was. */
  #isMore = $state(false)

  /** *first* is the depth that is asked for where none is named. */
  constructor(calls: StudyCalls, first: number) {
    super(calls)
    this.#first = first
  }

  /** How deep it was looked that is shown, or is looked for the first time. */
  get depth(): number {
    return this.isWhole || this.isWorking ? this.#depth : this.#first
  }

  /** The depth that can be asked for now: one ply more, or what came to nothing. */
  get next(): number | null {
    if (this.isWorking || this.#question === null) return null
    if (!this.isWhole) return this.#first
    return this.#depth < DEEPEST ? this.#depth + 1 : null
  }

  /** Whether that can be asked for, or was and is worked at: its button must not go away meanwhile. */
  get isOffered(): boolean {
    return this.next !== null || (this.isWorking && this.#isMore)
  }

  async begin(question: DeepQuestion, depth = this.#first): Promise<void> {
    const asked = this.ask(question(depth))
    this.#question = question
    this.#depth = depth
    this.#isMore = false
    await asked
  }

  async deepen(): Promise<void> {
    const { next } = this
    const question = this.#question
    if (next === null || question === null) return
    const isBeside = this.isWhole
    const asked = isBeside ? this.askBeside(question(next)) : this.begin(question, next)
    this.#isMore = true
    if ((await asked) && isBeside) this.#depth = next
  }

  override forget(): void {
    super.forget()
    this.#question = null
  }
}
