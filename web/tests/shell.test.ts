import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Card, Choice, DeniedChoice, LogLine, Scene, TableInfo } from '../src/generated/wire.ts'
import * as api from '../src/shell/api.ts'
import EndPage from '../src/shell/EndPage.svelte'
import Prompt from '../src/shell/Prompt.svelte'
import SceneCard from '../src/shell/SceneCard.svelte'
import Since from '../src/shell/Since.svelte'
import { settings } from '../src/shell/settings.svelte.ts'
import { TableSession } from '../src/shell/tableSession.svelte.ts'
import TargetCard from '../src/shell/TargetCard.svelte'

const text = (words: string) => [{ type: 'text' as const, text: words }]
const choice = (action: string, more: Partial<Choice> = {}): Choice => ({ action, label: action, targets: [], group: 'g', ...more })

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function prompt(buttons: Choice[], choose = vi.fn()) {
  render(Prompt, { title: 'What now?', subtitle: '', mood: 'ask', buttons, everything: buttons, refusals: [], busy: false, undo: undefined, choose, explain: vi.fn(), extra: [] })
  return choose
}
const gold = () => [...document.querySelectorAll('.prompt .primary .what')].map((node) => node.firstChild?.textContent)

test('gold is what the engine calls primary, or the only choice unless it cannot be undone', () => {
  prompt([choice('End turn'), choice('Move on', { primary: true })])
  expect(gold()).toEqual(['Move on'])
  cleanup()
  prompt([choice('End turn'), choice('Pass')])
  expect(gold()).toEqual([])
  cleanup()
  prompt([choice('Pass')])
  expect(gold()).toEqual(['Pass'])
  cleanup()
  prompt([choice('Scuttle', { irreversible: true })])
  expect(gold()).toEqual([])
})

test('a button says what its choice costs', () => {
  prompt([choice('End turn', { consequence: '2 LP will be lost' })])
  expect(screen.getByText('2 LP will be lost')).toBeTruthy()
})

test('what cannot be undone asks once', () => {
  const table = new TableSession('t')
  table.choose = vi.fn()
  const end = choice('End turn', { irreversible: true })
  settings.confirm = true
  table.press(end)
  expect(table.choose).not.toHaveBeenCalled()
  table.press(end)
  expect(table.choose).toHaveBeenCalledExactlyOnceWith(end)
  table.press(choice('Move'))
  expect(table.choose).toHaveBeenCalledTimes(2)
})

const CARD: Card = { title: 'Starship', about: 'The best ship.', facts: [['Attack', '4']], can: ['Move 2 links'], cannot: [['It has moved', 'XX-1']], rule: 'XX-2' }
const card = (more: object = {}) =>
  render(TargetCard, { props: { key: 'piece:A', anchor: new DOMRect(10, 10, 20, 20), pinned: true, card: CARD, choices: [], denied: [], game: 'g', busy: false, choose: vi.fn(), open: vi.fn(), close: vi.fn(), ...more } })

test('a card shows facts, what can be done and why not, with the rule', async () => {
  const open = vi.fn()
  card({ open })
  for (const words of ['Starship', 'The best ship.', 'Attack', '4', 'Move 2 links']) expect(screen.getByText(words)).toBeTruthy()
  await fireEvent.click(screen.getByText('XX-1'))
  expect(open).toHaveBeenCalledWith('XX-1')
})

test('a refusal gives the reason of this very situation; a pinned card offers its choices', async () => {
  const denied: DeniedChoice[] = [{ action: 'go', label: 'Go', targets: [], rule: 'XX-3', why: '3 links away; a Starship has 2 Engines' }]
  const choose = vi.fn()
  card({ denied, choices: [choice('Select it')], choose })
  expect(screen.getByText(/3 links away/)).toBeTruthy()
  await fireEvent.click(screen.getByRole('button', { name: 'Select it' }))
  expect(choose).toHaveBeenCalled()
})

test('a card comes after a moment of hovering, once per revision, and goes with the pointer', async () => {
  const about = vi.spyOn(api, 'about').mockResolvedValue({ revision: 0, detail: null, card: CARD })
  const table = new TableSession('t')
  const node = document.body.appendChild(document.createElement('i'))
  table.onHover('piece:A', node)
  await vi.advanceTimersByTimeAsync(100)
  table.onHover(null)
  await vi.advanceTimersByTimeAsync(400)
  expect(about).not.toHaveBeenCalled()
  table.onHover('piece:A', node)
  await vi.advanceTimersByTimeAsync(400)
  expect(table.inspected?.card?.title).toBe('Starship')
  table.onHover(null)
  expect(table.inspected).toBeUndefined()
  table.onInspect('piece:A', node)
  await vi.advanceTimersByTimeAsync(0)
  expect([table.inspected?.pinned, about.mock.calls.length]).toEqual([true, 1])
  table.onHover(null)
  expect(table.inspected).toBeDefined()
  node.remove()
})

test('scenes stay until they are dismissed; several become a list', async () => {
  const scene = (title: string): Scene => ({ step: 1, title, result: `${title} is over.`, lines: [text('It burned.')], targets: ['piece:A'] })
  const [point, dismiss] = [vi.fn(), vi.fn()]
  render(SceneCard, { scenes: [scene('Battle of Talon'), scene('Turn 4')], point, dismiss })
  expect(screen.getAllByText('It burned.').length).toBe(1)
  await fireEvent.click(screen.getByRole('button', { name: /Turn 4/ }))
  expect(screen.getByRole('button', { name: /Turn 4/ }).getAttribute('aria-expanded')).toBe('true')
  await fireEvent.click(screen.getByRole('button', { name: /Go on/ }))
  expect(dismiss).toHaveBeenCalledOnce()
})

test('a summary leaves details out where a turn has more to say', () => {
  const line = (step: number, words: string, more: Partial<LogLine> = {}): LogLine => ({ step, text: text(words), event: null, ...more })
  const replay = vi.fn()
  render(Since, { lines: [line(1, 'pays 1 LP', { heading: 'Turn 2: Imperium', importance: 1 }), line(2, 'takes Talon', { importance: 3 }), line(3, 'moves')], point: vi.fn(), replay })
  expect(screen.queryByText('pays 1 LP')).toBeNull()
  expect([screen.getByText('takes Talon'), screen.getByText('moves'), screen.getByText('Turn 2: Imperium')].length).toBe(3)
})

test('the end of a match tells the result and sets up another one, sides swapped', async () => {
  const seat = (number: number, name: string, player: TableInfo['seats'][number]['player']) => ({ seat: number, name, player, ready: true, connected: true, asked: false })
  const info = {
    id: 't', game: 'g', scenario: 'A', options: {}, visibility: 'unlisted', clock: { kind: 'none' }, on_timeout: 'computer', title: 'War', mine: [0],
    seats: [seat(0, 'Alliance', { kind: 'human', account: 1, name: 'Ann' }), seat(1, 'Imperium', { kind: 'computer', level: 'greedy' })],
    result: { reason: 'played', scores: [0, 1000], winners: [1], places: [2, 1], points: [3, 7], text: 'the countdown ended' },
  } as unknown as TableInfo
  const create = vi.spyOn(api, 'createTable').mockRejectedValue(new Error('no'))
  vi.spyOn(api, 'guest').mockResolvedValue(undefined as never)
  vi.spyOn(api, 'me').mockResolvedValue({ account: null, waiting: 0, unread: 0, address: null })
  const roll = { step: 4, seat: 1, good: true, percent: 16, text: 'Raider 1 rolls [1] against Defense 3 and holds' }
  const moments = [{ step: 1, heading: 'Turn 1', values: [[3, 4], [2, 5]] }, { step: 9, heading: 'End', values: [[3, 1], [7, 6]] }]
  vi.spyOn(api, 'history').mockResolvedValue({ names: ['Victory points', 'LP'], moments, rolls: [roll] })
  const table = new TableSession('t')
  table.live.table = info
  render(EndPage, { table, info, close: vi.fn() })
  expect(screen.getByText('Imperium wins: the countdown ended.')).toBeTruthy()
  expect([...document.querySelectorAll('tr b')].map((node) => node.textContent)).toEqual(['Imperium', 'Alliance'])
  await vi.advanceTimersByTimeAsync(0)
  const picture = () => document.querySelector('figure > svg')?.getAttribute('aria-label')
  expect(picture()).toBe('Victory points over the match. Alliance: from 3 to 3; Imperium: from 2 to 7.')
  await fireEvent.click(screen.getByRole('button', { name: 'LP' }))
  expect(picture()).toBe('LP over the match. Alliance: from 4 to 1; Imperium: from 5 to 6.')
  expect(screen.getByText('Best of Imperium')).toBeTruthy()
  await fireEvent.click(screen.getByRole('button', { name: 'Swap sides' }))
  await vi.advanceTimersByTimeAsync(0)
  expect(create.mock.calls[0]?.[0].seats).toEqual([{ kind: 'computer', level: 'greedy' }, { kind: 'me' }])
})
