import type { LogLine } from '../../generated/wire.ts'
import type { Row } from '../module.ts'
import type { Colony, Event, EventName, EventOf, Fleet, Memory, Picture, Ships, Star } from './picture.ts'

/** The silhouette of each class. */
export const SHAPES: Record<string, string> = {
  SCT: 's-scout', CT: 's-transport', ESC: 's-escort', ATK: 's-attack', DN: 's-dreadnaught', MB: 's-base', AMB: 's-base',
}

const COLOURS: Record<string, string> = { B: 'blue', F: 'green', G: 'yellow', K: 'orange', M: 'red' }
export const PLANETS: Record<string, string> = { TR: 'Terran', ST: 'Sub-Terran', MT: 'Minimal Terran', BR: 'Barren' }

/** "2 Escorts, 1 Scout". */
export const ships = (list: Ships[]): string => list.map(({ count, name }) => `${count} ${name}${count === 1 ? '' : 's'}`).join(', ')

/** What players call a hex. */
export function placeOf(view: Picture, hex: string | null): string {
  if (hex === null) return 'off the map'
  for (const { hexes, places } of view.columns) {
    const row = hexes.indexOf(hex)
    if (row !== -1) return places[row] ?? hex
  }
  return hex
}

export const starOf = (view: Picture, name: string | null): Star | undefined => view.stars.find((star) => star.name === name)

/** A counter in words: as much as the viewer knows. */
export function words(view: Picture, fleet: Fleet): string {
  const owner = view.seats[fleet.owner]?.name ?? ''
  const what = fleet.ships === null ? 'face down, never seen' : ships(fleet.ships)
  const seen = fleet.seen_in === null ? '' : `, as seen in year ${fleet.seen_in}`
  const where = fleet.bound === null ? '' : `, bound for ${fleet.bound}${fleet.arrives === null ? '' : `, there in year ${fleet.arrives}`}${fleet.out_of_range ? ', beyond its range' : ''}`
  return `${owner} fleet ${fleet.number}: ${fleet.size === null ? '' : `${fleet.size} in all, `}${what}${seen}${where}`
}

/** A colony in words. */
export const settled = (colony: Colony): string =>
  `${colony.name}: population ${colony.pop[0]} of ${colony.pop[1]}, output ${colony.output}${colony.besieged ? ', besieged' : ''}${colony.conquered ? ', conquered' : ''}`

export function remembered(view: Picture, memory: Memory): string {
  if (memory.controller === null) return `${memory.name}: empty${memory.turn === 0 ? '' : ` in year ${memory.turn}`}`
  const bases = memory.bases === null ? '' : `, ${memory.bases[0]} missile bases, ${memory.bases[1]} advanced${memory.bases[2] ? ', a screen' : ''}`
  return `${memory.name}: ${view.seats[memory.controller]?.name} colony as of year ${memory.turn}${bases}`
}

/** A star in a sentence, for those who hear the map. */
export function sentence(view: Picture, star: Star): string {
  const explorers = star.explored.map((seat) => view.seats[seat]?.name)
  const card = star.planets === null ? '' : star.planets.length === 0 ? 'No planets. ' : `${star.planets.map((planet) => `${planet.name}, ${PLANETS[planet.kind]}, limit ${planet.limit}${planet.metal ? ', rich in metal' : ''}${planet.ruined ? ', uninhabitable' : ''}`).join('; ')}. `
  const colonies = view.colonies.filter((colony) => colony.star === star.name).map(settled)
  const memories = view.memories.filter((memory) => memory.star === star.name && memory.controller !== null).map((memory) => remembered(view, memory))
  const cloud = view.clouds.includes(star.hex) ? ', in a cloud' : ''
  return `${star.name}, ${COLOURS[star.class]} star${cloud}. ${explorers.length === 0 ? 'Unexplored. ' : `Explored by ${explorers.join(', ')}. `}${card}${[...colonies, ...memories].map((text) => `${text}. `).join('')}`.trim()
}

export function list(view: Picture): Row[] {
  const fleets = (hex: string | null) => view.fleets.filter((fleet) => fleet.hex === hex).map((fleet) => ({ key: `piece:${fleet.token}`, sentence: words(view, fleet) }))
  const planets = (star: Star) => (star.planets ?? []).map((planet) => ({ key: `place:${planet.id}`, sentence: `${planet.name}, ${PLANETS[planet.kind]}` }))
  const bright = new Set<string | null>(view.stars.map((star) => star.hex))
  const space = [...new Set(view.fleets.map((fleet) => fleet.hex))].filter((hex) => !bright.has(hex))
  return [
    ...view.stars.map((star) => ({ key: `place:${star.hex}`, sentence: sentence(view, star), pieces: [...planets(star), ...fleets(star.hex)] })),
    ...space.map((hex) => ({ key: `place:${hex ?? 'off'}`, sentence: hex === null ? 'Off the map.' : `${placeOf(view, hex)}, between the stars.`, pieces: fleets(hex) })),
  ]
}

/** What happened in a line of the log: the one member of an event that is there. */
export function eventOf<Name extends EventName>(line: LogLine, name: Name): EventOf<Name> | undefined {
  const kind = (line.event as Event | null)?.kind
  return typeof kind === 'object' && name in kind ? (kind as Record<Name, EventOf<Name>>)[name] : undefined
}

/** The keys that board and sheet draw. */
export function handledKeys(view: Picture): Set<string> {
  const keys = new Set<string>()
  for (const { hexes } of view.columns) for (const hex of hexes) keys.add(`place:${hex}`)
  for (const fleet of view.fleets) keys.add(`piece:${fleet.token}`)
  for (const star of view.stars) for (const planet of star.planets ?? []) keys.add(`place:${planet.id}`)
  for (const { id } of [...view.colonies, ...view.memories]) keys.add(`place:${id}`)
  for (const group of ['regroup', 'detach', 'avoid']) keys.add(`group:${group}`)
  for (const side of view.battle?.sides ?? []) for (const { kind } of side.pieces) for (const group of ['aim-class', 'aim-ship']) keys.add(`${group}/${kind}`)
  if (view.battle) for (const group of ['withdraw', 'pull-out']) keys.add(`group:${group}`)
  if (view.planner) {
    for (const group of ['send', 'forgo', 'recall', 'acquire', 'colony']) keys.add(`group:${group}`)
    for (const word of ['repeat', 'separate-types']) keys.add(`plan/${word}`)
    for (const { symbol } of view.planner.items) for (const group of ['buy', 'cancel']) keys.add(`${group}/${symbol}`)
    for (const { symbol } of view.research?.sequences ?? []) for (const group of ['research', 'research-rest', 'withhold']) keys.add(`${group}/${symbol}`)
  }
  return keys
}
