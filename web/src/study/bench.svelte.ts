/** The study board: the position looked at, the plays tried from it, and one that is being set up. */

import { arrowsOf } from '../board/arrows'
import { NO_DICE, NO_SIGNALS, type Scene, type ShownDie, type Signals } from '../board/scene'
import type { Game } from '../board/setup'
import { across, BAR, decodeBoard, OFF, type Colour, type Step } from '../board/sides'
import { numbersOf } from '../board/walk'
import { diceText, stepsOf } from '../table/log'
import { trailOf } from '../table/trail'
import { Turn } from '../table/turn.svelte'
import { t } from '../words/words.svelte'
import type { Studied, StudyCalls } from './calls'
import { draftOf, lineOf, topOf, withCount, withOneLess, withOneMore, withPin, type Draft } from './draft'
import { refusalText } from './refusals'
import { Telling } from './telling.svelte'

/** A position that was looked at, and the play that led to it. */
export interface Node {
  readonly id: number
  readonly parent: number | null
  readonly how: string
  readonly steps: readonly Step[]
  /** Whose steps they are: which side is on roll may be changed afterwards. */
  readonly by: Colour | null
  readonly studied: Studied
}

export type Brush = 'w' | 'b' | 'w-pin' | 'b-pin' | 'none'

const WAIT_FOR_MORE_MS = 250

export class Bench extends Telling {
  nodes = $state.raw<readonly Node[]>([])
  at = $state(0)
  draft = $state.raw<Draft | null>(null)
  brush = $state<Brush>('w')
  /** Why the position that is being set up can't be. */
  fault = $state('')
  /** Why there is nothing to look at in a text that was pasted. */
  unread = $state('')
  viewer = $state<Colour>('w')
  turn = $state.raw<Turn | null>(null)
  /** The steps that arrows show. */
  shown = $state.raw<readonly Step[]>([])
  #dragged = $state.raw<{ colour: Colour; point: number; spot: number } | null>(null)
  readonly #calls: StudyCalls
  #count = 0
  #soon: ReturnType<typeof setTimeout> | undefined

  constructor(calls: StudyCalls) {
    super()
    this.#calls = calls
  }

  get node(): Node | null {
    return this.nodes.find((node) => node.id === this.at) ?? null
  }

  get studied(): Studied | null {
    return this.node?.studied ?? null
  }

  /** The way from the beginning to where the reader is. */
  get path(): readonly Node[] {
    const found: Node[] = []
    for (let node = this.node; node; node = this.nodes.find((one) => one.id === node?.parent) ?? null) found.unshift(node)
    return found
  }

  // ------------------------------------------------------------ positions

  /** Look at the position in a text; false if there is none, and the notice says why. */
  async open(text: string): Promise<boolean> {
    return this.asked(this.#calls.read(text), (studied) => this.begin(studied))
  }

  /** Look at the position in a text that was pasted; what is wrong with it is said beside it. */
  async paste(text: string): Promise<boolean> {
    this.unread = ''
    return this.asked(this.#calls.read(text), (studied) => this.begin(studied), (why) => (this.unread = why))
  }

  begin(studied: Studied): void {
    this.draft = null
    this.fault = ''
    this.unread = ''
    this.#count += 1
    this.nodes = [{ id: this.#count, parent: null, how: '', steps: [], by: null, studied }]
    this.go(this.#count)
  }

  go(id: number): void {
    this.elsewhere()
    this.at = id
    this.notice = ''
    this.shown = []
    this.#take()
  }

  /** Another throw, another side on roll, or none. */
  async change(change: Partial<Draft>): Promise<void> {
    const changed = this.node
    if (!changed) return
    await this.asked(this.#calls.read(lineOf({ ...draftOf(changed.studied), ...change })), (studied) => {
      this.nodes = this.nodes.map((node) => (node.id === changed.id ? { ...node, studied } : node))
      this.go(changed.id)
    })
  }

  /** Play *moves* of the roll, and go on from there. */
  async play(moves: readonly string[]): Promise<void> {
    const node = this.node
    if (!node) return
    const steps = moves.flatMap(stepsOf)
    await this.asked(this.#calls.play(node.studied.position, moves), (studied) => {
      const how = `${diceText(node.studied.dice)}: ${moves.length > 0 ? shortened(moves) : '–'}`
      const known = this.nodes.find((one) => one.parent === node.id && one.studied.board === studied.board && one.how === how)
      if (known) return this.go(known.id)
      this.#count += 1
      this.nodes = [...this.nodes, { id: this.#count, parent: node.id, how, steps, by: node.studied.turn, studied }]
      this.go(this.#count)
    })
  }

  /** Forget a play that was tried, and all that was tried after it. */
  prune(id: number): void {
    const gone = new Set([id])
    for (const node of this.nodes) if (node.parent !== null && gone.has(node.parent)) gone.add(node.id)
    const parent = this.nodes.find((node) => node.id === id)?.parent ?? null
    this.nodes = this.nodes.filter((node) => !gone.has(node.id))
    if (gone.has(this.at) && parent !== null) this.go(parent)
  }

  // ------------------------------------------------------------- setting up

  setUp(): void {
    if (!this.studied) return
    this.elsewhere()
    this.draft = draftOf(this.studied)
    this.fault = ''
    this.unread = ''
    this.notice = ''
    this.shown = []
  }

  /** Change what is being set up; the server says whether it can be. */
  edit(draft: Draft): void {
    this.elsewhere()
    this.draft = draft
    clearTimeout(this.#soon)
    this.#soon = setTimeout(() => void this.#check(), WAIT_FOR_MORE_MS)
  }

  async choose(game: Game): Promise<void> {
    const draft = this.draft
    const opened = await this.open(`${game} ${START[game]} ${START[game]} w`)
    if (opened && draft) this.setUp()
  }

  /** Study what was set up, if it can be. */
  async finish(): Promise<void> {
    const draft = this.draft
    if (!draft) return
    clearTimeout(this.#soon)
    await this.asked(this.#calls.read(lineOf(draft)), (studied) => this.begin(studied), (why) => (this.fault = why))
  }

  putBack(): void {
    this.elsewhere()
    clearTimeout(this.#soon)
    this.draft = null
    this.fault = ''
    this.notice = ''
  }

  async #check(): Promise<void> {
    const draft = this.draft
    if (!draft) return
    try {
      await this.#calls.read(lineOf(draft))
      if (this.draft === draft) this.fault = ''
    } catch (error) {
      if (this.draft === draft) this.fault = refusalText(error)
    }
  }

  /** A place of the board is tapped, or its button pressed, with the brush. */
  paint(spot: number): void {
    const draft = this.draft
    if (!draft || spot === OFF) return
    const { brush } = this
    if (brush === 'none') return this.erase(spot)
    const colour = brush.startsWith('w') ? 'w' : 'b'
    const point = this.#ownPoint(colour, spot)
    const board = brush.endsWith('pin') ? withPin(draft.board, colour, point) : withOneMore(draft, colour, point)
    if (board) this.#painted(draft, board)
    else this.notice = t('page.study.none_left', { side: t(colour === 'w' ? 'white' : 'black') })
  }

  erase(spot: number): void {
    const draft = this.draft
    const top = draft ? topOf(draft, this.viewer, spot) : null
    const board = draft && top ? withOneLess(draft, top.colour, top.point) : null
    if (draft && board) this.#painted(draft, board)
  }

  /** So many checkers of the brush's colour. */
  count(spot: number, count: number): void {
    const draft = this.draft
    if (!draft || this.brush === 'none') return
    const colour = this.brush.startsWith('w') ? 'w' : 'b'
    const board = withCount(draft.board, colour, this.#ownPoint(colour, spot), count)
    if (board) this.#painted(draft, board)
    else this.notice = t('page.study.none_left', { side: t(colour === 'w' ? 'white' : 'black') })
  }

  #painted(draft: Draft, board: Draft['board']): void {
    this.notice = ''
    this.edit({ ...draft, board })
  }

  #ownPoint(colour: Colour, spot: number): number {
    if (spot === OFF || spot === BAR || colour === this.viewer || !this.draft) return spot
    return across(this.draft.course, spot)
  }

  // ------------------------------------------------------- hands on the board

  tap(spot: number | null): void {
    if (this.draft) {
      if (spot !== null) this.paint(spot)
      return
    }
    const turn = this.turn
    if (!turn) return
    this.heard(spot === null ? turn.putDown() : turn.tap(this.#moversPoint(turn, spot)))
  }

  lift(spot: number): boolean {
    if (!this.draft) return this.turn?.lift(this.#moversPoint(this.turn, spot)) ?? false
    const top = topOf(this.draft, this.viewer, spot)
    this.#dragged = top && { ...top, spot }
    return top !== null
  }

  drop(spot: number | null): void {
    if (!this.draft) {
      if (this.turn) this.heard(this.turn.drop(spot === null ? null : this.#moversPoint(this.turn, spot)))
      return
    }
    const dragged = this.#dragged
    this.#dragged = null
    if (!dragged || spot === dragged.spot) return
    const less = withOneLess(this.draft, dragged.colour, dragged.point)
    if (!less) return
    if (spot === null || spot === OFF) return this.#painted(this.draft, less)
    const moved = withOneMore({ ...this.draft, board: less }, dragged.colour, this.#ownPoint(dragged.colour, spot))
    if (moved) this.#painted(this.draft, moved)
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

  /** The play made by hand, if it is complete. */
  confirm(): boolean {
    if (!this.turn?.complete) return false
    void this.play(this.turn.plainMoves)
    return true
  }

  #moversPoint(turn: Turn, spot: number): number {
    return spot === OFF || spot === BAR || turn.mover === this.viewer ? spot : across(turn.course, spot)
  }

  #take(): void {
    const studied = this.studied
    this.turn = null
    if (!studied?.graph || !studied.dice || !studied.turn) return
    this.turn = new Turn({
      mover: studied.turn,
      course: studied.course,
      version: this.at,
      graph: studied.graph,
      dice: studied.dice,
      largerFirst: true,
    })
  }

  // ---------------------------------------------------------------- to draw

  get scene(): Scene | null {
    const { studied, draft, viewer, turn } = this
    if (!studied) return null
    const course = draft?.course ?? studied.course
    const node = this.node
    const trail = node?.by && node.steps.length > 0 && !draft ? trailOf(node.by, node.steps, viewer, course) : null
    const steps = turn && turn.walk.path.length === 0 ? this.shown : []
    return {
      board: draft?.board ?? turn?.board ?? decodeBoard(studied.board),
      viewer,
      course,
      numbering: draft ? viewer : (studied.turn ?? viewer),
      hasMothers: studied.has_mother,
      cube: draft ? (draft.game === 'backgammon' ? (draft.cube ?? { value: 1, owner: null }) : null) : studied.cube,
      dice: this.#dice(),
      trail,
      flights: [],
      signals: this.#signals(),
      arrows: turn && !draft ? arrowsOf(steps, turn.mover, viewer, course) : [],
    }
  }

  #dice(): Scene['dice'] {
    const dice = this.draft ? this.draft.dice : this.studied?.dice
    const by = this.draft ? this.draft.turn : this.studied?.turn
    if (!dice || !by) return NO_DICE
    const thrown: readonly ShownDie[] = this.draft || !this.turn ? numbersOf(dice).map((number) => ({ number, used: false })) : this.turn.dice
    const own = by === this.viewer
    return { id: 0, own: own ? thrown : [], theirs: own ? [] : thrown, tumbling: false }
  }

  #signals(): Signals {
    const { draft, turn } = this
    if (draft) return { ...NO_SIGNALS, mover: this.#dragged?.colour ?? null, lifted: this.#dragged?.spot ?? null }
    if (!turn) return NO_SIGNALS
    const seen = (point: number): number => this.#moversPoint(turn, point)
    return {
      mover: turn.mover,
      sources: new Set([...turn.sources].map(seen)),
      lifted: turn.lifted === null ? null : seen(turn.lifted),
      targets: new Set([...turn.targets].map(seen)),
    }
  }
}

const START: Readonly<Record<Game, string>> = {
  portes: '24:2,13:5,8:3,6:5',
  backgammon: '24:2,13:5,8:3,6:5',
  plakoto: '24:15',
  fevga: '24:15',
}

function shortened(moves: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const move of moves) counts.set(move, (counts.get(move) ?? 0) + 1)
  return [...counts].map(([move, count]) => (count > 1 ? `${move}(${count})` : move)).join(' ')
}
