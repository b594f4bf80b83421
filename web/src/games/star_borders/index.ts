import type { GameModule } from '../module.ts'
import Board from './Board.svelte'
import { drawn, list, rule, subtitle } from './draw.ts'
import Mat from './Mat.svelte'
import { whole, type Picture, type Sent } from './picture.ts'
import Preview from './Preview.svelte'
import Track from './Track.svelte'

const module: GameModule<Picture> = {
  Board,
  Mat,
  Track,
  Preview,
  whole: (sent) => whole(sent as Sent),
  drawn,
  subtitle,
  rule,
  list,
  final: ['leave', 'cards', 'coup'],
  onward: ['shoot', 'fire-at-will', 'fight', 'fire-base', 'halt', 'end', 'pass', 'operate', 'suffer'],
}

export default module
