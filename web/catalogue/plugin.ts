/** Gettext catalogues as modules: `virtual:words/el` holds every text of one language by its code. */

import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import type { Plugin } from 'vite'

import { readCatalogue } from './read.ts'

const PREFIX = 'virtual:words/'

export function words(folder: string): Plugin {
  const fileOf = (language: string): string => resolve(join(folder, language, 'LC_MESSAGES', 'tavli.po'))
  return {
    name: 'tavli-words',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null
      const language = id.slice(PREFIX.length + 1)
      const file = fileOf(language)
      if (!existsSync(file)) throw new Error(`There is no catalogue ${file}: every language of the page needs one.`)
      this.addWatchFile(file)
      const catalogue = readCatalogue(readFileSync(file, 'utf-8'), language)
      return `export default ${JSON.stringify(catalogue)}`
    },
  }
}
