/**
 * How much of the board's lower edge the prompt line covers, in pixels: boards keep clear of it. It only grows
 * while the window keeps its width, so that the board does not move with every question.
 */
class PromptInset {
  bottom = $state(0)
  #width = 0
  /** Until when the heights of a new width are still settling, by the clock of the page. */
  #settling = 0

  /** In a window of this width the prompt line lies over the board (`height` with its margins) or below it (0). */
  show(height: number, width: number) {
    if (width !== this.#width) this.#settling = performance.now() + 300
    if (height > this.bottom || performance.now() < this.#settling) this.bottom = height
    this.#width = width
  }
}

export const promptInset = new PromptInset()
