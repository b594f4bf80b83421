// The engine's own types (generated), under the names the drawing uses.
export type {
  AimPicture as Aim,
  BattlePicture as Battle,
  ColonyPicture as Colony,
  ColumnPicture as Column,
  DevelopmentPicture as Development,
  Event,
  FleetPicture as Fleet,
  ForecastPicture as Forecast,
  ItemPicture as Item,
  MemoryPicture as Memory,
  Picture,
  PlanetPicture as Planet,
  PlannerPicture as Plan,
  SeatPicture as Player,
  SequencePicture as Sequence,
  ShipsPicture as Ships,
  SidePicture as Side,
  StarPicture as Star,
} from '../../generated/stellar_conquest.ts'
import type { EventKind } from '../../generated/stellar_conquest.ts'

/** The names of events that say more than that they happened. */
export type EventName = Exclude<EventKind, string> extends infer One ? (One extends unknown ? keyof One : never) : never
/** What an event of this name says. */
export type EventOf<Name extends EventName> = Extract<EventKind, Record<Name, unknown>> extends Record<Name, infer What> ? What : never
