import type { GameModule } from '../module.ts'
import Board from './Board.svelte'
import { handledKeys, list, rule, subtitle } from './draw.ts'
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
  subtitle,
  rule,
  list,
  final: ['leave', 'cards', 'coup'],
  onward: ['shoot', 'fire-at-will', 'fight', 'fire-base', 'halt', 'end', 'pass', 'operate', 'suffer'],
}

export default module
