import type { GameModule } from '../module.ts'
import type { View } from '../../generated/starcraft.ts'
import Board from './Board.svelte'
import { handledKeys, list, seatName } from './draw.ts'
import Preview from './Preview.svelte'
import RecordSheet from './RecordSheet.svelte'
import SeatPanel from './SeatPanel.svelte'
import TurnTrack from './TurnTrack.svelte'

const module: GameModule<View> = {
  Board,
  SeatPanel,
  TurnTrack,
  Preview,
  handledKeys,
  list,
  seatName,
  sheet: { RecordSheet, name: 'Faction', asked: () => false },
}

export default module
