/** Walking the graph of legal moves: the only thing the page knows about legality. */

import { decodeBoard, OFF, BAR, type Board, type Mark } from './sides'

export interface WireNode {
  readonly board: string
  readonly moves: readonly (readonly [source: number, target: number, die: number, mark: Mark, next: number])[]
  readonly final: boolean
}

export interface Graph {
  readonly nodes: readonly WireNode[]
}

export interface Edge {
  readonly source: number
  readonly target: number
  readonly die: number
  readonly mark: Mark
  readonly next: number
}

export type Route = readonly Edge[]

/** One player's roll being played: a path in the graph that can be taken back. */
export interface Walk {
  readonly graph: Graph
  readonly path: Route
}

export function startWalk(graph: Graph): Walk {
  return { graph, path: [] }
}

function nodeAt(graph: Graph, index: number): WireNode {
  const node = graph.nodes[index]
  if (!node) throw new Error(`The graph has no node ${index}.`)
  return node
}

function here(walk: Walk): WireNode {
  return nodeAt(walk.graph, walk.path.at(-1)?.next ?? 0)
}

export function boardOf(walk: Walk): Board {
  return decodeBoard(here(walk).board)
}

export function isComplete(walk: Walk): boolean {
  return here(walk).final
}

function edgesFrom(graph: Graph, index: number): Edge[] {
  return nodeAt(graph, index).moves.map(([source, target, die, mark, next]) => ({ source, target, die, mark, next }))
}

export function edgesOf(walk: Walk): Edge[] {
  return edgesFrom(walk.graph, walk.path.at(-1)?.next ?? 0)
}

export function advance(walk: Walk, route: Route): Walk {
  return { graph: walk.graph, path: [...walk.path, ...route] }
}

export function takeBack(walk: Walk): Walk {
  return { graph: walk.graph, path: walk.path.slice(0, -1) }
}

/** The points from which a move is legal now. */
export function sourcesOf(walk: Walk): ReadonlySet<number> {
  return new Set(edgesOf(walk).map((edge) => edge.source))
}

/** Everywhere the checker on *source* can go by one die or more, with every way there. */
export function routesFrom(walk: Walk, source: number): ReadonlyMap<number, readonly Route[]> {
  const found = new Map<number, Route[]>()
  let frontier: Route[] = edgesOf(walk)
    .filter((edge) => edge.source === source)
    .map((edge) => [edge])
  while (frontier.length > 0) {
    const longer: Route[] = []
    for (const route of frontier) {
      const last = route[route.length - 1] as Edge
      found.set(last.target, [...(found.get(last.target) ?? []), route])
      if (last.target === OFF) continue
      for (const edge of edgesFrom(walk.graph, last.next)) {
        if (edge.source === last.target) longer.push([...route, edge])
      }
    }
    frontier = longer
  }
  return found
}

export type Choice = { readonly kind: 'route'; readonly route: Route } | { readonly kind: 'ask'; readonly between: readonly number[] }

/** Which way to take to a target.

The shortest way wins, then the way that plays the preferred die first. If the ways leave
different boards, because one of them hits or pins on its way, the page does not choose: the
points in between are offered.
*/
export function chooseRoute(graph: Graph, routes: readonly Route[], preferred: number): Choice | null {
  const shortest = Math.min(...routes.map((route) => route.length))
  const direct = routes.filter((route) => route.length === shortest)
  const first = direct[0]
  if (!first) return null
  if (new Set(direct.map((route) => boardAfter(graph, route))).size > 1) {
    return { kind: 'ask', between: [...new Set(direct.map((route) => (route[0] as Edge).target))] }
  }
  const wished = direct.find((route) => route[0]?.die === preferred)
  return { kind: 'route', route: wished ?? first }
}

function boardAfter(graph: Graph, route: Route): string {
  return nodeAt(graph, route.at(-1)?.next ?? 0).board
}

/** The one move of a checker whose next step can only end in one place, the preferred die first. */
export function onlyMove(walk: Walk, source: number, preferred: number): Edge | null {
  const edges = edgesOf(walk).filter((edge) => edge.source === source)
  if (new Set(edges.map((edge) => edge.target)).size !== 1) return null
  return edges.find((edge) => edge.die === preferred) ?? edges[0] ?? null
}

/** The rest of the play if every way on leads to the same board; null where there is a choice. */
export function forcedRoute(walk: Walk, preferred: number): Route | null {
  const start = walk.path.at(-1)?.next ?? 0
  const ends = new Set<string>()
  const seen = new Set<number>([start])
  const open = [start]
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    const node = nodeAt(walk.graph, index)
    if (node.final) ends.add(node.board)
    if (ends.size > 1) return null
    for (const [, , , , next] of node.moves) {
      if (seen.has(next)) continue
      seen.add(next)
      open.push(next)
    }
  }
  return ends.size === 1 ? wayToEnd(walk.graph, start, preferred) : null
}

function wayToEnd(graph: Graph, start: number, preferred: number): Route {
  const route: Edge[] = []
  for (let index = start; !nodeAt(graph, index).final; ) {
    const edges = edgesFrom(graph, index)
    const edge = edges.find((one) => one.die === preferred) ?? edges[0]
    if (!edge) break
    route.push(edge)
    index = edge.next
  }
  return route
}

/** Which of the dice shown are used up by the moves played so far. */
export function usedDice(numbers: readonly number[], path: Route): readonly boolean[] {
  const used = numbers.map(() => false)
  for (const edge of path) {
    const free = numbers.findIndex((number, index) => number === edge.die && !used[index])
    if (free >= 0) used[free] = true
  }
  return used
}

/** The four or two numbers of a throw, in the order in which the dice lie. */
export function numbersOf(dice: readonly [number, number]): readonly number[] {
  return dice[0] === dice[1] ? [dice[0], dice[0], dice[0], dice[0]] : dice
}

export function pointText(point: number): string {
  if (point === BAR) return 'bar'
  return point === OFF ? 'off' : String(point)
}

/** A move as the wire and the move list write it. */
export function moveText(edge: Pick<Edge, 'source' | 'target' | 'mark'>): string {
  return `${pointText(edge.source)}/${pointText(edge.target)}${edge.mark}`
}
