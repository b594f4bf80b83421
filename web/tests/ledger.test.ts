import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse, position, ruleText, search, spans } from '../src/shell/ledger.ts'

const book = parse(readFileSync('../docs/rules/star_borders.md', 'utf8'))

test('a rule is found by its id', () => {
  expect(ruleText(book, 'SB-1.0a')).toContain('Exactly two players')
  expect(ruleText(book, 'SB-DEF-2')).toContain('Besieged')
  expect(ruleText(book, 'SB-R02')).toContain('Alliance')
  expect(ruleText(book, 'SB-99.9z')).toBeUndefined()
})

test('a section leads to its first rule', () => {
  expect(book[position(book, 'SB-6.1')]?.id).toMatch(/^SB-6\.1/)
})

test('every rule the ledger states has words', () => {
  const ids = book.flatMap((block) => (block.id ? [block.id] : []))
  expect(ids.length).toBeGreaterThan(200)
  for (const id of ids) expect(ruleText(book, id), id).toBeTruthy()
})

test('searching keeps the headings above what it finds', () => {
  const found = search(book, 'besieged safe')
  expect(found.length).toBeLessThan(book.length)
  expect(found[0]?.kind).toBe('heading')
  for (const block of found) if (block.kind !== 'heading') expect(`${block.id} ${block.text}`.toLowerCase()).toContain('besieged')
  expect(search(book, 'zzzz')).toEqual([])
})

test('markup stays text', () => {
  expect(spans('<img src=x onerror=alert(1)> **bold** `code` see SB-6.1b.')).toEqual([
    { kind: 'text', text: '<img src=x onerror=alert(1)> ' },
    { kind: 'strong', text: 'bold' },
    { kind: 'text', text: ' ' },
    { kind: 'code', text: 'code' },
    { kind: 'text', text: ' see ' },
    { kind: 'rule', text: 'SB-6.1b' },
    { kind: 'text', text: '.' },
  ])
})
