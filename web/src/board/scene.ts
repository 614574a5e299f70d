/** What the board is asked to show, apart from the wood. All points are the viewer's own. */

import type { Board, Colour, Course } from './sides'

/** A place where a checker can lie or arrive. */
export interface Place {
  /** 0 off, 1–24 a point, 25 the bar. */
  readonly point: number
  readonly colour: Colour
}

/** A checker on its way, over the others. */
export interface Flight {
  readonly id: number
  readonly colour: Colour
  readonly from: Place
  readonly to: Place
  readonly fromHeight: number
  readonly toHeight: number
  readonly milliseconds: number
}

export interface ShownDie {
  readonly number: number
  readonly used: boolean
}

export interface ShownDice {
  /** Changes with every throw, so that the same numbers tumble again. */
  readonly id: number
  readonly own: readonly ShownDie[]
  readonly theirs: readonly ShownDie[]
  readonly tumbling: boolean
}

/** The last play of the other side, which stays marked. */
export interface Trail {
  readonly colour: Colour
  readonly landed: ReadonlyMap<number, number>
  readonly left: ReadonlySet<number>
}

export interface ShownCube {
  readonly value: number
  readonly owner: Colour | null
}

/** A checker's way in a play that is recommended; *count* checkers go it. */
export interface Arrow {
  readonly from: Place
  readonly to: Place
  readonly count: number
  /** It belongs to a play that is not the recommended one: drawn broken, in another colour. */
  readonly isOther?: boolean
}

export interface Scene {
  readonly board: Board
  readonly viewer: Colour
  readonly course: Course
  /** Whose numbering stands on the rails and is read from typed plays. */
  readonly numbering: Colour
  readonly hasMothers: boolean
  readonly cube: ShownCube | null
  readonly dice: ShownDice
  readonly trail: Trail | null
  readonly flights: readonly Flight[]
  readonly signals: Signals
  readonly arrows: readonly Arrow[]
}

export interface Signals {
  /** Whose checkers may be moved now. */
  readonly mover: Colour | null
  readonly sources: ReadonlySet<number>
  readonly lifted: number | null
  readonly targets: ReadonlySet<number>
}

export const NO_SIGNALS: Signals = { mover: null, sources: new Set(), lifted: null, targets: new Set() }
export const NO_DICE: ShownDice = { id: 0, own: [], theirs: [], tumbling: false }
