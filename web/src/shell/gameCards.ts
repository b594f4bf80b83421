import type { Component } from 'svelte'
import type { GameInfo, NewTable } from '../generated/wire.ts'
import EvNova from './posters/ev_nova.svelte'
import SpaceInfantry from './posters/space_infantry.svelte'
import StarBorders from './posters/star_borders.svelte'
import StarCraft from './posters/starcraft.svelte'
import StellarConquest from './posters/stellar_conquest.svelte'

/** A poster of the lobby: what is known of a game before it is built. */
export interface GameCard {
  id: string
  title: string
  line: string
  players: string
  length: string
  Art: Component
  /** Players build decks for it. */
  decks?: boolean
}

export const GAME_CARDS: GameCard[] = [
  { id: 'star_borders', title: 'Star Borders', line: 'Two powers, one frontier, not enough fuel.', players: '2 players', length: '45 min', Art: StarBorders },
  { id: 'stellar_conquest', title: 'Stellar Conquest', line: 'Find the good worlds before they find you.', players: '2–4 players', length: '3 h', Art: StellarConquest },
  { id: 'space_infantry', title: 'Space Infantry: Federation', line: 'Hold Sol while five fleets close in.', players: 'Solo', length: '90 min', Art: SpaceInfantry },
  { id: 'ev_nova', title: 'EV Nova', line: 'A ship, a hand of cards, a galaxy of grudges.', players: '2–4 players', length: '60 min', Art: EvNova, decks: true },
  { id: 'starcraft', title: 'StarCraft', line: 'Order stacks, narrow routes, no mercy.', players: '2–6 players', length: '2 h', Art: StarCraft },
]

/** The level in the middle: not the weakest, not the slowest. */
export const middleLevel = (game: GameInfo): string => game.levels[Math.floor(game.levels.length / 2)] ?? ''

/** The seats of "Play now": the first scenario with as few players as it allows. */
export const seatsToPlayNow = (game: GameInfo): string[] => game.scenarios[0]?.seats.slice(0, game.scenarios[0].min_seats) ?? game.seats

/** Against the computer at once: the user in one seat, computers of one level in the others. */
export function playNow(game: GameInfo, seat = 0, level = middleLevel(game)): NewTable {
  const seats = seatsToPlayNow(game)
  const table: NewTable = {
    game: game.id,
    visibility: 'unlisted',
    seats: seats.map((_, other) => (other === seat ? { kind: 'me' } : { kind: 'computer', level })),
  }
  if (seats.length < (game.scenarios[0]?.seats.length ?? 0)) table.players = seats.length
  return table
}
