import { expect, test } from 'vitest'
import { parse } from '../src/shell/router.svelte.ts'

test.each([
  ['/', { page: 'lobby' }],
  ['/new/star_borders', { page: 'new', game: 'star_borders' }],
  ['/t/abc', { page: 'table', id: 'abc', moment: undefined }],
  ['/t/abc/17', { page: 'table', id: 'abc', moment: 17 }],
  ['/t/abc/review', { page: 'review', id: 'abc' }],
  ['/join/secret', { page: 'join', token: 'secret' }],
  ['/replays', { page: 'replays' }],
  ['/days', { page: 'days', day: undefined }],
  ['/days/2026-11-18', { page: 'days', day: '2026-11-18' }],
])('%s', (path, route) => expect(parse(path)).toEqual(route))

test('a rule can be named in the address', () => {
  expect(parse('/rules/star_borders', '#SB-6.1b')).toEqual({ page: 'rules', game: 'star_borders', rule: 'SB-6.1b' })
})

test.each(['/t', '/t/abc/-1', '/t/abc/now', '/t/abc/1/2', '/t/abc/review/2', '/what', '/tables/7', '/days/today/2', '/new'])('%s leads nowhere', (path) => {
  expect(parse(path)).toEqual({ page: 'nowhere', path })
})

test('a broken escape is no crash', () => expect(parse('/t/%E0%A4%A')).toMatchObject({ page: 'table' }))
