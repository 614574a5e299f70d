import { beforeEach, describe, expect, it, vi } from 'vitest'

import { keepsFocus } from '../src/room/focus'

const body = {}
const page = { activeElement: body as object, body }
let mutated: () => void = () => undefined

class FakeObserver {
  constructor(heard: () => void) {
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
  const button = { isConnected: true, parentElement: root }
  const focus = (): void => {
    page.activeElement = button
    listeners.get('focusin')?.({ target: button })
  }
  const leave = async (to: object): Promise<void> => {
    page.activeElement = to
    listeners.get('focusout')?.({ target: button })
    await Promise.resolve()
  }
  const remove = (): void => {
    button.isConnected = false
    page.activeElement = body
    mutated()
  }
  return { heading, button, focus, leave, remove }
}

beforeEach(() => {
  page.activeElement = body
  vi.stubGlobal('document', page)
  vi.stubGlobal('MutationObserver', FakeObserver)
  return () => vi.unstubAllGlobals()
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
})
