import { expect, test } from 'vitest'
import type { Choice, Prompt } from '../src/generated/wire.ts'
import { byGroup, keyOf, Offers } from '../src/shell/offers.ts'

const choice = (action: string, target: Choice['target'], group = 'g'): Choice => ({ action, label: action, target, group })
const prompt = (choices: Choice[]): Prompt => ({ title: '?', choices, refused: [{ action: 'no', label: 'no', target: { kind: 'place', id: 'X' }, rule: 'SB-6.1b' }], undo: false, undo_refused: null, concede: true })

test('choices of one piece are found together', () => {
  const offers = new Offers(prompt([choice('move', { kind: 'piece', id: 'A' }), choice('repair', { kind: 'piece', id: 'A' }), choice('end', { kind: 'button' })]))
  expect(offers.choices('piece:A').map((found) => found.action)).toEqual(['move', 'repair'])
  expect(offers.choices('piece:B')).toEqual([])
  expect(offers.refused('place:X')[0]?.rule).toBe('SB-6.1b')
})

test('what the board does not draw becomes a button', () => {
  const offers = new Offers(prompt([choice('go', { kind: 'place', id: 'X' }), choice('call', { kind: 'piece', id: 'off' }), choice('end', { kind: 'button' }), choice('again', { kind: 'amount', id: 2 })]))
  expect(offers.undrawn(new Set(['place:X'])).map((found) => found.action)).toEqual(['call', 'end', 'again'])
  expect(offers.undrawn(new Set()).length).toBe(4)
  expect(offers.undrawnRefusals(new Set(['place:X']))).toEqual([])
})

test('a board may draw a single choice or a whole group of them', () => {
  const offers = new Offers(prompt([choice('buy 1', { kind: 'button' }, 'buy'), choice('buy 3', { kind: 'button' }, 'buy'), choice('commit', { kind: 'button' }, 'plan')]))
  expect(offers.undrawn(new Set(['group:buy'])).map((found) => found.action)).toEqual(['commit'])
  expect(offers.undrawn(new Set(['action:buy 3'])).map((found) => found.action)).toEqual(['buy 1', 'commit'])
  expect(offers.choices('action:buy 3').map((found) => found.action)).toEqual(['buy 3'])
  expect(offers.refused('action:no')[0]?.rule).toBe('SB-6.1b')
  expect(offers.undrawnRefusals(new Set(['action:no']))).toEqual([])
})

test('nobody is asked', () => expect(new Offers(null).undrawn(new Set())).toEqual([]))

test('keys tell kinds apart', () => {
  expect(keyOf({ kind: 'amount', id: 1 })).not.toBe(keyOf({ kind: 'seat', id: 1 }))
})

test('groups keep their order', () => {
  const groups = byGroup([choice('a', { kind: 'button' }, 'x'), choice('b', { kind: 'button' }, 'y'), choice('c', { kind: 'button' }, 'x')])
  expect(groups.map(({ group, choices }) => [group, choices.length])).toEqual([['x', 2], ['y', 1]])
})
