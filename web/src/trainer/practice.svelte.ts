/** One exercise after the other: the play made by hand or what is done about the cube, and what was said of it. */

import { arrowsOf } from '../board/arrows'
import { NO_DICE, NO_SIGNALS, type Scene, type Signals } from '../board/scene'
import { decodeBoard } from '../board/sides'
import { numbersOf } from '../board/walk'
import { Telling } from '../study/telling.svelte'
import { stepsOf } from '../table/log'
import { Turn } from '../table/turn.svelte'
import type { CubeChoice, Exercise, Feedback, TrainerCalls, TrainerState } from './calls'

export class Practice extends Telling {
  state = $state.raw<TrainerState | null>(null)
  feedback = $state.raw<Feedback | null>(null)
  turn = $state.raw<Turn | null>(null)
  /** The play whose way is shown, once there is an answer. */
  shown = $state<string | null>(null)
  readonly #calls: TrainerCalls
  #count = 0

  constructor(calls: TrainerCalls) {
    super()
    this.#calls = calls
  }

  get exercise(): Exercise | null {
    return this.state?.exercise ?? null
  }

  /** The next exercise that is due, or one ahead of its time. */
  async next(isAhead = false): Promise<void> {
    await this.asked(this.#calls.state(isAhead), (state) => this.#begin(state))
  }

  /** Count anew what there is, and begin if nothing is being practised. */
  async refresh(): Promise<void> {
    if (!this.exercise) await this.next()
  }

  async answer(): Promise<boolean> {
    const { exercise, turn } = this
    if (!exercise || !turn?.complete || this.isBusy) return false
    const moves = turn.plainMoves
    return this.asked(this.#calls.answer(exercise.id, moves), (feedback) => this.#take(feedback))
  }

  /** Do that about the cube; false where it is not asked about, or was refused. */
  async choose(choice: CubeChoice): Promise<boolean> {
    const { exercise } = this
    if (!exercise?.cube?.choices.includes(choice) || this.feedback || this.isBusy) return false
    return this.asked(this.#calls.choose(exercise.id, choice), (feedback) => this.#take(feedback))
  }

  async giveUp(): Promise<void> {
    const exercise = this.exercise
    if (exercise) await this.asked(this.#calls.giveUp(exercise.id), (feedback) => this.#take(feedback))
  }

  async forget(): Promise<void> {
    const exercise = this.exercise
    if (exercise) await this.asked(this.#calls.forget(exercise.id), (state) => this.#begin(state))
  }

  // ------------------------------------------------------- hands on the board

  tap(spot: number | null): void {
    const turn = this.turn
    if (turn) this.heard(spot === null ? turn.putDown() : turn.tap(spot))
  }

  lift(spot: number): boolean {
    return this.turn?.lift(spot) ?? false
  }

  drop(spot: number | null): void {
    if (this.turn) this.heard(this.turn.drop(spot))
  }

  back(): void {
    this.turn?.back()
    this.notice = ''
  }

  type(text: string): boolean {
    if (!this.turn) return false
    const outcome = this.turn.type(text)
    this.heard(outcome)
    return outcome.kind === 'moved'
  }

  // ----------------------------------------------------------------- to draw

  get scene(): Scene | null {
    const exercise = this.exercise
    if (!exercise?.position.turn) return null
    const { position } = exercise
    const { course } = position
    const viewer = exercise.position.turn
    const { turn, feedback } = this
    const thrown = turn ? turn.dice : position.dice ? numbersOf(position.dice).map((number) => ({ number, used: false })) : []
    const shown = exercise.cube ? null : (this.shown ?? feedback?.best ?? null)
    const other = feedback && shown === feedback.best ? feedback.played : (feedback?.best ?? null)
    const arrows = (play: string, isOther: boolean) => arrowsOf(stepsOf(play), viewer, viewer, course, isOther)
    return {
      board: turn?.board ?? decodeBoard(position.board),
      viewer,
      course,
      numbering: viewer,
      hasMothers: position.has_mother,
      // A cube that is offered lies in the middle with its new value, as at the table.
      cube: exercise.cube && exercise.asks !== 'double' ? { value: exercise.cube.offered, owner: null } : position.cube,
      dice: { ...NO_DICE, own: thrown },
      trail: null,
      flights: [],
      signals: this.#signals(),
      arrows: feedback && shown ? [...(other && other !== shown ? arrows(other, true) : []), ...arrows(shown, false)] : [],
    }
  }

  #signals(): Signals {
    const turn = this.turn
    return turn ? { mover: turn.mover, sources: turn.sources, lifted: turn.lifted, targets: turn.targets } : NO_SIGNALS
  }

  #begin(state: TrainerState): void {
    this.state = state
    this.feedback = null
    this.shown = null
    const position = state.exercise?.position
    this.turn = null
    if (!position?.graph || !position.dice || !position.turn) return
    this.#count += 1
    this.turn = new Turn({ mover: position.turn, course: position.course, version: this.#count, graph: position.graph, dice: position.dice, largerFirst: true })
  }

  #take(feedback: Feedback): void {
    this.feedback = feedback
    this.shown = null
    this.turn = null
    if (this.state && feedback.counted) this.state = { ...this.state, due: Math.max(0, this.state.due - 1) }
  }
}
