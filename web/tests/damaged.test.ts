import { render } from 'svelte/server'
import { expect, it } from 'vitest'

import DamagedMatches from '../src/home/DamagedMatches.svelte'
import { dateText, speak } from '../src/words/words.svelte'

it('tells of every match that is damaged', async () => {
  await speak('en')
  const matches = ['j5vwbsxjr9x7', 'g7zz2mkt9c4b'].map((match, day) => ({ match, updated: 1_700_000_000_000 + day * 86_400_000 }))
  const { body } = render(DamagedMatches, { props: { matches } })
  for (const { updated } of matches) expect(body).toContain(dateText(updated))
  expect(body.match(/This match was damaged on the server and stays closed\./g)).toHaveLength(2)
})
