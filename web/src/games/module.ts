import type { Component } from 'svelte'
import type { LogLine } from '../generated/wire.ts'
import type { ChoiceIndex } from '../shell/choiceIndex.ts'

/** What the shell gives a board to draw. `V` is the game's picture. */
export interface BoardProps<V> {
  view: V
  offers: ChoiceIndex
  /** Through whose eyes. */
  seat: number | undefined
  /** What has just happened, to be played. */
  newEvents: LogLine[]
  log: LogLine[]
  /** Keys to point at: the line of the log under the pointer, the hint. */
  highlighted: ReadonlySet<string>
  /** A click on these keys: one choice is performed, several open a menu, none explains why not. */
  onSelect: (key: string | string[], at: Element) => void
  /** The pointer or the focus is on this key (`null`: on nothing): the shell shows its card or why it cannot be chosen. */
  onHover: (key: string | null, at?: Element) => void
  /** Opens the card of this key and keeps it open: a long press, a click on something that cannot be chosen. */
  onInspect: (key: string, at: Element) => void
  /** Opens the rules reader at this rule. */
  onRule: (rule: string) => void
  /** Asks what there is to know about a thing beyond its picture: reach, odds. `null` for nothing. */
  loadDetail: (key: string) => Promise<unknown>
  /** A choice is under way: nothing else is sent. */
  busy: boolean
  /** Takes back the last step, where that is possible. */
  undo: (() => void) | undefined
}

/** A sheet beside the board: records, plans. A game that has one gets the whole height for its board. */
export interface RecordSheet<V> {
  RecordSheet: Component<BoardProps<V>>
  /** What its tab says. */
  name: string
  /** Is the present question answered there? */
  asked: (view: V) => boolean
}

/** What the shell gives the drawing of a seat's panel. */
export interface SeatPanelProps<V> extends Pick<BoardProps<V>, 'view' | 'offers' | 'onSelect' | 'onHover' | 'onInspect'> {
  seat: number
}

/** One row of the map as a list. */
export interface Row {
  key: string
  sentence: string
  /** Pieces that are there, each of which can be chosen too. */
  pieces: { key: string; sentence: string }[]
}

/** A figure of the players' rulebook: a part of the board at a moment of the lesson. */
export interface Figure {
  /** A scene of the lesson. */
  scene: string
  /** The step of the scene, from 0: the moment before it is done. */
  step?: number
  /** What is drawn; the board if not given. */
  part?: 'board' | 'sheet' | 'track'
  /** What is cut out: keys, or selectors of parts that are no targets. Nothing for the whole. */
  around: string[]
  /** At most so high, in pixels. */
  height?: number
  /** Height of the whole before it is cut, in pixels, where the usual one does not do. */
  room?: number
  /** Shows what can be chosen at that moment. */
  asked?: boolean
}

/** What a game draws. Drawing only: no rule lives here. */
export interface GameModule<V = unknown> {
  Board: Component<BoardProps<V>>
  /** A seat's public state, in its panel; without it the panel shows the seat's score line. */
  SeatPanel?: Component<SeatPanelProps<V>>
  /** What the bar shows in its middle, e.g. a countdown. */
  TurnTrack?: Component<{ view: V; log?: LogLine[] }>
  /** A small map for choosers. */
  Preview?: Component<{ view: V }>
  /** Makes a picture of what was sent, where they are not the same. */
  assemble?: (sent: unknown) => V
  /** The keys the board draws (see `ChoiceIndex`): every other choice becomes a button of the prompt line. */
  handledKeys: (view: V) => ReadonlySet<string>
  /** A sheet beside the board. */
  sheet?: RecordSheet<V>
  /** A page for building decks, at `/decks/<game>`. */
  DeckBuilder?: Component
  /** What a seat is called once that is known, e.g. by its faction. */
  seatName?: (view: V, seat: number) => string
  /** The figures of the players' rulebook, in its order. */
  figures?: Figure[]
  /** The map as a list of sentences, for screen readers and the list panel. */
  list?: (view: V) => Row[]
}

/** One line per game: the drawing is loaded with the first table of that game. */
const BOARDS: Record<string, () => Promise<GameModule>> = {
  ev_nova: async () => (await import('./ev_nova/index.ts')).default as unknown as GameModule,
  space_infantry: async () => (await import('./space_infantry/index.ts')).default as unknown as GameModule,
  starcraft: async () => (await import('./starcraft/index.ts')).default as unknown as GameModule,
  star_borders: async () => (await import('./star_borders/index.ts')).default as unknown as GameModule,
  stellar_conquest: async () => (await import('./stellar_conquest/index.ts')).default as unknown as GameModule,
}

/** What a drawing draws of what was sent. */
export const assembleView = (gameModule: GameModule | undefined, sent: unknown): unknown => (sent && gameModule?.assemble ? gameModule.assemble(sent) : sent)

/** The drawing of a game; none if it has no board yet: its choices are buttons then. */
export async function load(game: string): Promise<GameModule | undefined> {
  return BOARDS[game]?.()
}
