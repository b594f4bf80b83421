import type { GameModule } from '../module.ts'
import Board from './Board.svelte'
import { handledKeys, list } from './draw.ts'
import SeatPanel from './SeatPanel.svelte'
import type { Picture } from './picture.ts'
import Preview from './Preview.svelte'
import RecordSheet from './RecordSheet.svelte'
import TurnTrack from './TurnTrack.svelte'

const module: GameModule<Picture> = {
  Board,
  SeatPanel,
  TurnTrack,
  Preview,
  handledKeys,
  list,
  figures: [
    { scene: 'landfall', step: 4, around: ['place:T16', 'place:AA15', 'place:X16'], height: 300 },
    { scene: 'landfall', around: ['piece:1', 'place:AA15', 'place:AA19'], height: 260 },
    { scene: 'landfall', step: 4, around: ['place:AA19'], height: 240 },
    { scene: 'landfall', step: 9, part: 'sheet', around: ['.colony', '.pop', '.send', '.step'], height: 460, asked: true },
  ],
  sheet: { RecordSheet, name: 'Record', asked: (view) => view.planner !== null },
}

export default module
