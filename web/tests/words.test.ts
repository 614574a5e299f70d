import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { readCatalogue, type Catalogue, type Forms } from '../catalogue/read'
import { capital, dateText, fill, formFor, leftToRight, scoreText, speak, t, type Language } from '../src/words/words.svelte'
import { OPTIONS } from '../src/rules/options'

const LANGUAGES: readonly Language[] = ['el', 'en', 'tr', 'ar']
const NUMBERS = [0, 1, 2, 3, 10, 11, 99, 100, 101, 102, 103, 110, 111, 200, 1.5]

const catalogues = Object.fromEntries(
  LANGUAGES.map((language) => [
    language,
    readCatalogue(readFileSync(`../src/tavli/words/locale/${language}/LC_MESSAGES/tavli.po`, 'utf-8'), language),
  ]),
) as Record<Language, Catalogue>

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(ts|svelte)$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf-8'))
}

/** Codes that the page names outright; those with a variable part are tested by their kind below. */
function namedCodes(): string[] {
  const codes = sources('src').flatMap((text) => [...text.matchAll(/\bt\(\s*'([a-z_.]+)'/g)].map((match) => match[1] as string))
  const reasons = sources('src').flatMap((text) => [...text.matchAll(/'(page\.[a-z_.]+[a-z])'/g)].map((match) => match[1] as string))
  return [...new Set([...codes, ...reasons])]
}

const KINDS = [
  ...['single', 'mars', 'gammon', 'backgammon', 'mother'].flatMap((stake) => [`page.won.${stake}`, `page.lost.${stake}`]),
  ...['drop', 'resign', 'claim', 'abandon', 'session'].map((how) => `page.ended.${how}`),
  ...['double', 'beaver', 'raccoon', 'auto_double', 'take', 'drop', 'resign', 'accept', 'decline'].map((kind) => `page.log.${kind}`),
  ...['won', 'lost', 'drawn', 'abandoned', 'finished'].map((result) => `page.result.${result}`),
  ...['auto', 'light', 'dark', 'contrast'].map((theme) => `page.theme.${theme}`),
  ...['normal', 'slow', 'off'].map((speed) => `page.motion.${speed}`),
  ...['tavli', 'portes', 'plakoto', 'fevga', 'backgammon', 'white', 'black', 'bar', 'off', 'stale', 'not_your_turn'],
  ...OPTIONS.flatMap((option) => [`option.${option.key}`, ...option.values.map((value) => `option.${option.key}.${value}`)]),
]

describe.each(LANGUAGES)('the words in %s', (language) => {
  it('has a text for every code that the page uses', () => {
    const missing = [...namedCodes(), ...KINDS].filter((code) => !(code in catalogues[language]))
    expect(missing).toEqual([])
  })

  it('has a form for every number', () => {
    for (const [code, entry] of Object.entries(catalogues[language])) {
      if (typeof entry === 'string') continue
      for (const number of NUMBERS) expect(formFor(entry as Forms, number, language), `${code} for ${number}`).not.toBe('')
    }
  })

  it('keeps the braces of the English text', () => {
    const braces = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort()
    for (const [code, entry] of Object.entries(catalogues[language])) {
      const english = catalogues.en[code]
      if (typeof entry === 'string' && typeof english === 'string') expect(braces(entry), code).toEqual(braces(english))
    }
  })

  it('can be spoken', async () => {
    await speak(language)
    expect(t('done')).toBe(catalogues[language]['done'])
  })
})

describe('plurals', () => {
  it('choose the Arabic form by the number', () => {
    const forms: Forms = { zero: 'z', one: 'o', two: 't', few: 'f', many: 'm', other: 'x' }
    expect(NUMBERS.map((number) => formFor(forms, number, 'ar')).join('')).toBe('zotffmmxxxffmxx')
  })

  it('fall back to the last form', () => {
    expect(formFor({ other: 'x' }, 1, 'en')).toBe('x')
  })
})

/** Svelte takes white space off both ends of a block: a separator there needs braces. */
it('keeps the space beside a separator at an end of a block', () => {
  const swallowed = sources('src').flatMap((text) => [...text.matchAll(/\S\{[#:][^{}\n]*\} [·(–].*|[·–] \{[/:].*/g)].map((found) => found[0]))
  expect(swallowed).toEqual([])
})

describe('values in a text', () => {
  it('are isolated when they are words and left alone when they are numbers', () => {
    expect(fill('{name}: {n}', { name: 'Θ', n: 3 })).toBe('\u2068Θ\u2069: 3')
  })

  it('stay as they are when nobody gives them', () => {
    expect(fill('{name}', {})).toBe('{name}')
  })

  it('run from left to right when they are notation', () => {
    expect(leftToRight('13/7')).toBe('\u206613/7\u2069')
  })

  it('follow the text in a score, each number by itself', () => {
    expect(scoreText([0, 14])).toBe('\u20660\u2069–\u206614\u2069')
  })

  it('hold no score that is written in another way', () => {
    const inOnePiece = /score\[0\]\}\s*–|score\)?\.join/
    expect(sources('src').filter((text) => inOnePiece.test(text))).toEqual([])
  })
})

it('makes a Turkish capital of i', async () => {
  await speak('tr')
  expect(capital('ipucu')).toBe('İpucu')
  await speak('en')
  expect(capital('ipucu')).toBe('Ipucu')
})

it('refuses a catalogue with an empty text', () => {
  expect(() => readCatalogue('msgctxt "x"\nmsgid "x"\nmsgstr ""', 'el')).toThrow(/no text for x/)
})

it('writes no date for what is none', () => {
  expect(dateText(Number.NaN)).toBe('')
  expect(dateText(9e18)).toBe('')
  expect(dateText('yesterday' as unknown as number)).toBe('')
  expect(dateText(0)).toContain('1970')
})
