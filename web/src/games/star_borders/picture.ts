import type { LogLine } from '../../generated/wire.ts'
import type { Event } from '../../generated/star_borders.ts'

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
  Picture,
  PlacePicture as Place,
  SectorPicture as Sector,
  ShipPicture as Ship,
  ShotPicture as Shot,
  Side,
  SidePicture as Mat,
  Terrain,
} from '../../generated/star_borders.ts'

/** What a line of the log tells. */
export const told = (line: LogLine) => line.event as Event | null
