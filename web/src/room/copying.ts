/** A text is copied; plain http has no clipboard for scripts, and there a selection is copied. */

type Field = Pick<HTMLInputElement, 'focus' | 'select'>

/**
 * Copy *text*, which stands in *field*; false if the browser lets no page do so. Then the text is
 * selected, so that the reader can copy it himself.
 */
export async function copyText(text: string, field: Field | null | undefined): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(field)
  }
}

function copySelected(field: Field | null | undefined): boolean {
  const before = document.activeElement as Partial<Field> | null
  field?.focus({ preventScroll: true })
  field?.select()
  const isCopied = document.execCommand('copy')
  // Whoever pressed the button by keys is still at it.
  if (isCopied) before?.focus?.({ preventScroll: true })
  return isCopied
}
