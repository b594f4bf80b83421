// Generated from crates/games/star_borders. Do not edit: run `cargo test -p wire` with STARBOARD_BLESS=1.

export type Side = "A" | "I";

export type Class = "Starship" | "Comship" | "Scout" | "Escort" | "Auxiliary" | "Guardship" | "Smuggler" | "Salvager" | "Imperator" | "Dominator" | "Specter" | "Destroyer" | "Patroller" | "Raider" | "Intruder" | "Reclaimer";

export type Terrain = "planet" | "asteroids" | "nebula" | "wormhole" | "deep_space";

export type CardKind = "ongoing" | "one_shot" | "penalty" | "scoring";

export type Ending = "Countdown" | "SuddenDeath" | "Instant" | "Conceded";

export type Outcome = { 
/**
 * Who won; none is a draw.
 */
winner: Side | null, 
/**
 * Why.
 */
ending: Ending, 
/**
 * Victory points by side.
 */
points: [number, number], };

export type Picture = { scenario: string, title: string, width: number, height: number, sectors: Array<SectorPicture>, places: Array<PlacePicture>, links: Array<[string, string]>, ships: Array<ShipPicture>, sides: Array<SidePicture>, cards: Array<CardPicture>, discard: Array<number>, pile: number, countdown: CountdownPicture, game_turn: number, first: Side, active: Side, step: string, moving: MovePicture | null, reach: Array<ReachPicture>, battle: BattlePicture | null, forecasts: Array<ForecastPicture>, pool: Array<string>, outcome: Outcome | null, };

export type SectorPicture = { id: string, name: string, home_of: Side | null, x: number, y: number, width: number, height: number, };

export type PlacePicture = { id: string, name: string, terrain: Terrain, large: boolean, x: number, y: number, owner: Side | null, 
/**
 * A Sector Base of its present owner.
 */
base: boolean, 
/**
 * Listed as a Sector Base of this side, whoever holds it.
 */
base_of: Side | null, level: number, disrupted: boolean, besieged: boolean, contested: boolean, 
/**
 * Ships here, Alliance first.
 */
ships: Array<string>, 
/**
 * The place in a sentence, for those who hear the map.
 */
sentence: string, };

export type ShipPicture = { id: string, side: Side, class: Class, damaged: boolean, steps: number, two_step: boolean, attack: number | null, defense: number, engines: number, cloak: boolean, flagship: boolean, repair: number, assault: number, points: number, 
/**
 * Where, if on the map.
 */
at: string | null, 
/**
 * `map`, `eliminated`, `off_map`, `pool` or `due`.
 */
place: string, 
/**
 * `free`, `halted` or `stopped`: only for the active player's ships.
 */
state: string, 
/**
 * The countdown box it arrives in.
 */
due: number | null, };

export type SidePicture = { side: Side, name: string, lp: number, lp_capacity: number, honor: number | null, honor_max: number, 
/**
 * What the Income Step would give now.
 */
income: number, 
/**
 * Victory points everybody can count now.
 */
points: number, bases: Array<string>, fort_stock: number, fortress_stock: number, hand_size: number, 
/**
 * Cards in hand that the viewer knows.
 */
hand: Array<number>, revealed: Array<number>, shared: Array<number>, penalty: Array<number>, card_price: number, ships_lost: number, };

export type CardPicture = { number: number, name: string, sharable: boolean, kind: CardKind, window: string, effect: string, };

export type CountdownPicture = { start: number, now: number, frozen: boolean, boxes: Array<CountdownBox>, 
/**
 * Chance in percent that the game ends after this Game Turn.
 */
ends_percent: number, };

export type CountdownBox = { number: number, sudden_death: number, arrivals: Array<string>, };

export type MovePicture = { lead: string, followers: Array<string>, from: string, 
/**
 * What the move costs, or has cost.
 */
cost: number, paid: boolean, 
/**
 * Engines left.
 */
engines: number, overdrive: boolean, };

export type ReachPicture = { ship: string, goals: Array<GoalPicture>, };

export type GoalPicture = { place: string, 
/**
 * The cheapest price in LPs.
 */
lp: number, 
/**
 * Does entering end its movement?
 */
stops: boolean, };

export type BattlePicture = { at: string, name: string, round: number, attacker: Side, defender: Side, 
/**
 * What is being done, e.g. `fire`, `hits`.
 */
step: string, 
/**
 * Whose shots these are.
 */
shooter: Side | null, lines: [Array<string>, Array<string>], group: Array<string>, group_strength: number, group_percent: number, shots: Array<ShotPicture>, hits: number, 
/**
 * The ship that is rolling, fleeing or re-rolling.
 */
ship: string | null, die: number, defense: number, destroyed: [number, number], 
/**
 * By side: where its ships could go.
 */
ways_out: [Array<string>, Array<string>], salvage: Array<number>, };

export type ShotPicture = { strength: number, percent: number, automatic: boolean, die: number | null, hit: boolean | null, };

export type ForecastPicture = { place: string, 
/**
 * In percent: each side alone is left.
 */
wins: [number, number], 
/**
 * Ships lost on average, in tenths.
 */
losses_tenths: [number, number], };

