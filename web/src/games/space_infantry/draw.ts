import type { Row } from '../module.ts'
import type { AlienTech, Base, FedTech, FleetInfo, Race, Resource, TokenInfo, TokenKind, View } from '../../generated/space_infantry.ts'

/** The colours and emblems of the races; the Federation is 1. */
export const SEAT: Record<Race, number> = { FE: 2, MU: 3, CT: 4, ME: 5, CY: 6 }
export const FEDERATION = 1

export const RESOURCE_SYMBOL: Record<Resource, string> = { BUI: 'r-bui', MAN: 'r-man', RES: 'r-res', ESP: 'r-esp', MOR: 'r-mor', DIP: 'r-dip', WRP: 'r-wrp' }

export const TOKEN_SYMBOL: Record<TokenKind, string> = {
  advance: 'k-advance',
  spawn: 'k-spawn',
  tech: 'k-tech',
  press: 'k-press',
  border_friction: 'k-friction',
  greed: 'k-greed',
  random_event: 'k-event',
  alien_war: 'k-war',
  galactic_conflict: 'k-conflict',
  fast_scouts: 'k-advance',
  fast_raiders: 'k-advance',
  expansion_desire: 'k-desire',
  federation_1: 'k-fed',
  federation_2: 'k-fed',
  federation_1m: 'k-fed',
}

export const TECH_SYMBOL: Record<AlienTech, string> = {
  fast_scouts: 't-fast',
  fast_raiders: 't-fast',
  raider_protocols: 't-raid',
  adv_defense: 't-shield',
  durability: 't-plate',
  anti_espionage: 't-spy',
  forced_pursuit: 't-chase',
  fast_advance: 't-fast',
  auto_respawn: 't-rise',
  stolen_mutant: 't-mask',
  stolen_cthonian: 't-mask',
  plunder: 't-coin',
  enhanced_tech: 't-plus',
  doom_fleet: 't-doom',
}

export const ASSET_SYMBOL: Record<string, string> = {
  flagship: 'a-flagship',
  ally: 'a-ally',
  mine: 'a-mine',
  mine_up: 'a-mine',
  sol_defense: 'a-soldef',
  sol_defense_up: 'a-soldef',
  base: 'a-base',
  base_up: 'a-base',
}
const UPGRADED = ['mine_up', 'sol_defense_up', 'base_up']
export const upgraded = (piece: string): boolean => UPGRADED.includes(piece)

/** The resource a Base stands for. */
export const BASE_RESOURCE: Record<Base, Resource> = { build: 'BUI', maneuver: 'MAN', research: 'RES', espionage: 'ESP', defense: 'MOR', warp_research: 'WRP' }

export const raceName = (view: View, race: Race | null): string => view.race_info.find((found) => found.code === race)?.name ?? ''
export const fleetInfo = (view: View, id: string): FleetInfo | undefined => view.fleets.find((fleet) => fleet.id === id)
export const tokenInfo = (view: View, id: string | null): TokenInfo | undefined => view.tokens.find((token) => token.id === id)
export const resourceName = (view: View, code: Resource): string => view.resource_info.find((found) => found.code === code)?.name ?? ''
export const techName = (view: View, code: FedTech): string => view.fed_techs.find((found) => found.code === code)?.name ?? ''
export const spaceName = (view: View, id: string | null): string => view.space_info.find((space) => space.id === id)?.name ?? ''

/** Map units per unit of the printed board: counters of 40 units stay legible where the whole map fits. */
const SCALE = 0.56
export interface Point {
  x: number
  y: number
}
export const WIDTH = 1700 * SCALE
export const HEIGHT = 1100 * SCALE + 24

export type Positions = Map<string, Point>
export function layout(view: View): Positions {
  return new Map(view.space_info.map((space) => [space.id, { x: space.x * SCALE, y: space.y * SCALE }]))
}

/** Directions from a space to where alien fleets and Federation assets lie: on either side of its track. */
export function sides(view: View, at: Positions, id: string): { fleets: Point; assets: Point } {
  const space = view.space_info.find((found) => found.id === id)
  const sol = at.get('SOL') ?? { x: 0, y: 0 }
  const here = at.get(id) ?? sol
  if (!space || space.kind === 'sol') return { fleets: { x: 0.87, y: -0.5 }, assets: { x: 0, y: 1 } }
  const length = Math.hypot(here.x - sol.x, here.y - sol.y) || 1
  const out = { x: (here.x - sol.x) / length, y: (here.y - sol.y) / length }
  if (space.kind === 'named') return { fleets: out, assets: { x: here.x < sol.x ? -1 : 1, y: 0 } }
  const world = view.space_info.find((found) => found.kind === 'named' && found.race === space.race)
  const aside = { x: -out.y, y: out.x }
  // worlds lie on one side of their track: fleets keep to the other one
  const spot = at.get(world?.id ?? '') ?? here
  const way = (spot.x - here.x) * aside.x + (spot.y - here.y) * aside.y > 0 ? -1 : 1
  return { fleets: { x: aside.x * way, y: aside.y * way }, assets: { x: -aside.x * way, y: -aside.y * way } }
}

/** Where the box of a race stands, its upper left corner. */
export const RACE_BOX: Record<Race, Point> = {
  CT: { x: 0, y: 0 },
  ME: { x: 236, y: 0 },
  MU: { x: 734, y: 262 },
  FE: { x: 0, y: 566 },
  CY: { x: 734, y: 566 },
}

/** One sentence about a space, for screen readers and the list. */
export function sentence(view: View, id: string): string {
  const here = view.spaces.find((space) => space.id === id)
  const fleets = (here?.fleets ?? []).flatMap((fleet) => fleetInfo(view, fleet) ?? []).map((fleet) => `${fleet.name}, Combat Value ${fleet.cv}`)
  const pieces = (here?.pieces ?? []).map((piece) => (piece.count > 1 ? `${piece.count} × ${piece.name}` : piece.name))
  return [spaceName(view, id), ...pieces, ...fleets].join('; ')
}

export function list(view: View): Row[] {
  return view.spaces.map((space) => ({
    key: `place:${space.id}`,
    sentence: sentence(view, space.id),
    pieces: [
      ...space.pieces.map((piece) => ({ key: `piece:${piece.id}`, sentence: `${piece.name}, ${piece.icon}` })),
      ...space.fleets.map((fleet) => ({ key: `piece:${fleet}`, sentence: fleetInfo(view, fleet)?.name ?? fleet })),
    ],
  }))
}

const PIECES = Object.keys(ASSET_SYMBOL)

/** The keys that board, sheet and the bar of actions draw; dice and plain buttons stay on the prompt line. */
export function handledKeys(view: View): Set<string> {
  const keys = new Set<string>(['track:research', 'track:stability', 'track:desire', 'track:losses', 'card:unseen-blue', 'card:unseen-white'])
  for (const { id } of view.space_info) {
    keys.add(`place:${id}`)
    for (const piece of PIECES) keys.add(`piece:${piece}@${id}`)
  }
  for (const { id } of view.fleets) keys.add(`piece:${id}`)
  for (const { id } of view.tokens) keys.add(`card:${id}`)
  for (const { code } of view.fed_techs) keys.add(`card:${code}`)
  for (const { code } of view.resource_info) for (const where of ['pool', 'hand', 'sacrificed']) keys.add(`track:${where}:${code}`)
  for (const { code } of view.race_info) for (const track of ['war', 'attache', 'tech']) keys.add(`track:${track}:${code}`)
  for (const { id } of view.pairs) keys.add(`track:pair:${id}`)
  for (const piece of PIECES) keys.add(`track:unbuilt:${piece}`)
  for (const { column, row } of view.resources.cells) {
    keys.add(`track:column:${column}`)
    keys.add(`track:cell:${column}:${row}`)
  }
  return keys
}

/** What kind of event a log line tells. */
export const eventType = (event: unknown): string => (event as { event?: string } | null)?.event ?? ''
