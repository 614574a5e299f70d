import { beforeAll, describe, expect, it } from 'vitest'

import { takenParts } from '../src/trainer/taken'
import { speak } from '../src/words/words.svelte'

const TAKEN = { task: null, added: 1, known: 0, left_out: 2, full: false }
const plain = (text: string): string => text.replace(/[\u2066-\u2069]/g, '')

describe('what was taken of a match', () => {
  beforeAll(() => speak('en'))

  it('is left for another time where there is one', () => {
    expect(takenParts(TAKEN).map(plain)).toEqual(['Added to the trainer: 1', 'left for another time: 2'])
  })

  it('has no room in a full trainer, which says what makes some', () => {
    const [added, full, ...more] = takenParts({ ...TAKEN, full: true }).map(plain)
    expect([added, more]).toEqual(['Added to the trainer: 1', []])
    expect(full).toMatch(/^without room: 2\. The trainer is full/)
  })

  it('is nothing where nothing is marked', () => {
    expect(takenParts({ ...TAKEN, added: 0, left_out: 0 })).toEqual(['Nothing there is marked as a mistake.'])
  })
})
