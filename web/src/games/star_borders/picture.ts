import type { LogLine } from '../../generated/wire.ts'
import type { CounterPicture, Event, FacePicture, MarksPicture, Picture as Sent, PlacePicture, ShipPicture } from '../../generated/star_borders.ts'

// The engine's own types (generated), under the names the drawing uses.
export type {
  BattlePicture as Battle,
  CardPicture as Card,
  CountdownPicture as Countdown,
  Detail,
  Event,
  ForecastPicture as Forecast,
  GoalPicture as Goal,
  MovePicture as Move,
  SectorPicture as Sector,
  ShotPicture as Shot,
  Side,
  SidePicture as SeatPanel,
  Terrain,
} from '../../generated/star_borders.ts'

export type { Sent }

/** A location, and what lies on it. */
export type Place = PlacePicture & MarksPicture
/** A ship: where it is, and what the face of its counter says that is up. */
export type Ship = ShipPicture & FacePicture & Pick<CounterPicture, 'side' | 'two_step'> & { number: string }
/** What is drawn. */
export type Picture = Omit<Sent, 'places' | 'ships'> & { places: Place[]; ships: Ship[] }

/** Makes something of an object once: what has not changed is not made, or drawn, again. */
function once<From extends object, Made>(make: (from: From, sent: Sent, at: number) => Made) {
  const made = new WeakMap<From, Made>()
  return (from: From, sent: Sent, at = 0): Made => {
    const known = made.get(from) ?? make(from, sent, at)
    made.set(from, known)
    return known
  }
}

const counters = once((kinds: CounterPicture[]) => new Map(kinds.flatMap((kind) => kind.ids.map((id) => [id, kind]))))
const ship = once((found: ShipPicture, sent): Ship => {
  const counter = counters(sent.counters, sent).get(found.id)
  if (!counter) throw new Error(`there is no counter ${found.id}`)
  const { ids, numbers, side, two_step, faces } = counter
  return { side, number: numbers[ids.indexOf(found.id)] ?? '', ...(two_step ? { two_step } : {}), ...faces[found.back ? 1 : 0], ...found }
})
const ships = once((list: ShipPicture[], sent) => list.map((found) => ship(found, sent)))
const place = once((marks: MarksPicture, sent, at): Place => {
  const printed = sent.places[at]
  if (!printed) throw new Error(`there is no place ${at}`)
  return { ...printed, ...marks }
})
const places = once((list: MarksPicture[], sent) => list.map((marks, at) => place(marks, sent, at)))
const picture = once((sent: Sent): Picture => ({ ...sent, places: places(sent.marks, sent), ships: ships(sent.ships, sent) }))

/** Puts together what is printed, which is sent once, and what has changed. */
export const assemble = (sent: Sent): Picture => picture(sent, sent)

/** What a line of the log tells. */
export const eventOf = (line: LogLine) => line.event as Event | null
