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
  sheet: { RecordSheet, name: 'Record', asked: (view) => view.planner !== null },
}

export default module
