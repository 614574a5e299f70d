/** What someone waits for stays where he sees it. */

/** The reader moves the page himself: from then on it is his. */
const HIS_OWN = ['wheel', 'touchmove', 'keydown'] as const

/**
 * Bring *what* into view, as an attachment, and again whenever the page grows or shrinks, as it
 * does when answers come in above; until the reader scrolls, or works with the keys.
 */
export function staysInView(what: HTMLElement): () => void {
  const observer = new ResizeObserver(() => what.scrollIntoView({ block: 'nearest' }))
  observer.observe(document.body)
  const letGo = (): void => {
    observer.disconnect()
    for (const name of HIS_OWN) removeEventListener(name, letGo)
  }
  for (const name of HIS_OWN) addEventListener(name, letGo, { passive: true })
  return letGo
}
