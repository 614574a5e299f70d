import { describe, expect, it } from 'vitest'

import type { Api } from '../src/boot/api'
import { StudyCalls } from '../src/study/calls'

const LARGEST_QUERY = 1024

async function addressFor(name: string): Promise<URL> {
  const sent: string[] = []
  const api = { send: (path: string) => (sent.push(path), Promise.resolve({})) } as unknown as Api
  await new StudyCalls(api).bring({ name } as File)
  return new URL(sent[0] ?? '', 'http://127.0.0.1')
}

describe('a file that is brought', () => {
  it.each(['évening.mat', '夜'.repeat(200) + '.mat', '🎲'.repeat(200) + '.mat', '🎲'.repeat(200)])(
    'is sent by the end of its name, in whole characters (%s)',
    async (name) => {
      const address = await addressFor(name)
      expect(address.search.length - 1).toBeLessThanOrEqual(LARGEST_QUERY)
      const told = address.searchParams.get('name') ?? ''
      expect(name.endsWith(told)).toBe(true)
      expect([...told].length).toBe(Math.min([...name].length, 80))
    },
  )
})
