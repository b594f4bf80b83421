/** Milliseconds a fanned stack stays open after the pointer has left it. */
const LINGER_MS = 260

/** Which stack is fanned out. A pointer fans by hovering; a finger fans with its first tap and chooses with the next. */
export class Fan {
  open = $state<string | null>(null)
  #closing: ReturnType<typeof setTimeout> | undefined
  #fannedByTap = false

  /** The pointer, the focus or a finger is on a counter of this stack of `size` counters. */
  enter(stack: string, touch = false, size = 2) {
    clearTimeout(this.#closing)
    this.#fannedByTap = touch && this.open !== stack && size > 1
    this.open = stack
  }

  leave(touch = false) {
    clearTimeout(this.#closing)
    if (!touch) this.#closing = setTimeout(() => (this.open = null), LINGER_MS)
  }

  /** Whether the tap that is under way only fanned the stack out. Ask once per click. */
  onlyFanned(): boolean {
    const fanned = this.#fannedByTap
    this.#fannedByTap = false
    return fanned
  }

  close() {
    clearTimeout(this.#closing)
    this.open = null
  }

  destroy() {
    clearTimeout(this.#closing)
  }
}

export interface StackShape {
  /** Whether the stack is fanned out. */
  fanned: boolean
  /** Distance between the counters of a closed and of a fanned stack. */
  closed?: number
  apart?: number
  /** Counters in one row of a fan. */
  row?: number
  /** A closed stack grows no further than so many counters. */
  depth?: number
  /** 1 to the right, -1 to the left. */
  way?: 1 | -1
}

export interface Offset {
  dx: number
  dy: number
  /** Behind other counters of its stack. */
  under: boolean
}

/** Where the counters of a stack lie, relative to its first. */
export function stackOffsets(count: number, { fanned, closed = 5, apart = 50, row = 5, depth = Infinity, way = 1 }: StackShape): Offset[] {
  return Array.from({ length: count }, (_, index) => {
    const near = Math.min(index, depth)
    const shift = fanned ? apart * (index % row) : closed * near
    const lift = fanned ? apart * Math.floor(index / row) : closed * near
    return { dx: way * shift, dy: -lift, under: index > 0 && !fanned }
  })
}
