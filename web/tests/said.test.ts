import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { RequestRefused } from '../src/boot/api'
import { refusalText } from '../src/study/refusals'
import { saidText } from '../src/words/said'
import { speak, type Language } from '../src/words/words.svelte'

const plain = (text: string | null): string => (text ?? '').replace(/[\u2066-\u2069]/g, '')
const FOUND = { code: 'fault.at_line', values: { line: 1200 }, why: { code: 'fault.most_lines', values: { most: 100000 } } }

describe('what was found in a file', () => {
  beforeAll(() => speak('el'))
  afterAll(() => speak('en'))

  it('is a whole sentence with its place, and counts as the language writes them', () => {
    expect(plain(saidText(FOUND))).toBe('Γραμμή 1200: ένας αγώνας έχει το πολύ 100.000 γραμμές.')
  })

  it('is told in the form that its number asks for', () => {
    const said = (n: number): string => plain(saidText({ code: 'fault.no_such_stake', values: { cube: 4, n } }))
    expect([said(1), said(3)].map((text) => text.split(' ').slice(-2).join(' '))).toEqual(['1 πόντο.', '3 πόντους.'])
  })

  it('ends once where a sentence is behind it', () => {
    const why = { code: 'larger_die_first' }
    expect(plain(saidText({ code: 'fault.illegal_move', values: { move: '13/7' }, why }))).toMatch(/[^.]\.$/)
  })

  it('is left to the server where the page has no words for it', () => {
    const unknown = { code: 'fault.of_tomorrow' }
    expect(saidText(unknown)).toBeNull()
    expect(saidText({ code: 'fault.left_out', why: unknown })).toBeNull()
    expect(refusalText(new RequestRefused('bad_of_tomorrow', 'In English.', {}, unknown))).toBe('In English.')
  })

  it('goes before the sentence of the refusal', () => {
    expect(plain(refusalText(new RequestRefused('bad_file', 'In English.', {}, { code: 'fault.file_empty' })))).toBe('Αυτό το αρχείο είναι κενό.')
  })

  it.each<Language>(['el', 'en', 'tr', 'ar'])('has words in %s for every code of the server', async (language) => {
    await speak(language)
    const rows = readFileSync(resolve(import.meta.dirname, '../../src/tavli/words/entries/faults.toml'), 'utf-8')
    const codes = [...rows.matchAll(/^\[(fault\.\w+)\]$/gm)].map((found) => found[1] ?? '')
    expect(codes.length).toBeGreaterThan(100)
    expect(codes.filter((code) => saidText({ code }) === null)).toEqual([])
    await speak('el')
  })
})
