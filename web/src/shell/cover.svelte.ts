/**
 * How much of the board's lower edge the prompt line covers, in pixels: boards keep clear of it. It only grows
 * while a table is open, so that the board does not move with every question.
 */
class Cover {
  bottom = $state(0)

  /** The prompt line lies over the board (`height` with its margins) or below it (0). */
  show(height: number) {
    if (height === 0 || height > this.bottom) this.bottom = height
  }
}

export const cover = new Cover()
