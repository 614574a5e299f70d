/** A long question: asked, looked after until it is answered, and cancelled when it is not wanted. */

import { RequestRefused } from '../boot/api'
import { refusalText } from './refusals'
import type { Question, StudyCalls, Task } from './calls'

const FIRST_LOOK_MS = 120
const LAST_LOOK_MS = 1000
/** Looks without an answer, one after another, until the line counts as lost: half a minute. */
const MOST_MISSED = 30

export class Asking<T> {
  /** The answer as far as there is one; it is that of the question asked last. */
  answer = $state.raw<T | null>(null)
  isWorking = $state(false)
  done = $state(0)
  total = $state(0)
  /** How many questions are answered before this one. */
  ahead = $state(0)
  trouble = $state('')
  readonly #calls: StudyCalls
  #task: string | null = null
  #turn = 0

  constructor(calls: StudyCalls) {
    this.#calls = calls
  }

  /** Ask; whatever was asked before is not waited for any more. */
  async ask(question: Question): Promise<void> {
    this.forget()
    const turn = this.#turn
    this.isWorking = true
    try {
      let task = await this.#calls.ask<T>(question)
      if (turn !== this.#turn) return this.#leave(task.task)
      this.#task = task.task
      for (let pause = FIRST_LOOK_MS; !this.#take(task); pause = Math.min(pause * 1.5, LAST_LOOK_MS)) {
        await sleep(pause)
        if (turn !== this.#turn) return
        task = await this.#look(task, question, turn)
        if (turn !== this.#turn) return
        this.#task = task.task
      }
    } catch (error) {
      if (turn === this.#turn) this.#end(refusalText(error))
    }
  }

  /** Wait no longer, and keep what there is. */
  cancel(): void {
    this.#turn += 1
    if (this.#task !== null && this.isWorking) this.#leave(this.#task)
    this.#end('')
  }

  forget(): void {
    this.cancel()
    this.answer = null
    this.done = this.total = this.ahead = 0
  }

  /** See how far it is, over a line that may break for a while. */
  async #look(task: Task<T>, question: Question, turn: number): Promise<Task<T>> {
    // Equal questions are one: another page of the same reader may have cancelled it.
    if (task.state === 'cancelled') return this.#calls.ask<T>(question)
    for (let missed = 1; ; missed += 1) {
      try {
        return await this.#calls.see<T>(task.task)
      } catch (error) {
        // A server that was started again knows no question, but goes on where it was.
        if (error instanceof RequestRefused && error.code === 'unknown_study') return this.#calls.ask<T>(question)
        if (error instanceof RequestRefused || missed >= MOST_MISSED || turn !== this.#turn) throw error
        await sleep(LAST_LOOK_MS)
      }
    }
  }

  /** Take in how far it is; true when nothing more will come. */
  #take(task: Task<T>): boolean {
    this.done = task.done ?? 0
    this.total = task.total ?? 0
    this.ahead = task.ahead ?? 0
    if (task.answer !== undefined) this.answer = task.answer
    if (task.state !== 'done' && task.state !== 'failed') return false
    this.#end(task.state === 'failed' ? refusalText({ code: task.error, message: task.text }) : '')
    return true
  }

  #end(trouble: string): void {
    this.isWorking = false
    this.trouble = trouble
    this.#task = null
  }

  #leave(task: string): void {
    this.#calls.cancel(task).catch(() => {
      // It will be dropped anyway when nobody looks after it.
    })
  }
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
