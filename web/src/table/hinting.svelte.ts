/** What is best, if the reader asks: the answer, and which of its plays he looks at. */

import { BAR, OFF, type Step } from '../board/sides'
import type { Edge } from '../board/walk'
import type { Hint } from '../socket/messages'

export class Hinting {
  /** The version that was asked about and not answered yet. */
  asked = $state.raw<number | null>(null)
  hint = $state.raw<Hint | null>(null)
  /** The play that the board shows. */
  chosen = $state(0)
  readonly #send: (version: number) => void

  constructor(send: (version: number) => void) {
    this.#send = send
  }

  ask(version: number): void {
    if (this.asked === version || this.hint?.version === version) return
    this.asked = version
    this.#send(version)
  }

  /** Take an answer in; false if it came too late. */
  take(hint: Hint): boolean {
    if (hint.version !== this.asked) return false
    this.asked = null
    this.hint = hint
    this.chosen = 0
    return true
  }

  close(): void {
    this.asked = null
    this.hint = null
  }

  /** The match has moved on, or the line was lost: what was asked is no longer waited for. */
  keepOnly(version: number): void {
    if (this.asked !== version) this.asked = null
    if (this.hint?.version !== version) this.hint = null
  }

  /** The steps of the play looked at that are still to be made after *path*. */
  stepsAfter(path: readonly Edge[]): readonly Step[] {
    const play = this.hint?.plays[this.chosen]
    if (!play) return []
    const left = play.moves.map(stepOf)
    for (const made of path) {
      const index = left.findIndex((step) => step.source === made.source && step.target === made.target)
      // Whoever plays something else needs no arrows any more.
      if (index < 0) return []
      left.splice(index, 1)
    }
    return left
  }
}

function stepOf(move: string): Step {
  const [source = '', target = ''] = move.split('/')
  return { source: source === 'bar' ? BAR : Number(source), target: target === 'off' ? OFF : Number(target), mark: '' }
}
