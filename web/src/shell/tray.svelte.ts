import type { LogLine, Span } from '../generated/wire.ts'
import { facesIn } from './dice.ts'
import { play } from './sound.ts'

/** Milliseconds that dice lie on the table. */
const LIE = 2600

/** The dice rolled last, as long as they lie on the table. Nothing else that happens takes them away. */
export class Tray {
  lying = $state.raw<{ text: Span[]; faces: number[]; id: number } | null>(null)
  #rolls = 0
  #clearing: ReturnType<typeof setTimeout> | undefined

  /** Of several rolls at once the last one is shown; the log has them all. */
  show(fresh: LogLine[]) {
    const text = fresh.findLast((line) => facesIn(line.text).length > 0)?.text
    if (!text) return
    play('dice')
    this.#rolls += 1
    this.lying = { id: this.#rolls, text, faces: facesIn(text) }
    clearTimeout(this.#clearing)
    this.#clearing = setTimeout(() => (this.lying = null), LIE)
  }

  close() {
    clearTimeout(this.#clearing)
  }
}
