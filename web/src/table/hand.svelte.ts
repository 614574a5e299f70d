/** The reader's own turn: what a tap, a drag or a typed play does, and what passes by itself.

Places come as they are seen and are turned into the mover's numbering here.
*/

import { across, BAR, OFF, type Colour } from '../board/sides'
import type { Edge } from '../board/walk'
import { settings } from '../settings/settings.svelte'
import type { Action, View } from '../socket/messages'
import { keepDraft, keptDraft } from './draft'
import { news, refusal, type Notice } from './notice'
import type { Stage } from './stage.svelte'
import { Turn, type Outcome } from './turn.svelte'

const FORCED_PAUSE_MS = 1100
const AUTO_PAUSE_MS = 450

/** What a hand needs to know of the match it plays in. */
export interface Seated {
  readonly match: string
  readonly viewer: Colour
  readonly actor: Colour | null
  readonly view: View | null
  readonly canAct: boolean
  readonly isSending: boolean
  readonly isShowing: boolean
  readonly isStopped: boolean
  notice: Notice | null
  may(action: string): boolean
  send(action: Action): void
}

export class Hand {
  turn = $state.raw<Turn | null>(null)
  readonly #seated: Seated
  readonly #stage: Stage
  /** A forced or automatic action is sent once for a version of the match. */
  #automatic = -1

  constructor(seated: Seated, stage: Stage) {
    this.#seated = seated
    this.#stage = stage
  }

  /** Begin what the view asks of the reader, if it asks anything. */
  begin(view: View): void {
    this.turn = null
    const mover = this.#seated.actor
    if (view.phase === 'to_play' && view.graph && view.dice && mover) {
      const { course, version, graph, dice } = view
      this.#take(new Turn({ mover, course, version, graph, dice, largerFirst: settings.largerDieFirst }))
    } else if (view.phase === 'to_roll' && settings.autoRoll && this.#seated.may('roll') && !this.#seated.may('double')) {
      void this.#automatically(view.version, AUTO_PAUSE_MS, () => this.#seated.send({ do: 'roll' }))
    }
  }

  /** Show the turn as it stands; false if there is none. */
  show(): boolean {
    if (!this.turn) return false
    this.#stage.set(this.turn.board)
    this.#showDice(this.turn)
    return true
  }

  /** A tap on a place as it is seen; off the points it lays the checker back. */
  async tap(spot: number | null): Promise<void> {
    if (this.#seated.isShowing) {
      this.#stage.hurry()
      return
    }
    const turn = this.turn
    if (spot === null) {
      turn?.putDown()
    } else if (!turn) {
      if (this.#seated.canAct && this.#seated.actor) this.#seated.notice = this.#whyNoTurn()
    } else if (this.#seated.canAct) {
      await this.#settled(turn, () => turn.tap(this.#asMover(turn, spot)))
    }
  }

  lift(spot: number): boolean {
    if (!this.turn || !this.#seated.canAct) return false
    this.#stage.skip()
    return this.turn.lift(this.#asMover(this.turn, spot))
  }

  async drop(spot: number | null): Promise<void> {
    const turn = this.turn
    if (!turn) return
    const outcome = turn.drop(spot === null ? null : this.#asMover(turn, spot))
    this.#seated.notice = outcome.kind === 'refused' ? refusal(outcome.reason) : null
    if (outcome.kind !== 'moved') return
    // The finger has carried the checker there already; nothing flies.
    this.#stage.lay(turn.board, outcome.route.some((edge) => edge.mark === '*'))
    this.#keep(turn)
    this.#showDice(turn)
    await this.#endIfWished(turn)
  }

  async type(text: string): Promise<boolean> {
    const turn = this.turn
    if (!turn || !this.#seated.canAct) {
      this.#seated.notice = this.#whyNoTurn() ?? this.#seated.notice
      return false
    }
    const outcome = await this.#settled(turn, () => turn.type(text))
    return outcome.kind === 'moved'
  }

  async back(): Promise<void> {
    const turn = this.turn
    if (!turn || this.#seated.isSending) return
    this.#stage.skip()
    // Whoever takes back wants to look again; nothing passes by itself in this turn any more.
    this.#automatic = turn.version
    const edge = turn.back()
    this.#seated.notice = null
    this.#keep(turn)
    if (edge) await this.#stage.back(turn.mover, edge, turn.board)
    this.#showDice(turn)
  }

  tapDice(): void {
    if (this.turn?.swapDice()) this.#showDice(this.turn)
  }

  confirm(): boolean {
    const turn = this.turn
    if (!turn?.complete || !this.#seated.canAct) return false
    this.#seated.send({ do: 'play', moves: turn.plainMoves })
    return true
  }

  #take(turn: Turn): void {
    this.turn = turn
    const kept = keptDraft(this.#seated.match, turn.version, turn.walk)
    if (kept.length > 0) {
      turn.play(kept)
      this.show()
      return
    }
    this.#showDice(turn)
    const forced = turn.forced
    if (forced && forced.length > 0) void this.#playForced(turn, forced)
  }

  #asMover(turn: Turn, spot: number): number {
    const isPoint = spot !== OFF && spot !== BAR
    return isPoint && turn.mover !== this.#seated.viewer ? across(turn.course, spot) : spot
  }

  /** Before the dice, or while the other one plays; nothing to say between games. */
  #whyNoTurn(): Notice | null {
    if (this.#seated.may('roll')) return refusal('roll_first')
    const phase = this.#seated.view?.phase
    return phase === 'to_roll' || phase === 'to_play' ? refusal('not_your_turn') : null
  }

  async #settled(turn: Turn, act: () => Outcome): Promise<Outcome> {
    this.#stage.skip()
    const outcome = act()
    this.#seated.notice = outcome.kind === 'refused' ? refusal(outcome.reason) : null
    if (outcome.kind === 'moved') await this.#showRoute(turn, outcome.route)
    return outcome
  }

  async #showRoute(turn: Turn, route: readonly Edge[]): Promise<void> {
    this.#keep(turn)
    this.#showDice(turn)
    for (const edge of route) await this.#stage.move(turn.mover, edge)
    if (this.turn === turn) this.#stage.set(turn.board)
    await this.#endIfWished(turn)
  }

  async #endIfWished(turn: Turn): Promise<void> {
    if (!settings.autoConfirm || !turn.finished || !turn.complete || this.turn !== turn) return
    await this.#automatically(turn.version, AUTO_PAUSE_MS, () => this.confirm())
  }

  /** The only play there is: shown, then passed on by itself. */
  async #playForced(turn: Turn, route: readonly Edge[]): Promise<void> {
    await sleep(AUTO_PAUSE_MS)
    if (this.turn !== turn || turn.canTakeBack || this.#seated.isSending) return
    // The first checker of fevga is what a newcomer wonders about.
    this.#seated.notice = news(turn.waitsForRunner ? 'runner_first' : 'page.forced_play')
    turn.play(route)
    await this.#showRoute(turn, route)
    await this.#automatically(turn.version, FORCED_PAUSE_MS, () => this.confirm())
  }

  async #automatically(version: number, milliseconds: number, action: () => unknown): Promise<void> {
    if (this.#automatic === version) return
    // Not one of the stage's pauses: skipping an animation must never hurry a decision.
    await sleep(milliseconds)
    const { view, isSending, isStopped } = this.#seated
    if (this.#automatic === version || view?.version !== version || isSending || isStopped) return
    this.#automatic = version
    action()
  }

  #keep(turn: Turn): void {
    keepDraft(this.#seated.match, turn.version, turn.walk.path)
  }

  #showDice(turn: Turn): void {
    this.#stage.showDice(turn.mover, turn.dice)
  }
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
