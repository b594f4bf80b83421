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
  figures: [
    { scene: 'your-turn', around: ['place:TH1', 'place:TH3', 'place:TH5', 'place:DL9'], height: 300 },
    { scene: 'your-turn', around: ['piece:I-DO-1'], height: 170 },
    { scene: 'your-turn', step: 7, around: ['.win .lines > *'], height: 380, room: 420, asked: true },
    { scene: 'your-turn', part: 'track', around: ['.box'], height: 80 },
  ],
}

export default module
