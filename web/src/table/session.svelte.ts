/** One match on the page: the line to the server, what it said, and what the reader sees of it.

Frames are worked off one after the other, because the plays in them are shown step by step. What
the server says always wins: at the end of every frame the board is the server's board.
*/

import { across, BAR, decodeBoard, encodeBoard, OFF, opponentOf, type Colour } from '../board/sides'
import { numbersOf, type Edge } from '../board/walk'
import type { ShownDie, Trail } from '../board/scene'
import { freshSeed } from '../socket/chance'
import { browserClock, browserWire, Line, type LineState } from '../socket/line'
import type { Action, Event, Events, FromServer, Joined, Presence, Refused, Seat, Stake, View } from '../socket/messages'
import { settings } from '../settings/settings.svelte'
import { read, write } from '../settings/store'
import { diceOf, EMPTY_LOG, logAfter, stepsOf, type Log } from './log'
import { trailOf } from './trail'
import { Stage, type Sounds } from './stage.svelte'
import { Turn, type Outcome, type Reason } from './turn.svelte'

/** Something to tell the reader: a refusal, or what just happened. */
export interface Notice {
  readonly code: string
  readonly values: Readonly<Record<string, string | number>>
  /** The server's own sentence, for a code without words here. */
  readonly fallback: string
  readonly isTrouble: boolean
}

const OPENING_PAUSE_MS = 900
const LOST_TURN_PAUSE_MS = 1600
const STEP_PAUSE_MS = 120
const AFTER_ROLL_PAUSE_MS = 250
const FORCED_PAUSE_MS = 1100
const AUTO_PAUSE_MS = 450
/** More events than these are not shown one by one after a reconnection. */
const MOST_REPLAYED = 8

export class Session {
  joined = $state.raw<Joined | null>(null)
  view = $state.raw<View | null>(null)
  line = $state.raw<LineState>('connecting')
  log = $state.raw<Log>(EMPTY_LOG)
  turn = $state.raw<Turn | null>(null)
  trail = $state.raw<Trail | null>(null)
  notice = $state.raw<Notice | null>(null)
  presence = $state.raw<Partial<Record<Colour, Presence>>>({})
  rematchBy = $state.raw<Colour | null>(null)
  /** The match that follows this one, if there is one. */
  rematch = $state.raw<string | null>(null)
  /** The match to go to now. */
  next = $state.raw<string | null>(null)
  /** An action is on its way and not answered yet. */
  isSending = $state(false)
  /** Frames are being shown; the reader's controls wait. */
  isShowing = $state(false)
  /** The line of the move list that is looked at, or null for now. */
  browsed = $state.raw<number | null>(null)
  isFlipped = $state(false)
  trouble = $state.raw<{ code: string; text: string } | null>(null)
  readonly stage: Stage
  readonly match: string
  /** What happened, for the live region; each has a number so that a repetition is spoken too. */
  spoken = $state.raw<readonly { id: number; event: Event }[]>([])

  readonly #line: Line
  #frames: FromServer[] = []
  /** The version up to which everything has been taken in. */
  #applied = 0
  #spokenCount = 0
  #isWorking = false
  /** A forced or automatic action is sent once for a version of the match. */
  #automatic = -1
  #stopped = false

  constructor(match: string, sounds: Sounds) {
    this.match = match
    this.stage = new Stage(sounds)
    this.#line = new Line({
      match,
      connect: browserWire,
      clock: browserClock,
      onFrame: (frame) => this.#receive(frame),
      onState: (state) => (this.line = state),
    })
  }

  start(): void {
    this.stage.speed = settings.speed
    addEventListener('online', this.#hurry)
    document.addEventListener('visibilitychange', this.#hurry)
    this.#line.start()
  }

  stop(): void {
    this.#stopped = true
    removeEventListener('online', this.#hurry)
    document.removeEventListener('visibilitychange', this.#hurry)
    this.#line.stop()
    this.stage.skip()
  }

  readonly #hurry = (): void => {
    if (document.visibilityState === 'visible') this.#line.hurry()
  }

  get seat(): Seat {
    return this.joined?.seat ?? 'watch'
  }

  /** Who sits at the bottom of the board. */
  get viewer(): Colour {
    if (this.seat === 'w' || this.seat === 'b') return this.seat
    return this.isFlipped ? 'b' : 'w'
  }

  /** Whose actions this page may send now; null for watchers. */
  get actor(): Colour | null {
    if (this.seat === 'watch') return null
    return this.seat === 'both' ? (this.view?.turn ?? 'w') : this.seat
  }

  get canAct(): boolean {
    return !this.isSending && !this.isShowing && this.browsed === null
  }

  may(action: string): boolean {
    return this.seat !== 'watch' && (this.view?.may.includes(action) ?? false)
  }

  /** The largest stakes first have no meaning here; the order is the server's. */
  get resignStakes(): readonly Stake[] {
    return (['single', 'gammon', 'backgammon'] as const).filter((stake) => this.may(`resign:${stake}`))
  }

  send(action: Action): void {
    const view = this.view
    if (!view || this.seat === 'watch' || this.#line.pending) return
    this.notice = null
    if (this.#line.act(action, view.version) !== null) this.isSending = true
  }

  // --- the reader's own play, in the viewer's numbering and in the mover's

  /** A tap on a place as it is seen; off the points it lays the checker back. */
  tapSeen(spot: number | null): void {
    if (spot === null) this.turn?.putDown()
    else void this.tap(this.#asMover(spot))
  }

  liftSeen(spot: number): boolean {
    if (!this.turn || !this.canAct) return false
    this.stage.skip()
    return this.turn.lift(this.#asMover(spot))
  }

  dropSeen(spot: number | null): void {
    void this.drop(spot === null ? null : this.#asMover(spot))
  }

  #asMover(spot: number): number {
    const turn = this.turn
    const isPoint = spot !== OFF && spot !== BAR
    return turn && isPoint && turn.mover !== this.viewer ? across(turn.course, spot) : spot
  }

  async tap(point: number): Promise<void> {
    const turn = this.turn
    if (!turn) {
      if (this.canAct && this.seat !== 'watch') this.notice = this.#whyNoTurn()
      return
    }
    if (this.canAct) await this.#settled(turn, () => turn.tap(point))
  }

  async drop(point: number | null): Promise<void> {
    const turn = this.turn
    if (!turn) return
    const outcome = turn.drop(point)
    this.notice = outcome.kind === 'refused' ? refusal(outcome.reason) : null
    if (outcome.kind !== 'moved') return
    // The finger has carried the checker there already; nothing flies.
    this.stage.lay(turn.board, outcome.route.some((edge) => edge.mark === '*'))
    this.#showOwnDice(turn)
    await this.#endIfWished(turn)
  }

  async type(text: string): Promise<boolean> {
    const turn = this.turn
    if (!turn || !this.canAct) {
      this.notice = this.#whyNoTurn() ?? this.notice
      return false
    }
    const outcome = await this.#settled(turn, () => turn.type(text))
    return outcome.kind === 'moved'
  }

  async back(): Promise<void> {
    const turn = this.turn
    if (!turn || this.isSending) return
    this.stage.skip()
    // Whoever takes back wants to look again; nothing passes by itself in this turn any more.
    this.#automatic = turn.version
    const edge = turn.back()
    this.notice = null
    if (edge) await this.stage.back(turn.mover, edge, turn.board)
    this.#showOwnDice(turn)
  }

  tapDice(): void {
    if (this.turn?.swapDice()) this.#showOwnDice(this.turn)
  }

  confirm(): boolean {
    const turn = this.turn
    if (!turn?.complete || !this.canAct) return false
    this.send({ do: 'play', moves: turn.plainMoves })
    return true
  }

  /** Before the dice, or while the other one plays; nothing to say between games. */
  #whyNoTurn(): Notice | null {
    if (this.may('roll')) return refusal('roll_first')
    return this.view?.phase === 'to_roll' || this.view?.phase === 'to_play' ? refusal('not_your_turn') : null
  }

  async #settled(turn: Turn, act: () => Outcome): Promise<Outcome> {
    this.stage.skip()
    const outcome = act()
    this.notice = outcome.kind === 'refused' ? refusal(outcome.reason) : null
    if (outcome.kind === 'moved') await this.#showOwn(turn, outcome.route)
    return outcome
  }

  async #showOwn(turn: Turn, route: readonly Edge[]): Promise<void> {
    this.#showOwnDice(turn)
    for (const edge of route) await this.stage.move(turn.mover, edge)
    if (this.turn === turn) this.stage.set(turn.board)
    await this.#endIfWished(turn)
  }

  async #endIfWished(turn: Turn): Promise<void> {
    if (!settings.autoConfirm || !turn.finished || !turn.complete || this.turn !== turn) return
    await this.#automatically(turn.version, AUTO_PAUSE_MS, () => this.confirm())
  }

  #showOwnDice(turn: Turn): void {
    this.stage.showDice(...this.#sidesOf(turn.mover, turn.dice))
  }

  /** Dice lie on the right of whoever threw them. */
  #sidesOf(by: Colour, dice: readonly ShownDie[]): [readonly ShownDie[], readonly ShownDie[]] {
    return by === this.viewer ? [dice, []] : [[], dice]
  }

  // --- looking back

  browse(index: number | null): void {
    const last = this.log.lines.length - 1
    this.browsed = index === null || index > last ? null : Math.max(0, index)
  }

  flip(): void {
    this.isFlipped = !this.isFlipped
    this.stage.viewer = this.viewer
    if (this.view) this.#showStanding(this.view)
  }

  // --- frames

  #receive(frame: FromServer): void {
    if (frame.type === 'pong') return
    this.#frames.push(frame)
    if (!this.#isWorking) void this.#work()
  }

  async #work(): Promise<void> {
    this.#isWorking = true
    for (let frame = this.#frames.shift(); frame && !this.#stopped; frame = this.#frames.shift()) await this.#take(frame)
    this.#isWorking = false
  }

  async #take(frame: FromServer): Promise<void> {
    switch (frame.type) {
      case 'joined':
        return this.#takeJoined(frame)
      case 'events':
        this.isSending = this.#line.pending !== null
        return this.#takeNews(frame)
      case 'refused':
        this.isSending = this.#line.pending !== null
        return this.#takeRefused(frame)
      case 'presence':
        this.presence = frame.players
        return
      case 'rematch_offer':
        this.rematchBy = frame.by
        return
      case 'rematch':
        this.next = frame.next
        return
      case 'error':
        this.trouble = { code: frame.code, text: frame.text }
        return
      case 'pong':
        return
    }
  }

  async #takeJoined(frame: Joined): Promise<void> {
    const events = frame.history.flatMap((step) => step.events)
    const isReturn = this.joined !== null && this.view !== null
    this.joined = frame
    this.trouble = null
    this.presence = {
      w: { present: frame.players.w.present, away_since: null },
      b: { present: frame.players.b.present, away_since: null },
    }
    this.#giveSeed(frame)
    this.rematch = frame.rematch ?? null
    // Whoever was cut off while the rematch began follows it; whoever looks at an old match stays.
    if (isReturn) this.next = this.rematch
    this.stage.viewer = this.viewer
    this.isSending = this.#line.pending !== null
    if (isReturn && frame.version <= this.#applied) return
    this.#applied = frame.version
    await this.#takeEvents(events, frame.view, isReturn && events.length <= MOST_REPLAYED)
  }

  /** News in their order: what is known already is left out, and a gap is asked for. */
  async #takeNews(frame: Events): Promise<void> {
    if (frame.version <= this.#applied) return
    if (frame.version > this.#applied + 1) {
      this.#line.rejoin(this.#applied)
      return
    }
    this.#applied = frame.version
    await this.#takeEvents(frame.events, frame.view, this.#frames.length < MOST_REPLAYED)
  }

  /** One's own share in the dice, kept so that a second try sends the same. */
  #giveSeed(frame: Joined): void {
    const colours: readonly Colour[] = frame.seat === 'both' ? ['w', 'b'] : frame.seat === 'watch' ? [] : [frame.seat]
    if (colours.every((colour) => frame.seeded?.[colour] ?? frame.version > 0)) return
    const name = `tavli.seed.${this.match}`
    const kept = read(name)
    const seed = typeof kept === 'string' ? kept : freshSeed()
    write(name, seed)
    this.#line.send({ type: 'seed', match: this.match, seed })
  }

  async #takeEvents(events: readonly Event[], view: View, isShown: boolean): Promise<void> {
    this.stage.course = view.course
    this.isShowing = true
    // What is shown now belongs to the news; the reader's own turn is over.
    this.turn = null
    if (isShown) this.stage.skip()
    for (const event of events) await this.#takeEvent(event, isShown)
    this.isShowing = false
    // A view that is ahead belongs to news that are on their way.
    if (view.version > this.#applied) return
    this.view = view
    this.turn = null
    this.#showStanding(view)
    this.#startTurn(view)
  }

  async #takeEvent(event: Event, isShown: boolean): Promise<void> {
    const before = this.log
    this.log = logAfter(before, event)
    this.#spokenCount += 1
    if (isShown) this.spoken = [...this.spoken.slice(-5), { id: this.#spokenCount, event }]
    if (event.event === 'game') {
      this.trail = null
      this.stage.set(this.log.board)
      this.stage.showDice([], [])
    }
    if (event.event === 'play') this.trail = event.by === this.seat ? null : trailOf(event.by, stepsOf(event.play), this.viewer, this.stage.course)
    if (!isShown) return
    if (event.event === 'opening') await this.#showOpening(event.white, event.black)
    if (event.event === 'roll') await this.#showRoll(event.by, event.dice)
    if (event.event === 'play') await this.#showPlay(event.by, event.play)
  }

  async #showOpening(white: number, black: number): Promise<void> {
    const own = { number: this.viewer === 'w' ? white : black, used: false }
    const theirs = { number: this.viewer === 'w' ? black : white, used: false }
    await this.stage.tumble([own], [theirs])
    await this.stage.pause(OPENING_PAUSE_MS)
  }

  async #showRoll(by: Colour, dice: string): Promise<void> {
    if (this.trail?.colour === by) this.trail = null
    const shown = numbersOf(diceOf(dice)).map((number) => ({ number, used: false }))
    await this.stage.tumble(...this.#sidesOf(by, shown))
    if (by !== this.viewer) await this.stage.pause(AFTER_ROLL_PAUSE_MS)
  }

  async #showPlay(by: Colour, play: string): Promise<void> {
    const steps = stepsOf(play)
    if (steps.length === 0) {
      this.notice = { code: 'no_legal_move', values: {}, fallback: '', isTrouble: false }
      await this.stage.pause(LOST_TURN_PAUSE_MS)
      this.notice = null
      return
    }
    if (encodeBoard(this.stage.board) === encodeBoard(this.log.board)) return
    for (const step of steps) {
      await this.stage.move(by, step)
      await this.stage.pause(STEP_PAUSE_MS)
    }
  }

  #takeRefused(frame: Refused): void {
    this.notice = { code: frame.code, values: {}, fallback: frame.text, isTrouble: true }
    // A view that is ahead belongs to news that are on their way; they will show it.
    if (frame.view.version !== this.#applied) return
    this.view = frame.view
    this.turn = null
    this.#showStanding(frame.view)
    this.#startTurn(frame.view)
  }

  /** The present as the server tells it, without any movement. */
  #showStanding(view: View): void {
    this.stage.course = view.course
    this.stage.viewer = this.viewer
    if (this.turn) {
      this.stage.set(this.turn.board)
      this.#showOwnDice(this.turn)
      return
    }
    this.stage.set(decodeBoard(view.board))
    if (!view.dice) {
      this.#showSpentDice(view)
      return
    }
    const roller = view.phase === 'to_play' && view.turn ? view.turn : (this.log.roller ?? opponentOf(this.viewer))
    this.stage.showDice(...this.#sidesOf(roller, numbersOf(view.dice).map((number) => ({ number, used: false }))))
  }

  /** Until the next throw the dice of the last play lie where they fell. */
  #showSpentDice(view: View): void {
    if (view.phase === 'opening') return
    const last = view.phase === 'to_roll' ? this.log.lines.at(-1) : undefined
    const dice = last?.kind === 'play' && last.by && last.dice ? numbersOf(last.dice) : []
    this.stage.showDice(...this.#sidesOf(last?.by ?? 'w', dice.map((number) => ({ number, used: true }))))
  }

  #startTurn(view: View): void {
    const mover = this.actor
    if (view.phase === 'to_play' && view.graph && view.dice && mover) {
      this.turn = new Turn({ mover, course: view.course, version: view.version, graph: view.graph, dice: view.dice, largerFirst: settings.largerDieFirst })
      this.#showOwnDice(this.turn)
      const forced = this.turn.forced
      if (forced && forced.length > 0) void this.#playForced(this.turn, forced)
    } else if (view.phase === 'to_roll' && settings.autoRoll && this.may('roll') && !this.may('double')) {
      void this.#automatically(view.version, AUTO_PAUSE_MS, () => this.send({ do: 'roll' }))
    }
  }

  /** The only play there is: shown, then passed on by itself. */
  async #playForced(turn: Turn, route: readonly Edge[]): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, AUTO_PAUSE_MS))
    if (this.turn !== turn || turn.canTakeBack || this.isSending) return
    this.notice = { code: 'page.forced_play', values: {}, fallback: '', isTrouble: false }
    turn.play(route)
    await this.#showOwn(turn, route)
    await this.#automatically(turn.version, FORCED_PAUSE_MS, () => this.confirm())
  }

  async #automatically(version: number, milliseconds: number, action: () => unknown): Promise<void> {
    if (this.#automatic === version) return
    // Not one of the stage's pauses: skipping an animation must never hurry a decision.
    await new Promise((resolve) => setTimeout(resolve, milliseconds))
    if (this.#automatic === version || this.view?.version !== version || this.isSending || this.#stopped) return
    this.#automatic = version
    action()
  }
}

/** Whether the match waits for something that the reader can do. */
export function isMyTurn(session: Session): boolean {
  if (!session.canAct) return false
  return session.turn !== null || ['roll', 'take', 'accept'].some((action) => session.may(action))
}

function refusal(reason: Reason | 'roll_first' | 'not_your_turn'): Notice {
  return { code: reason, values: {}, fallback: '', isTrouble: true }
}
