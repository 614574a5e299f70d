import { afterAll, describe, expect, it } from 'vitest'

import { change, plain, signed } from '../src/study/figures'
import { speak } from '../src/words/words.svelte'

const bare = (text: string): string => text.replace(/[\u2066-\u2069]/g, '')

describe('figures of a study', () => {
  afterAll(() => speak('en'))

  it('are written as the reader writes numbers, with a sign or without', async () => {
    await speak('el')
    expect([plain(65.42), bare(signed(-0.2044))]).toEqual(['65,4', '-0,204'])
    await speak('en')
    expect([plain(65.42), bare(signed(-0.2044))]).toEqual(['65.4', '-0.204'])
  })

  it('tell a change of the match in per cent, since it goes from -1 to 1', async () => {
    await speak('en')
    expect([bare(change(-1.0726, 'match')), bare(change(0.573, 'points')), bare(change(0, 'match'))]).toEqual(['-53.6%', '+0.573', '0.0%'])
  })
})
