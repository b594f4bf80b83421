import type { LogLine } from '../../generated/wire.ts'
import type { Row } from '../module.ts'
import type { Picture, Place, Ship, Side, Terrain } from './picture.ts'

/** Map units (1/100 inch) to drawing units, in which a counter is 56 wide. */
export const SCALE = 0.74

/** How large the quadrant is on the drawing. */
export const extent = ({ width, height }: Picture) => ({ w: width * SCALE, h: height * SCALE })

/** Room around the outermost places for their stacks and names. */
const AROUND = { left: 84, right: 84, top: 100, bottom: 72 }

/** The part of the drawing that must be seen: all places with their stacks and names. */
export function frame(places: Place[]) {
  const ends = (values: number[]) => {
    const sorted = values.sort((a, b) => a - b)
    return { low: (sorted.at(0) ?? 0) * SCALE, high: (sorted.at(-1) ?? 0) * SCALE }
  }
  const [x, y] = [ends(places.map((place) => place.x)), ends(places.map((place) => place.y))]
  return {
    x: x.low - AROUND.left,
    y: y.low - AROUND.top,
    width: x.high - x.low + AROUND.left + AROUND.right,
    height: y.high - y.low + AROUND.top + AROUND.bottom,
  }
}

/** The colour and emblem of a side. */
export const seatOf = (side: Side): 1 | 2 => (side === 'A' ? 1 : 2)
export const sideOf = (seat: number): Side => (seat === 0 ? 'A' : 'I')
export const sideName = (side: Side): string => (side === 'A' ? 'Alliance' : 'Imperium')

const RADIUS = { planet: 26, asteroids: 29, nebula: 36, wormhole: 27, deep_space: 21 } as const

/** How much room a location takes. */
export const radius = (place: Place): number => (place.large ? 33 : RADIUS[place.terrain])

export interface Spot {
  x: number
  y: number
  /** Behind others of its stack. */
  under: boolean
}

/** How far the ships of a closed and of a fanned stack are apart. */
const CLOSED = 5
const FANNED = 50
/** Ships in one row of a fan. */
const ROW = 5

/**
 * Where every counter lies: Alliance stacks right above their place, Imperial ones left above, so that names
 * stay free. The stack `open` is fanned out, away from its place.
 */
export function spots(places: Place[], ships: Ship[], open: string | null): Map<string, Spot> {
  const found = new Map<string, Spot>()
  for (const place of places) {
    const away = radius(place) * 0.72
    for (const side of ['A', 'I'] as const) {
      const way = side === 'A' ? 1 : -1
      const stack = ships.filter((ship) => ship.at === place.id && ship.side === side).reverse()
      const fan = open === `${place.id}:${side}`
      stack.forEach(({ id }, index) => {
        const shift = fan ? FANNED * (index % ROW) : CLOSED * index
        const lift = fan ? FANNED * Math.floor(index / ROW) : CLOSED * index
        found.set(id, {
          x: place.x * SCALE + way * (away + 18 + shift),
          y: place.y * SCALE - away - 14 - lift,
          under: index > 0 && !fan,
        })
      })
    }
  }
  return found
}

/** The keys the board draws; what lies off the map, or in the discard pile, becomes a button. */
export function drawn(view: Picture): Set<string> {
  const keys = new Set(view.places.map((place) => `place:${place.id}`))
  for (const ship of view.ships) if (ship.at !== null) keys.add(`piece:${ship.id}`)
  for (const mat of view.sides)
    for (const card of [...mat.hand, ...mat.revealed, ...mat.shared, ...mat.penalty]) keys.add(`card:${card}`)
  return keys
}

export function list(view: Picture): Row[] {
  return view.places.map((place) => ({
    key: `place:${place.id}`,
    sentence: sentence(view, place),
    pieces: view.ships.filter((ship) => ship.at === place.id).map((ship) => ({ key: `piece:${ship.id}`, sentence: words(ship) })),
  }))
}

const TERRAIN: Record<Terrain, string> = { planet: 'Planet', asteroids: 'Asteroids', nebula: 'Nebula', wormhole: 'Wormhole', deep_space: 'Deep Space' }

/** A place in words: "Talon, Planet, Alliance, fortified 1, besieged; Imperium: Raider, damaged Destroyer". */
export function sentence(view: Picture, place: Place): string {
  const marks = [
    place.name,
    TERRAIN[place.terrain],
    ...(place.owner ? [sideName(place.owner)] : []),
    ...(place.base ? ['Sector Base'] : []),
    ...(place.besieged ? ['besieged'] : []),
    ...(place.level === 0 ? [] : [`fortified ${place.level}`]),
    ...(place.disrupted ? ['disrupted'] : []),
  ]
  const stacks = view.sides.flatMap(({ side }) => {
    const ships = view.ships.filter((ship) => ship.at === place.id && ship.side === side)
    return ships.length === 0 ? [] : [`${sideName(side)}: ${ships.map((ship) => `${ship.damaged ? 'damaged ' : ''}${ship.class}`).join(', ')}`]
  })
  return [marks.join(', '), ...stacks].join('; ')
}

/** A counter in words. */
export function words(ship: Ship): string {
  const marks = [
    `attack ${ship.attack ?? 'none'}`,
    `defense ${ship.defense}`,
    `engines ${ship.engines}`,
    ...(ship.cloak ? ['cloak'] : []),
    ...(ship.flagship ? ['flagship'] : []),
    ...(ship.repair === 0 ? [] : [`repair ${ship.repair}`]),
    ...(ship.assault === 0 ? [] : [`assault ${ship.assault}`]),
  ]
  return `${sideName(ship.side)} ${ship.damaged ? 'damaged ' : ''}${ship.class} ${ship.id}: ${marks.join(', ')}`
}

/** The places and ships whose names a sentence says. */
export function mentions(view: Picture, line: LogLine): string[] {
  const text = line.text ?? ''
  const places = view.places.filter((place) => text.includes(place.name)).map((place) => `place:${place.id}`)
  const ships = view.ships.filter((ship) => text.includes(ship.id)).map((ship) => `piece:${ship.id}`)
  return [...places, ...ships]
}

/** Where the ledger speaks of a step. */
const RULES: Record<string, string> = {
  'pre-launch': 'SB-4.1a',
  'choose first player': 'SB-4.1a',
  card: 'SB-5.1a',
  activity: 'SB-6.1a',
  move: 'SB-6.1b',
  combat: 'SB-7.0a',
  'battle begins': 'SB-7.0a',
  'pre-battle fire': 'SB-7.2a',
  'fight or flight': 'SB-7.3a',
  tracking: 'SB-7.5a',
  fire: 'SB-7.5a',
  volley: 'SB-7.5a',
  hits: 'SB-7.6a',
  'defense roll': 'SB-7.6a',
  danger: 'SB-7.6a',
  'survival roll': 'SB-7.6a',
  salvage: 'SB-7.8a',
  'intelligence coup': 'SB-7.8e',
  'planetary assault': 'SB-8.2a',
  'repair disruption': 'SB-8.5a',
}

export function rule(view: Picture): string {
  return RULES[view.step] ?? ''
}

interface Told {
  type?: string
  countdown?: number
  first?: Side
  side?: Side
}

export function chapter(event: unknown): string | undefined {
  const told = event as Told | null
  switch (told?.type) {
    case 'game_turn_began':
      return `Box ${told.countdown}`
    case 'turn_began':
      return told.side && `${sideName(told.side)}'s turn`
    default:
      return undefined
  }
}

export function subtitle(view: Picture, seat: number | undefined): string {
  if (view.battle) return ''
  const moving = view.moving
  if (moving) {
    const engines = `Engines left: ${moving.engines}.`
    return moving.paid ? `${engines} This move is paid.` : `${engines} The move costs ${moving.cost} LP.`
  }
  const mat = seat === undefined ? undefined : view.sides[seat]
  return mat ? `${mat.lp} LP of ${mat.lp_capacity}. Income next: ${mat.income}. Victory points: ${mat.points}.` : ''
}
