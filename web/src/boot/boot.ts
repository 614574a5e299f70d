/** What the server wrote into the page: who reads it, and the token for its requests. */

import { asLanguage, type Language } from '../words/words.svelte'

export interface Me {
  readonly id: string
  readonly name: string
  readonly lang: Language
}

export interface Boot {
  readonly me: Me
  readonly csrf: string
}

export function readBoot(document: Document): Boot {
  const text = document.getElementById('boot')?.textContent ?? '{}'
  const given = JSON.parse(text) as { me?: { id?: string; name?: string; lang?: string }; csrf?: string }
  return {
    me: {
      id: given.me?.id ?? '',
      name: given.me?.name ?? '',
      lang: asLanguage(given.me?.lang ?? document.documentElement.lang),
    },
    csrf: given.csrf ?? '',
  }
}
