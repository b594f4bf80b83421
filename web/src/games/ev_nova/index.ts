import type { GameModule } from '../module.ts'
import type { View } from '../../generated/ev_nova.ts'
import Board from './Board.svelte'
import DeckBuilder from './deck/DeckBuilder.svelte'
import { handledKeys, list } from './draw.ts'
import Preview from './Preview.svelte'
import RecordSheet from './RecordSheet.svelte'
import SeatPanel from './SeatPanel.svelte'
import TurnTrack from './TurnTrack.svelte'

const module: GameModule<View> = {
  Board,
  SeatPanel,
  TurnTrack,
  Preview,
  DeckBuilder,
  handledKeys,
  list,
  sheet: { RecordSheet, name: 'Ship', asked: () => false },
}

export default module
