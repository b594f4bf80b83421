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
  figures: [
    { scene: 'their-tokens', around: ['.map'] },
    { scene: 'their-tokens', around: ['.film'] },
    { scene: 'second-turn', part: 'sheet', around: ['.rt'], height: 300 },
    { scene: 'their-tokens', step: 4, around: ['.ladder'], height: 360, room: 800, asked: true },
    { scene: 'their-tokens', step: 4, around: ['.win .side'], height: 300, asked: true },
    { scene: 'their-tokens', part: 'sheet', around: ['.pol'], height: 300 },
  ],
  sheet: { RecordSheet, name: 'Federation', asked: () => false },
}

export default module
