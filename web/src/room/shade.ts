/** Light, dark or contrast, out of what the reader chose and what the system asks for. */

import type { Theme } from '../settings/choices'

export type Shade = 'light' | 'dark' | 'contrast'

export const PREFERS_DARK = '(prefers-color-scheme: dark)'
export const PREFERS_CONTRAST = '(prefers-contrast: more)'

export function shadeFor(theme: Theme, system: { dark: boolean; contrast: boolean }): Shade {
  if (theme !== 'auto') return theme
  if (system.contrast) return 'contrast'
  return system.dark ? 'dark' : 'light'
}
