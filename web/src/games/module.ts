import type { Component } from 'svelte'
import type { LogLine } from '../generated/wire.ts'
import type { Offers } from '../shell/offers.ts'

/** What the shell gives a board to draw. `V` is the game's picture. */
export interface BoardProps<V> {
  view: V
  offers: Offers
  /** Through whose eyes. */
  seat: number | undefined
  /** What has just happened, to be played. */
  fresh: LogLine[]
  log: LogLine[]
  /** Keys to point at: the line of the log under the pointer, the hint. */
  lit: ReadonlySet<string>
  /** Somebody clicked this: the shell knows what it can mean. Several keys are asked together. */
  pick: (key: string | string[], at: Element) => void
  /** Somebody looks at this (`null`: at nothing): the shell says why it cannot be clicked. */
  look: (key: string | null, at?: Element) => void
  /** Asks what there is to know about a thing beyond its picture: reach, odds. `null` for nothing. */
  about: (key: string) => Promise<unknown>
  /** A choice is under way: nothing else is sent. */
  busy: boolean
  /** Takes back the last step, where that is possible. */
  undo: (() => void) | undefined
}

/** A sheet beside the board: records, plans. A game that has one gets the whole height for its board. */
export interface Sheet<V> {
  Sheet: Component<BoardProps<V>>
  /** What its tab says. */
  name: string
  /** Is the present question answered there? */
  asked: (view: V) => boolean
}

/** What the shell gives the drawing of a seat's panel. */
export interface MatProps<V> {
  view: V
  seat: number
  offers: Offers
  pick: BoardProps<V>['pick']
  look: BoardProps<V>['look']
}

/** One row of the map as a list. */
export interface Row {
  key: string
  sentence: string
  /** Pieces that are there, each of which can be chosen too. */
  pieces: { key: string; sentence: string }[]
}

/** What a game draws. Drawing only: no rule lives here. */
export interface GameModule<V> {
  Board: Component<BoardProps<V>>
  /** A seat's public state, in its panel. */
  Mat: Component<MatProps<V>>
  /** What the bar shows in its middle, e.g. a countdown. */
  Track: Component<{ view: V; log?: LogLine[] }>
  /** A small map for choosers. */
  Preview: Component<{ view: V }>
  /** Makes a picture of what was sent, where they are not the same. */
  whole?: (sent: unknown) => V
  /** The keys the board draws: every other choice becomes a button. */
  drawn: (view: V) => ReadonlySet<string>
  /** A second line under the question: numbers to know before committing. */
  subtitle: (view: V, seat: number | undefined) => string
  /** The rule of the present decision: where the rulebook opens. */
  rule: (view: V) => string
  /** A sheet beside the board. */
  sheet?: Sheet<V>
  /** The map as a list of sentences. */
  list: (view: V) => Row[]
  /** Groups of choices that cannot be taken back: who wants to be asked again chooses them twice. */
  final: string[]
  /** The one gold button of a prompt is the first of these actions that is offered. */
  onward: string[]
}

/** A game whose picture the shell does not look into. */
export type Drawing = GameModule<unknown>

const BOARDS: Record<string, () => Promise<Drawing>> = {
  star_borders: async () => (await import('./star_borders/index.ts')).default as unknown as Drawing,
  stellar_conquest: async () => (await import('./stellar_conquest/index.ts')).default as unknown as Drawing,
}

/** What a drawing draws of what was sent. */
export const pictured = (drawing: Drawing | undefined, sent: unknown): unknown => (sent && drawing?.whole ? drawing.whole(sent) : sent)

/** The drawing of a game; none if it has no board yet: its choices are buttons then. */
export async function load(game: string): Promise<Drawing | undefined> {
  return BOARDS[game]?.()
}
