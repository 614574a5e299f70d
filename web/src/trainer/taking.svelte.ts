/** Mistakes on their way from a match to the trainer: analysed, waited for, taken. */

import { RequestRefused } from '../boot/api'
import type { StudyCalls } from '../study/calls'
import { patiently, sleep } from '../study/patience'
import { refusalText } from '../study/refusals'
import type { Collected, TrainerCalls, Wanted } from './calls'

const LOOK_MS = 700

export class Taking {
  isWorking = $state(false)
  done = $state(0)
  total = $state(0)
  ahead = $state(0)
  trouble = $state('')
  taken = $state.raw<Collected | null>(null)
  readonly #calls: TrainerCalls
  readonly #study: StudyCalls
  #task: string | null = null
  #turn = 0

  constructor(calls: TrainerCalls, study: StudyCalls) {
    this.#calls = calls
    this.#study = study
  }

  async take(wanted: Wanted): Promise<void> {
    this.cancel()
    const turn = this.#turn
    const collect = (): Promise<Collected> => patiently(() => this.#calls.collect(wanted), () => turn === this.#turn)
    this.isWorking = true
    this.taken = null
    try {
      let taken = await collect()
      while (turn === this.#turn && taken.task !== null) {
        this.#task = taken.task
        if (!(await this.#waitFor(taken.task, turn))) return
        taken = await collect()
      }
      if (turn === this.#turn) this.#end('', taken)
    } catch (error) {
      if (turn === this.#turn) this.#end(refusalText(error), null)
    }
  }

  cancel(): void {
    this.#turn += 1
    if (this.#task !== null) {
      this.#study.cancel(this.#task).catch(() => {
        // It will be dropped anyway when nobody looks after it.
      })
    }
    this.#end('', null)
  }

  /** Look until the analysis is over; false if it came to nothing. */
  async #waitFor(task: string, turn: number): Promise<boolean> {
    for (;;) {
      const seen = await patiently(() => this.#study.see(task).catch(forgotten), () => turn === this.#turn)
      // A server that was started again is asked anew, and goes on where it was.
      if (seen === null) return turn === this.#turn
      if (turn !== this.#turn) return false
      this.done = seen.done ?? 0
      this.total = seen.total ?? 0
      this.ahead = seen.ahead ?? 0
      if (seen.state === 'failed') {
        this.#end(refusalText({ code: seen.error, message: seen.text }), null)
        return false
      }
      if (seen.state !== 'waiting' && seen.state !== 'working') return true
      await sleep(LOOK_MS)
      if (turn !== this.#turn) return false
    }
  }

  #end(trouble: string, taken: Collected | null): void {
    this.isWorking = false
    this.trouble = trouble
    this.taken = taken
    this.#task = null
    this.done = this.total = this.ahead = 0
  }
}

function forgotten(error: unknown): null {
  if (error instanceof RequestRefused && error.code === 'unknown_study') return null
  throw error
}
