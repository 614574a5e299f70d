import { afterEach, describe, expect, it, vi } from 'vitest'

import { copyText } from '../src/room/copying'

/** A page without a clipboard, whose selection can be copied or not. */
function plainPage(allows: boolean) {
  const done: string[] = []
  const thing = (name: string) => ({ focus: () => done.push(`focus ${name}`), select: () => done.push(`select ${name}`) })
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('document', { activeElement: thing('button'), execCommand: (name: string) => (done.push(name), allows) })
  return { done, field: thing('field') }
}

afterEach(() => vi.unstubAllGlobals())

describe('a text that is copied', () => {
  it('goes to the clipboard where there is one', async () => {
    const writeText = vi.fn(async () => {})
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    expect(await copyText('a link', null)).toBe(true)
    expect(writeText).toHaveBeenCalledWith('a link')
  })

  it('is copied from its field on plain http, and the button keeps the focus', async () => {
    const { done, field } = plainPage(true)
    expect(await copyText('a link', field)).toBe(true)
    expect(done).toEqual(['focus field', 'select field', 'copy', 'focus button'])
  })

  it('stays selected, and is not said to be copied, where it can not be', async () => {
    const { done, field } = plainPage(false)
    expect(await copyText('a link', field)).toBe(false)
    expect(done.at(-2)).toBe('select field')
    expect(done).not.toContain('focus button')
  })
})
