import { expect, test, vi } from 'vitest'
import { promptInset } from '../src/shell/promptInset.svelte.ts'

test('a longer question covers more, a shorter one moves nothing, another width begins anew', () => {
  vi.useFakeTimers()
  promptInset.show(132, 1440)
  vi.advanceTimersByTime(400)
  promptInset.show(180, 1440)
  promptInset.show(132, 1440)
  expect(promptInset.bottom).toBe(180)
  // a window that changes its width lays the question out again, in a moment
  promptInset.show(204, 1024)
  promptInset.show(132, 1024)
  expect(promptInset.bottom).toBe(132)
  promptInset.show(0, 390)
  expect(promptInset.bottom).toBe(0)
  vi.useRealTimers()
})
