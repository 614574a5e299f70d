/** Plays that are typed: `13/7 8/7`, `24/18/13`, `8/5(2)`, `bar/20`, `6/off`. */

import { advance, boardOf, edgesOf, type Edge, type Route, type Walk } from './walk'
import { BAR, encodeBoard, OFF } from './sides'

/** A checker's wanted way: every point that was named, in order. */
type Wanted = readonly number[]

export type Typed =
  | { readonly kind: 'route'; readonly route: Route }
  | { readonly kind: 'unreadable'; readonly part: string }
  | { readonly kind: 'illegal' }
  | { readonly kind: 'ambiguous' }

const MOST_CHECKERS = 4
const MOST_CHARACTERS = 80

/** Find the way through the graph that a typed text means. A beginning of a legal play is enough. */
export function readTyped(text: string, walk: Walk): Typed {
  const wanted: Wanted[] = []
  for (const part of text.slice(0, MOST_CHARACTERS).trim().split(/[\s,;]+/)) {
    const read = readPart(part)
    if (!read) return { kind: 'unreadable', part }
    wanted.push(...read)
  }
  if (wanted.length > MOST_CHECKERS) return { kind: 'illegal' }
  const routes = new Map<string, Route>()
  search(walk, wanted, [], routes)
  const [route] = routes.values()
  if (!route) return { kind: 'illegal' }
  return routes.size > 1 ? { kind: 'ambiguous' } : { kind: 'route', route }
}

function readPart(part: string): Wanted[] | null {
  const match = /^([a-z0-9*^/-]+?)(?:\(([1-4])\))?$/i.exec(part)
  const points = (match?.[1] ?? '').split(/[/-]/).map(readPoint)
  if (points.length < 2 || points.some((point) => point === null)) return null
  const times = Number(match?.[2] ?? 1)
  return Array.from({ length: times }, () => points as number[])
}

function readPoint(text: string): number | null {
  // Lower-cased by code point, never by the page's locale: a Turkish I must not become ı.
  const plain = text.replace(/[*^]/g, '').toLowerCase()
  if (plain === 'bar') return BAR
  if (plain === 'off') return OFF
  const point = /^\d{1,2}$/.test(plain) ? Number(plain) : Number.NaN
  return point >= OFF && point <= BAR ? point : null
}

/** Collect one route for each different board that carries out everything wanted. */
function search(walk: Walk, wanted: readonly Wanted[], done: Route, found: Map<string, Route>): void {
  if (wanted.length === 0) {
    const key = encodeBoard(boardOf(walk))
    if (!found.has(key)) found.set(key, done)
    return
  }
  const tried = new Set<string>()
  wanted.forEach((way, index) => {
    const key = way.join('/')
    if (tried.has(key)) return
    tried.add(key)
    for (const edge of edgesOf(walk)) {
      const rest = remaining(way, edge)
      if (!rest) continue
      const others = wanted.filter((_, other) => other !== index)
      search(advance(walk, [edge]), rest.length > 1 ? [rest, ...others] : others, [...done, edge], found)
    }
  })
}

/** What is left of a checker's way after one move of it; null if the move is not on it. */
function remaining(way: Wanted, edge: Edge): Wanted | null {
  const [source, next, ...rest] = way
  if (source !== edge.source || next === undefined) return null
  if (edge.target === next) return [next, ...rest]
  return edge.target > next ? [edge.target, next, ...rest] : null
}
