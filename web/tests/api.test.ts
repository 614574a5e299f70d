import { afterEach, describe, expect, it, vi } from 'vitest'

import { Api, LineLost, RequestRefused } from '../src/boot/api'

afterEach(() => {
  vi.unstubAllGlobals()
})

async function failure(status: number, body: string): Promise<unknown> {
  vi.stubGlobal('fetch', async () => new Response(body, { status }))
  return new Api('').matches().then(
    () => null,
    (error: unknown) => error,
  )
}

describe('an answer without success', () => {
  it.each([502, 503, 504])('is a lost line where a proxy gives it (%i)', async (status) => {
    expect(await failure(status, '<html>Bad Gateway</html>')).toBeInstanceOf(LineLost)
    expect(await failure(status, '')).toBeInstanceOf(LineLost)
  })

  it('is a refusal where our server gives it', async () => {
    const refused = await failure(503, '{"error": "busy", "text": "Later."}')
    expect(refused).toMatchObject({ code: 'busy', message: 'Later.' })
    expect(refused).toBeInstanceOf(RequestRefused)
    expect(await failure(500, 'Internal Server Error')).toMatchObject({ code: 'internal' })
  })
})
