/** What the board shows at this moment: checkers that fly, dice that tumble. */

import { pileAt, landingHeight } from '../board/piles'
import { NO_DICE, type Flight, type Place, type ShownDice, type ShownDie } from '../board/scene'
import { across, afterStep, BAR, opponentOf, type Board, type Colour, type Course, type Step } from '../board/sides'
import { setupOf } from '../board/setup'
import type { Speed } from '../settings/choices'

export const STEP_MS = 200
export const HIT_MS = 250
export const TUMBLE_MS = 400
const SLOWER = 2.2

/** Sounds that the stage asks for at the moment they belong to. */
export interface Sounds {
  place(): void
  hit(): void
  dice(): void
}

export class Stage {
  board = $state.raw<Board>(setupOf('portes'))
  flights = $state.raw<readonly Flight[]>([])
  dice = $state.raw<ShownDice>(NO_DICE)
  viewer = $state.raw<Colour>('w')
  course = $state.raw<Course>('contrary')
  speed: Speed = 'normal'
  readonly #sounds: Sounds
  #number = 0
  #isHurried = false
  /** Every sleeping animation; waking them all finishes what is under way. */
  readonly #sleepers = new Set<() => void>()

  constructor(sounds: Sounds) {
    this.#sounds = sounds
  }

  /** Show a board at once. */
  set(board: Board): void {
    this.flights = []
    this.board = board
  }

  /** Show a board that a hand has just made. */
  lay(board: Board, isHit: boolean): void {
    this.set(board)
    if (isHit) this.#sounds.hit()
    else this.#sounds.place()
  }

  /** Finish everything that moves. */
  skip(): void {
    for (const wake of [...this.#sleepers]) wake()
  }

  /** Show everything at once until it is calm again: the reader has seen enough. */
  hurry(): void {
    this.#isHurried = true
    this.skip()
  }

  calm(): void {
    this.#isHurried = false
  }

  async move(mover: Colour, step: Step): Promise<void> {
    const before = this.board
    const after = afterStep(before, mover, step, this.course)
    if (this.#still()) {
      this.set(after)
      this.#sounds.place()
      return
    }
    this.board = lifted(before, mover, step.source)
    await this.#fly(mover, step.source, step.target, before, STEP_MS)
    if (step.mark === '*') await this.#flyToBar(mover, step, after)
    else this.#sounds.place()
    this.board = after
  }

  /** Put a checker back where it came from. */
  async back(mover: Colour, step: Step, before: Board): Promise<void> {
    if (!this.#still()) {
      this.board = lifted(this.board, mover, step.target)
      await this.#fly(mover, step.target, step.source, before, STEP_MS)
    }
    this.set(before)
    this.#sounds.place()
  }

  async tumble(own: readonly ShownDie[], theirs: readonly ShownDie[]): Promise<void> {
    this.#number += 1
    this.#sounds.dice()
    this.dice = { id: this.#number, own, theirs, tumbling: !this.#still() }
    if (!this.#still()) await this.pause(TUMBLE_MS)
    this.dice = { ...this.dice, tumbling: false }
  }

  /** Dice lie on the right of whoever threw them. */
  showDice(by: Colour, dice: readonly ShownDie[]): void {
    const isOwn = by === this.viewer
    this.dice = { id: this.#number, own: isOwn ? dice : [], theirs: isOwn ? [] : dice, tumbling: false }
  }

  clearDice(): void {
    this.dice = { id: this.#number, own: [], theirs: [], tumbling: false }
  }

  /** Wait; a skip wakes it early. */
  pause(milliseconds: number): Promise<void> {
    if (this.#isHurried) return Promise.resolve()
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer)
        this.#sleepers.delete(wake)
        resolve()
      }
      const timer = setTimeout(wake, this.speed === 'slow' ? milliseconds * SLOWER : milliseconds)
      this.#sleepers.add(wake)
    })
  }

  /** A pause that belongs to the movement, and goes where nothing moves. */
  async breathe(milliseconds: number): Promise<void> {
    if (!this.#still()) await this.pause(milliseconds)
  }

  async #flyToBar(mover: Colour, step: Step, after: Board): Promise<void> {
    const enemy = opponentOf(mover)
    this.#sounds.hit()
    this.board = lifted(after, enemy, BAR)
    const met = across(this.course, step.target)
    await this.#fly(enemy, met, BAR, this.board, HIT_MS)
  }

  async #fly(colour: Colour, source: number, target: number, before: Board, milliseconds: number): Promise<void> {
    this.#number += 1
    const flight: Flight = {
      id: this.#number,
      colour,
      from: this.#place(source, colour),
      to: this.#place(target, colour),
      fromHeight: this.#topHeight(before, source, colour),
      toHeight: this.#nextHeight(target, colour),
      milliseconds: this.speed === 'slow' ? milliseconds * SLOWER : milliseconds,
    }
    this.flights = [...this.flights, flight]
    await this.pause(milliseconds)
    this.flights = this.flights.filter((one) => one.id !== flight.id)
  }

  /** A point in the mover's numbering as the viewer sees it. */
  #place(point: number, colour: Colour): Place {
    const onBoard = point >= 1 && point <= 24
    return { colour, point: onBoard && colour !== this.viewer ? across(this.course, point) : point }
  }

  #topHeight(board: Board, point: number, colour: Colour): number {
    if (point === BAR) return Math.max(0, (board[colour].free[BAR] ?? 1) - 1)
    const place = this.#place(point, colour)
    return pileAt(board, this.viewer, this.course, place.point).discs.at(-1)?.height ?? 0
  }

  #nextHeight(point: number, colour: Colour): number {
    if (point === BAR) return this.board[colour].free[BAR] ?? 0
    const place = this.#place(point, colour)
    return landingHeight(pileAt(this.board, this.viewer, this.course, place.point), colour)
  }

  #still(): boolean {
    return this.#isHurried || this.speed === 'off' || document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches
  }
}

/** The board while a checker is in the air: gone from its place, nothing else changed. */
function lifted(board: Board, colour: Colour, point: number): Board {
  const free = [...board[colour].free]
  free[point] = Math.max(0, (free[point] ?? 0) - 1)
  return { ...board, [colour]: { ...board[colour], free } }
}
