/** What the reader chose for this browser. */

import { checked, NAME, type Settings } from './choices'
import { read, write } from './store'

export const settings = $state<Settings>(checked(read(NAME)))

export function change(changed: Partial<Settings>): void {
  Object.assign(settings, changed)
  write(NAME, { ...settings })
}
