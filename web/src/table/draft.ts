/** Moves that are not confirmed yet, kept for this window over a reload.

They are kept for one version of the match and walked again on the server's graph, so that a
draft can never show what is not legal now.
*/

import { advance, edgesOf, type Route, type Walk } from '../board/walk'

type Step = readonly [source: number, target: number, die: number]

const nameOf = (match: string): string => `tavli.draft.${match}`

export function keepDraft(match: string, version: number, path: Route): void {
  try {
    if (path.length === 0) sessionStorage.removeItem(nameOf(match))
    else sessionStorage.setItem(nameOf(match), JSON.stringify({ version, steps: path.map(({ source, target, die }) => [source, target, die]) }))
  } catch {
    // Without the window's memory a reload starts the turn again.
  }
}

/** The kept moves of this version, as far as the graph still allows all of them. */
export function keptDraft(match: string, version: number, walk: Walk): Route {
  try {
    return draftOf(JSON.parse(sessionStorage.getItem(nameOf(match)) ?? 'null'), version, walk)
  } catch {
    return []
  }
}

/** The route that a stored value means; none if it is not one for this version and graph. */
export function draftOf(stored: unknown, version: number, walk: Walk): Route {
  const kept = (typeof stored === 'object' && stored !== null ? stored : {}) as { version?: unknown; steps?: unknown }
  if (kept.version !== version || !Array.isArray(kept.steps)) return []
  let here = walk
  for (const step of kept.steps as readonly unknown[]) {
    if (!isStep(step)) return []
    const [source, target, die] = step
    const edge = edgesOf(here).find((one) => one.source === source && one.target === target && one.die === die)
    if (!edge) return []
    here = advance(here, [edge])
  }
  return here.path.slice(walk.path.length)
}

function isStep(value: unknown): value is Step {
  return Array.isArray(value) && value.length === 3
}
