import { expect, test } from 'vitest'
import type { GameInfo } from '../src/generated/wire.ts'
import { sentence } from '../src/shell/api.ts'
import { diceIn, plainText, targetsIn } from '../src/shell/dice.ts'
import { formatClock } from '../src/shell/clocks.ts'
import { formatHint, levelAbout, levelChoice, ago, clock, formatToAct, formatResult, formatTimeLeft, lineOf, listed, formatOptions } from '../src/shell/format.ts'

test('how long ago', () => {
  const now = 1_000_000_000_000
  const minute = 60_000
  expect([0, 2 * minute, 90 * minute, 30 * 60 * minute, 72 * 60 * minute].map((past) => ago(now - past, now))).toEqual(['now', '2 min', '2 h', 'yesterday', '3 days'])
})

test('how long until', () => {
  const now = 1_000_000_000_000
  expect([-1, 1, 59 * 60_000, 60 * 60_000, 61 * 60_000, 86_400_000].map((left) => formatTimeLeft(now + left, now))).toEqual(['0 min', '1 min', '59 min', '1 h', '2 h', '24 h'])
})

test('clocks', () => {
  expect([clock(760_000), clock(3_725_000), clock(-5), clock(2 * 86_400_000 + 3 * 3_600_000)]).toEqual(['12:40', '1:02:05', '0:00', '2 d 3 h'])
})

test('a sentence gives its dice, its words and what it speaks of', () => {
  const text = [{ type: 'ref' as const, target: 'seat:0', text: 'Alliance' }, { type: 'text' as const, text: ' rolls ' }, { type: 'dice' as const, dice: [1, 6] }]
  expect([diceIn(text), plainText(text), targetsIn(text)]).toEqual([[1, 6], 'Alliance rolls [1 6]', ['seat:0']])
  expect([diceIn(undefined), plainText(undefined), targetsIn(undefined)]).toEqual([[], '', []])
})

test('errors become sentences', () => expect(sentence(new Error('the chair is taken'))).toBe('The chair is taken.'))

test('clocks in words', () => {
  expect([formatClock({ kind: 'none' }), formatClock({ kind: 'live', bank: 60, increment: 10 }), formatClock({ kind: 'mail', days: 1, holidays: 14 })]).toEqual([
    'no clock', 'live, 1 minute and 10 seconds per decision', 'correspondence, 1 day per decision, 14 holidays',
  ])
})

test('an error of a file shows the line it names', () => {
  const file = 'id = "x"\nlp = 400\n'
  expect(lineOf('my.toml: line 2, sides.A.lp: expected at most 8', file)).toEqual({ number: 2, text: 'lp = 400' })
  expect(lineOf('my.toml: deck: expected cards', file)).toBeUndefined()
  expect(lineOf('my.toml: line 99, column 1: cut off', file)).toBeUndefined()
})

test('the options of a table are said in the words of its game', () => {
  const options = [{ id: 'turns', label: 'Length of the game in years', values: ['40', '36'] }]
  expect(formatOptions({ options: { turns: '36', negotiation: 'same_hex' } }, { options })).toEqual(['Length of the game in years: 36', 'negotiation: same hex'])
  expect(formatOptions({ options: { turns: '36' } }, undefined)).toEqual(['turns: 36'])
})

test('sentences read well for powers and for colours', () => {
  expect([[], ['Alliance'], ['Azure', 'Jade'], ['Azure', 'Ember', 'Jade']].map(listed)).toEqual(['', 'Alliance', 'Azure and Jade', 'Azure, Ember and Jade'])
  expect([['Imperium'], ['Azure', 'Jade'], []].map(formatToAct)).toEqual(['Waiting for Imperium', 'Waiting for Azure and Jade', 'Rolling the dice'])
  const seats = ['Azure', 'Ember', 'Jade']
  const end = (winners: number[], reason: 'played' | 'resigned' | 'drawn', by?: number) => formatResult({ reason, scores: [], winners, ...(by === undefined ? {} : { by }) }, seats)
  expect(end([1], 'played')).toBe('Ember wins.')
  expect(end([0], 'resigned', 2)).toBe('Azure wins: Jade resigned.')
  expect(end([0, 2], 'played')).toBe('Azure and Jade win together.')
  expect(end([0, 1, 2], 'drawn')).toBe('Draw by agreement.')
  expect(end([], 'played')).toBe('This table was closed before it began.')
})

test('a lost solitaire is lost, not drawn', () => {
  const lost = { reason: 'played' as const, scores: [0], winners: [], places: [2], text: 'Sol fell in year 9' }
  expect(formatResult(lost, ['Federation'], [0])).toBe('You lost: Sol fell in year 9.')
  expect(formatResult(lost, ['Federation'])).toBe('Federation lost: Sol fell in year 9.')
  expect(formatResult({ ...lost, winners: [0], text: 'all fleets are gone' }, ['Federation'], [0])).toBe('You won: all fleets are gone.')
  expect(formatResult({ reason: 'played', scores: [0, 0], winners: [], places: [1, 1] }, ['Azure', 'Ember'])).toBe('No one wins.')
})

test('a hint says what it is based on', () => {
  const hint = { revision: 1, action: 'end', label: 'End movement', level: 'greedy', worlds: 20, agree: 17, plans: [] }
  expect(formatHint(hint)).toBe('Greedy suggests: End movement (chosen in 17 of 20 sampled positions). This level does not look ahead.')
  expect(formatHint({ ...hint, level: 'ada' })).toBe('Ada suggests: End movement (chosen in 17 of 20 sampled positions).')
  expect(formatHint({ ...hint, level: 'random' })).not.toContain('look ahead')
  const plans = [{ action: 'a', label: 'Pick Scout 1', goal: 'attack Talon', chance: 624 }, { action: 'end', label: 'End movement', chance: 581 }]
  expect(formatHint({ ...hint, level: 'dima', plans })).toBe('Dima suggests: Attack Talon: Pick Scout 1 (62 %); or End movement (58 %). Chances to win.')
  // a level that does not search in a game calculates no chances
  expect(formatHint({ ...hint, level: 'dima', plans: [{ action: 'end', label: 'End movement' }] })).toBe('Dima suggests: End movement (chosen in 17 of 20 sampled positions).')
})

test('a level is chosen by its rating', () => {
  const computers = [{ id: 'cass', name: 'Cass', about: 'medium', rating: 1545, measured: 'wins 96 of 100 against Greedy' }, { id: 'fenn', name: 'Fenn', about: 'the strongest' }]
  const game = { computers } as GameInfo
  expect(levelChoice(game, 'cass')).toBe('Cass, medium · 1545')
  expect(levelChoice(game, 'fenn')).toBe('Fenn, strongest')
  expect(levelAbout(game, 'cass')).toBe('Cass: medium. Rating 1545: wins 96 of 100 against Greedy.')
  expect(levelAbout(game, 'fenn')).toBe('Fenn: the strongest. Not rated in this game yet.')
  expect(levelAbout(game, 'unknown')).toBe('')
})
