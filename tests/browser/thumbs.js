// Return a sentence for each control that a thumb would miss: smaller than 44 px, or past
// the edge of the window or of the card it stands in.
//
// The board's points have their own rule, and rows of a list of moves lie in steps of their
// own, as buttons of a finger's size lead through them too. A link within a sentence is read
// with it.
() => {
  const found = []
  const least = 43.5
  const slack = 1
  const edge = document.documentElement.clientWidth
  const isForEars = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const { width, height } = one.getBoundingClientRect()
      if (width <= 1 || height <= 1) return true
    }
    return false
  }
  const pressed = (element) => {
    const isMark = element.matches('input[type=radio], input[type=checkbox]')
    return (isMark && element.closest('label')) || element
  }
  const controls = 'button, a[href], input:not([type=hidden]), select, textarea, summary, [role=slider]'
  for (const element of document.querySelectorAll(controls)) {
    const box = pressed(element)
    if (!box.checkVisibility({ visibilityProperty: true }) || isForEars(box)) continue
    if (element.closest('.hits, .moves')) continue
    if (getComputedStyle(element).display === 'inline' && element.matches('a')) continue
    const { width, height, left, right } = box.getBoundingClientRect()
    const name = `${element.tagName.toLowerCase()}.${element.className} "${(element.textContent || element.ariaLabel || element.name || '').trim()}"`
    if (Math.min(width, height) < least) found.push(`${name} is ${width.toFixed(0)} by ${height.toFixed(0)} px`)
    const card = element.closest('.card-of, .panel, dialog')?.getBoundingClientRect()
    const ends = [Math.max(0, card?.left ?? 0), Math.min(edge, card?.right ?? edge)]
    if (left < ends[0] - slack || right > ends[1] + slack) found.push(`${name} stands past the edge`)
  }
  return found
}
