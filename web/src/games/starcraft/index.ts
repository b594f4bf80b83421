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
  figures: [
    { scene: 'execution', around: ['place:CHA-A', 'place:CHA-B', 'place:CHA-C', 'piece:stack:CHA'], height: 340 },
    { scene: 'execution', around: ['piece:stack:TOR'], height: 140 },
    { scene: 'execution', step: 3, part: 'sheet', around: ['.rcs'], height: 300 },
    { scene: 'execution', step: 8, around: ['.win .line'], height: 420, room: 860, asked: true },
    { scene: 'execution', part: 'sheet', around: ['.bl'], height: 220 },
  ],
  seatName,
  sheet: { RecordSheet, name: 'Faction', asked: () => false },
}

export default module
