/** An analysis that can look deeper: what is shown stays until the deeper one is there. */

import { Asking } from './asking.svelte'
import { DEEPEST, type Question, type StudyCalls } from './calls'

/** What is asked, by the depth in plies. */
export type DeepQuestion = (depth: number) => Question

export class Deepening<T> extends Asking<T> {
  readonly #first: number
  #depth = $state(0)
  #question = $state.raw<DeepQuestion | null>(null)

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

  async begin(question: DeepQuestion, depth = this.#first): Promise<void> {
    const asked = this.ask(question(depth))
    this.#question = question
    this.#depth = depth
    await asked
  }

  async deepen(): Promise<void> {
    const { next } = this
    const question = this.#question
    if (next === null || question === null) return
    if (!this.isWhole) return this.begin(question, next)
    if (await this.askBeside(question(next))) this.#depth = next
  }

  override forget(): void {
    super.forget()
    this.#question = null
  }
}
