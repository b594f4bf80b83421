import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, expect, test, vi } from 'vitest'
import type { LogLine, Prompt } from '../src/generated/wire.ts'
import Battle from '../src/games/stellar_conquest/Battle.svelte'
import Board from '../src/games/stellar_conquest/Board.svelte'
import { eventOf, handledKeys, list, placeOf } from '../src/games/stellar_conquest/draw.ts'
import { border, frame, hexes, layout, layoutCounters } from '../src/games/stellar_conquest/map.ts'
import type { Picture } from '../src/games/stellar_conquest/picture.ts'
import RecordSheet from '../src/games/stellar_conquest/RecordSheet.svelte'
import { ChoiceIndex } from '../src/shell/choiceIndex.ts'
import { settings } from '../src/shell/settings.svelte.ts'
import { TableSession } from '../src/shell/tableSession.svelte.ts'
import bonus from './fixtures/stellar-bonus.json' with { type: 'json' }
import combat from './fixtures/stellar-combat.json' with { type: 'json' }
import movement from './fixtures/stellar-movement.json' with { type: 'json' }
import production from './fixtures/stellar-production.json' with { type: 'json' }

/** Pictures and prompts as the engine made them in a match. */
interface Moment {
  seat: number
  view: Picture
  prompt: Prompt
  log: LogLine[]
}
const moments = { bonus, movement, production, combat } as unknown as Record<'bonus' | 'movement' | 'production' | 'combat', Moment>
const names = Object.keys(moments) as (keyof typeof moments)[]

afterEach(cleanup)

function props(name: keyof typeof moments, onSelect = vi.fn()) {
  const { view, prompt, seat, log } = moments[name]
  return { view, offers: new ChoiceIndex(prompt), seat, newEvents: [], log, highlighted: new Set<string>(), onSelect, onHover: vi.fn(), onInspect: vi.fn(), onRule: vi.fn(), loadDetail: () => Promise.resolve(null), busy: false, undo: undefined }
}

test('the map has 656 hexes; every second column lies half a hex lower', () => {
  const at = layout(moments.movement.view.columns)
  expect(at.size).toBe(656)
  const [a, b] = [at.get('A01'), at.get('B01')]
  expect((b?.y ?? 0) - (a?.y ?? 0)).toBeCloseTo(17.32, 1)
  const seen = frame(at.values())
  for (const { x, y } of at.values()) expect(x > seen.x && y > seen.y && x < seen.x + seen.width && y < seen.y + seen.height).toBe(true)
})

test('a border runs around a region, not through it', () => {
  const at = layout(moments.movement.view.columns)
  const pair = ['E05', 'E06'].flatMap((hex) => at.get(hex) ?? [])
  expect(border(pair).match(/M/g)?.length).toBe(10)
  expect(hexes(pair).match(/Z/g)?.length).toBe(2)
})

test('every counter on the map lies somewhere, and a fan has no two on one spot', () => {
  const { view } = moments.movement
  const at = layout(view.columns)
  const counterLayout = layoutCounters(view.fleets, at, view.stars, null)
  expect(counterLayout.size).toBe(view.fleets.filter((fleet) => fleet.hex !== null).length)
  const [first] = view.fleets.filter((fleet) => fleet.hex !== null)
  if (!first) throw new Error('the fixture has no fleet')
  const twin = { ...first, token: 999 }
  const fan = layoutCounters([first, twin], at, view.stars, `${first.hex}:${first.owner}`)
  expect(Math.abs((fan.get(999)?.x ?? 0) - (fan.get(first.token)?.x ?? 0))).toBeGreaterThan(30)
})

test.each(names)('every choice of %s is drawn or a button', (name) => {
  const { view, prompt } = moments[name]
  const undrawn = new ChoiceIndex(prompt).unhandled(handledKeys(view))
  // what is left for the prompt line fits on it
  expect(undrawn.length).toBeLessThan(5)
  render(Board, props(name))
  render(RecordSheet, props(name))
  const shown = prompt.choices.length - undrawn.length
  const glowing = document.querySelectorAll('.step.can, .place.can, .ship.can, .act, .colony.can, .step [data-action]:not(:disabled)')
  expect(shown === 0 || glowing.length > 0).toBe(true)
})

test.each(names)('the picture of %s is not changed by drawing it', (name) => {
  const before = JSON.stringify(moments[name].view)
  render(Board, props(name))
  render(RecordSheet, props(name))
  expect(JSON.stringify(moments[name].view)).toBe(before)
})

test('a click on a counter asks what it can mean', async () => {
  const onSelect = vi.fn()
  render(Board, props('movement', onSelect))
  const counter = document.querySelector('.ship.can')
  if (!counter) throw new Error('no counter is offered')
  await fireEvent.click(counter)
  expect(onSelect).toHaveBeenCalledWith(counter.getAttribute('data-key'), expect.anything())
})

test('only what is known of others is drawn', () => {
  const { view, seat } = moments.movement
  render(Board, props('movement'))
  for (const fleet of view.fleets.filter((found) => found.owner !== seat)) {
    expect([fleet.bound, fleet.arrives]).toEqual([null, null])
    expect(document.querySelector(`[data-key="piece:${fleet.token}"]`)?.getAttribute('aria-label')).toMatch(/face down|as seen in year/)
  }
})

test('the planner shows limits and totals, and steps with offered actions', async () => {
  const onSelect = vi.fn()
  const { view } = moments.production
  render(RecordSheet, props('production', onSelect))
  expect(screen.getByText(`Left of ${view.planner?.output}`)).toBeTruthy()
  const more = document.querySelector<HTMLButtonElement>('[data-item="SCT"] .step [data-action^="buy"]')
  if (!more) throw new Error('scouts have no stepper')
  await fireEvent.click(more)
  expect(onSelect).toHaveBeenCalledWith('action:buy SCT 1', expect.anything())
  const locked = view.planner?.items.find((item) => item.refused !== null)
  expect(screen.getByText(locked?.refused?.[0] ?? '')).toBeTruthy()
})

test('the minus of a line takes back one of that line, if the engine offers it', async () => {
  const onSelect = vi.fn()
  const { prompt } = moments.production
  const choice = { action: 'cancel SCT 1', label: 'Take back 1 SCT', group: 'cancel', targets: ['button:SCT'], amount: { value: 1, min: 1, max: 1, step: 1, unit: '' } }
  render(RecordSheet, { ...props('production', onSelect), offers: new ChoiceIndex({ ...prompt, choices: [...prompt.choices, choice] }) })
  const minus = (item: string) => document.querySelector<HTMLButtonElement>(`[data-item="${item}"] .step button`)
  expect([minus('SCT')?.disabled, minus('ESC')?.disabled]).toEqual([false, true])
  await fireEvent.click(minus('SCT') as HTMLButtonElement)
  expect(onSelect).toHaveBeenCalledExactlyOnceWith('action:cancel SCT 1', expect.anything())
  expect(new ChoiceIndex({ ...prompt, choices: [choice] }).unhandled(handledKeys(moments.production.view))).toEqual([])
})

test('arrow keys go from tab to tab of the record sheet, and nobody else hears them', async () => {
  const heard = vi.fn()
  addEventListener('keydown', heard)
  render(RecordSheet, props('production'))
  const chosen = () => screen.getByRole('tab', { selected: true })
  expect(chosen().textContent).toBe('Plan')
  chosen().focus()
  await fireEvent.keyDown(chosen(), { key: 'ArrowRight' })
  expect([chosen().textContent, document.activeElement]).toEqual(['Fleets', chosen()])
  await fireEvent.keyDown(chosen(), { key: 'ArrowLeft' })
  await fireEvent.keyDown(chosen(), { key: 'ArrowLeft' })
  expect(chosen().textContent).toBe('Score')
  expect(heard).not.toHaveBeenCalled()
  removeEventListener('keydown', heard)
})

test('research is three ladders of six rungs', async () => {
  render(RecordSheet, props('production'))
  await fireEvent.click(screen.getByRole('tab', { name: 'Research' }))
  expect(document.querySelectorAll('.rung').length).toBe(18)
  expect(document.querySelectorAll('.held').length).toBe(moments.production.view.research?.ladder.filter((rung) => rung.held).length)
})

test('colonies are sorted by a click on a heading', async () => {
  const view = structuredClone(moments.production.view)
  const [first] = view.colonies
  if (!first) throw new Error('the fixture has no colony')
  view.colonies = [{ ...first, id: 'a', name: 'Zosca 2', output: 9 }, { ...first, id: 'b', name: 'Altair 1', output: 31 }, { ...first, id: 'c', name: 'Mira 3', output: 100 }]
  render(RecordSheet, { ...props('production'), view })
  await fireEvent.click(screen.getByRole('tab', { name: 'Colonies' }))
  const order = () => [...document.querySelectorAll('tbody td:first-child b')].map((cell) => cell.textContent)
  expect(order()).toEqual(['Altair 1', 'Mira 3', 'Zosca 2'])
  await fireEvent.click(screen.getByRole('button', { name: /Out/ }))
  expect(order()).toEqual(['Zosca 2', 'Altair 1', 'Mira 3'])
  await fireEvent.click(screen.getByRole('button', { name: /Out/ }))
  expect(order()).toEqual(['Mira 3', 'Altair 1', 'Zosca 2'])
})

test('a combat shows both sides, odds and offered targets', () => {
  const { view } = moments.combat
  if (!view.battle) throw new Error('the fixture has no combat')
  render(Battle, { ...props('combat'), battle: view.battle, hide: () => undefined })
  expect(screen.getByText(`Combat at ${view.battle.star}`)).toBeTruthy()
  expect(document.querySelectorAll('.unit').length).toBe(view.battle.sides.flatMap((side) => side.pieces).length)
  expect(document.querySelectorAll('.odds').length).toBe(view.battle.odds.length)
  expect(document.querySelectorAll('.act.gold').length).toBeGreaterThan(0)
})

test('a withdrawal that waits to be chosen again says so', async () => {
  const { view } = moments.combat
  if (!view.battle) throw new Error('the fixture has no combat')
  const choice = { action: 'pull-all', label: 'Withdraw all', group: 'withdraw', targets: [], irreversible: true }
  render(Battle, { ...props('combat'), offers: new ChoiceIndex({ ...moments.combat.prompt, choices: [choice] }), battle: view.battle, hide: () => undefined })
  settings.confirm = true
  const table = new TableSession('somewhere')
  table.choose = vi.fn()
  const says = () => document.querySelector('[data-action="pull-all"]')?.textContent
  expect(says()).toBe('Withdraw all')
  table.press(choice)
  await tick()
  expect(says()).toBe('Sure? Withdraw all')
  expect(table.choose).not.toHaveBeenCalled()
  table.press(choice)
  await tick()
  expect(says()).toBe('Withdraw all')
  expect(table.choose).toHaveBeenCalledExactlyOnceWith(choice)
  settings.confirm = false
  table.press(choice)
  expect(table.choose).toHaveBeenCalledTimes(2)
})

test('the map reads as a list of sentences', () => {
  const { view } = moments.movement
  const rows = list(view)
  expect(rows.length).toBeGreaterThanOrEqual(view.stars.length)
  expect(rows.every((row) => row.sentence.endsWith('.'))).toBe(true)
  expect(rows.flatMap((row) => row.pieces).some((piece) => /fleet \d+: /.test(piece.sentence))).toBe(true)
})

test('events are read by name, and hexes have the names of the engine', () => {
  const line = { step: 0, event: { visible_to: 3, kind: { moved: { seat: 1, token: 7, from: null, to: 'M11' } } } } as unknown as LogLine
  expect(eventOf(line, 'moved')?.to).toBe('M11')
  expect(eventOf(line, 'combat')).toBeUndefined()
  expect(eventOf({ step: 0, event: { visible_to: 3, kind: 'over' } } as unknown as LogLine, 'moved')).toBeUndefined()
  const view = movement.view as unknown as Picture
  const [star] = view.stars
  expect(placeOf(view, star?.hex ?? '')).toBe(star?.name)
  const between = view.columns.flatMap(({ hexes }) => hexes).find((hex) => view.stars.every((found) => found.hex !== hex))
  expect(placeOf(view, between ?? '')).toMatch(/^\d hex(es)? (north|south)(-east|-west)?( and \d (north|south)(-east|-west)?)? of \w+/)
  expect(placeOf(view, null)).toBe('off the map')
})
