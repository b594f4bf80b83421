import { deflateRawSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { News, Snapshot } from '../src/generated/wire.ts'
import { plainText } from '../src/shell/dice.ts'
import { TableStream } from '../src/shell/tableStream.svelte.ts'
import { settings } from '../src/shell/settings.svelte.ts'

/** A line that a test speaks into. */
class Line {
  static all: Line[] = []
  onmessage: ((event: { data: string | ArrayBuffer }) => void) | null = null
  onclose: (() => void) | null = null
  onerror: (() => void) | null = null
  readonly url: string
  constructor(url: string) {
    this.url = url
    Line.all.push(this)
  }
  close() {}
  say(news: News) {
    this.onmessage?.({ data: JSON.stringify(news) })
    if (vi.isFakeTimers()) vi.advanceTimersToNextFrame()
  }
}

const scene = (seq: number, extra: Partial<Snapshot> = {}): News => ({
  type: 'scene', seq, revision: seq, keep: 0, log: [], view: { lp: 1 }, prompt: null, standing: [], asked: [0], ...extra,
})
const last = () => {
  const line = Line.all.at(-1)
  if (!line) throw new Error('no line was opened')
  return line
}

beforeEach(() => {
  Line.all = []
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', Line)
  vi.stubGlobal('EventSource', class extends Line {})
  settings.motion = 'off'
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a scene is shown and updates change it', () => {
  const live = new TableStream('t')
  live.open(0)
  expect(last().url).toContain('/api/tables/t/live?seat=0')
  last().say(scene(3))
  last().say({ type: 'update', from: 3, seq: 4, revision: 4, log: [{ step: 0, text: [{ type: 'text', text: 'it moved' }], event: {} }], scenes: [{ step: 0, title: 'A move', result: 'It moved.', lines: [], targets: [] }], patch: [[['view', 'lp'], 0]] })
  expect(live.snapshot?.view).toEqual({ lp: 0 })
  expect(live.revision).toBe(4)
  expect(live.log.map((line) => plainText(line.text))).toEqual(['it moved'])
  expect(live.scenes.map((scene) => scene.title)).toEqual(['A move'])
  live.close()
})

test('packed messages are unpacked, and none overtakes another', async () => {
  vi.useRealTimers()
  const live = new TableStream('t')
  live.open(0)
  const packed = (news: News) => new Uint8Array(deflateRawSync(JSON.stringify(news))).buffer
  last().onmessage?.({ data: packed(scene(3)) })
  last().say({ type: 'update', from: 3, seq: 4, revision: 4, patch: [[['view', 'lp'], 0]] })
  last().onmessage?.({ data: packed({ type: 'update', from: 4, seq: 5, revision: 5, patch: [[['view', 'lp'], 7]] }) })
  await vi.waitFor(() => expect(live.revision).toBe(5))
  expect(live.snapshot?.view).toEqual({ lp: 7 })
  expect(Line.all.length).toBe(1)
  last().onmessage?.({ data: new Uint8Array([255, 255, 255]).buffer })
  await vi.waitFor(() => expect(live.link).toBe('lost'))
  live.close()
})

test('an undo takes lines of the log back', () => {
  const live = new TableStream('t')
  live.open(undefined)
  last().say(scene(3, { log: [{ step: 0, event: {} }, { step: 1, event: {} }] }))
  last().say({ type: 'update', from: 3, seq: 4, revision: 4, keep: 1, patch: [] })
  expect(live.log.map((line) => line.step)).toEqual([0])
  expect(live.scenes).toEqual([])
  live.close()
})

test('a gap makes it come back with what it has; a repetition is ignored', () => {
  const live = new TableStream('t')
  live.open(0)
  last().say(scene(3))
  last().say({ type: 'update', from: 2, seq: 3, revision: 3 })
  expect(Line.all.length).toBe(1)
  last().say({ type: 'update', from: 5, seq: 6, revision: 6 })
  expect(Line.all.length).toBe(2)
  expect(last().url).toContain('since=3')
  live.close()
})

test('a lost line is said and mended by itself', () => {
  const live = new TableStream('t')
  live.open(0)
  last().say(scene(3))
  last().onclose?.()
  expect(live.link).toBe('lost')
  expect(live.retryIn).toBe(1)
  vi.advanceTimersByTime(1100)
  expect(Line.all.length).toBe(2)
  last().say({ type: 'ping' })
  expect(live.link).toBe('live')
  expect(live.snapshot?.view).toEqual({ lp: 1 })
  live.close()
})

test('silence is a lost line too', () => {
  const live = new TableStream('t')
  live.open(0)
  last().say(scene(3))
  vi.advanceTimersByTime(46_000)
  expect(live.link).toBe('lost')
  live.close()
})

test('a door that is closed is not knocked at again', () => {
  const live = new TableStream('t')
  live.open(0)
  last().say({ type: 'bye', reason: 'forbidden' })
  vi.advanceTimersByTime(60_000)
  expect(live.link).toBe('forbidden')
  expect(Line.all.length).toBe(1)
})

test('other eyes begin anew', () => {
  const live = new TableStream('t')
  live.open(0)
  last().say(scene(3))
  live.open(1)
  expect(last().url).toContain('seat=1')
  expect(last().url).not.toContain('since')
  expect(live.snapshot).toBeNull()
  live.close()
})

test('where no WebSocket comes through, the long answer is tried next', () => {
  const sources: Line[] = []
  vi.stubGlobal('EventSource', class extends Line {
    constructor(url: string) {
      super(url)
      sources.push(this)
    }
  })
  const live = new TableStream('t')
  live.open(0)
  expect(sources.length).toBe(0)
  last().onclose?.()
  vi.advanceTimersByTime(1100)
  expect(sources.length).toBe(1)
  last().say(scene(3))
  expect(live.link).toBe('live')
  // lost again: a WebSocket first, in case the network has changed
  last().onerror?.()
  vi.advanceTimersByTime(1100)
  expect(sources.length).toBe(1)
  expect(last().url).toContain('since=3')
  live.close()
})

test('an update is applied as it comes, the rest of a burst with the next frame', () => {
  const live = new TableStream('t')
  live.open(0)
  last().say(scene(3))
  for (const seq of [4, 5, 6]) last().onmessage?.({ data: JSON.stringify({ type: 'update', from: seq - 1, seq, revision: seq, patch: [[['view', 'lp'], seq]] }) })
  expect(live.snapshot?.view).toEqual({ lp: 4 })
  vi.advanceTimersToNextFrame()
  expect(live.snapshot?.view).toEqual({ lp: 6 })
  live.close()
})

test('one can wait until a revision is shown, but not for ever', async () => {
  const live = new TableStream('t')
  live.open(0)
  last().say(scene(3))
  await live.waitForRevision(3)
  const order: string[] = []
  const waits = live.waitForRevision(4).then(() => order.push('shown'))
  last().say({ type: 'update', from: 3, seq: 4, revision: 4, patch: [[['view', 'lp'], 0]] })
  await waits
  const never = live.waitForRevision(9).then(() => order.push('given up'))
  vi.advanceTimersByTime(2100)
  await never
  expect(order).toEqual(['shown', 'given up'])
  live.close()
})
