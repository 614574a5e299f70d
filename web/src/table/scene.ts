/** From a session to a scene: the present with its signals, or the play that is looked back at. */

import { arrowsOf } from '../board/arrows'
import { courseOf } from '../board/setup'
import { NO_DICE, NO_SIGNALS, type Arrow, type Scene, type Signals } from '../board/scene'
import { across, BAR, OFF } from '../board/sides'
import { numbersOf } from '../board/walk'
import type { Line } from './log'
import type { Session } from './session.svelte'
import { trailOf } from './trail'

export function sceneOf(session: Session): Scene {
  const line = session.browsed === null ? undefined : session.log.lines[session.browsed]
  return line ? past(session, line) : present(session)
}

function present(session: Session): Scene {
  const { stage, view, turn } = session
  const cube = view?.cube && view.game === 'backgammon' ? view.cube : null
  return {
    board: stage.board,
    viewer: session.viewer,
    course: stage.course,
    numbering: turn?.mover ?? session.viewer,
    hasMothers: hasMothers(session, session.log.name),
    cube,
    dice: stage.dice,
    trail: session.trail,
    flights: stage.flights,
    signals: signalsOf(session),
    arrows: hintArrows(session),
  }
}

function past(session: Session, line: Line): Scene {
  const course = courseOf(line.name)
  const viewer = session.viewer
  const shown = line.dice ? numbersOf(line.dice).map((number) => ({ number, used: true })) : []
  const isOwn = line.by === viewer
  return {
    board: line.board,
    viewer,
    course,
    numbering: viewer,
    hasMothers: hasMothers(session, line.name),
    cube: null,
    dice: { ...NO_DICE, own: isOwn ? shown : [], theirs: isOwn ? [] : shown },
    trail: line.by ? trailOf(line.by, line.steps, viewer, course) : null,
    flights: [],
    signals: NO_SIGNALS,
    arrows: [],
  }
}

/** Plakoto marks the mother, unless the table plays without her rule. */
function hasMothers(session: Session, game: string): boolean {
  return game === 'plakoto' && session.joined?.rules.options['plakoto.mother_rule'] !== 'off'
}

function signalsOf(session: Session): Signals {
  const { turn, viewer } = session
  if (!turn || !session.canAct) return NO_SIGNALS
  const seen = (point: number): number =>
    point === OFF || point === BAR || turn.mover === viewer ? point : across(turn.course, point)
  return {
    mover: turn.mover,
    sources: new Set([...turn.sources].map(seen)),
    lifted: turn.lifted === null ? null : seen(turn.lifted),
    targets: new Set([...turn.targets].map(seen)),
  }
}

/** The play that a hint recommends, as far as it isn't played yet. */
function hintArrows(session: Session): readonly Arrow[] {
  const { turn, viewer, hinting } = session
  if (!turn || !session.canAct) return []
  return arrowsOf(hinting.stepsAfter(turn.walk.path), turn.mover, viewer, turn.course)
}
