import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, expect, test, vi } from 'vitest'
import type { LogLine, Prompt } from '../src/generated/wire.ts'
import Battle from '../src/games/star_borders/Battle.svelte'
import Board from '../src/games/star_borders/Board.svelte'
import { handledKeys, frame, list, layoutCounters, volley } from '../src/games/star_borders/draw.ts'
import SeatPanel from '../src/games/star_borders/SeatPanel.svelte'
import { assemble, type Event, type Picture, type Sent } from '../src/games/star_borders/picture.ts'
import TurnTrack from '../src/games/star_borders/TurnTrack.svelte'
import { ChoiceIndex } from '../src/shell/choiceIndex.ts'
import { patch } from '../src/shell/patch.ts'
import activity from './fixtures/activity.json' with { type: 'json' }
import cards from './fixtures/cards.json' with { type: 'json' }
import hits from './fixtures/hits.json' with { type: 'json' }
import move from './fixtures/move.json' with { type: 'json' }

/** Pictures and prompts as the engine made them in a match. */
interface Moment {
  seat: number
  view: Picture
  prompt: Prompt
  log: LogLine[]
}
const moment = (recorded: unknown): Moment => {
  const { view, ...rest } = recorded as Omit<Moment, 'view'> & { view: Sent }
  return { ...rest, view: assemble(view) }
}
const moments = { activity: moment(activity), move: moment(move), hits: moment(hits), cards: moment(cards) }

afterEach(cleanup)

function board(name: keyof typeof moments) {
  const { view, prompt, seat, log } = moments[name]
  const onSelect = vi.fn()
  const onHover = vi.fn()
  const offers = new ChoiceIndex(prompt)
  render(Board, { view, offers, seat, newEvents: [], log, highlighted: new Set<string>(), onSelect, onHover, onInspect: vi.fn(), onRule: vi.fn(), loadDetail: () => Promise.resolve(null), busy: false, undo: undefined })
  return { view, prompt, offers, onSelect, onHover }
}

test('a picture is what is printed and what has changed, and only what has changed is made anew', () => {
  const sent = activity.view as unknown as Sent
  const before = assemble(sent)
  expect(assemble(sent)).toBe(before)
  const after = assemble(patch(sent, [[['ships', 0, 'back'], true], [['marks', 1, 'level'], 2]]))
  const same = <T>(now: T[], then: T[]) => now.map((thing, at) => thing === then[at])
  expect(same(after.ships, before.ships)).toEqual(before.ships.map((_, at) => at !== 0))
  expect(same(after.places, before.places)).toEqual(before.places.map((_, at) => at !== 1))
  const [ship] = after.ships
  const counter = sent.counters.find(({ ids }) => ids.includes(ship?.id ?? ''))
  expect(ship).toMatchObject({ side: counter?.side, ...counter?.faces[1] })
  expect(after.places[1]).toMatchObject({ ...sent.places[1], level: 2 })
})

test('every ship on the map lies somewhere, and no two counters of a fan on one spot', () => {
  const { view } = moments.activity
  const fleet = view.ships.filter((ship) => ship.at)
  const counterLayout = layoutCounters(view.places, fleet, null)
  expect([...counterLayout.keys()].sort()).toEqual(fleet.map((ship) => ship.id).sort())
  const at = (id: string | undefined) => fleet.filter((ship) => ship.at === id)
  const place = view.places.find((found) => at(found.id).length > 1)
  const side = fleet.find((ship) => ship.at === place?.id)?.side
  const fan = layoutCounters(view.places, fleet, `${place?.id}:${side}`)
  const [first, second] = at(place?.id).map((ship) => fan.get(ship.id))
  expect(Math.abs((first?.x ?? 0) - (second?.x ?? 0))).toBeGreaterThan(40)
  expect(first?.under || second?.under).toBe(false)
})

test('the frame holds all places', () => {
  const { view } = moments.activity
  const seen = frame(view.places)
  expect(seen.width).toBeGreaterThan(seen.height)
  for (const spot of layoutCounters(view.places, view.ships, null).values()) {
    expect(spot.x).toBeGreaterThan(seen.x)
    expect(spot.y).toBeGreaterThan(seen.y)
    expect(spot.x).toBeLessThan(seen.x + seen.width)
  }
})

test('the picture is not changed by drawing it', () => {
  const before = JSON.stringify(moments.activity.view)
  frame(moments.activity.view.places)
  layoutCounters(moments.activity.view.places, moments.activity.view.ships, null)
  expect(JSON.stringify(moments.activity.view)).toBe(before)
})

test.each(Object.keys(moments) as (keyof typeof moments)[])('every choice of %s is drawn or a button', (name) => {
  const { view, prompt } = moments[name]
  const offers = new ChoiceIndex(prompt)
  const keys = handledKeys(view)
  const shown = prompt.choices.length - offers.unhandled(keys).length
  board(name)
  const glowing = document.querySelectorAll('.place.can, .ship.can, .win .unit.can, .win .way, .hand .offered')
  expect(shown === 0 || glowing.length > 0).toBe(true)
})

test('a click says what was clicked; what is not offered does not glow', async () => {
  const { prompt, onSelect } = board('activity')
  const choice = prompt.choices.find((found) => found.targets[0]?.startsWith('piece:'))
  const [target] = choice?.targets ?? []
  if (!choice || !target) throw new Error('the fixture offers no ship')
  const ship = document.querySelector(`[data-key="${target}"]`)
  if (!ship) throw new Error('the offered ship is not drawn')
  await fireEvent.click(ship)
  expect(onSelect).toHaveBeenCalledWith(target, expect.anything())
  expect(ship.getAttribute('aria-label')).toContain(choice.label)
  const offered = new Set(prompt.choices.flatMap((found) => found.targets).filter((found) => found.startsWith('piece:')))
  expect(document.querySelectorAll('.ship.can').length).toBe(offered.size)
})

test('the price is shown before it is paid', () => {
  const { view } = board('move')
  expect(screen.getAllByText(`${view.moving?.cost} LP`).length).toBeGreaterThan(0)
})

test('a battle shows both lines, shots and hits', () => {
  const { view, prompt, seat, log } = moments.hits
  if (!view.battle) throw new Error('the fixture has no battle')
  const none = () => undefined
  render(Battle, { view, battle: view.battle, offers: new ChoiceIndex(prompt), seat, log, onSelect: none, onHover: none, onInspect: none, highlighted: new Set<string>(), hide: none })
  expect(screen.getByText(`Battle of ${view.battle.name}`)).toBeTruthy()
  expect(document.querySelectorAll('.unit').length).toBe([...view.battle.lines[0], ...view.battle.lines[1]].length)
  expect(document.querySelectorAll('.hits i').length).toBe(view.battle.hits)
})

test('a mat shows what the picture says', () => {
  const { view } = moments.cards
  render(SeatPanel, { view, seat: 1, offers: new ChoiceIndex(null), onSelect: () => undefined, onHover: () => undefined, onInspect: () => undefined })
  const mat = view.sides[1]
  expect(screen.getByLabelText(`${mat?.lp} of ${mat?.lp_capacity} logistics points`)).toBeTruthy()
  expect(document.querySelectorAll('.track.box .full').length).toBe(mat?.lp)
  expect(document.querySelectorAll('.track.diamond .full').length).toBe(mat?.honor)
})

test('the map reads as a list of sentences', () => {
  const rows = list(moments.activity.view)
  expect(rows.length).toBe(moments.activity.view.places.length)
  expect(rows[0]?.sentence).toMatch(/^Throneward, Planet, Imperium, Sector Base; Imperium: Dominator, Destroyer; linked to .*Vantor/)
  expect(rows[0]?.pieces[0]?.sentence).toMatch(/Imperium Dominator .*attack 5/)
})

test('the shots of a volley are told by the log', () => {
  const shot = (...ships: string[]): Event => ({ type: 'shot_declared', side: 'I', ships, back: [], strength: 4 })
  const log = [{ type: 'round_began', round: 1 }, shot('I-DE-1'), { type: 'volley_rolled', side: 'I', dice: [3] }, shot('I-DO-1', 'I-PR-1'), shot('I-DE-2'), { type: 'volley_rolled', side: 'I', dice: [1, 2] }].map((event, step) => ({ step, event }))
  expect(volley(log)).toEqual([['I-DO-1', 'I-PR-1'], ['I-DE-2']])
  expect(volley([])).toEqual([])
})

test('while the map is asked about it is shown, and the battle can be called back', async () => {
  const { view, seat, log } = moments.hits
  const target = view.battle?.ways_out.flat()[0] ?? view.places[0]?.id ?? ''
  const retreat = { action: `retreat ${target}`, label: 'Retreat', group: 'leave', targets: [`place:${target}`] }
  const prompt: Prompt = { ...moments.hits.prompt, choices: [retreat], denied: [] }
  const none = () => undefined
  render(Board, { view, offers: new ChoiceIndex(prompt), seat, newEvents: [], log, highlighted: new Set<string>(), onSelect: none, onHover: none, onInspect: none, onRule: none, loadDetail: () => Promise.resolve(null), busy: false, undo: undefined })
  expect(document.querySelector('.win')).toBeNull()
  await fireEvent.click(screen.getByText('Show the battle'))
  expect(document.querySelector('.win')).not.toBeNull()
  await fireEvent.click(screen.getByText('Map'))
  expect(document.querySelector('.win')).toBeNull()
})

test('a finger fans a stack out before it chooses from it', async () => {
  const { view, prompt, onSelect } = board('activity')
  const offered = prompt.choices.flatMap((choice) => choice.targets)
  const crowded = (at: string) => view.ships.filter((other) => other.at === at).length > 1
  const id = view.ships.find((found) => found.at && crowded(found.at) && offered.includes(`piece:${found.id}`))?.id
  const ship = document.querySelector(`[data-key="piece:${id}"]`)
  if (!ship) throw new Error('the fixture has no stack to choose from')
  const tap = async () => {
    ship.dispatchEvent(Object.assign(new Event('pointerenter'), { pointerType: 'touch' }))
    await fireEvent.click(ship)
    ship.dispatchEvent(Object.assign(new Event('pointerleave'), { pointerType: 'touch' }))
  }
  await tap()
  expect(onSelect).not.toHaveBeenCalled()
  await tap()
  expect(onSelect).toHaveBeenCalledWith(`piece:${id}`, expect.anything())
})

test('the countdown shows what ends the game, and the die that was rolled for it', () => {
  const { view } = moments.activity
  const { container } = render(TurnTrack, { view, log: [] })
  expect(container.querySelectorAll('li').length).toBe(view.boxes.length)
  expect(container.textContent).toContain('end')
  const late = { ...view, countdown: { ...view.countdown, ends_percent: 17 } }
  render(TurnTrack, { view: late, log: [{ step: 1, event: { type: 'sudden_death_rolled', die: 5, needed: 1 } }] })
  expect(screen.getByText('was rolled for the end', { exact: false }).querySelector('[aria-label="die: 5"]')).not.toBeNull()
})

test('dice lie a moment and are taken away, whatever happens meanwhile', async () => {
  vi.useFakeTimers()
  const { view, prompt, seat } = moments.activity
  const none = () => undefined
  const props = { view, offers: new ChoiceIndex(prompt), seat, log: [], highlighted: new Set<string>(), onSelect: none, onHover: none, onInspect: none, onRule: none, loadDetail: () => Promise.resolve(null), busy: false, undo: undefined }
  const { rerender } = render(Board, { ...props, newEvents: [{ step: 1, text: [{ type: 'text', text: 'Imperium rolls ' }, { type: 'dice', dice: [6] }], event: { type: 'volley_rolled', side: 'I', dice: [6] } }] })
  expect(document.querySelector('.tray')?.textContent?.trim()).toBe('Imperium rolls')
  expect(document.querySelectorAll('.tray [aria-label="die: 6"]').length).toBe(1)
  await rerender({ ...props, newEvents: [{ step: 2, text: [{ type: 'text', text: 'Round 2' }], event: { type: 'round_began', round: 2 } }] })
  expect(document.querySelector('.tray')).not.toBeNull()
  await vi.advanceTimersByTimeAsync(4000)
  expect(document.querySelector('.tray')).toBeNull()
  vi.useRealTimers()
})
