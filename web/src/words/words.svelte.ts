/** Every text of the page, in the language of the reader. */

import type { Catalogue, Forms } from '../../catalogue/read'

export type Language = 'el' | 'en' | 'tr' | 'ar'

export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  el: 'Ελληνικά',
  en: 'English',
  tr: 'Türkçe',
  ar: 'العربية',
}

const LOCALES: Readonly<Record<Language, string>> = { el: 'el-GR', en: 'en-GB', tr: 'tr-TR', ar: 'ar-u-nu-latn' }

const LOADERS: Readonly<Record<Language, () => Promise<{ default: Catalogue }>>> = {
  el: () => import('virtual:words/el'),
  en: () => import('virtual:words/en'),
  tr: () => import('virtual:words/tr'),
  ar: () => import('virtual:words/ar'),
}

export type Values = Readonly<Record<string, string | number>>

/** The marks that isolate a piece of text, by number: as characters they would be invisible here. */
const LEFT_TO_RIGHT = String.fromCharCode(0x2066)
const FIRST_STRONG = String.fromCharCode(0x2068)
const END = String.fromCharCode(0x2069)

let spoken = $state.raw<{ language: Language; catalogue: Catalogue }>({ language: 'en', catalogue: {} })

export function asLanguage(text: string): Language {
  const base = text.slice(0, 2)
  return base in LOADERS ? (base as Language) : 'en'
}

/** Load a language and speak it from now on. */
export async function speak(language: Language): Promise<void> {
  const loaded = await LOADERS[language]()
  spoken = { language, catalogue: loaded.default }
}

export function language(): Language {
  return spoken.language
}

export function locale(): string {
  return LOCALES[spoken.language]
}

/** Whether there is a text for the code, for codes that come from the server. */
export function knows(code: string): boolean {
  return Object.hasOwn(spoken.catalogue, code)
}

/** The text of a code. *values* fill its braces; `n` chooses the plural form. */
export function t(code: string, values: Values = {}): string {
  const entry = spoken.catalogue[code]
  if (entry === undefined) return code
  return fill(typeof entry === 'string' ? entry : formFor(entry, values['n'], spoken.language), values)
}

export function formFor(forms: Forms, n: string | number | undefined, spokenLanguage: Language): string {
  const category = new Intl.PluralRules(LOCALES[spokenLanguage]).select(Number(n ?? 0))
  return forms[category] ?? forms.other ?? ''
}

/** Put values into a text; words are isolated so that a name of the other direction disturbs nothing. */
export function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    if (value === undefined) return whole
    return typeof value === 'number' ? String(value) : isolate(value)
  })
}

function isolate(text: string): string {
  return FIRST_STRONG + text + END
}

/** A piece of notation, a number or dice inside a sentence: always from left to right. */
export function leftToRight(text: string): string {
  return LEFT_TO_RIGHT + text + END
}

/** A score: of its two sides the first stands where reading begins, as names beside it do. */
export function scoreText([first, second]: readonly [number, number]): string {
  return `${leftToRight(String(first))}–${leftToRight(String(second))}`
}

/** The first letter as a capital, by the reader's own language. */
export function capital(text: string): string {
  const [first = '', ...rest] = text
  return first.toLocaleUpperCase(LOCALES[spoken.language]) + rest.join('')
}

/** No date lies further from 1970, in milliseconds. */
const LAST_MOMENT = 8.64e15

/** A moment in figures: month names differ too much between the readers of one language. */
export function dateText(milliseconds: number): string {
  // A damaged row may hold what is no date; the list it stands in is shown.
  if (typeof milliseconds !== 'number' || !(Math.abs(milliseconds) <= LAST_MOMENT)) return ''
  const long = spoken.language === 'en'
  return new Intl.DateTimeFormat(locale(), {
    day: 'numeric',
    month: long ? 'short' : 'numeric',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(milliseconds)
}
