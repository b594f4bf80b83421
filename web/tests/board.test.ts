import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Choice, DeniedChoice, Prompt } from '../src/generated/wire.ts'
import AmountStepper from '../src/shell/board/AmountStepper.svelte'
import Pile from '../src/shell/board/Pile.svelte'
import { Fan, stackOffsets } from '../src/shell/board/stack.svelte.ts'
import { moodOf, spokenChoices, target } from '../src/shell/board/target.ts'
import Track from '../src/shell/board/Track.svelte'
import { bundles, ChoiceIndex, targetId } from '../src/shell/choiceIndex.ts'
import HandHost from './helpers/HandHost.svelte'

const choice = (action: string, more: Partial<Choice> = {}): Choice => ({ action, label: action, targets: [], group: 'g', ...more })
const amount = (value: number) => ({ value, min: 1, max: 9, step: 1, unit: 'million' })
const denied = (target: string): DeniedChoice => ({ action: 'no', label: 'No', targets: [target], rule: 'X' })
function actions(choices: Choice[], refused: DeniedChoice[] = []) {
  const prompt: Prompt = { title: '', choices, denied: refused, undo: false, undo_refused: null, resign: true }
  return { offers: new ChoiceIndex(prompt), onSelect: vi.fn(), onHover: vi.fn(), onInspect: vi.fn() }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('a group at a target is one key, whatever kind of target it is', () => {
  const { offers } = actions([choice('a', { group: 'buy', targets: ['card:SCT'] }), choice('b', { group: 'buy', targets: ['card:ESC'] })])
  expect(offers.choices('buy/SCT').map((found) => found.action)).toEqual(['a'])
  expect(offers.unhandled(new Set(['buy/SCT'])).map((found) => found.action)).toEqual(['b'])
  expect([targetId('place:DL1'), targetId('seat:0')]).toEqual(['DL1', '0'])
})

test('choices that differ by their amount only are one bundle', () => {
  const found = bundles([choice('a', { amount: amount(1) }), choice('b', { amount: amount(2) }), choice('c', { amount: amount(1), targets: ['card:X'] }), choice('d')])
  expect(found.map((bundle) => bundle.choices.length)).toEqual([2, 1, 1])
})

test('an element says what can be done with it and acts on click and key', () => {
  const given = actions([choice('go', { label: 'Go there', targets: ['place:A'] })], [denied('place:B')])
  expect([moodOf(given, 'place:A'), moodOf(given, 'place:B'), moodOf(given, 'place:C')]).toEqual(['offered', 'denied', 'rest'])
  expect([spokenChoices(given, ['place:A']), spokenChoices(given, ['place:B']), spokenChoices(given, ['place:C'])]).toEqual(['. Can: Go there.', '. Cannot be chosen now.', ''])
  const node = document.createElement('button')
  const attributes = target('place:A', 'Talon', given)
  expect([attributes['aria-label'], attributes.tabindex, target('place:C', 'Ursk', given).tabindex]).toEqual(['Talon. Can: Go there.', 0, -1])
  attributes.onclick(Object.assign(new MouseEvent('click'), {}) as never)
  node.addEventListener('keydown', attributes.onkeydown as never)
  node.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }))
  node.dispatchEvent(new KeyboardEvent('keydown', { key: 'x' }))
  expect(given.onSelect).toHaveBeenCalledTimes(2)
})

test('a long press explains and does not choose; a finger does not hover', () => {
  const given = actions([choice('go', { targets: ['place:A'] })])
  const node = document.createElement('button')
  const attributes = target('place:A', 'Talon', given)
  for (const [name, run] of Object.entries(attributes)) if (typeof run === 'function') node.addEventListener(name.slice(2), run as never)
  const touch = (name: string) => node.dispatchEvent(Object.assign(new Event(name), { pointerType: 'touch', movementX: 0, movementY: 0 }))
  touch('pointerenter')
  touch('pointerdown')
  vi.advanceTimersByTime(500)
  touch('pointerup')
  node.click()
  expect([given.onInspect.mock.calls.length, given.onSelect.mock.calls.length, given.onHover.mock.calls.length]).toEqual([1, 0, 0])
  touch('pointerdown')
  touch('pointerup')
  node.click()
  expect(given.onSelect).toHaveBeenCalledTimes(1)
})

test('a finger fans a stack out first; a pointer fans by hovering and closes later', () => {
  const fan = new Fan()
  fan.enter('A', true, 3)
  expect([fan.open, fan.onlyFanned(), fan.onlyFanned()]).toEqual(['A', true, false])
  fan.enter('A', true, 3)
  expect(fan.onlyFanned()).toBe(false)
  fan.enter('B', true, 1)
  expect(fan.onlyFanned()).toBe(false)
  fan.leave()
  vi.advanceTimersByTime(300)
  expect(fan.open).toBeNull()
})

test('a closed stack is small, a fan has rows', () => {
  expect(stackOffsets(3, { fanned: false, way: -1, depth: 1 })).toEqual([{ dx: -0, dy: -0, under: false }, { dx: -5, dy: -5, under: true }, { dx: -5, dy: -5, under: true }])
  expect(stackOffsets(3, { fanned: true, apart: 10, row: 2 }).map(({ dx, dy }) => [dx, dy])).toEqual([[0, -0], [10, -0], [0, -10]])
})

test('a stepper goes through the amounts on offer and sends the one it shows', async () => {
  const choose = vi.fn()
  render(AmountStepper, { choices: [5, 1, 3].map((value) => choice(`send ${value}`, { amount: amount(value), consequence: `${value} leave` })), start: 1, choose })
  await fireEvent.click(screen.getByLabelText('More'))
  await fireEvent.click(screen.getByRole('button', { name: /send 3/ }))
  expect(choose.mock.calls[0]?.[0].action).toBe('send 3')
  expect(screen.getByText('3 leave')).toBeTruthy()
  await fireEvent.click(screen.getByLabelText('More'))
  expect(screen.getByLabelText<HTMLButtonElement>('More').disabled).toBe(true)
})

test('a card is read by one click and played by another', async () => {
  const given = actions([choice('play 1', { label: 'Play it', targets: ['card:1'] })])
  render(HandHost, { actions: given })
  expect(screen.queryByText('Play it')).toBeNull()
  await fireEvent.click(screen.getByRole('button', { name: /^Outfit/ }))
  expect(given.onSelect).not.toHaveBeenCalled()
  await fireEvent.click(screen.getByText('Play it'))
  expect(given.onSelect).toHaveBeenCalledWith('action:play 1', expect.anything())
  await fireEvent.click(screen.getByLabelText('Turn Outfit over'))
  expect(screen.getByText('Mission')).toBeTruthy()
  expect(document.querySelector('.nth')?.textContent).toBe('1')
})

test('where cards are chosen one by one, a click chooses', async () => {
  const given = actions([choice('pay 1', { targets: ['card:1'] })])
  render(HandHost, { actions: given, direct: true })
  await fireEvent.click(screen.getByRole('button', { name: /^Outfit/ }))
  expect(given.onSelect).toHaveBeenCalledWith('card:1', expect.anything())
})

test('a pile tells its size, a track its value', () => {
  render(Pile, { key: 'card:deck', name: 'Deck', count: 27, ...actions([]) })
  expect(screen.getByRole('button', { name: 'Deck, 27 cards' })).toBeTruthy()
  const { container } = render(Track, { length: 3, value: 5, label: '5 of 3 points', key: 'track:lp' })
  expect([container.querySelectorAll('.full').length, container.querySelectorAll('.over').length]).toEqual([5, 2])
  expect(container.querySelector('[data-explain="track:lp"]')).not.toBeNull()
})
