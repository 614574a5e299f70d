/** How much room there is, and whether board and panel stand side by side. */

interface Room {
  readonly width: number
  readonly height: number
}

/** A phone's address bar coming and going must not resize the board. */
const ADDRESS_BAR_PX = 110

let room = $state.raw<Room>({ width: document.documentElement.clientWidth, height: innerHeight })

addEventListener('resize', () => {
  const next = { width: document.documentElement.clientWidth, height: innerHeight }
  const changed = next.width !== room.width || Math.abs(next.height - room.height) > ADDRESS_BAR_PX
  if (changed || (isWide() && next.height !== room.height)) room = next
})

export function screen(): Room {
  return room
}

export function isWide(): boolean {
  return room.width >= 900 || (room.width >= 560 && room.width > room.height * 1.2)
}
