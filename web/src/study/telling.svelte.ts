/** Whoever asks the house and moves checkers: one thing at a time, and a notice of what was refused. */

import type { Outcome } from '../table/turn.svelte'
import { knows, t } from '../words/words.svelte'
import { refusalText } from './refusals'

export class Telling {
  /** What the reader is told: a refusal, or what has just happened. */
  notice = $state('')
  isBusy = $state(false)

  /** Do *task*; false if it was refused, and the notice says why. */
  protected async tried(task: () => Promise<void>): Promise<boolean> {
    this.isBusy = true
    this.notice = ''
    try {
      await task()
      return true
    } catch (error) {
      this.notice = refusalText(error)
      return false
    } finally {
      this.isBusy = false
    }
  }

  protected heard(outcome: Outcome): void {
    this.notice = outcome.kind === 'refused' && knows(outcome.reason) ? t(outcome.reason) : ''
  }
}
