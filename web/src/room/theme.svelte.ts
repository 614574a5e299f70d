/** The shade that the page wears; it follows the reader's choice and the system. */

import { settings } from '../settings/settings.svelte'
import { PREFERS_CONTRAST, PREFERS_DARK, shadeFor, type Shade } from './shade'

const dark = matchMedia(PREFERS_DARK)
const contrast = matchMedia(PREFERS_CONTRAST)

let system = $state({ dark: dark.matches, contrast: contrast.matches })

function listen(): void {
  system = { dark: dark.matches, contrast: contrast.matches }
}
dark.addEventListener('change', listen)
contrast.addEventListener('change', listen)

export function shade(): Shade {
  return shadeFor(settings.theme, system)
}
