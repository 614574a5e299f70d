import { describe, expect, it } from 'vitest'

import { columnOf, geometryFor, isTop, pointAt, pointX, pointY, type Geometry } from '../src/board/geometry'
import { areaOf, offArea, targetAt } from '../src/board/hits'
import { landingHeight, motherPoints, pileAt, PINNER_HEIGHT } from '../src/board/piles'
import { moveFocus } from '../src/board/roving'
import { setupOf } from '../src/board/setup'
import { BAR, decodeBoard, OFF } from '../src/board/sides'

const POINTS = Array.from({ length: 24 }, (_, index) => index + 1)
const wide = geometryFor({ cut: 'wide', pixels: 900, tall: 768, withSide: true, mirrored: false })
const mirrored = geometryFor({ cut: 'wide', pixels: 900, tall: 768, withSide: true, mirrored: true })
const phone = geometryFor({ cut: 'phone', pixels: 390, tall: 504, withSide: true, mirrored: false })

describe.each([
  ['wide', wide],
  ['mirrored', mirrored],
  ['phone', phone],
])('%s geometry', (_, geometry) => {
  it('gives every point a place of its own, inside the board', () => {
    const places = POINTS.map((point) => `${pointX(geometry, point)} ${isTop(point)}`)
    expect(new Set(places).size).toBe(24)
    for (const point of POINTS) {
      expect(pointX(geometry, point)).toBeGreaterThan(geometry.left + geometry.railX)
      expect(pointX(geometry, point)).toBeLessThan(geometry.left + geometry.width - geometry.railX)
    }
  })

  it('knows the point at every column', () => {
    expect(POINTS.map((point) => pointAt(geometry, columnOf(geometry, point), isTop(point)))).toEqual(POINTS)
  })

  it('keeps stacks of five within their half', () => {
    for (const point of POINTS) expect(Math.abs(pointY(geometry, point, 4) - geometry.middle)).toBeGreaterThan(31)
  })
})

it('has the own home at the bottom right, or at the left when mirrored', () => {
  expect(isTop(1)).toBe(false)
  expect(pointX(wide, 1)).toBeGreaterThan(pointX(wide, 12))
  expect(pointX(mirrored, 1)).toBeLessThan(pointX(mirrored, 12))
})

it('lets a tall phone have longer points, within bounds', () => {
  const short = geometryFor({ cut: 'phone', pixels: 390, tall: 200, withSide: true, mirrored: false })
  const tall = geometryFor({ cut: 'phone', pixels: 390, tall: 4000, withSide: true, mirrored: false })
  expect(short.length).toBe(322)
  expect(tall.length).toBe(379)
})

describe('piles for either seat', () => {
  it('shows the other side where it stands on a contrary course', () => {
    const start = setupOf('portes')
    for (const viewer of ['w', 'b'] as const) {
      const theirs = viewer === 'w' ? 'b' : 'w'
      expect(pileAt(start, viewer, 'contrary', 6)).toMatchObject({ owner: viewer, count: 5 })
      expect(pileAt(start, viewer, 'contrary', 1)).toMatchObject({ owner: theirs, count: 2 })
      expect(pileAt(start, viewer, 'contrary', 19)).toMatchObject({ owner: theirs, count: 5 })
    }
  })

  it('shows the other start opposite on a parallel course', () => {
    const start = setupOf('fevga')
    for (const viewer of ['w', 'b'] as const) {
      const theirs = viewer === 'w' ? 'b' : 'w'
      expect(pileAt(start, viewer, 'parallel', 24)).toMatchObject({ owner: viewer, count: 15, isCounted: true })
      expect(pileAt(start, viewer, 'parallel', 12)).toMatchObject({ owner: theirs, count: 15 })
    }
  })

  it('lays a pinner half over its prisoner', () => {
    const zero = '0'.repeat(26)
    const board = decodeBoard(`${zero.slice(0, 5)}2${zero.slice(6)}./${zero}.20`)
    const pile = pileAt(board, 'w', 'contrary', 5)
    expect(pile.prisoner).toBe('b')
    expect(pile.discs.map((disc) => disc.height)).toEqual([0, PINNER_HEIGHT, 1 + PINNER_HEIGHT])
    expect(pile.discs.map((disc) => disc.nailed)).toEqual([false, true, false])
  })

  it('lands on top of one’s own and at the rail on an enemy', () => {
    const start = setupOf('portes')
    expect(landingHeight(pileAt(start, 'w', 'contrary', 8), 'w')).toBe(3)
    expect(landingHeight(pileAt(start, 'w', 'contrary', 1), 'w')).toBe(0)
    expect(landingHeight(pileAt(start, 'w', 'contrary', 7), 'w')).toBe(0)
  })

  it('sees a mother only in the last checker on a start', () => {
    const zero = '0'.repeat(26)
    const one = `${zero.slice(0, 24)}10`
    expect([...motherPoints(decodeBoard(`${one}./${zero}.24`), 'w', 'contrary')]).toEqual([[24, 'w'], [1, 'b']])
    expect(motherPoints(setupOf('plakoto'), 'w', 'contrary').size).toBe(0)
  })
})

describe('fingers', () => {
  const unitsPerPixel = phone.full / 390

  it('widens a legal point over illegal neighbours only', () => {
    const alone = areaOf(phone, 8, new Set([8]), unitsPerPixel)
    expect(alone.width / unitsPerPixel).toBeCloseTo(44, 0)
    const crowded = areaOf(phone, 8, new Set([7, 8, 9]), unitsPerPixel)
    expect(crowded.width).toBe(66)
  })

  it('snaps to the nearest legal point of the same half', () => {
    const spot = { x: pointX(phone, 8) + 40, y: phone.height - 100 }
    expect(targetAt(phone, spot, new Set([8]), unitsPerPixel, true)).toBe(8)
    expect(targetAt(phone, { ...spot, y: 100 }, new Set([8]), unitsPerPixel, true)).not.toBe(8)
  })

  it('prefers the point that is really under the finger', () => {
    const spot = { x: pointX(phone, 7), y: phone.height - 100 }
    expect(targetAt(phone, spot, new Set([7, 8]), unitsPerPixel, true)).toBe(7)
    expect(targetAt(phone, { x: pointX(phone, 3), y: phone.height - 100 }, new Set([8]), unitsPerPixel, true)).toBe(3)
  })

  it('bears off past the edge', () => {
    const spot = { x: wide.left + wide.width + 30, y: wide.height - 200 }
    expect(targetAt(wide, spot, new Set([OFF]), 1, true)).toBe(OFF)
    expect(offArea(wide, true).left).toBeCloseTo(wide.left + wide.width)
    expect(offArea(mirrored, true).left).toBe(0)
  })
})

describe('arrow keys go by what is seen', () => {
  const go = (geometry: Geometry, spot: number, key: string, top = false): number | undefined => moveFocus(geometry, { spot, top }, key)?.spot

  it('crosses the bar between the leaves and ends at off', () => {
    expect(go(wide, 7, 'ArrowRight')).toBe(BAR)
    expect(go(wide, BAR, 'ArrowRight')).toBe(6)
    expect(go(wide, BAR, 'ArrowRight', true)).toBe(19)
    expect(go(wide, 1, 'ArrowRight')).toBe(OFF)
    expect(go(wide, OFF, 'ArrowLeft')).toBe(1)
    expect(go(wide, 12, 'ArrowLeft')).toBe(12)
  })

  it('changes the row', () => {
    expect(go(wide, 6, 'ArrowUp')).toBe(19)
    expect(go(wide, 19, 'ArrowDown')).toBe(6)
  })

  it('mirrors with the board', () => {
    expect(go(mirrored, 7, 'ArrowLeft')).toBe(BAR)
    expect(go(mirrored, 1, 'ArrowLeft')).toBe(OFF)
    expect(go(mirrored, 1, 'ArrowRight')).toBe(2)
  })

  it('leaves other keys alone', () => {
    expect(moveFocus(wide, { spot: 6, top: false }, 'a')).toBeNull()
  })
})
