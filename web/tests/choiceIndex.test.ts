import { expect, test } from 'vitest'
import type { Choice, Prompt } from '../src/generated/wire.ts'
import { byGroup, ChoiceIndex } from '../src/shell/choiceIndex.ts'

const choice = (action: string, target?: string, group = 'g'): Choice => ({ action, label: action, targets: target === undefined ? [] : [target], group })
const prompt = (choices: Choice[]): Prompt => ({ title: '?', choices, denied: [{ action: 'no', label: 'no', targets: ['place:X'], rule: 'SB-6.1b' }], undo: false, undo_refused: null, resign: true })

test('choices of one piece are found together', () => {
  const offers = new ChoiceIndex(prompt([choice('move', 'piece:A'), choice('repair', 'piece:A'), choice('end')]))
  expect(offers.choices('piece:A').map((found) => found.action)).toEqual(['move', 'repair'])
  expect(offers.choices('piece:B')).toEqual([])
  expect(offers.denied('place:X')[0]?.rule).toBe('SB-6.1b')
})

test('what the board does not draw becomes a button', () => {
  const offers = new ChoiceIndex(prompt([choice('go', 'place:X'), choice('call', 'piece:off'), choice('end'), choice('again', 'amount:2')]))
  expect(offers.unhandled(new Set(['place:X'])).map((found) => found.action)).toEqual(['call', 'end', 'again'])
  expect(offers.unhandled(new Set()).length).toBe(4)
  expect(offers.unhandledDenied(new Set(['place:X']))).toEqual([])
})

test('a board may draw a single choice or a whole group of them', () => {
  const offers = new ChoiceIndex(prompt([choice('buy 1', undefined, 'buy'), choice('buy 3', undefined, 'buy'), choice('commit', undefined, 'plan')]))
  expect(offers.unhandled(new Set(['group:buy'])).map((found) => found.action)).toEqual(['commit'])
  expect(offers.unhandled(new Set(['action:buy 3'])).map((found) => found.action)).toEqual(['buy 1', 'commit'])
  expect(offers.choices('action:buy 3').map((found) => found.action)).toEqual(['buy 3'])
  expect(offers.denied('action:no')[0]?.rule).toBe('SB-6.1b')
  expect(offers.unhandledDenied(new Set(['action:no']))).toEqual([])
})

test('a choice with several targets is found at each of them', () => {
  const offers = new ChoiceIndex(prompt([{ ...choice('join'), targets: ['piece:A', 'piece:B'] }]))
  expect([offers.choices('piece:A'), offers.choices('piece:B')].map((found) => found.length)).toEqual([1, 1])
  expect(offers.unhandled(new Set(['piece:B']))).toEqual([])
})

test('nobody is asked', () => expect(new ChoiceIndex(null).unhandled(new Set())).toEqual([]))

test('groups keep their order', () => {
  const groups = byGroup([choice('a', undefined, 'x'), choice('b', undefined, 'y'), choice('c', undefined, 'x')])
  expect(groups.map(({ group, choices }) => [group, choices.length])).toEqual([['x', 2], ['y', 1]])
})
