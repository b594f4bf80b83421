import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

// `npm run dev` shows the page of a server that runs beside it: STARBOARD=http://127.0.0.1:8080 npm run dev
const server = process.env.STARBOARD ?? 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [svelte()],
  // without this Vitest loads Svelte's server build, and `mount` fails
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  build: { target: 'es2022', modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
  server: { proxy: { '/api': { target: server, ws: true, changeOrigin: true } } },
  test: { environment: 'happy-dom', testTimeout: 30_000, include: ['tests/**/*.test.ts'] },
})
