/** Why the line finds no way in although the server may well answer. */

import { RequestRefused, type Api } from '../boot/api'
import type { LineState } from '../socket/line'
import type { Seat } from '../socket/messages'
import { refusedCall, trouble, type Notice } from './notice'

const STRANGER = 'page.line.stranger'
const COOKIELESS = 'page.line.cookieless'
/** After so many failures the page asks why there is no way in, and again after as many more. */
const ASK_AFTER = 4

/** Ask who the server takes this browser for; *own* is whom it was. Null if it does not answer at all. */
export async function whyBarred(api: Pick<Api, 'get'>, own: string): Promise<Notice | null> {
  try {
    const { id } = await api.get<{ id: string }>('/api/me')
    return trouble(id === own ? 'page.line.crowded' : STRANGER)
  } catch (error) {
    return error instanceof RequestRefused ? refusedCall(error) : null
  }
}

/** What is known of why a page is not let in, or only to watch. */
export class Barred {
  #line = $state.raw<LineState>('connecting')
  #why = $state.raw<Notice | null>(null)
  /** The server took this browser for somebody new. */
  #isStranger = $state(false)
  /** The line was open since then: the browser kept the new cookie. */
  #isAdmitted = false
  #isAsking = false
  readonly #askWhy: () => Promise<Notice | null>

  constructor(askWhy: () => Promise<Notice | null>) {
    this.#askWhy = askWhy
  }

  /** What to tell a page in this *seat*. On a lost line, nothing of who may watch: nobody does. */
  notice(seat: Seat): Notice | null {
    if (this.#line !== 'open') return this.#why
    return this.#isStranger && seat === 'watch' ? trouble(STRANGER) : null
  }

  /** The line is in this state now, after so many *failures*. */
  lineIs(state: LineState, failures: number): void {
    this.#line = state
    if (state === 'open') {
      this.#isAdmitted = true
      this.#why = null
    }
    if (state === 'waiting' && failures % ASK_AFTER === 0) void this.#learnWhy()
  }

  /** The server refused the join itself, for good. */
  refused(why: Notice): void {
    if (this.#line !== 'open') this.#why = why
  }

  /** Ask, but never again once it answered a stranger: who keeps no cookies is made a new guest each time. */
  async #learnWhy(): Promise<void> {
    if (this.#isStranger) {
      if (!this.#isAdmitted) this.#why = trouble(COOKIELESS)
      return
    }
    if (this.#isAsking) return
    this.#isAsking = true
    const why = await this.#askWhy()
    this.#isAsking = false
    const isOpen = this.#line === 'open'
    this.#isStranger = why?.code === STRANGER
    this.#isAdmitted = isOpen
    if (!isOpen) this.#why = this.#isStranger ? null : why
  }
}
