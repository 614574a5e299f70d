/** Where a finger means which point: areas, growth of legal points, and the snap to the nearest. */

import { columnOf, isTop, offSpot, PITCH, pointX, type Geometry, type Spot } from './geometry'
import { BAR, OFF } from './sides'

export interface Area {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

const FINGER_PX = 44

/** A point's area: half the board high; a legal one grows to a finger's width over illegal neighbours. */
export function areaOf(geometry: Geometry, point: number, legal: ReadonlySet<number>, unitsPerPixel: number): Area {
  const x = pointX(geometry, point)
  let left = x - PITCH / 2
  let right = x + PITCH / 2
  const wanted = FINGER_PX * unitsPerPixel
  if (legal.has(point) && wanted > PITCH) {
    const more = (wanted - PITCH) / 2
    const column = columnOf(geometry, point)
    if (column > 0 && !legal.has(neighbour(geometry, point, -1))) left -= more
    if (column < 11 && !legal.has(neighbour(geometry, point, 1))) right += more
  }
  return { left, width: right - left, top: isTop(point) ? 0 : geometry.middle, height: geometry.middle }
}

function neighbour(geometry: Geometry, point: number, step: number): number {
  const rising = isTop(point) !== geometry.mirrored
  return rising ? point + step : point - step
}

export function barArea(geometry: Geometry): Area {
  return { left: geometry.seamX - geometry.seam / 2, width: geometry.seam, top: geometry.height * 0.3, height: geometry.height * 0.4 }
}

/** The place for borne-off checkers; on a phone a strip at the board's edge. */
export function offArea(geometry: Geometry, own: boolean): Area {
  const beside = geometry.full - geometry.width
  const width = Math.max(beside, 24)
  const left = geometry.mirrored ? geometry.left - beside : geometry.left + geometry.width + beside - width
  return { left, width, top: own ? geometry.middle : 0, height: geometry.middle }
}

/** The target under or nearest to a spot, or null when the finger is on none of the board. */
export function targetAt(geometry: Geometry, spot: Spot, legal: ReadonlySet<number>, unitsPerPixel: number, own: boolean): number | null {
  const exact = exactPoint(geometry, spot)
  if (exact !== null && legal.has(exact)) return exact
  let best: number | null = null
  let bestDistance = Math.max(PITCH * 0.9, FINGER_PX * unitsPerPixel)
  for (const point of legal) {
    const distance = distanceTo(geometry, point, spot, own)
    if (distance < bestDistance) {
      best = point
      bestDistance = distance
    }
  }
  return best ?? exact
}

function exactPoint(geometry: Geometry, spot: Spot): number | null {
  if (spot.y < 0 || spot.y > geometry.height) return null
  if (Math.abs(spot.x - geometry.seamX) < geometry.seam / 2) return BAR
  const top = spot.y < geometry.middle
  for (let point = top ? 13 : 1; point <= (top ? 24 : 12); point += 1) {
    if (Math.abs(spot.x - pointX(geometry, point)) <= PITCH / 2) return point
  }
  return null
}

function distanceTo(geometry: Geometry, point: number, spot: Spot, own: boolean): number {
  if (point === OFF) return distanceToOff(geometry, spot, own)
  const sameHalf = point === BAR || isTop(point) === spot.y < geometry.middle
  if (!sameHalf || spot.y < -PITCH || spot.y > geometry.height + PITCH) return Infinity
  return Math.abs(spot.x - (point === BAR ? geometry.seamX : pointX(geometry, point)))
}

/** Off is anywhere past the edge on the home side, and below or above the home quarter. */
function distanceToOff(geometry: Geometry, spot: Spot, own: boolean): number {
  const edge = offSpot(geometry, own)
  const past = geometry.mirrored ? geometry.left - spot.x : spot.x - geometry.left - geometry.width
  if (past > 0) return 0
  const beyond = own ? spot.y - geometry.height : -spot.y
  if (beyond > 0) return 0
  return Math.abs(spot.x - edge.x)
}
