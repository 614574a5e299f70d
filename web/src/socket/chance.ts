/** Random texts from the browser's generator; it works without https too. */

function hex(bytes: number): string {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A version 4 UUID. `crypto.randomUUID` is missing on plain http. */
export function actionId(): string {
  const digits = hex(16)
  const variant = ((Number.parseInt(digits.charAt(16), 16) & 0x3) | 0x8).toString(16)
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-${variant}${digits.slice(17, 20)}-${digits.slice(20)}`
}

/** A player's share in the dice of a match. */
export function freshSeed(): string {
  return hex(32)
}
