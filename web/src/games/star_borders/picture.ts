/** The sides, as the engine names them. */
export type Side = 'A' | 'I'
export type Terrain = 'planet' | 'asteroids' | 'nebula' | 'wormhole' | 'deep_space'

/** What the engine draws for the board: `Picture` in crates/games/star_borders/src/picture.rs. */
export interface Picture {
  scenario: string
  title: string
  width: number
  height: number
  sectors: Sector[]
  places: Place[]
  links: [string, string][]
  ships: Ship[]
  sides: Mat[]
  cards: Card[]
  discard: number[]
  pile: number
  countdown: Countdown
  game_turn: number
  first: Side
  active: Side
  step: string
  moving: Move | null
  reach: { ship: string; goals: Goal[] }[]
  battle: Battle | null
  forecasts: Forecast[]
  pool: string[]
  outcome: { winner: Side | null; ending: string; points: [number, number] } | null
}

export interface Sector {
  id: string
  name: string
  home_of: Side | null
  x: number
  y: number
  width: number
  height: number
}

export interface Place {
  id: string
  name: string
  terrain: Terrain
  large: boolean
  x: number
  y: number
  owner: Side | null
  base: boolean
  base_of: Side | null
  level: number
  disrupted: boolean
  besieged: boolean
  contested: boolean
  ships: string[]
  sentence: string
}

export interface Ship {
  id: string
  side: Side
  class: string
  damaged: boolean
  steps: number
  two_step: boolean
  attack: number | null
  defense: number
  engines: number
  cloak: boolean
  flagship: boolean
  repair: number
  assault: number
  points: number
  at: string | null
  place: 'map' | 'eliminated' | 'off_map' | 'pool' | 'due' | 'out'
  state: 'free' | 'halted' | 'stopped'
  due: number | null
}

export interface Mat {
  side: Side
  name: string
  lp: number
  lp_capacity: number
  honor: number | null
  honor_max: number
  income: number
  points: number
  bases: string[]
  fort_stock: number
  fortress_stock: number
  hand_size: number
  hand: number[]
  revealed: number[]
  shared: number[]
  penalty: number[]
  card_price: number
  ships_lost: number
}

export interface Card {
  number: number
  name: string
  sharable: boolean
  kind: 'ongoing' | 'one_shot' | 'penalty' | 'scoring'
  window: string
  effect: string
}

export interface Countdown {
  start: number
  now: number
  frozen: boolean
  boxes: { number: number; sudden_death: number; arrivals: string[] }[]
  ends_percent: number
}

export interface Move {
  lead: string
  followers: string[]
  from: string
  cost: number
  paid: boolean
  engines: number
  overdrive: boolean
}

export interface Goal {
  place: string
  lp: number
  stops: boolean
}

export interface Battle {
  at: string
  name: string
  round: number
  attacker: Side
  defender: Side
  step: string
  shooter: Side | null
  lines: [string[], string[]]
  group: string[]
  group_strength: number
  group_percent: number
  shots: Shot[]
  hits: number
  ship: string | null
  die: number
  defense: number
  destroyed: [number, number]
  ways_out: [string[], string[]]
  salvage: number[]
}

export interface Shot {
  strength: number
  percent: number
  automatic: boolean
  die: number | null
  hit: boolean | null
}

export interface Forecast {
  place: string
  wins: [number, number]
  losses_tenths: [number, number]
}
