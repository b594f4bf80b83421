import { expect, test } from 'vitest'
import type { BookBlock, BookSpan } from '../src/generated/wire.ts'
import { position, ruleText, search } from '../src/shell/book.ts'

const text = (words: string): BookSpan[] => [{ kind: 'text', text: words }]
const book: BookBlock[] = [
  { kind: 'heading', level: 2, cells: [text('6. Movement')] },
  { kind: 'heading', level: 3, cells: [text('6.1 Limits')] },
  { kind: 'item', level: 0, id: 'SB-6.1a', cells: [text('A ship moves along links.')] },
  { kind: 'item', level: 0, id: 'SB-6.1b', cells: [text('A besieged planet is not '), ] },
  { kind: 'heading', level: 2, cells: [text('13. Rulings')] },
  { kind: 'row', level: 0, id: 'SB-R02', cells: [text('SB-R02'), text('Who wins a tie?'), text('The Alliance.')] },
]

test('a rule is found by its id', () => {
  expect(ruleText(book, 'SB-6.1a')).toBe('A ship moves along links.')
  expect(ruleText(book, 'SB-R02')).toBe('Who wins a tie? – The Alliance.')
  expect(ruleText(book, 'SB-99.9z')).toBeUndefined()
})

test('a section leads to its first rule', () => {
  expect(book[position(book, 'SB-6.1')]?.id).toBe('SB-6.1a')
})

test('searching keeps the headings above what it finds', () => {
  expect(search(book, 'besieged').map((block) => block.kind)).toEqual(['heading', 'heading', 'item'])
  expect(search(book, 'alliance tie').map((block) => block.id)).toEqual([undefined, 'SB-R02'])
  expect(search(book, 'zzzz')).toEqual([])
})
