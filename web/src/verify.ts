/** On the proof page of a match: what this browser kept of it, beside what the record says. */

import { compared, keptShare, type Recorded } from './dice/share'

function recorded(data: DOMStringMap): Recorded {
  const { commitment = '', white = '', black = '', throws = '0' } = data
  return { commitment, seeds: data['over'] === undefined ? null : { w: white, b: black }, throws: Number(throws) }
}

function tell(own: HTMLElement): void {
  const share = keptShare(own.dataset['match'] ?? '')
  const outcome = own.querySelector<HTMLElement>(`[data-outcome=${compared(share, recorded(own.dataset))}]`)
  if (outcome) outcome.hidden = false
  const list = own.querySelector('dl')
  if (!share || !list) return
  for (const kept of list.querySelectorAll<HTMLElement>('[data-kept]')) {
    kept.textContent = kept.dataset['kept'] === 'seed' ? share.seed : share.commitment
  }
  list.hidden = false
}

const own = document.getElementById('own')
if (own) tell(own)
