import type { LogLine } from '../../generated/wire.ts'
import { stackOffsets } from '../../shell/board/stack.svelte.ts'
import type { Row } from '../module.ts'
import { eventOf, type Event, type Picture, type Place, type Ship, type Side, type Terrain } from './picture.ts'

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

/**
 * Where every counter lies: Alliance stacks right above their place, Imperial ones left above, so that names
 * stay free. The stack `open` is fanned out, away from its place.
 */
export function layoutCounters(places: Place[], ships: Ship[], open: string | null): Map<string, Spot> {
  const found = new Map<string, Spot>()
  for (const place of places) {
    const away = radius(place) * 0.72
    for (const side of ['A', 'I'] as const) {
      const way = side === 'A' ? 1 : -1
      const stack = ships.filter((ship) => ship.at === place.id && ship.side === side).reverse()
      const offsets = stackOffsets(stack.length, { fanned: open === `${place.id}:${side}`, way })
      stack.forEach(({ id }, index) => {
        const { dx = 0, dy = 0, under = false } = offsets[index] ?? {}
        found.set(id, { x: place.x * SCALE + way * (away + 18) + dx, y: place.y * SCALE - away - 14 + dy, under })
      })
    }
  }
  return found
}

/** The keys the board draws; what lies off the map, or in the discard pile, becomes a button. */
export function handledKeys(view: Picture): Set<string> {
  const keys = new Set(view.places.map((place) => `place:${place.id}`))
  for (const ship of view.ships) if (ship.at) keys.add(`piece:${ship.id}`)
  const shown = view.sides.flatMap((mat) => [...mat.revealed, ...mat.shared, ...mat.penalty])
  for (const card of [...view.hands.flat(), ...shown]) keys.add(`card:${card}`)
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

/** The names of the places a place is linked to. */
function neighbours(view: Picture, place: Place): string[] {
  const ids = view.links.flatMap(([from, to]) => (from === place.id ? [to] : to === place.id ? [from] : []))
  return view.places.filter((other) => ids.includes(other.id)).map((other) => other.name)
}

/** A place in words: "Talon, Planet, Alliance, fortified 1, besieged; Imperium: Raider, damaged Destroyer; linked to Vantor". */
export function sentence(view: Picture, place: Place): string {
  const marks = [
    place.name,
    TERRAIN[place.terrain],
    ...(place.owner ? [sideName(place.owner)] : []),
    ...(place.base ? ['Sector Base'] : []),
    ...(place.besieged ? ['besieged'] : []),
    ...(place.level ? [`fortified ${place.level}`] : []),
    ...(place.disrupted ? ['disrupted'] : []),
  ]
  const stacks = view.sides.flatMap(({ side }) => {
    const ships = view.ships.filter((ship) => ship.at === place.id && ship.side === side)
    return ships.length === 0 ? [] : [`${sideName(side)}: ${ships.map((ship) => `${ship.damaged ? 'damaged ' : ''}${ship.class}`).join(', ')}`]
  })
  return [marks.join(', '), ...stacks, `linked to ${neighbours(view, place).join(', ')}`].join('; ')
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
  return `${sideName(ship.side)} ${ship.damaged ? 'damaged ' : ''}${ship.class} ${ship.number}: ${marks.join(', ')}`
}

/** The lines of the log from the last event of a type on. */
export function since(log: LogLine[], type: Event['type']): LogLine[] {
  const began = log.findLastIndex((line) => eventOf(line)?.type === type)
  return began === -1 ? [] : log.slice(began)
}

/** The ships of the shots that were announced last, shot by shot. */
export function volley(log: LogLine[]): string[][] {
  const shots: string[][] = []
  for (const line of log.toReversed()) {
    const event = eventOf(line)
    if (event?.type === 'shot_declared') shots.unshift(event.ships)
    else if (shots.length !== 0 && (event?.type === 'volley_rolled' || event?.type === 'round_began')) break
  }
  return shots
}
