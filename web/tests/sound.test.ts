import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { settings } from '../src/shell/settings.svelte.ts'

/** Counts the tones. */
class Audio {
  static tones: number[] = []
  static woken = 0
  state = 'suspended'
  currentTime = 0
  destination = {}
  resume() {
    Audio.woken += 1
    this.state = 'running'
    return Promise.resolve()
  }
  createOscillator() {
    const frequency = { set value(pitch: number) { Audio.tones.push(pitch) } }
    return { type: '', frequency, connect: (to: unknown) => to, start: () => undefined, stop: () => undefined }
  }
  createGain() {
    return { gain: { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined }, connect: (to: unknown) => to }
  }
}

beforeEach(() => {
  vi.stubGlobal('AudioContext', Audio)
  Audio.tones = []
})
afterEach(() => {
  settings.sound = false
  vi.unstubAllGlobals()
})

test('silence is the rule; whoever wants sound hears a cue of its own for each thing', async () => {
  const { play } = await import('../src/shell/sound.ts')
  play('turn')
  expect(Audio.tones).toEqual([])
  settings.sound = true
  const heard = (['turn', 'dice', 'battle'] as const).map((cue) => {
    Audio.tones = []
    play(cue)
    return Audio.tones.join()
  })
  expect(new Set(heard).size).toBe(3)
  expect(heard.every((tones) => tones !== '')).toBe(true)
  // the browser had put it to sleep; it is woken once
  expect(Audio.woken).toBe(1)
})
