/** What someone waits for stays where he sees it. */

/** The reader moves the page himself, or is at something else: from then on it is his. */
const HIS_OWN = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/**
 * Bring *what* into view, as an attachment, and again whenever the page grows or shrinks, as it
 * does when answers come in above; until the reader scrolls, presses or types something.
 */
export function staysInView(what: HTMLElement): () => void {
  let ours = scrollY
  const observer = new ResizeObserver(() => {
    what.scrollIntoView({ block: 'nearest' })
    ours = scrollY
  })
  const letGo = (): void => {
    observer.disconnect()
    for (const name of HIS_OWN) removeEventListener(name, letGo)
    removeEventListener('scroll', scrolled)
  }
  // Whoever drags the bar of the window is told of by nothing else.
  const scrolled = (): void => {
    if (Math.abs(scrollY - ours) > 1) letGo()
  }
  observer.observe(document.body)
  for (const name of HIS_OWN) addEventListener(name, letGo, { passive: true })
  addEventListener('scroll', scrolled, { passive: true })
  return letGo
}
