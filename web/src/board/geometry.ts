/** Where things lie on the drawing, in units of which a checker is 62 wide. */

export const CHECKER = 62
export const RADIUS = CHECKER / 2
export const PITCH = 66

export type Cut = 'wide' | 'phone'

/** What a point of the reader's own numbering looks like on the board. */
export interface Geometry {
  readonly cut: Cut
  readonly mirrored: boolean
  readonly railX: number
  readonly railY: number
  readonly seam: number
  readonly length: number
  readonly gap: number
  readonly die: number
  readonly numberSize: number
  readonly half: number
  readonly inner: number
  readonly width: number
  readonly height: number
  /** The width with the place at the side for borne-off checkers. */
  readonly full: number
  /** Where the board's left edge is within the full width. */
  readonly left: number
  readonly middle: number
  readonly seamX: number
  /** The left edges of the two leaves. */
  readonly leaves: readonly [number, number]
}

export interface Room {
  readonly cut: Cut
  /** The board's width on the page in CSS pixels. */
  readonly pixels: number
  /** CSS pixels that the board may use from top to bottom. */
  readonly tall: number
  readonly withSide: boolean
  readonly mirrored: boolean
}

interface Measures {
  railX: number
  railY: number
  seam: number
  length: number
  gap: number
  side: number
  die: number
  numberSize: number
}

const WIDE: Measures = { railX: 42, railY: 42, seam: 80, length: 352, gap: 136, side: 58, die: 58, numberSize: 17 }
const PHONE: Measures = { railX: 15, railY: 40, seam: 52, length: 322, gap: 106, side: 0, die: 80, numberSize: 25 }
const SMALLEST_NUMBER_PX = 11

export function geometryFor(room: Room): Geometry {
  const measures = { ...(room.cut === 'wide' ? WIDE : PHONE) }
  if (room.cut === 'phone') growToScreen(measures, room)
  else measures.numberSize = clamp((SMALLEST_NUMBER_PX * 950) / Math.max(1, room.tall), 17, 26)
  if (!room.withSide) measures.side = 0
  const half = PITCH * 6
  const width = 2 * measures.railX + 2 * half + measures.seam
  const inner = 2 * measures.length + measures.gap
  const height = inner + 2 * measures.railY
  const left = room.mirrored ? measures.side : 0
  return {
    cut: room.cut,
    mirrored: room.mirrored,
    railX: measures.railX,
    railY: measures.railY,
    seam: measures.seam,
    length: measures.length,
    gap: measures.gap,
    die: measures.die,
    numberSize: measures.numberSize,
    half,
    inner,
    width,
    height,
    full: width + measures.side,
    left,
    middle: height / 2,
    seamX: left + measures.railX + half + measures.seam / 2,
    leaves: [left + measures.railX, left + measures.railX + half + measures.seam],
  }
}

/** A tall phone lengthens the points (to six checkers) and the middle. */
function growToScreen(measures: Measures, room: Room): void {
  const least = 2 * measures.railY + 2 * measures.length + measures.gap
  const spare = room.tall / (room.pixels / 872) - least
  const extra = clamp(spare, 0, 168)
  measures.length += Math.round(extra * 0.34)
  measures.gap += Math.round(extra * 0.32)
  if (measures.gap < 130) measures.die = 72
}

export function isTop(point: number): boolean {
  return point > 12
}

/** The column of a point as it is seen, 0 at the left to 11 at the right. */
export function columnOf(geometry: Geometry, point: number): number {
  const column = isTop(point) ? point - 13 : 12 - point
  return geometry.mirrored ? 11 - column : column
}

/** The point at a column of the upper or lower row, as it is seen. */
export function pointAt(geometry: Geometry, column: number, top: boolean): number {
  const plain = geometry.mirrored ? 11 - column : column
  return top ? plain + 13 : 12 - plain
}

export function pointX(geometry: Geometry, point: number): number {
  const column = columnOf(geometry, point)
  return geometry.left + geometry.railX + column * PITCH + (column > 5 ? geometry.seam : 0) + PITCH / 2
}

/** The centre of the checker at *height* of a pile: 0 touches the rail. */
export function pointY(geometry: Geometry, point: number, height: number): number {
  const offset = geometry.railY + RADIUS + 3 + height * (CHECKER + 0.5)
  return isTop(point) ? offset : geometry.height - offset
}

export function barY(geometry: Geometry, own: boolean, height: number, cubeInMiddle: boolean): number {
  const offset = (cubeInMiddle ? 64 : 40) + height * CHECKER * 0.8
  return geometry.middle + (own ? offset : -offset)
}

/** Where a borne-off checker of either side goes: the place beside the board, or out past the edge. */
export function offSpot(geometry: Geometry, own: boolean): Spot {
  const x = geometry.mirrored ? geometry.left - 22 : geometry.left + geometry.width + 22
  return { x, y: own ? geometry.height - geometry.railY - 60 : geometry.railY + 60 }
}

export interface Spot {
  readonly x: number
  readonly y: number
}

export function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value))
}
