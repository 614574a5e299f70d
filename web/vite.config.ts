import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

import { words } from './catalogue/plugin.ts'

const SERVER = 'http://127.0.0.1:8000'

export default defineConfig({
  base: '/static/app/',
  plugins: [words('../src/tavli/words/locale'), svelte()],
  build: {
    outDir: '../src/tavli/server/static/app',
    emptyOutDir: true,
    manifest: 'manifest.json',
    modulePreload: { polyfill: false },
    // A strict content policy forbids inlined data; every asset is a file.
    assetsInlineLimit: 0,
    rollupOptions: { input: { app: 'src/main.ts', theme: 'src/theme.ts', verify: 'src/verify.ts', pages: 'src/pages.css' } },
  },
  server: {
    proxy: {
      '^/(api|rules|verify|study|openings|trainer|m/|c/|$)': SERVER,
      '/socket': { target: SERVER.replace('http', 'ws'), ws: true },
    },
  },
  resolve: process.env['VITEST'] ? { conditions: ['browser'] } : {},
  test: { include: ['tests/**/*.test.ts'], environment: 'node' },
})
