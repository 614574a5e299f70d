/** Why the line finds no way in although the server may well answer. */

import { RequestRefused, type Api } from '../boot/api'
import { refusedCall, trouble, type Notice } from './notice'

export const STRANGER = 'page.line.stranger'

/** Ask who the server takes this browser for; *own* is whom it was. Null if it does not answer at all. */
export async function whyBarred(api: Pick<Api, 'get'>, own: string): Promise<Notice | null> {
  try {
    const { id } = await api.get<{ id: string }>('/api/me')
    return trouble(id === own ? 'page.line.crowded' : STRANGER)
  } catch (error) {
    return error instanceof RequestRefused ? refusedCall(error) : null
  }
}
