/** Whoever works by keys stays where he is when the button under his fingers goes away. */

const PLACES = 'section, fieldset, .boardbox'

/** The point of the board that Tab leads to. */
const POINT = '.hits [tabindex="0"]'

/**
 * Watch over the focus within *root*, as an attachment: when what has it is taken away, it goes to
 * the section that this stood in; from beneath the board, to the board; else to the heading.
 */
export function keepsFocus(root: HTMLElement): () => void {
  return watchFocus(root, (around) => {
    focusPlace(around.find((place) => place.isConnected) ?? root.querySelector<HTMLElement>('h1') ?? root)
  })
}

/**
 * Watch over the focus within *root*: when what has it is taken away, *lost* hears what places
 * it stood in, the nearest first. A row that only changes its place has it again.
 */
export function watchFocus(root: HTMLElement, lost: (around: readonly HTMLElement[]) => void): () => void {
  let focused: HTMLElement | null = null
  let around: readonly HTMLElement[] = []

  function remember(event: FocusEvent): void {
    focused = event.target as HTMLElement
    around = placesAround(focused, root)
  }

  /** Whoever leaves by himself has left; what was taken away, or stands behind another window, has not. */
  function forget(event: FocusEvent): void {
    const left = event.target as Element
    // Not before the observer has seen whether it was moved.
    setTimeout(() => {
      if (focused === left && left.isConnected && document.activeElement !== left) focused = null
    })
  }

  const observer = new MutationObserver((changes) => {
    if (!focused || document.activeElement !== document.body) return
    if (focused.isConnected) {
      if (wasMoved(focused, changes)) focused.focus({ preventScroll: true })
      return
    }
    focused = null
    lost(around)
  })

  root.addEventListener('focusin', remember)
  root.addEventListener('focusout', forget)
  observer.observe(root, { childList: true, subtree: true })
  return () => {
    root.removeEventListener('focusin', remember)
    root.removeEventListener('focusout', forget)
    observer.disconnect()
  }
}

export function focusBoard(root: ParentNode = document): boolean {
  const point = root.querySelector<HTMLElement>(POINT)
  point?.focus({ preventScroll: true })
  return point !== null
}

function wasMoved(what: Element, changes: readonly MutationRecord[]): boolean {
  return changes.some((change) => [...change.removedNodes].some((node) => node.contains(what)))
}

function placesAround(focused: Element, root: Element): HTMLElement[] {
  const found: HTMLElement[] = []
  for (let place = focused.parentElement; place && place !== root; place = place.parentElement) {
    if (place.matches(PLACES)) found.push(place)
  }
  return found
}

function focusPlace(place: HTMLElement): void {
  if (focusBoard(place)) return
  if (!place.hasAttribute('tabindex')) place.tabIndex = -1
  place.focus({ preventScroll: true })
}
