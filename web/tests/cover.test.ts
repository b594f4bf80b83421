import { expect, test, vi } from 'vitest'
import { cover } from '../src/shell/cover.svelte.ts'

test('a longer question covers more, a shorter one moves nothing, another width begins anew', () => {
  vi.useFakeTimers()
  cover.show(132, 1440)
  vi.advanceTimersByTime(400)
  cover.show(180, 1440)
  cover.show(132, 1440)
  expect(cover.bottom).toBe(180)
  // a window that changes its width lays the question out again, in a moment
  cover.show(204, 1024)
  cover.show(132, 1024)
  expect(cover.bottom).toBe(132)
  cover.show(0, 390)
  expect(cover.bottom).toBe(0)
  vi.useRealTimers()
})
