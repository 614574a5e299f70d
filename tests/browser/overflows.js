// Return a sentence for each text that has no room.
//
// A text overflows if it reaches beyond its own box or the window, or if a box that hides
// what sticks out hides a part of it. Texts that end in an ellipsis are meant to, lists
// that scroll may, and those for screen readers alone are in boxes of one pixel.
() => {
  const found = []
  const edge = document.documentElement.clientWidth
  const page = document.documentElement.scrollWidth
  const slack = 1.5
  if (page > edge) found.push(`the page is ${page} wide in a window of ${edge}`)

  const boxOf = (element) => {
    let box = element
    while (getComputedStyle(box).display === 'inline' && box.parentElement) box = box.parentElement
    return box
  }
  const isForEars = (box) => {
    for (let one = box; one; one = one.parentElement) {
      const { width, height } = one.getBoundingClientRect()
      if (width <= 1 && height <= 1 && getComputedStyle(one).overflow !== 'visible') return true
    }
    return false
  }
  const scrolls = (box) => {
    for (let one = box; one && one !== document.body; one = one.parentElement)
      if (['auto', 'scroll'].includes(getComputedStyle(one).overflowX)) return true
    return false
  }
  const nameOf = (element) => `${element.tagName.toLowerCase()}.${element.className}`

  const judge = (node) => {
    const text = node.textContent.trim()
    const element = node.parentElement
    if (!text || !element.checkVisibility({ visibilityProperty: true })) return
    if (element.closest('svg, script, style, noscript, option')) return
    const box = boxOf(element)
    if (isForEars(box)) return
    const style = getComputedStyle(box)
    if (style.textOverflow === 'ellipsis' && style.overflowX !== 'visible') return
    const around = box.getBoundingClientRect()
    const range = document.createRange()
    range.selectNodeContents(node)
    const parts = [...range.getClientRects()].filter((part) => part.width > 0)
    const past = (part) => scrolls(box) ? 0 : Math.max(part.right - edge, -part.left)
    const out = Math.max(...parts.map((part) =>
      Math.max(part.right - around.right, around.left - part.left, past(part))))
    if (out > slack) found.push(`"${text}" sticks ${out.toFixed(1)} px out of ${nameOf(box)}`)
    const hides = ['hidden', 'clip'].includes(style.overflowX)
    if (hides && box.scrollWidth > box.clientWidth + 1) found.push(`"${text}" is cut off in ${nameOf(box)}`)
  }

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) judge(node)
  return found
}
