import type { GameModule } from '../module.ts'
import Board from './Board.svelte'
import { drawn, list, rule, subtitle } from './draw.ts'
import Mat from './Mat.svelte'
import type { Picture } from './picture.ts'
import Preview from './Preview.svelte'
import Sheet from './Sheet.svelte'
import Track from './Track.svelte'

const module: GameModule<Picture> = {
  Board,
  Mat,
  Track,
  Preview,
  drawn,
  subtitle,
  rule,
  list,
  sheet: { Sheet, name: 'Record', asked: (view) => view.planner !== null },
  final: ['move', 'withdraw', 'attack', 'destroy', 'unload'],
  onward: ['commit', 'talked', 'fire', 'proceed', 'done', 'leave', 'proceed-all', 'end-move', 'end-attack', 'stay', 'end-turn'],
}

export default module
