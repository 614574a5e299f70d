import { beforeEach, describe, expect, it, vi } from 'vitest'

import { keepsFocus } from '../src/room/focus'

const body = {}
const page = { activeElement: body as object, body }
let mutated: (changes: object[]) => void = () => undefined

class FakeObserver {
  constructor(heard: (changes: object[]) => void) {
    mutated = heard
  }
  observe(): void {}
  disconnect(): void {}
}

/** A page with a button in it, whose heading takes the focus where nothing else is left. */
function watched() {
  const listeners = new Map<string, (event: object) => void>()
  const heading = { hasAttribute: () => true, querySelector: () => null, focus: vi.fn() }
  const root = {
    addEventListener: (name: string, heard: (event: object) => void) => listeners.set(name, heard),
    removeEventListener: () => undefined,
    querySelector: (what: string) => (what === 'h1' ? heading : null),
  }
  keepsFocus(root as unknown as HTMLElement)
  const button = { isConnected: true, parentElement: root, focus: vi.fn() }
  const focus = (): void => {
    page.activeElement = button
    listeners.get('focusin')?.({ target: button })
  }
  const leave = async (to: object): Promise<void> => {
    page.activeElement = to
    listeners.get('focusout')?.({ target: button })
    await vi.advanceTimersByTimeAsync(1)
  }
  const remove = (): void => {
    button.isConnected = false
    page.activeElement = body
    mutated([])
  }
  /** As rows do that change places: taken out and put in again. */
  const move = (): void => {
    page.activeElement = body
    mutated([{ removedNodes: [{ contains: (what: object) => what === button }] }])
  }
  return { heading, button, focus, leave, remove, move }
}

beforeEach(() => {
  page.activeElement = body
  vi.stubGlobal('document', page)
  vi.stubGlobal('MutationObserver', FakeObserver)
  vi.useFakeTimers()
  return () => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  }
})

describe('the focus of what goes away', () => {
  it('is kept in the page', () => {
    const { heading, focus, remove } = watched()
    focus()
    remove()
    expect(heading.focus).toHaveBeenCalledOnce()
  })

  it('is kept also where the browser tells that it is lost', async () => {
    const { heading, button, focus, leave, remove } = watched()
    focus()
    button.isConnected = false
    await leave(body)
    remove()
    expect(heading.focus).toHaveBeenCalledOnce()
  })

  it('stays where the reader himself had put it before', async () => {
    const { heading, focus, leave, remove } = watched()
    focus()
    await leave(body)
    remove()
    expect(heading.focus).not.toHaveBeenCalled()
  })

  it('is kept though the window was left meanwhile', async () => {
    const { heading, button, focus, leave, remove } = watched()
    focus()
    await leave(button)
    remove()
    expect(heading.focus).toHaveBeenCalledOnce()
  })

  it('comes back to a row that changed its place', () => {
    const { heading, button, focus, move } = watched()
    focus()
    move()
    expect(button.focus).toHaveBeenCalledOnce()
    expect(heading.focus).not.toHaveBeenCalled()
  })

  it('does not come back to a row that the reader had left', async () => {
    const { button, focus, leave, move } = watched()
    focus()
    await leave(body)
    move()
    expect(button.focus).not.toHaveBeenCalled()
  })
})
