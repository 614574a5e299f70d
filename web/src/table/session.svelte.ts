/** One match on the page: the line to the server, what it said, and what the reader sees of it.

Frames are worked off one after the other, because the plays in them are shown step by step. What
the server says always wins: at the end of every frame the board is the server's board.
*/

import type { Colour } from '../board/sides'
import type { Trail } from '../board/scene'
import { keepShare } from '../dice/share'
import { freshSeed } from '../socket/chance'
import { browserClock, browserWire, Line, mayPass, type LineState } from '../socket/line'
import type { Action, Event, Events, FromServer, Joined, Presence, Refused, Seat, Stake, View } from '../socket/messages'
import { settings } from '../settings/settings.svelte'
import { asCountedHere } from './absence'
import { Barred } from './barred.svelte'
import { Hand, type Seated } from './hand.svelte'
import { Hinting } from './hinting.svelte'
import { EMPTY_LOG, logAfter, stepsOf, type Log } from './log'
import { hintNotice, type Notice } from './notice'
import { Showing } from './showing'
import { Stage, type Sounds } from './stage.svelte'
import { trailOf } from './trail'
import type { Turn } from './turn.svelte'

/** More events than these are not shown one by one after a reconnection. */
const MOST_REPLAYED = 8

/** An event to be spoken, with what was true when it happened. */
export interface Spoken {
  readonly id: number
  readonly event: Event
  /** The value that the cube has, or is offered at. */
  readonly cube: number
}

export class Session implements Seated {
  joined = $state.raw<Joined | null>(null)
  view = $state.raw<View | null>(null)
  line = $state.raw<LineState>('connecting')
  log = $state.raw<Log>(EMPTY_LOG)
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
  isStopped = false
  trouble = $state.raw<{ code: string; text: string } | null>(null)
  readonly stage: Stage
  readonly hand: Hand
  readonly hinting: Hinting
  readonly match: string
  /** What happened, for the live region; each has a number so that a repetition is spoken too. */
  spoken = $state.raw<readonly Spoken[]>([])

  readonly #line: Line
  readonly #barred: Barred
  readonly #showing: Showing
  #frames: FromServer[] = []
  /** The version up to which everything has been taken in. */
  #applied = 0
  #spokenCount = 0
  #isWorking = false

  /** *askWhy* finds out why the server does not let this page in. */
  constructor(match: string, sounds: Sounds, askWhy: () => Promise<Notice | null>) {
    this.match = match
    this.#barred = new Barred(askWhy)
    this.stage = new Stage(sounds)
    this.hand = new Hand(this, this.stage)
    this.hinting = new Hinting((version) => this.#line.send({ type: 'hint', match, version }))
    this.#showing = new Showing(this.stage, (notice) => (this.notice = notice))
    this.#line = new Line({
      match,
      connect: browserWire,
      clock: browserClock,
      onFrame: (frame) => this.#receive(frame),
      onState: (state) => this.#lineIs(state),
    })
  }

  start(): void {
    this.stage.speed = settings.speed
    addEventListener('online', this.#hurry)
    document.addEventListener('visibilitychange', this.#hurry)
    this.#line.start()
  }

  stop(): void {
    this.isStopped = true
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

  /** Why the server does not let this page in, or only to watch. */
  get barred(): Notice | null {
    return this.#barred.notice(this.seat)
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

  /** The roll that the reader plays now. */
  get turn(): Turn | null {
    return this.hand.turn
  }

  get canAct(): boolean {
    return !this.isSending && !this.isShowing && this.browsed === null
  }

  may(action: string): boolean {
    return this.seat !== 'watch' && (this.view?.may.includes(action) ?? false)
  }

  /** Whether a hint may be asked for: no other person plays, and something is to be decided. */
  get canHint(): boolean {
    const { joined, view, seat } = this
    if (!joined || !view || seat === 'watch') return false
    const isAlone = seat === 'both' || joined.players[seat === 'w' ? 'b' : 'w'].kind === 'computer'
    const isPlaying = view.phase === 'to_play' && this.turn !== null
    return isAlone && (isPlaying || this.may('double') || this.may('take'))
  }

  askHint(): void {
    if (!this.canHint || !this.canAct || !this.view) return
    this.notice = null
    this.hinting.ask(this.view.version)
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

  // --- the line

  #lineIs(state: LineState): void {
    this.line = state
    this.#barred.lineIs(state, this.#line.failures)
  }

  // --- frames

  #receive(frame: FromServer): void {
    if (frame.type === 'pong') return
    // An absence counts from now, however long the frames before this one are shown.
    this.#frames.push(frame.type === 'presence' ? { ...frame, players: asCountedHere(frame.players, Date.now()) } : frame)
    if (!this.#isWorking) void this.#work()
  }

  async #work(): Promise<void> {
    this.#isWorking = true
    for (let frame = this.#frames.shift(); frame && !this.isStopped; frame = this.#frames.shift()) await this.#take(frame)
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
      case 'hint':
        if (this.hinting.take(frame)) this.notice = hintNotice(frame)
        return
      case 'no_hint':
        if (frame.version !== this.hinting.asked) return
        this.hinting.close()
        this.notice = { code: frame.code, values: {}, fallback: frame.text, isTrouble: true }
        return
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
        if (!mayPass(frame.code)) this.#barred.refused({ code: frame.code, values: {}, fallback: frame.text, isTrouble: true })
        return
      case 'pong':
        return
    }
  }

  async #takeJoined(frame: Joined): Promise<void> {
    const events = frame.history.flatMap((step) => step.events)
    const isReturn = this.joined !== null && this.view !== null
    if (isReturn && this.#isAnotherPast(frame)) {
      this.stop()
      location.reload()
      return
    }
    this.joined = frame
    this.trouble = null
    // What was asked on a line that is lost is not answered on the next.
    this.hinting.asked = null
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

  /** Whether the server was put back from a backup: what this page shows has not happened there. */
  #isAnotherPast({ version, view }: Joined): boolean {
    if (version < this.#applied) return true
    return version === this.view?.version && view.position !== this.view.position
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

  /** One's own share in the dice, kept so that a second try sends the same, and the proof page can compare. */
  #giveSeed(frame: Joined): void {
    const seats: readonly Colour[] = frame.seat === 'both' ? ['w', 'b'] : frame.seat === 'watch' ? [] : [frame.seat]
    if (seats.every((seat) => frame.seeded?.[seat] ?? frame.version > 0)) return
    const computer = (['w', 'b'] as const).find((seat) => frame.players[seat].kind === 'computer') ?? null
    const { seed } = keepShare(this.match, { seed: freshSeed(), commitment: frame.commitment, seats, computer })
    this.#line.send({ type: 'seed', match: this.match, seed })
  }

  async #takeEvents(events: readonly Event[], view: View, isShown: boolean): Promise<void> {
    this.stage.course = view.course
    this.isShowing = true
    // What is shown now belongs to the news; the reader's own turn is over.
    this.hand.turn = null
    if (isShown) this.stage.skip()
    for (const event of events) await this.#takeEvent(event, isShown)
    this.isShowing = false
    this.stage.calm()
    // A view that is ahead belongs to news that are on their way.
    if (view.version > this.#applied) return
    this.view = view
    this.hinting.keepOnly(view.version)
    this.hand.turn = null
    this.#showStanding(view)
    this.hand.begin(view)
  }

  async #takeEvent(event: Event, isShown: boolean): Promise<void> {
    const before = this.log
    this.log = logAfter(before, event)
    this.#spokenCount += 1
    if (isShown) this.spoken = [...this.spoken.slice(-5), { id: this.#spokenCount, event, cube: this.log.offered }]
    if (event.event === 'game') {
      this.trail = null
      this.stage.set(this.log.board)
      this.stage.clearDice()
    }
    if (event.event === 'play') this.trail = event.by === this.seat ? null : trailOf(event.by, stepsOf(event.play), this.viewer, this.stage.course)
    if (event.event === 'roll' && this.trail?.colour === event.by) this.trail = null
    if (isShown) await this.#showing.event(event, this.log)
  }

  #takeRefused(frame: Refused): void {
    this.notice = { code: frame.code, values: {}, fallback: frame.text, isTrouble: true }
    // A view that is ahead belongs to news that are on their way; they will show it.
    if (frame.view.version !== this.#applied) return
    this.view = frame.view
    this.hand.turn = null
    this.#showStanding(frame.view)
    this.hand.begin(frame.view)
  }

  /** The reader's own turn where he has begun it, else the present as the server tells it. */
  #showStanding(view: View): void {
    this.stage.course = view.course
    this.stage.viewer = this.viewer
    if (!this.hand.show()) this.#showing.standing(view, this.log)
  }
}

/** Whether the match waits for something that the reader can do. */
export function isMyTurn(session: Session): boolean {
  if (!session.canAct) return false
  return session.turn !== null || ['roll', 'take', 'accept'].some((action) => session.may(action))
}
