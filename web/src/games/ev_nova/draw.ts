import type { Row } from '../module.ts'
import type { CardView, Power, SeatView, ShipView, SideView, SystemView, View } from '../../generated/ev_nova.ts'

/** The drawing of a kind of card side. */
export const KIND_SYMBOL: Record<string, string> = {
  ship: 'c-ship', weapon: 'c-weapon', outfit: 'c-outfit', planet: 'c-planet', mission: 'c-mission', numbered: 'c-numbered', route: 'c-route', event: 'c-event',
}
export const KIND_NAME: Record<string, string> = {
  ship: 'Ship', weapon: 'Weapon', outfit: 'Outfit', planet: 'Planet', mission: 'Mission', numbered: 'Numbered', route: 'Trade', event: 'Event',
}

interface Look {
  symbol: string
  colour: string
  /** A ring around the symbol, with its own dash pattern. */
  ring?: string
  dash?: string
}
/** Emblem and colour of a government, race or Type. */
export const LOOK: Record<Power, Look> = {
  Federation: { symbol: 'g-fed', colour: '--gov-fed' },
  Rebellion: { symbol: 'g-reb', colour: '--gov-reb' },
  Auroran: { symbol: 'g-aur', colour: '--gov-aur' },
  Dani: { symbol: 'g-aur', colour: '--gov-aur', ring: '--house-dani' },
  Heraan: { symbol: 'g-aur', colour: '--gov-aur', ring: '--house-heraan', dash: '8 3' },
  Moash: { symbol: 'g-aur', colour: '--gov-aur', ring: '--house-moash', dash: '4 3' },
  Tekel: { symbol: 'g-aur', colour: '--gov-aur', ring: '--house-tekel', dash: '2 3' },
  Vella: { symbol: 'g-aur', colour: '--gov-aur', ring: '--house-vella', dash: '9 2 2 2' },
  Polaris: { symbol: 'g-pol', colour: '--gov-pol' },
  Pirate: { symbol: 'g-pir', colour: '--gov-pir' },
  Wraith: { symbol: 'g-wra', colour: '--gov-wra' },
  Krypt: { symbol: 'g-kry', colour: '--gov-wra' },
  Hyperioid: { symbol: 'g-hyp', colour: '--gov-wra' },
  Trader: { symbol: 'g-tra', colour: '--gov-none' },
  Telepath: { symbol: 'g-psi', colour: '--gov-pol' },
  Uninhabited: { symbol: 'g-none', colour: '--gov-none' },
  S7evyn: { symbol: 'g-sev', colour: '--text' },
}

export const cardInfo = (view: View, id: string | null | undefined): CardView | undefined => view.cards.find((card) => card.id === id)
export const systemInfo = (view: View, id: string | null | undefined): SystemView | undefined => view.systems.find((system) => system.id === id)
export const shipInfo = (view: View, id: string | null | undefined): ShipView | undefined => view.ships.find((ship) => ship.id === id)
export const seatInfo = (view: View, seat: number | null | undefined): SeatView | undefined => view.seats.find((found) => found.seat === seat)
/** The seat whose things the sheet shows: the viewer's, for spectators the one whose turn it is. */
export const shownSeat = (view: View): number => view.you ?? view.active

/** Thousandths as the engine writes them in labels: "61 %". */
export const percent = (thousandths: number): string => `${Math.floor(thousandths / 10)} %`

/** A hand or pile without repetitions: how often each card is in it. */
export interface Copies {
  card: CardView
  count: number
}
export function copies(view: View, ids: string[]): Copies[] {
  const found = new Map<string, Copies>()
  for (const id of ids) {
    const known = found.get(id)
    const card = cardInfo(view, id)
    if (known) known.count += 1
    else if (card) found.set(id, { card, count: 1 })
  }
  return [...found.values()]
}

/** Weapon or outfit in a line: what it does. */
export function lineText(side: SideView): string {
  const [line] = side.lines
  if (!line) return side.short
  return [`Phase ${line.phase}`, `Sh ${line.sh} Ar ${line.ar}`, ...(line.pur === null ? [] : [`Pur ${line.pur}`])].join(', ')
}

/** The map: units per unit of the printed board; it is wider than high, as windows are. */
const SCALE = { x: 0.925, y: 0.68 }
export const WIDTH = 1200 * SCALE.x
export const HEIGHT = 900 * SCALE.y
export interface Point {
  x: number
  y: number
}
export type Positions = Map<string, Point>
export const layout = (systems: SystemView[]): Positions => new Map(systems.map(({ id, x, y }) => [id, { x: x * SCALE.x, y: y * SCALE.y }]))

/** Where a name is written relative to its system. */
export interface Label {
  x: number
  y: number
  anchor: 'start' | 'middle' | 'end'
}
interface Box {
  left: number
  right: number
  top: number
  bottom: number
}
const overlaps = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
const LETTER = 6.6
const around = (point: Point, radius: number): Box => ({ left: point.x - radius, right: point.x + radius, top: point.y - radius, bottom: point.y + radius })

/** Names by importance: each takes the first free spot below, above, right or left of its system; the others wait for a closer look. */
export function placeNames(systems: SystemView[], at: Positions, important: (system: SystemView) => number, taken: Box[] = []): Map<string, Label> {
  const boxes: Box[] = [...taken, ...[...at.values()].map((point) => around(point, 8))]
  const found = new Map<string, Label>()
  for (const system of [...systems].sort((a, b) => important(b) - important(a))) {
    const here = at.get(system.id)
    if (!here) continue
    const half = (system.name.length * LETTER) / 2
    const spots: Label[] = [
      { x: here.x, y: here.y + 23, anchor: 'middle' },
      { x: here.x, y: here.y - 14, anchor: 'middle' },
      { x: here.x + 13, y: here.y + 4, anchor: 'start' },
      { x: here.x - 13, y: here.y + 4, anchor: 'end' },
    ]
    const free = spots.find((spot) => {
      const left = spot.anchor === 'middle' ? spot.x - half : spot.anchor === 'start' ? spot.x : spot.x - 2 * half
      const box = { left, right: left + 2 * half, top: spot.y - 11, bottom: spot.y + 3 }
      if (box.left < 0 || box.right > WIDTH || boxes.some((other) => overlaps(box, other))) return false
      boxes.push(box)
      return true
    })
    if (free) found.set(system.id, free)
  }
  return found
}

/** One sentence about a system, for screen readers and the list. */
export function sentence(view: View, system: SystemView): string {
  const pawns = view.seats.filter((seat) => seat.system === system.id).map((seat) => (seat.seat === view.you ? 'you are here' : `${seat.name} is here`))
  const planets = view.planets.filter((planet) => planet.system === system.id).map((planet) => `Active Planet ${planet.name}`)
  const near = view.reach.find((reach) => reach.system === system.id)
  return [system.name, system.host, ...pawns, ...planets, ...(near ? [`${near.jumps} jumps away`] : []), ...(view.danger.includes(system.id) ? ['hostile to you'] : [])].join(', ')
}

export function list(view: View): Row[] {
  return view.systems.map((system) => ({
    key: `place:${system.id}`,
    sentence: sentence(view, system),
    pieces: [
      ...view.seats.filter((seat) => seat.system === system.id).map((seat) => ({ key: `seat:${seat.seat}`, sentence: `${seat.name}, captain` })),
      ...view.planets.filter((planet) => planet.system === system.id).map((planet) => ({ key: `card:${planet.card}`, sentence: `Active Planet ${planet.name}` })),
    ],
  }))
}

/** The keys that the board, the hand, the sheet and the battle draw. */
export function handledKeys(view: View): Set<string> {
  const keys = new Set<string>(['card:nova'])
  for (const { id } of view.systems) keys.add(`place:${id}`)
  for (const id of [...view.hand_cards, ...view.government_cards, ...view.pirate_cards]) keys.add(`card:${id}`)
  for (const { card } of view.planets) keys.add(`card:${card}`)
  if (view.moment === 'contribute') for (const id of [...view.deck_cards, ...view.gave]) keys.add(`card:${id}`)
  const mine = seatInfo(view, view.you)
  for (const card of [...(mine?.completed ?? []), ...(mine?.cargo_cards ?? []), ...(mine?.missions ?? []).map((mission) => mission.card)]) keys.add(`card:${card}`)
  for (const { seat } of view.seats) keys.add(`seat:${seat}`)
  const own = view.ships.filter((ship) => ship.owner === view.you)
  for (const ship of own) {
    keys.add(`piece:${ship.id}`)
    for (const card of ship.items) keys.add(`card:${card}`)
  }
  if (view.battle) {
    for (const id of view.battle.ships) {
      keys.add(`piece:${id}`)
      for (const line of shipInfo(view, id)?.lines ?? []) keys.add(`track:${id}-${line.system}`)
    }
    for (const { number } of view.battle.phases) keys.add(`track:phase-${number}`)
    for (const card of view.battle.engaged) keys.add(`card:${card}`)
  }
  return keys
}

/** What kind of event a log line reports. */
export const eventType = (event: unknown): string => {
  if (typeof event === 'string') return event
  return event && typeof event === 'object' ? (Object.keys(event)[0] ?? '') : ''
}
