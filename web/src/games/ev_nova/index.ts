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
  figures: [
    { scene: 'launch', step: 3, around: ['.cards > *'], height: 200 },
    { scene: 'launch', part: 'sheet', around: ['[aria-label="Nova Deck"]'], height: 220 },
    { scene: 'launch', step: 4, around: ['.piles'], height: 200 },
    { scene: 'koria', step: 2, around: ['.win .bb'], height: 380, asked: true },
    { scene: 'launch', around: ['.map svg'] },
  ],
  sheet: { RecordSheet, name: 'Ship', asked: () => false },
}

export default module
