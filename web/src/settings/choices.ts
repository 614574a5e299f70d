/** What a reader can choose for this browser, and how a stored choice is checked. */

export type Theme = 'auto' | 'light' | 'dark' | 'contrast'
export type Speed = 'normal' | 'slow' | 'off'

export interface Settings {
  theme: Theme
  sound: boolean
  mirrored: boolean
  autoRoll: boolean
  autoConfirm: boolean
  speed: Speed
  largerDieFirst: boolean
}

export const NAME = 'tavli.settings'

const DEFAULTS: Settings = {
  theme: 'auto',
  sound: true,
  mirrored: false,
  autoRoll: false,
  autoConfirm: false,
  speed: 'normal',
  largerDieFirst: true,
}

/** Stored settings with every missing or wrong value replaced by its default. */
export function checked(stored: unknown): Settings {
  const given = typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {}
  const flag = (name: 'sound' | 'mirrored' | 'autoRoll' | 'autoConfirm' | 'largerDieFirst'): boolean =>
    typeof given[name] === 'boolean' ? given[name] : DEFAULTS[name]
  return {
    theme: oneOf(given['theme'], ['auto', 'light', 'dark', 'contrast'], DEFAULTS.theme),
    speed: oneOf(given['speed'], ['normal', 'slow', 'off'], DEFAULTS.speed),
    sound: flag('sound'),
    mirrored: flag('mirrored'),
    autoRoll: flag('autoRoll'),
    autoConfirm: flag('autoConfirm'),
    largerDieFirst: flag('largerDieFirst'),
  }
}

function oneOf<T extends string>(value: unknown, allowed: readonly T[], fallback: T): T {
  return allowed.find((one) => one === value) ?? fallback
}
