/** Read a gettext catalogue: contexts are the codes, texts come with their plural forms. */

export type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>
export type Catalogue = Readonly<Record<string, string | Forms>>

/** The plural categories in the order of each language's Plural-Forms line. */
const CATEGORIES: Readonly<Record<string, readonly Intl.LDMLPluralRule[]>> = {
  ar: ['zero', 'one', 'two', 'few', 'many', 'other'],
}
const TWO_FORMS: readonly Intl.LDMLPluralRule[] = ['one', 'other']

interface Entry {
  [field: string]: string
}

export function readCatalogue(text: string, language: string): Catalogue {
  const catalogue: Record<string, string | Forms> = {}
  for (const block of text.split(/\r?\n\s*\r?\n/)) {
    const entry = readEntry(block)
    const code = entry['msgctxt']
    if (code) catalogue[code] = textOf(entry, language, code)
  }
  return catalogue
}

function textOf(entry: Entry, language: string, code: string): string | Forms {
  if (entry['msgid_plural'] === undefined) {
    const text = entry['msgstr'] || (language === 'en' ? entry['msgid'] : '')
    if (!text) throw new Error(`The ${language} catalogue has no text for ${code}.`)
    return text
  }
  const forms: Partial<Record<Intl.LDMLPluralRule, string>> = {}
  const categories = CATEGORIES[language] ?? TWO_FORMS
  categories.forEach((category, index) => {
    const english = index === 0 ? entry['msgid'] : entry['msgid_plural']
    const form = entry[`msgstr[${index}]`] || (language === 'en' ? english : '')
    if (!form) throw new Error(`The ${language} catalogue lacks the form ${category} of ${code}.`)
    forms[category] = form
  })
  return forms
}

function readEntry(block: string): Entry {
  const entry: Entry = {}
  let field = ''
  for (const line of block.split(/\r?\n/)) {
    if (line.startsWith('#')) continue
    const start = /^(msg\w+(?:\[\d\])?)\s+(".*)$/.exec(line)
    if (start) field = start[1] ?? ''
    const quoted = start?.[2] ?? line.trim()
    if (field && quoted.startsWith('"')) entry[field] = (entry[field] ?? '') + (JSON.parse(quoted) as string)
  }
  return entry
}
