/** A long question: asked, looked after until it is answered, and cancelled when it is not wanted. */

import { RequestRefused } from '../boot/api'
import { PAUSE_MS, patiently, sleep } from './patience'
import { refusalText } from './refusals'
import type { Question, StudyCalls, Task } from './calls'

const FIRST_LOOK_MS = 120

export class Asking<T> {
  /** The answer as far as there is one. */
  answer = $state.raw<T | null>(null)
  /** Whether it is a whole one, and not what there was until it was given up. */
  isWhole = $state(false)
  /** Whether it is what was asked for last, and not what was there before. */
  isAnswered = $state(false)
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

  /** Ask; whatever was asked before is not waited for any more. False if it came to nothing. */
  async ask(question: Question): Promise<boolean> {
    this.forget()
    return this.#follow(question, false)
  }

  /** Ask, and keep the answer that is there until there is a whole one. */
  async askBeside(question: Question): Promise<boolean> {
    this.cancel()
    return this.#follow(question, true)
  }

  /** Wait no longer, and keep what there is. */
  cancel(): void {
    this.#turn += 1
    this.isAnswered = false
    if (this.#task !== null && this.isWorking) this.#leave(this.#task)
    this.#end('')
  }

  forget(): void {
    this.cancel()
    this.answer = null
    this.isWhole = false
  }

  async #follow(question: Question, isBeside: boolean): Promise<boolean> {
    const turn = this.#turn
    const isWanted = (): boolean => turn === this.#turn
    this.isWorking = true
    this.done = this.total = this.ahead = 0
    try {
      let task = await patiently(() => this.#calls.ask<T>(question), isWanted)
      for (let pause = FIRST_LOOK_MS; isWanted(); pause = Math.min(pause * 1.5, PAUSE_MS)) {
        this.#task = task.task
        if (this.#take(task, isBeside)) return task.state === 'done'
        await sleep(pause)
        if (!isWanted()) return false
        const seen = await patiently(() => this.#look(task, question), isWanted)
        if (!isWanted() && seen.task === task.task) return false
        task = seen
      }
      this.#leave(task.task)
    } catch (error) {
      if (isWanted()) this.#end(refusalText(error))
    }
    return false
  }

  /** See how far it is; whatever the server knows no more is asked again, and goes on where it was. */
  async #look(task: Task<T>, question: Question): Promise<Task<T>> {
    // Equal questions are one: another page of the same reader may have cancelled it.
    if (task.state === 'cancelled') return this.#calls.ask<T>(question)
    try {
      return await this.#calls.see<T>(task.task)
    } catch (error) {
      if (error instanceof RequestRefused && error.code === 'unknown_study') return this.#calls.ask<T>(question)
      throw error
    }
  }

  /** Take in how far it is, and its answer; true when nothing more will come. */
  #take(task: Task<T>, isBeside: boolean): boolean {
    this.done = task.done ?? 0
    this.total = task.total ?? 0
    this.ahead = task.ahead ?? 0
    const isDone = task.state === 'done'
    if (task.answer !== undefined && (isDone || !isBeside)) this.answer = task.answer
    if (isDone) this.isWhole = this.isAnswered = true
    else if (task.state !== 'failed') return false
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
