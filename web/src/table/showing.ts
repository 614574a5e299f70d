/** Events as they are shown: the roll for the start, dice that tumble, a play step by step. */

import { decodeBoard, encodeBoard, opponentOf, type Colour } from '../board/sides'
import { numbersOf } from '../board/walk'
import type { Event, View } from '../socket/messages'
import { diceOf, stepsOf, type Log } from './log'
import { news, type Notice } from './notice'
import type { Stage } from './stage.svelte'

const OPENING_PAUSE_MS = 900
const LOST_TURN_PAUSE_MS = 1600
const STEP_PAUSE_MS = 120
const AFTER_ROLL_PAUSE_MS = 250

export class Showing {
  readonly #stage: Stage
  readonly #notify: (notice: Notice | null) => void

  constructor(stage: Stage, notify: (notice: Notice | null) => void) {
    this.#stage = stage
    this.#notify = notify
  }

  /** Show one event; *log* has it already. */
  async event(event: Event, log: Log): Promise<void> {
    if (event.event === 'opening') await this.#opening(event.white, event.black)
    if (event.event === 'roll') await this.#roll(event.by, event.dice)
    if (event.event === 'play') await this.#play(event.by, event.play, log)
  }

  /** The present as the server tells it, without any movement. */
  standing(view: View, log: Log): void {
    this.#stage.set(decodeBoard(view.board))
    if (!view.dice) {
      this.#spentDice(view, log)
      return
    }
    const roller = view.phase === 'to_play' && view.turn ? view.turn : (log.roller ?? opponentOf(this.#stage.viewer))
    this.#stage.showDice(roller, fresh(view.dice))
  }

  async #opening(white: number, black: number): Promise<void> {
    const isWhite = this.#stage.viewer === 'w'
    await this.#stage.tumble([{ number: isWhite ? white : black, used: false }], [{ number: isWhite ? black : white, used: false }])
    await this.#stage.pause(OPENING_PAUSE_MS)
  }

  async #roll(by: Colour, dice: string): Promise<void> {
    const isOwn = by === this.#stage.viewer
    const shown = fresh(diceOf(dice))
    await this.#stage.tumble(isOwn ? shown : [], isOwn ? [] : shown)
    if (!isOwn) await this.#stage.breathe(AFTER_ROLL_PAUSE_MS)
  }

  async #play(by: Colour, play: string, log: Log): Promise<void> {
    const steps = stepsOf(play)
    if (steps.length === 0) {
      this.#notify(news('no_legal_move'))
      await this.#stage.pause(LOST_TURN_PAUSE_MS)
      this.#notify(null)
      return
    }
    // One's own play lies there already.
    if (encodeBoard(this.#stage.board) === encodeBoard(log.board)) return
    for (const step of steps) {
      await this.#stage.move(by, step)
      await this.#stage.breathe(STEP_PAUSE_MS)
    }
  }

  /** Until the next throw the dice of the last play lie where they fell. */
  #spentDice(view: View, log: Log): void {
    if (view.phase === 'opening') return
    const last = view.phase === 'to_roll' ? log.lines.at(-1) : undefined
    const dice = last?.kind === 'play' && last.by && last.dice ? numbersOf(last.dice) : []
    this.#stage.showDice(last?.by ?? 'w', dice.map((number) => ({ number, used: true })))
  }
}

function fresh(dice: readonly [number, number]): { number: number; used: boolean }[] {
  return numbersOf(dice).map((number) => ({ number, used: false }))
}
