/** What is wrong in a file or a text: a code of the server's with its values, in the reader's words. */

import { capital, knows, locale, t } from './words.svelte'

export interface Said {
  readonly code: string
  readonly values?: Readonly<Record<string, string | number>>
  /** What is behind it; its sentence stands within this one. */
  readonly why?: Said | null
}

/** Numbers that are written as counts are, beside `n`, by which the form is chosen; the others name a line, a game or a byte. */
const COUNTED: ReadonlySet<string> = new Set(['most', 'found', 'more'])

/** The whole sentence, or null where a newer server says what this page has no words for. */
export function saidText(said: Said): string | null {
  const text = told(said)
  if (text === null) return null
  return capital(/[.?!]$/.test(text.replace(/[\u2066-\u2069]/g, '')) ? text : `${text}.`)
}

function told({ code, values = {}, why }: Said): string | null {
  if (!knows(code)) return null
  const behind = why ? told(why) : ''
  if (behind === null) return null
  const written = Object.entries(values).map(([name, value]) => [name, typeof value === 'number' && name !== 'n' ? figure(name, value) : value])
  return t(code, { ...Object.fromEntries(written), why: behind })
}

function figure(name: string, value: number): string {
  return COUNTED.has(name) ? new Intl.NumberFormat(locale()).format(value) : String(value)
}
