/** Taking an invitation back: it is over only when the server says so. */

import { RequestRefused, type Api, type Challenge } from '../boot/api'
import { refusalText } from '../words/refusal'

export type Withdrawal =
  | { readonly end: 'withdrawn' }
  | { readonly end: 'expired' }
  /** The friend was faster; the match has begun. */
  | { readonly end: 'accepted'; readonly match: string }
  /** The link is still open. */
  | { readonly end: 'refused'; readonly why: string }

export async function withdraw(api: Pick<Api, 'cancel' | 'challenge'>, id: string): Promise<Withdrawal> {
  try {
    await api.cancel(id)
    return { end: 'withdrawn' }
  } catch (error) {
    const state = error instanceof RequestRefused ? await stateOf(api, id) : null
    if (state?.match) return { end: 'accepted', match: state.match }
    if (state && isOver(state)) return { end: 'expired' }
    return { end: 'refused', why: refusalText(error) }
  }
}

export function isOver(state: Challenge): boolean {
  return state.state === 'expired' || state.state === 'cancelled'
}

async function stateOf(api: Pick<Api, 'challenge'>, id: string): Promise<Challenge | null> {
  try {
    return await api.challenge(id)
  } catch {
    return null
  }
}
