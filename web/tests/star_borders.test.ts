import { readFileSync } from 'node:fs'
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, expect, test, vi } from 'vitest'
import type { LogLine, Prompt } from '../src/generated/wire.ts'
import Battle from '../src/games/star_borders/Battle.svelte'
import Board from '../src/games/star_borders/Board.svelte'
import { chapter, drawn, frame, list, mentions, rule, spots, subtitle } from '../src/games/star_borders/draw.ts'
import Mat from '../src/games/star_borders/Mat.svelte'
import type { Picture } from '../src/games/star_borders/picture.ts'
import { parse, position } from '../src/shell/ledger.ts'
import { Offers } from '../src/shell/offers.ts'
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
const moments = { activity, move, hits, cards } as unknown as Record<'activity' | 'move' | 'hits' | 'cards', Moment>

afterEach(cleanup)

function board(name: keyof typeof moments) {
  const { view, prompt, seat, log } = moments[name]
  const pick = vi.fn()
  const look = vi.fn()
  const offers = new Offers(prompt)
  render(Board, { view, offers, seat, fresh: [], log, lit: new Set<string>(), pick, look, about: () => Promise.resolve(null), busy: false, undo: undefined })
  return { view, prompt, offers, pick, look }
}

test('every ship on the map lies somewhere, and no two counters of a fan on one spot', () => {
  const { view } = moments.activity
  const fleet = view.ships.filter((ship) => ship.at !== null)
  const lying = spots(view.places, fleet, null)
  expect([...lying.keys()].sort()).toEqual(fleet.map((ship) => ship.id).sort())
  const at = (id: string | undefined) => fleet.filter((ship) => ship.at === id)
  const place = view.places.find((found) => at(found.id).length > 1)
  const side = fleet.find((ship) => ship.at === place?.id)?.side
  const fan = spots(view.places, fleet, `${place?.id}:${side}`)
  const [first, second] = at(place?.id).map((ship) => fan.get(ship.id))
  expect(Math.abs((first?.x ?? 0) - (second?.x ?? 0))).toBeGreaterThan(40)
  expect(first?.under || second?.under).toBe(false)
})

test('the frame holds all places', () => {
  const { view } = moments.activity
  const seen = frame(view.places)
  expect(seen.width).toBeGreaterThan(seen.height)
  for (const spot of spots(view.places, view.ships, null).values()) {
    expect(spot.x).toBeGreaterThan(seen.x)
    expect(spot.y).toBeGreaterThan(seen.y)
    expect(spot.x).toBeLessThan(seen.x + seen.width)
  }
})

test('the picture is not changed by drawing it', () => {
  const before = JSON.stringify(moments.activity.view)
  frame(moments.activity.view.places)
  spots(moments.activity.view.places, moments.activity.view.ships, null)
  expect(JSON.stringify(moments.activity.view)).toBe(before)
})

test.each(Object.keys(moments) as (keyof typeof moments)[])('every choice of %s is drawn or a button', (name) => {
  const { view, prompt } = moments[name]
  const offers = new Offers(prompt)
  const keys = drawn(view)
  const shown = prompt.choices.length - offers.undrawn(keys).length
  board(name)
  const glowing = document.querySelectorAll('.place.can, .ship.can, .win .unit.can, .win .way, .hand .offered')
  expect(shown === 0 || glowing.length > 0).toBe(true)
})

test('a click says what was clicked; what is not offered does not glow', async () => {
  const { prompt, pick } = board('activity')
  const choice = prompt.choices.find((found) => found.target.kind === 'piece')
  if (choice?.target.kind !== 'piece') throw new Error('the fixture offers no ship')
  const ship = document.querySelector(`[data-key="piece:${choice.target.id}"]`)
  if (!ship) throw new Error('the offered ship is not drawn')
  await fireEvent.click(ship)
  expect(pick).toHaveBeenCalledWith(`piece:${choice.target.id}`, expect.anything())
  expect(ship.getAttribute('aria-label')).toContain(choice.label)
  const offered = new Set(prompt.choices.flatMap((found) => (found.target.kind === 'piece' ? [found.target.id] : [])))
  expect(document.querySelectorAll('.ship.can').length).toBe(offered.size)
})

test('the price is shown before it is paid', () => {
  const { view } = board('move')
  expect(screen.getAllByText(`${view.moving?.cost} LP`).length).toBeGreaterThan(0)
  expect(subtitle(view, 1)).toContain(`costs ${view.moving?.cost} LP`)
})

test('a battle shows both lines, shots and hits', () => {
  const { view, prompt, seat, log } = moments.hits
  if (!view.battle) throw new Error('the fixture has no battle')
  const none = () => undefined
  render(Battle, { view, battle: view.battle, offers: new Offers(prompt), seat, log, pick: none, look: none, lit: new Set<string>(), hide: none })
  expect(screen.getByText(`Battle of ${view.battle.name}`)).toBeTruthy()
  expect(document.querySelectorAll('.unit').length).toBe([...view.battle.lines[0], ...view.battle.lines[1]].length)
  expect(document.querySelectorAll('.hits i').length).toBe(view.battle.hits)
})

test('a mat shows what the picture says', () => {
  const { view } = moments.cards
  render(Mat, { view, seat: 1, offers: new Offers(null), pick: () => undefined, look: () => undefined })
  const mat = view.sides[1]
  expect(screen.getByLabelText(`${mat?.lp} of ${mat?.lp_capacity} logistics points`)).toBeTruthy()
  expect(document.querySelectorAll('.lp .full').length).toBe(mat?.lp)
  expect(document.querySelectorAll('.h.on').length).toBe(mat?.honor)
})

test('the map reads as a list of sentences', () => {
  const rows = list(moments.activity.view)
  expect(rows.length).toBe(moments.activity.view.places.length)
  expect(rows[0]?.sentence).toBe('Throneward, Planet, Imperium, Sector Base; Imperium: Dominator, Destroyer')
  expect(rows[0]?.pieces[0]?.sentence).toMatch(/Imperium Dominator .*attack 5/)
})

test('the rulebook opens at the rule of the decision, and the ledger has it', () => {
  const book = parse(readFileSync('../docs/rules/star_borders.md', 'utf8'))
  for (const { view } of Object.values(moments)) expect(book[position(book, rule(view))]?.id, view.step).toBe(rule(view))
  expect(rule(moments.activity.view)).toBe('SB-6.1a')
})

test('the log knows chapters and what it speaks of', () => {
  expect(chapter({ type: 'game_turn_began', countdown: 8 })).toBe('Box 8')
  expect(chapter({ type: 'turn_began', side: 'I' })).toBe("Imperium's turn")
  expect(chapter({ type: 'paid' })).toBeUndefined()
  expect(mentions(moments.activity.view, { step: 1, text: 'I-DO-1 moves from Throneward to Vantor', event: null })).toEqual(['place:SG1', 'place:SG3', 'piece:I-DO-1'])
})
