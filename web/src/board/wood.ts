/** The still part of the board: frame, leaves, points and banding. Drawn once, as SVG text.

Colours are presentation attributes that name the tokens, never style attributes: the content
policy of the page forbids those.
*/

import { pointX, isTop, PITCH, type Geometry } from './geometry'
import { olive, railGrain, short } from './grain'
import { hinge, sprig } from './ornament'

/** A point is a little narrower than its pitch. */
export const HALF_POINT = PITCH / 2 - 2.2
const VEIN_SEED = 21

/** *plain* leaves the wood away: the high contrast theme. */
export function drawWood(geometry: Geometry, plain: boolean): string {
  return (
    `<g transform="translate(${geometry.left} 0)">${frame(geometry, plain)}${plain ? '' : hinges(geometry)}${leaves(geometry)}</g>` +
    points(geometry, plain) +
    geometry.leaves.map((x) => (plain ? plainEdge(geometry, x) : banding(geometry, x))).join('')
  )
}

function frame(geometry: Geometry, plain: boolean): string {
  const { width: w, height: h, railX, half, seam } = geometry
  const radius = geometry.cut === 'wide' ? 12 : 6
  const inside = railX + half
  const centre = inside + seam / 2
  let out = `<rect class="table-shadow" x="6" y="16" width="${w - 12}" height="${h - 8}" rx="20" fill="var(--table-shadow)"/>`
  out += `<clipPath id="cOut"><rect width="${w}" height="${h}" rx="${radius}"/></clipPath><g clip-path="url(#cOut)">`
  out += `<rect width="${w}" height="${h}" fill="var(--rail-2)"/>`
  out += rails(geometry, 'L', [0, centre, railX, inside], plain)
  out += rails(geometry, 'R', [centre, w, inside + seam, w - railX], plain)
  out += `<path d="M${centre} 0V${h}" stroke="var(--seam)" stroke-width="${plain ? 2 : 3.2}"/>`
  if (!plain) out += `<path d="M${centre + 2.4} 0V${h}" stroke="#fff" stroke-opacity=".15"/>`
  out += `<rect x="1" y="1" width="${w - 2}" height="${h - 2}" rx="${radius - 1}" fill="none" stroke="#fff" stroke-opacity="${plain ? 1 : 0.13}" stroke-width="${plain ? 3 : 2}"/>`
  return `${out}</g>`
}

/** The four mitred rails of one leaf; edges are outer left and right, inner left and right. */
function rails(geometry: Geometry, leaf: string, edges: readonly [number, number, number, number], plain: boolean): string {
  const { height: h, railY } = geometry
  const [x0, x1, i0, i1] = edges
  const rail = (name: string, path: string, gradient: string, grain: string): string =>
    `<clipPath id="c${name}${leaf}"><path d="${path}"/></clipPath><g clip-path="url(#c${name}${leaf})"><path d="${path}" fill="url(#${gradient})"/>${grain}</g>`
  let out = rail('1', `M${x0} 0H${x1}L${i1} ${railY}H${i0}Z`, 'gTop', railGrain(x0, 0, x1 - x0, railY, 7))
  out += rail('2', `M${x0} ${h}H${x1}L${i1} ${h - railY}H${i0}Z`, 'gBot', railGrain(x0, h - railY, x1 - x0, railY, 8))
  out += rail('3', `M${x0} 0V${h}L${i0} ${h - railY}V${railY}Z`, 'gLeft', railGrain(x0, 0, i0 - x0, h, 5))
  out += rail('4', `M${x1} 0V${h}L${i1} ${h - railY}V${railY}Z`, 'gRight', railGrain(i1, 0, x1 - i1, h, 6))
  if (!plain) {
    const mitres = `M${x0} 0L${i0} ${railY}M${x1} 0L${i1} ${railY}M${x0} ${h}L${i0} ${h - railY}M${x1} ${h}L${i1} ${h - railY}`
    out += `<path d="${mitres}" stroke="var(--seam)" stroke-width="1.3" opacity=".6"/>`
  }
  return out
}

function hinges(geometry: Geometry): string {
  const x = geometry.seamX - geometry.left
  const fifth = geometry.inner * 0.2
  return [geometry.railY + fifth, geometry.height - geometry.railY - fifth].map((y) => hinge(x, y, geometry.seam)).join('')
}

/** Two leaves cut from one plank: the right one mirrors the left. */
function leaves(geometry: Geometry): string {
  const { half, inner, railY, middle } = geometry
  const scale = geometry.cut === 'wide' ? 0.98 : 1.14
  return geometry.leaves
    .map((edge, index) => {
      const x = edge - geometry.left
      const right = index === 1
      const figure = `<g transform="translate(${right ? x + half : x} ${railY}) scale(${right ? -1 : 1} 1)">${olive(half, inner, VEIN_SEED)}</g>`
      return (
        `<clipPath id="cF${index}"><rect x="${x}" y="${railY}" width="${half}" height="${inner}"/></clipPath>` +
        `<g clip-path="url(#cF${index})"><rect x="${x}" y="${railY}" width="${half}" height="${inner}" fill="url(#${right ? 'gField2' : 'gField'})"/>${figure}</g>` +
        sprig(x + half / 2 + (right ? 10 : -10) * scale, middle - 4, right ? -scale : scale, scale)
      )
    })
    .join('')
}

/** Each point is two halves of one veneer, a boxwood line and a lozenge at the tip. */
function points(geometry: Geometry, plain: boolean): string {
  let out = ''
  for (let point = 1; point <= 24; point += 1) {
    const x = pointX(geometry, point)
    const base = isTop(point) ? geometry.railY : geometry.height - geometry.railY
    const inward = isTop(point) ? 1 : -1
    const tip = base + inward * geometry.length
    const wood = point % 2 === 0 ? 'a' : 'b'
    const left = short(x - HALF_POINT)
    const right = short(x + HALF_POINT)
    out += `<path d="M${left} ${base}L${x} ${tip}L${right} ${base}Z" fill="var(--pt${wood}-1)"/>`
    out += `<path d="M${x} ${base}L${x} ${tip}L${right} ${base}Z" fill="var(--pt${wood}-2)"/>`
    if (!plain) {
      const lines = [-0.66, -0.34, 0.34, 0.66].map(
        (part) => `M${short(x + part * HALF_POINT)} ${base}L${short(x + part * HALF_POINT * 0.12)} ${short(base + inward * geometry.length * 0.88)}`,
      )
      out += `<path d="${lines.join('')}" fill="none" stroke="#1a0b03" stroke-opacity=".2" stroke-width=".9"/>`
    }
    out += `<path d="M${left} ${base}L${x} ${tip}L${right} ${base}" fill="none" stroke="var(--string)" stroke-width="1.7" stroke-linejoin="round"/>`
    out += `<path d="M${x} ${tip - inward * 7}l5 ${inward * 8}l-5 ${inward * 8}l-5 ${-inward * 8}Z" fill="var(--string)"/>`
  }
  return out
}

/** The chequered banding round a leaf and the shade that the rails throw into it. */
function banding(geometry: Geometry, x: number): string {
  const { railY, half, inner } = geometry
  const width = geometry.cut === 'wide' ? 7 : 6
  const offset = width / 2 + 1
  const band = (thickness: number, colour: string, dashes = ''): string =>
    `<rect x="${x - offset}" y="${railY - offset}" width="${half + 2 * offset}" height="${inner + 2 * offset}" fill="none" stroke="var(--${colour})" stroke-width="${short(thickness)}"${dashes}/>`
  return (
    `<rect x="${x}" y="${railY}" width="${half}" height="16" fill="url(#gSh)"/>` +
    `<rect x="${x}" y="${railY}" width="12" height="${inner}" fill="url(#gShL)"/>` +
    band(width + 3, 'seam') +
    band(width, 'band-1') +
    band(width - 2.2, 'band-2', ' stroke-dasharray="6 6"')
  )
}

function plainEdge(geometry: Geometry, x: number): string {
  return `<rect x="${x - 2}" y="${geometry.railY - 2}" width="${geometry.half + 4}" height="${geometry.inner + 4}" fill="none" stroke="#fff" stroke-width="3"/>`
}

/** The shared way of a parallel course: one line with an arrow at its end. */
export function coursePath(geometry: Geometry): { line: string; head: string; start: { x: number; y: number } } {
  const radius = Math.max(geometry.gap * 0.4, geometry.die * 0.62)
  const near = geometry.mirrored ? geometry.left + geometry.railX + 26 : geometry.left + geometry.width - geometry.railX - 26
  const far = geometry.mirrored ? geometry.left + geometry.width - geometry.railX - 30 : geometry.left + geometry.railX + 30
  const way = geometry.mirrored ? -1 : 1
  const upper = geometry.middle - radius
  const lower = geometry.middle + radius
  const turn = far + way * radius
  return {
    line: `M${near} ${short(upper)}H${short(turn)}A${short(radius)} ${short(radius)} 0 0 ${geometry.mirrored ? 1 : 0} ${short(turn)} ${short(lower)}H${near}`,
    head: `M${near - way * 20} ${short(lower - 12)}L${near} ${short(lower)}L${near - way * 20} ${short(lower + 12)}`,
    start: { x: near, y: upper },
  }
}
