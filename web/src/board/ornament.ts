/** The olive sprig in each leaf and the brass hinges between the leaves. */

import { short } from './grain'

const LEAF = 'M0 0C9-9 27-11 42-2C28 3 12 5 0 0Z'
const LOWER_HALF = 'M0 0C12 5 28 3 42-2C30 9 10 9 0 0Z'
const TWIG: readonly (readonly [number, number])[] = [[-84, 14], [-50, 6], [-14, 0], [22, -1], [58, 4]]

const DARK = 'var(--sprig-1)'
const LIGHT = 'var(--sprig-2)'

export function sprig(x: number, y: number, scaleX: number, scaleY: number): string {
  let leaves = ''
  TWIG.forEach(([atX, atY], index) => {
    const size = short((1 - 0.07 * Math.abs(index - 1.5)) * 100) / 100
    leaves += leaf(`translate(${atX} ${atY}) rotate(${-34 + index * 3}) scale(${size})`, DARK, LIGHT)
    leaves += leaf(`translate(${atX + 14} ${atY}) rotate(${32 + index * 2}) scale(${size} ${-size})`, LIGHT, DARK)
  })
  leaves += leaf('translate(88 11) rotate(6)', DARK, LIGHT)
  leaves += `<ellipse cx="-6" cy="15" rx="8" ry="6" fill="${DARK}"/>`
  leaves += `<ellipse cx="50" cy="-9" rx="7.4" ry="5.6" fill="${DARK}" transform="rotate(-8 50 -9)"/>`
  return (
    `<g transform="translate(${short(x)} ${short(y)}) scale(${scaleX} ${scaleY})" opacity=".62">` +
    `<path d="M-104 18C-60 2 10-10 92 12" fill="none" stroke="${DARK}" stroke-width="2.2" stroke-linecap="round"/>${leaves}</g>`
  )
}

function leaf(transform: string, upper: string, lower: string): string {
  return `<g transform="${transform}"><path d="${LEAF}" fill="${upper}"/><path d="${LOWER_HALF}" fill="${lower}"/></g>`
}

const HINGE_HEIGHT = 64

export function hinge(x: number, y: number, seam: number): string {
  const w = Math.min(24, seam * 0.32)
  const top = -HINGE_HEIGHT / 2
  const plate = (left: number): string =>
    `<rect x="${short(left)}" y="${top}" width="${short(w + 2)}" height="${HINGE_HEIGHT}" rx="3.5" fill="url(#gBrass)"/>`
  const knuckle = (dy: number): string => `<path d="M-4.5 ${dy}H4.5" stroke="var(--brass-3)" stroke-width="1.4"/>`
  const screw = (sx: number, sy: number): string => {
    const at = short(sx * (w * 0.62 + 1))
    return (
      `<circle cx="${at}" cy="${sy}" r="3" fill="var(--brass-3)"/>` +
      `<path d="M${at - 2} ${sy - 1}l4 2" stroke="var(--brass-1)" stroke-width=".9"/>`
    )
  }
  const screws = [-1, 1].map((sx) => [-20, 0, 20].map((sy) => screw(sx, sy)).join('')).join('')
  return (
    `<g transform="translate(${short(x)} ${short(y)})">` +
    `<rect x="${short(-w - 3)}" y="${top + 2}" width="${short(2 * w + 6)}" height="${HINGE_HEIGHT}" rx="4" fill="#120802" opacity=".35"/>` +
    plate(-w - 3) +
    plate(1) +
    `<rect x="-4.5" y="${top}" width="9" height="${HINGE_HEIGHT}" rx="3" fill="url(#gBarrel)"/>` +
    `${knuckle(-13)}${knuckle(13)}${screws}</g>`
  )
}
