import type { Row } from '../module.ts'
import type { AreaView, CardPrint, FactionPrint, PlanetPrint, RacePrint, SeatView, ShopView, TileView, UnitPrint, View } from '../../generated/starcraft.ts'

export interface Point {
  x: number
  y: number
}

/** Radius of a planet and distance between planets, in map units. */
export const RADIUS = 114
export const PITCH = 306

/** Where the orders of a planet lie. */
export const STACK: Point = { x: RADIUS * 0.84, y: -RADIUS * 0.84 }

export const centre = ({ x, y }: Point): Point => ({ x: x * PITCH, y: y * PITCH })

/** Directions of the entrances. */
export const WAY: Record<string, Point> = { N: { x: 0, y: -1 }, E: { x: 1, y: 0 }, S: { x: 0, y: 1 }, W: { x: -1, y: 0 } }

/** Where the parts of an area are drawn, and its sector as angles in degrees from the east, clockwise. */
interface Sector {
  from: number
  to: number
  tag: Point
  units: Point
  /** Room for its pieces. */
  room: number
}
const HALVES: Sector[] = [
  { from: 180, to: 360, tag: { x: 0, y: -86 }, units: { x: 0, y: -38 }, room: 150 },
  { from: 0, to: 180, tag: { x: 0, y: 22 }, units: { x: 0, y: 70 }, room: 150 },
]
const THIRDS: Sector[] = [
  { from: 210, to: 330, tag: { x: 0, y: -90 }, units: { x: 0, y: -45 }, room: 122 },
  { from: 330, to: 450, tag: { x: 54, y: -14 }, units: { x: 52, y: 34 }, room: 92 },
  { from: 90, to: 210, tag: { x: -54, y: -14 }, units: { x: -52, y: 34 }, room: 92 },
]
const QUARTERS: Sector[] = [
  { from: 180, to: 270, tag: { x: -48, y: -74 }, units: { x: -50, y: -28 }, room: 88 },
  { from: 270, to: 360, tag: { x: 48, y: -74 }, units: { x: 50, y: -28 }, room: 88 },
  { from: 0, to: 90, tag: { x: 50, y: 20 }, units: { x: 46, y: 62 }, room: 82 },
  { from: 90, to: 180, tag: { x: -50, y: 20 }, units: { x: -46, y: 62 }, room: 82 },
]
const WHOLE: Sector = { from: 0, to: 359.9, tag: { x: 0, y: -60 }, units: { x: 0, y: 0 }, room: 160 }
const SECTORS: Record<number, Sector[]> = { 2: HALVES, 3: THIRDS, 4: QUARTERS }

export const sectorOf = (planet: PlanetPrint, index: number): Sector => SECTORS[planet.areas.length]?.[index] ?? WHOLE

const onRim = (degrees: number, radius: number) => `${Math.cos((degrees * Math.PI) / 180) * radius} ${Math.sin((degrees * Math.PI) / 180) * radius}`
export const sectorPath = ({ from, to }: Sector, radius = RADIUS): string => `M0 0L${onRim(from, radius)}A${radius} ${radius} 0 ${to - from > 180 ? 1 : 0} 1 ${onRim(to, radius)}Z`
/** The lines between the areas of a planet. */
export const cuts = (planet: PlanetPrint): string => planet.areas.map((_, index) => `M0 0L${onRim(sectorOf(planet, index).from, RADIUS)}`).join('')

export const TONES = 6
/** A colour of its own for every planet. */
export const toneOf = (view: View, id: string): number => (view.planets.findIndex((planet) => planet.id === id) % TONES) + 1

export const unit = (view: View, id: string): UnitPrint | undefined => view.units.find((found) => found.id === id)
export const card = (view: View, id: string): CardPrint | undefined => view.cards.find((found) => found.id === id)
export const planetOf = (view: View, id: string): PlanetPrint | undefined => view.planets.find((found) => found.id === id)
export const tileOf = (view: View, id: string): TileView | undefined => view.tiles.find((found) => found.planet === id)
export const areaOf = (view: View, id: string): AreaView | undefined => view.areas.find((found) => found.id === id)
export const areaName = (view: View, id: string): string => view.planets.flatMap((planet) => planet.areas).find((area) => area.id === id)?.name ?? ''
export const faction = (view: View, id: string | null): FactionPrint | undefined => view.factions.find((found) => found.id === id)
export const raceOf = (view: View, seat: SeatView | undefined): RacePrint | undefined => view.races.find((found) => found.race === seat?.race)
export const mySeat = (view: View): SeatView | undefined => view.seats.find((found) => found.seat === view.you)
export const orderOf = (view: View, token: string | null | undefined) => view.orders.find((found) => found.token === token)
/** The number of a seat's colour and emblem. */
export const colour = (seat: number): number => seat + 1
export const seatName = (view: View, seat: number): string => view.seats[seat]?.name ?? ''

/** Where an entrance lies, by its id. */
export function gateAt(view: View, id: string, beyond = 0): Point | undefined {
  for (const tile of view.tiles) {
    const gate = tile.gates.find((found) => found.id === id)
    const way = WAY[gate?.side ?? '']
    const { x, y } = centre(tile)
    if (gate && way) return { x: x + way.x * (RADIUS + beyond), y: y + way.y * (RADIUS + beyond) }
  }
  return undefined
}

const BASE: Record<string, string> = { Terran: 'u-cc', Zerg: 'u-hatchery', Protoss: 'u-nexus' }
const WORKER: Record<string, string> = { Terran: 'u-scv', Zerg: 'u-drone', Protoss: 'u-probe' }
const TRANSPORT: Record<string, string> = { Terran: 'u-dropship', Zerg: 'u-overlord', Protoss: 'u-shuttle' }
export const baseSymbol = (race: string | null | undefined): string => BASE[race ?? ''] ?? 'u-cc'
export const workerSymbol = (race: string | null | undefined): string => WORKER[race ?? ''] ?? 'u-scv'
export const transportSymbol = (race: string | null | undefined): string => TRANSPORT[race ?? ''] ?? 'u-dropship'
export const RESOURCE: Record<string, string> = { minerals: 'm-mineral', gas: 'm-gas', conquest: 'm-cp' }

/** What is printed on a card, as its face shows it. */
export const cardWords = ({ kind, major, minor, name, text }: CardPrint): string =>
  [...(major && minor ? [...major, ...minor] : [kind === 'reinforcement' ? 'Reinforcement' : 'Technology']), name, text].join(' ').trim()

/** What an offer costs, and why it cannot be had. */
export const terms = (offer: ShopView | undefined): string => (offer ? `, costs ${amount(offer.minerals, 'mineral')} and ${offer.gas} gas${offer.why ? `: ${offer.why}` : ''}` : '')

export const amount = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

/** One sentence about an area, for screen readers and the list. */
export function sentence(view: View, id: string): string {
  const printed = view.planets.flatMap((planet) => planet.areas).find((area) => area.id === id)
  const here = areaOf(view, id)
  const units = (here?.units ?? []).map(({ kind, count }) => `${count} ${unit(view, kind)?.name ?? ''}`)
  const parts = [
    `${printed?.name ?? ''}: ${printed?.amount} ${printed?.resource === 'conquest' ? 'conquest points' : printed?.resource}`,
    ...(here?.control === null || here === undefined ? [] : [`controlled by ${seatName(view, here.control)}`]),
    ...(here?.base === null || here === undefined ? [] : [`base of ${seatName(view, here.base)}`]),
    ...units,
    `${here?.count ?? 0} of ${printed?.limit} units`,
  ]
  return parts.join(', ')
}

export function list(view: View): Row[] {
  return view.tiles.flatMap((tile) => {
    const planet = planetOf(view, tile.planet)
    const stack = view.stacks.find((found) => found.planet === tile.planet)
    const planetRow: Row = {
      key: `place:${tile.planet}`,
      sentence: `${planet?.name ?? ''}, ${amount(stack?.owners.length ?? 0, 'order')}`,
      pieces: stack ? [{ key: `piece:stack:${tile.planet}`, sentence: `Orders, the top one of ${seatName(view, stack.owners.at(-1) ?? 0)}` }] : [],
    }
    const rows = (planet?.areas ?? []).map((area) => {
      const here = areaOf(view, area.id)
      return {
        key: `place:${area.id}`,
        sentence: sentence(view, area.id),
        pieces: (here?.units ?? []).map(({ kind, count }) => ({ key: `piece:${kind}@${area.id}`, sentence: `${count} ${unit(view, kind)?.name ?? ''}` })),
      }
    })
    return [planetRow, ...rows]
  })
}

const FIGHTERS = ['attacker', 'defender']

/** The keys that board, sheet and windows draw; everything else is a button of the prompt line. */
export function handledKeys(view: View): Set<string> {
  const keys = new Set<string>(['group:destroy', 'button:worker', 'button:transport', 'button:base', 'button:top', 'track:permanent:minerals', 'track:permanent:gas'])
  for (const tile of view.tiles) {
    keys.add(`place:${tile.planet}`)
    keys.add(`piece:stack:${tile.planet}`)
    for (const gate of tile.gates) keys.add(`place:${gate.id}`)
  }
  for (const id of view.seats.flatMap((seat) => seat.planets_to_place)) keys.add(`place:${id}`)
  for (const { id } of view.cells) keys.add(`place:${id}`)
  for (const turn of [0, 1, 2, 3]) keys.add(`button:turn:${turn}`)
  for (const { id } of view.routes) keys.add(`place:${id}`)
  for (const { id, units } of view.areas) {
    for (const key of [`place:${id}`, `piece:base@${id}`, `track:resource:${id}`, `track:force:${id}`]) keys.add(key)
    for (const { kind } of units) keys.add(`piece:${kind}@${id}`)
  }
  for (const { token } of view.orders) keys.add(`button:order:${token}`)
  for (const { id } of view.units) {
    keys.add(`button:unit:${id}`)
    if (view.battle) for (const side of FIGHTERS) keys.add(`piece:${id}@${side}`)
  }
  for (const { id } of view.factions) keys.add(`button:${id}`)
  for (const building of [1, 2, 3]) keys.add(`track:building:${building}`)
  for (const { id } of view.races.flatMap((race) => race.modules)) keys.add(`track:module:${id}`)
  for (const { id } of [...view.cards, ...view.techs, ...view.event_cards]) keys.add(`card:${id}`)
  for (const [index] of (view.battle?.lines ?? []).entries()) keys.add(`track:skirmish:${index + 1}`)
  for (const { seat } of view.seats) keys.add(`seat:${seat}`)
  return keys
}

/** What kind of event a log line tells. */
export const eventType = (event: unknown): string => (event as { type?: string } | null)?.type ?? ''

/** The smallest rectangle around planets and free spaces, with a margin. */
export function extent(view: View): { x: number; y: number; width: number; height: number } {
  const MARGIN = RADIUS + 46
  const points = [...view.tiles, ...view.cells].map(centre)
  const xs = points.map(({ x }) => x).sort((a, b) => a - b)
  const ys = points.map(({ y }) => y).sort((a, b) => a - b)
  const [left, right, top, bottom] = [xs[0] ?? 0, xs.at(-1) ?? 0, ys[0] ?? 0, ys.at(-1) ?? 0]
  return { x: left - MARGIN, y: top - MARGIN, width: right - left + 2 * MARGIN, height: bottom - top + 2 * MARGIN }
}
