import type { LogLine, Span } from '../../generated/wire.ts'
import { diceIn } from '../dice.ts'
import { play } from '../sound.ts'

/** Milliseconds that dice lie on the table. */
const DICE_VISIBLE_MS = 2600

/** The dice rolled last, as long as they lie on the table. Nothing else that happens takes them away. */
export class Tray {
  lying = $state.raw<{ text: Span[]; faces: number[]; id: number } | null>(null)
  #rolls = 0
  #clearing: ReturnType<typeof setTimeout> | undefined

  /** Of several rolls at once the last one is shown; the log has them all. */
  show(newEvents: LogLine[]) {
    const text = newEvents.findLast((line) => diceIn(line.text).length > 0)?.text
    if (!text) return
    play('dice')
    this.#rolls += 1
    this.lying = { id: this.#rolls, text, faces: diceIn(text) }
    clearTimeout(this.#clearing)
    this.#clearing = setTimeout(() => (this.lying = null), DICE_VISIBLE_MS)
  }

  close() {
    clearTimeout(this.#clearing)
  }
}
