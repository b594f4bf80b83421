import type { GameModule } from '../module.ts'
import type { View } from '../../generated/space_infantry.ts'
import Board from './Board.svelte'
import { handledKeys, list } from './draw.ts'
import Preview from './Preview.svelte'
import RecordSheet from './RecordSheet.svelte'
import TurnTrack from './TurnTrack.svelte'

const module: GameModule<View> = {
  Board,
  TurnTrack,
  Preview,
  handledKeys,
  list,
  sheet: { RecordSheet, name: 'Federation', asked: () => false },
}

export default module
