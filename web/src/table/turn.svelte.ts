/** A roll being played: what is lifted, what was played so far, and what a tap does.

It works in the numbering of whoever plays; the table turns that into what is seen.
*/

import { across, BAR, OFF, opponentOf, type Board, type Colour, type Course } from '../board/sides'
import {
  advance,
  boardOf,
  chooseRoute,
  edgesOf,
  forcedRoute,
  isComplete,
  moveText,
  numbersOf,
  onlyMove,
  routesFrom,
  sourcesOf,
  startWalk,
  takeBack,
  usedDice,
  type Edge,
  type Graph,
  type Route,
  type Walk,
} from '../board/walk'
import { compactPlay } from './log'
import { readTyped } from '../board/typed'
import type { ShownDie } from '../board/scene'

/** Why a tap did nothing: codes of sentences that the catalogue has. */
export type Reason =
  | 'enter_first'
  | 'no_checker_there'
  | 'checker_is_pinned'
  | 'point_held'
  | 'forward_only'
  | 'runner_first'
  | 'dice_left'
  | 'page.cannot_move_now'
  | 'page.not_legal_here'
  | 'page.choose_way'
  | 'page.typed_unreadable'
  | 'page.typed_illegal'
  | 'page.typed_ambiguous'

const ALL = 15
const START = 24
/** Where the opponent starts on a parallel course, in one's own numbering. */
const RUNNER_TO = 12

export type Outcome =
  | { readonly kind: 'moved'; readonly route: Route }
  | { readonly kind: 'lifted' | 'put_down' }
  | { readonly kind: 'refused'; readonly reason: Reason }

export class Turn {
  readonly mover: Colour
  readonly course: Course
  readonly version: number
  walk = $state.raw<Walk>() as Walk
  lifted = $state.raw<number | null>(null)
  /** Points in between, when two ways to the same target meet different checkers. */
  asked = $state.raw<readonly number[] | null>(null)
  #order = $state.raw<readonly number[]>([])
  /** Two checkers close a point in every game but where one does. */
  readonly #closedBy: number

  constructor(options: { mover: Colour; course: Course; version: number; graph: Graph; dice: readonly [number, number]; largerFirst: boolean }) {
    this.mover = options.mover
    this.course = options.course
    this.version = options.version
    this.#closedBy = options.course === 'parallel' ? 1 : 2
    this.walk = startWalk(options.graph)
    const [first, second] = options.dice
    const larger: readonly [number, number] = [Math.max(first, second), Math.min(first, second)]
    this.#order = numbersOf(options.largerFirst ? larger : options.dice)
  }

  get board(): Board {
    return boardOf(this.walk)
  }

  get complete(): boolean {
    return isComplete(this.walk)
  }

  /** Whether nothing more can be played; a complete play may still allow going on. */
  get finished(): boolean {
    return edgesOf(this.walk).length === 0
  }

  get sources(): ReadonlySet<number> {
    return sourcesOf(this.walk)
  }

  get targets(): ReadonlySet<number> {
    if (this.lifted === null) return new Set()
    if (this.asked) return new Set(this.asked)
    return new Set(routesFrom(this.walk, this.lifted).keys())
  }

  get dice(): readonly ShownDie[] {
    const used = usedDice(this.#order, this.walk.path)
    return this.#order.map((number, index) => ({ number, used: used[index] ?? false }))
  }

  get diceLeft(): number {
    return this.dice.filter((die) => !die.used).length
  }

  /** What was played so far, as people write it. */
  get played(): string {
    return compactPlay(this.walk.path)
  }

  /** What the wire wants: steps without marks, in the order played. */
  get plainMoves(): readonly string[] {
    return this.walk.path.map((edge) => moveText({ ...edge, mark: '' }))
  }

  get canTakeBack(): boolean {
    return this.walk.path.length > 0
  }

  get forced(): Route | null {
    return forcedRoute(this.walk, this.#preferred)
  }

  /** Fevga: whether the first checker has still to pass the opponent's start.

  Exactly past is a matter of the table's rules; before that there is no doubt.
  */
  get waitsForRunner(): boolean {
    if (this.course !== 'parallel') return false
    const { free } = this.board[this.mover]
    const foremost = free.findIndex((count) => count > 0)
    return free[START] === ALL || (free[START] === ALL - 1 && foremost > RUNNER_TO)
  }

  get #preferred(): number {
    return this.dice.find((die) => !die.used)?.number ?? 0
  }

  swapDice(): boolean {
    if (new Set(this.#order).size < 2 || this.canTakeBack) return false
    this.#order = [...this.#order].reverse()
    return true
  }

  legalMovesFrom(point: number): number {
    return routesFrom(this.walk, point).size
  }

  tap(point: number): Outcome {
    if (this.lifted !== null) return this.#tapLifted(this.lifted, point)
    if (!this.sources.has(point)) return this.#bringOrRefuse(point)
    const only = onlyMove(this.walk, point, this.#preferred)
    if (only) return this.#go([only])
    this.lifted = point
    return { kind: 'lifted' }
  }

  lift(point: number): boolean {
    if (!this.sources.has(point)) return false
    this.lifted = point
    this.asked = null
    return true
  }

  putDown(): Outcome {
    this.lifted = null
    this.asked = null
    return { kind: 'put_down' }
  }

  /** End a drag: a target plays, anything else lays the checker back. */
  drop(point: number | null): Outcome {
    const source = this.lifted
    if (source === null || point === null || point === source) return this.putDown()
    return this.#moveTo(source, point)
  }

  back(): Edge | null {
    const last = this.walk.path.at(-1)
    this.putDown()
    if (!last) return null
    this.walk = takeBack(this.walk)
    return last
  }

  play(route: Route): void {
    this.#go(route)
  }

  type(text: string): Outcome {
    const typed = readTyped(text, this.walk)
    if (typed.kind === 'route') return this.#go(typed.route)
    if (typed.kind === 'unreadable') return { kind: 'refused', reason: 'page.typed_unreadable' }
    return { kind: 'refused', reason: typed.kind === 'illegal' ? 'page.typed_illegal' : 'page.typed_ambiguous' }
  }

  #tapLifted(source: number, point: number): Outcome {
    if (point === source) return this.putDown()
    if (!this.targets.has(point) && this.sources.has(point)) {
      this.lift(point)
      return { kind: 'lifted' }
    }
    return this.#moveTo(source, point)
  }

  #moveTo(source: number, point: number): Outcome {
    const routes = routesFrom(this.walk, source).get(point)
    const choice = routes ? chooseRoute(this.walk.graph, routes, this.#preferred) : null
    if (!choice) return { kind: 'refused', reason: this.#whyNot(source, point) }
    if (choice.kind === 'ask') {
      this.lifted = source
      this.asked = choice.between
      return { kind: 'refused', reason: 'page.choose_way' }
    }
    return this.#go(choice.route)
  }

  /** A tap on a place that only one checker can reach brings that checker there. */
  #bringOrRefuse(point: number): Outcome {
    const single = edgesOf(this.walk).filter((edge) => edge.target === point)
    const [first] = single
    if (first && single.every((edge) => edge.next === first.next)) return this.#go([first])
    return { kind: 'refused', reason: this.#whyNotFrom(point) }
  }

  #go(route: Route): Outcome {
    this.putDown()
    this.walk = advance(this.walk, route)
    return { kind: 'moved', route }
  }

  /** Only what is certain from the board and the graph; the rules themselves stay on the server. */
  #whyNotFrom(point: number): Reason {
    const own = this.board[this.mover]
    if (this.sources.has(BAR)) return 'enter_first'
    if ((own.free[point] ?? 0) === 0) return own.pinned.includes(point) ? 'checker_is_pinned' : 'no_checker_there'
    return point === START && this.waitsForRunner ? 'runner_first' : 'page.cannot_move_now'
  }

  #whyNot(source: number, point: number): Reason {
    if (point > source || point === BAR) return 'forward_only'
    if (point !== OFF && this.#enemiesOn(point) >= this.#closedBy) return 'point_held'
    return 'page.not_legal_here'
  }

  #enemiesOn(point: number): number {
    return this.board[opponentOf(this.mover)].free[across(this.course, point)] ?? 0
  }
}
