/** Light, dark or contrast: what the reader chose, or what the system asks for. */

import { settings } from '../settings/settings.svelte'

const dark = matchMedia('(prefers-color-scheme: dark)')
const contrast = matchMedia('(prefers-contrast: more)')

let system = $state({ dark: dark.matches, contrast: contrast.matches })

function listen(): void {
  system = { dark: dark.matches, contrast: contrast.matches }
}
dark.addEventListener('change', listen)
contrast.addEventListener('change', listen)

export type Shade = 'light' | 'dark' | 'contrast'

export function shade(): Shade {
  if (settings.theme !== 'auto') return settings.theme
  if (system.contrast) return 'contrast'
  return system.dark ? 'dark' : 'light'
}
