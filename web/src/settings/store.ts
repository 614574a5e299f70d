/** Values kept in this browser; where it forbids that, they last as long as the page. */

export function read(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null')
  } catch {
    return null
  }
}

export function write(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value))
  } catch {
    // Private windows may refuse; the page works without memory.
  }
}
