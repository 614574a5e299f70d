/** Whoever asks the house and moves checkers: one thing at a time, and a notice of what was refused. */

import type { Outcome } from '../table/turn.svelte'
import { knows, t } from '../words/words.svelte'
import { refusalText } from './refusals'

export class Telling {
  /** What the reader is told: a refusal, or what has just happened. */
  notice = $state('')
  isBusy = $state(false)
  #turn = 0

  /**
   * Ask, and *take* the answer; false if it was refused, and the notice or what *refuse* writes says
   * why. Whoever asked something else meanwhile, or went elsewhere, is told nothing of it any more.
   */
  protected async asked<T>(call: Promise<T>, take: (answer: T) => void, refuse = (why: string): void => void (this.notice = why)): Promise<boolean> {
    this.elsewhere()
    const turn = this.#turn
    this.isBusy = true
    this.notice = ''
    try {
      const answer = await call
      if (turn !== this.#turn) return false
      take(answer)
      return true
    } catch (error) {
      if (turn === this.#turn) refuse(refusalText(error))
      return false
    } finally {
      if (turn === this.#turn) this.isBusy = false
    }
  }

  /** What was asked is not about what is looked at now. */
  protected elsewhere(): void {
    this.#turn += 1
    this.isBusy = false
  }

  protected heard(outcome: Outcome): void {
    this.notice = outcome.kind === 'refused' && knows(outcome.reason) ? t(outcome.reason) : ''
  }
}
