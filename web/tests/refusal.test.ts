import { describe, expect, it } from 'vitest'

import { RequestRefused, type Challenge } from '../src/boot/api'
import { withdraw } from '../src/home/withdrawal'
import { refusedCall } from '../src/table/notice'
import { noticeText } from '../src/table/saying'
import { refusalText } from '../src/words/refusal'
import { speak, t } from '../src/words/words.svelte'

describe('a refusal', () => {
  it('is told by its own reason, in every place that a call is made from', async () => {
    await speak('en')
    for (const code of ['not_saved', 'too_many', 'table_full', 'unknown_challenge', 'bad_name']) {
      const error = new RequestRefused(code, 'the words of the server')
      expect(refusalText(error)).toBe(t(code))
      expect(noticeText(refusedCall(error))).toBe(t(code))
    }
  })

  it('keeps the words of the server where the page has none', async () => {
    await speak('el')
    const error = new RequestRefused('forbidden', 'Φόρτωσε ξανά τη σελίδα.')
    expect(refusalText(error)).toBe('Φόρτωσε ξανά τη σελίδα.')
    expect(noticeText(refusedCall(error))).toBe('Φόρτωσε ξανά τη σελίδα.')
  })

  it('is no answer only where there was none', async () => {
    await speak('en')
    expect(refusalText(new TypeError('Failed to fetch'))).toBe(t('page.no_answer'))
    expect(noticeText(refusedCall(new TypeError('Failed to fetch')))).toBe(t('page.no_answer'))
  })
})

describe('withdrawing an invitation', () => {
  const asked = (cancel: () => Promise<unknown>, state?: Partial<Challenge>) =>
    withdraw(
      {
        cancel,
        challenge: async () => {
          if (!state) throw new TypeError('Failed to fetch')
          return state as Challenge
        },
      },
      'c',
    )
  const refused = (code: string) => async (): Promise<never> => {
    throw new RequestRefused(code, '')
  }

  it('is over once the server has done it', async () => {
    expect(await asked(async () => ({}))).toEqual({ end: 'withdrawn' })
  })

  it('leads to the table if the friend was faster', async () => {
    expect(await asked(refused('table_full'), { state: 'taken', match: 'm' })).toEqual({ end: 'accepted', match: 'm' })
  })

  it('is over if the invitation was over before', async () => {
    expect(await asked(refused('not_yours'), { state: 'expired' })).toEqual({ end: 'expired' })
  })

  it('tells why the link is still open', async () => {
    await speak('en')
    expect(await asked(refused('not_saved'), { state: 'open' })).toEqual({ end: 'refused', why: t('not_saved') })
    expect(await asked(refused('not_saved'))).toEqual({ end: 'refused', why: t('not_saved') })
    const unheard = async (): Promise<never> => {
      throw new TypeError('Failed to fetch')
    }
    expect(await asked(unheard, { state: 'open' })).toEqual({ end: 'refused', why: t('page.no_answer') })
  })
})
