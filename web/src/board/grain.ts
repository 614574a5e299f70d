/** The figure of the wood, grown from a seed so that it is the same at every visit. */

export type Line = readonly (readonly [x: number, y: number])[]

export function short(value: number): number {
  return Number(value.toFixed(1))
}

/** A small seeded generator; the drawing must not change between two loads. */
export function seeded(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** A smooth path through the middles of a broken line. */
export function smooth(points: Line): string {
  const [first, ...rest] = points
  const last = rest.at(-1)
  if (!first || !last) return ''
  let path = `M${short(first[0])} ${short(first[1])}`
  for (let index = 0; index < rest.length - 1; index += 1) {
    const here = rest[index]
    const next = rest[index + 1]
    if (!here || !next) break
    path += `Q${short(here[0])} ${short(here[1])} ${short((here[0] + next[0]) / 2)} ${short((here[1] + next[1]) / 2)}`
  }
  return `${path}L${short(last[0])} ${short(last[1])}`
}

interface Knot {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly reach: number
}

/** Olive: flowing lines that part around two knots. */
export function olive(width: number, height: number, seed: number): string {
  const random = seeded(seed)
  const knots: readonly Knot[] = [
    { x: width * 0.333, y: height * 0.36, width: 30, reach: 74 },
    { x: width * 0.833, y: height * 0.67, width: 20, reach: 56 },
  ]
  const line = (x: number, thickness: number, opacity: number): string => {
    const points: [number, number][] = []
    for (let y = -20; y <= height + 20; y += 38) points.push([flow(knots, x, y), y])
    return `<path d="${smooth(points)}" stroke-width="${short(thickness)}" opacity="${opacity.toFixed(3)}"/>`
  }
  let lines = ''
  for (let index = 0; index < 11; index += 1) {
    lines += line(-20 + random() * (width + 40), 10 + random() * 30, 0.04 + random() * 0.055)
  }
  for (let x = -30; x < width + 30; x += 5 + random() * 9) lines += line(x, 0.7 + random() * 1.5, 0.07 + random() * 0.15)
  for (let index = 0; index < 7; index += 1) lines += line(random() * width, 1.6 + random() * 2.4, 0.16 + random() * 0.13)
  return `<g fill="none" stroke="var(--vein)" opacity="var(--vein-a)">${lines}${knots.map(eye).join('')}</g>`
}

function flow(knots: readonly Knot[], x: number, y: number): number {
  let shift = 16 * Math.sin(y / 190 + x / 240) + 7 * Math.sin(y / 74 + x / 90 + 1.3) + 3 * Math.sin(y / 31 + x / 37)
  for (const knot of knots) {
    const away = x - knot.x
    const nearness = Math.exp(-((y - knot.y) ** 2) / (2 * knot.reach * knot.reach)) * Math.exp(-Math.abs(away) / 70)
    shift += Math.sign(away || 1) * knot.width * nearness
  }
  return x + shift
}

function eye(knot: Knot): string {
  const x = knot.x + 16 * Math.sin(knot.y / 190 + knot.x / 240) + 7 * Math.sin(knot.y / 74 + knot.x / 90 + 1.3)
  const ring = (scale: number, opacity: number): string => {
    const w = knot.width * scale
    const fill = scale === 1 ? ' fill="var(--vein)"' : ''
    return (
      `<path d="M${short(x - 1)} ${short(knot.y - w * 0.44)}` +
      `C${short(x + w * 0.2)} ${short(knot.y - w * 0.2)} ${short(x + w * 0.17)} ${short(knot.y + w * 0.24)} ${short(x + 1)} ${short(knot.y + w * 0.46)}` +
      `C${short(x - w * 0.18)} ${short(knot.y + w * 0.2)} ${short(x - w * 0.2)} ${short(knot.y - w * 0.16)} ${short(x - 1)} ${short(knot.y - w * 0.44)}Z" ` +
      `stroke-width="1.2" opacity="${opacity}"${fill}/>`
    )
  }
  return ring(1, 0.3) + ring(2.1, 0.12) + ring(3.3, 0.09)
}

/** Straight grain along a rail. */
export function railGrain(x: number, y: number, width: number, height: number, seed: number): string {
  const random = seeded(seed)
  const along = width > height
  const count = Math.round((along ? height : width) / 5)
  let lines = ''
  for (let index = 1; index < count; index += 1) {
    const points: [number, number][] = []
    const length = along ? width : height
    const base = index * 5 + random() * 3 - 1.5
    const phase = random() * 6
    for (let step = 0; step <= length + 1; step += length / 9) {
      const bend = base + 1.6 * Math.sin(step / 120 + phase)
      points.push(along ? [x + step, y + bend] : [x + bend, y + step])
    }
    lines += `<path d="${smooth(points)}" stroke-width="${short(0.6 + random() * 0.9)}" opacity="${(0.1 + random() * 0.16).toFixed(2)}"/>`
  }
  return `<g fill="none" stroke="var(--seam)" opacity="var(--vein-a)">${lines}</g>`
}
