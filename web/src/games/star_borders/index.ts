import type { GameModule } from '../module.ts'
import Board from './Board.svelte'
import { handledKeys, list } from './draw.ts'
import SeatPanel from './SeatPanel.svelte'
import { assemble, type Picture, type Sent } from './picture.ts'
import Preview from './Preview.svelte'
import TurnTrack from './TurnTrack.svelte'

const module: GameModule<Picture> = {
  Board,
  SeatPanel,
  TurnTrack,
  Preview,
  assemble: (sent) => assemble(sent as Sent),
  handledKeys,
  list,
}

export default module
