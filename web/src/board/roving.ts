/** Which button of the board the arrow keys lead to: always by what is seen. */

import { columnOf, isTop, pointAt, type Geometry } from './geometry'
import { BAR, OFF } from './sides'

/** Columns as they are seen: six points, the bar, six points, and off beyond the home. */
const BAR_COLUMN = 6
const LAST_COLUMN = 12

function seenColumn(geometry: Geometry, spot: number): number {
  if (spot === BAR) return BAR_COLUMN
  if (spot === OFF) return geometry.mirrored ? -1 : LAST_COLUMN + 1
  const column = columnOf(geometry, spot)
  return column > 5 ? column + 1 : column
}

function spotAt(geometry: Geometry, column: number, top: boolean): number {
  if (column === BAR_COLUMN) return BAR
  if (column < 0 || column > LAST_COLUMN) return OFF
  return pointAt(geometry, column > BAR_COLUMN ? column - 1 : column, top)
}

export interface Focus {
  readonly spot: number
  readonly top: boolean
}

/** The next focus for a key, or null if the key does not move it. */
export function moveFocus(geometry: Geometry, focus: Focus, key: string): Focus | null {
  const top = focus.spot === BAR || focus.spot === OFF ? focus.top : isTop(focus.spot)
  const column = seenColumn(geometry, focus.spot)
  const lowest = geometry.mirrored ? -1 : 0
  const highest = geometry.mirrored ? LAST_COLUMN : LAST_COLUMN + 1
  const go = (next: number, row: boolean): Focus => ({
    spot: spotAt(geometry, Math.max(lowest, Math.min(highest, next)), row),
    top: row,
  })
  switch (key) {
    case 'ArrowLeft':
      return go(column - 1, top)
    case 'ArrowRight':
      return go(column + 1, top)
    case 'ArrowUp':
      return go(column, true)
    case 'ArrowDown':
      return go(column, false)
    case 'Home':
      return go(lowest, top)
    case 'End':
      return go(highest, top)
    default:
      return null
  }
}
