import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, expect, test } from 'vitest'
import Log from '../src/shell/Log.svelte'

afterEach(cleanup)

const lines = (count: number) => Array.from({ length: count }, (_, step) => ({ step, text: [{ type: 'text' as const, text: `Line ${step}` }], event: null }))
const props = (count: number) => ({ lines: lines(count), steps: count, moment: undefined, go: () => undefined, point: () => undefined })
const shown = () => [...document.querySelectorAll('.line')].map((line) => line.textContent?.replace(/\s+/g, ' ').trim())

test('the log begins a page before its end, and what is read does not move when lines come', async () => {
  const { rerender } = render(Log, props(100))
  expect([shown().length, shown()[0]]).toEqual([60, '41 Line 40'])
  await rerender(props(130))
  expect([shown().length, shown()[0]]).toEqual([90, '41 Line 40'])
  await fireEvent.click(screen.getByRole('button', { name: 'Earlier' }))
  expect([shown().length, shown()[0]]).toEqual([130, '1 Line 0'])
  await rerender(props(350))
  expect(shown().length).toBe(350)
  // a very long match is not kept whole
  await rerender(props(400))
  expect([shown().length, shown()[0]]).toEqual([60, '341 Line 340'])
  // through other eyes it begins anew
  await rerender(props(0))
  await rerender(props(500))
  expect(shown().length).toBe(60)
})

test('dice are drawn in the sentence and can be heard', () => {
  render(Log, { ...props(0), lines: [{ step: 0, text: [{ type: 'text', text: 'Alliance rolls ' }, { type: 'dice', dice: [5, 3] }], event: null }], steps: 1 })
  expect(shown()).toEqual(['1 Alliance rolls'])
  expect([...document.querySelectorAll('.line [role="img"]')].map((die) => die.getAttribute('aria-label'))).toEqual(['die: 5', 'die: 3'])
})

test('lines are grouped under their headings, and a reference says what it points at', () => {
  const text = [{ type: 'ref' as const, target: 'piece:A-ST-1', text: 'The Starship' }, { type: 'text' as const, text: ' moves' }]
  render(Log, { ...props(0), lines: [{ step: 0, heading: "Turn 1: Alliance", event: null }, { step: 1, text, event: null }, { step: 2, text, event: null }], steps: 3 })
  expect([...document.querySelectorAll('.heading')].map((heading) => heading.textContent)).toEqual(['Turn 1: Alliance'])
  expect(document.querySelectorAll('[data-ref="piece:A-ST-1"]').length).toBe(2)
})

test('a way that is logged hex by hex is one line', () => {
  const step = (step: number, fleet: number, place: string) => ({
    step, importance: 1, event: null,
    text: [{ type: 'ref' as const, target: `piece:${fleet}`, text: `fleet ${fleet}` }, { type: 'text' as const, text: ' moves to ' }, { type: 'ref' as const, target: `place:${place}`, text: place }],
  })
  render(Log, { ...props(0), lines: [step(0, 3, 'Canis'), step(1, 3, 'Vega'), step(2, 3, 'Rigel'), step(3, 4, 'Vega')], steps: 4 })
  expect(shown()).toEqual(['3 fleet 3 moves to Rigel', '4 fleet 4 moves to Vega'])
})
