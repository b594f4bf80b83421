import type { Choice } from '../generated/wire.ts'
import { settings } from './settings.svelte.ts'

/** With confirmations on, what cannot be taken back is chosen twice: the first time only arms it. */
class Twice {
  armed = $state.raw<Choice | null>(null)

  /** May it be done now? */
  agreed(choice: Choice): boolean {
    const again = this.armed?.action === choice.action
    this.armed = settings.confirm && !again ? choice : null
    return this.armed === null
  }

  /** Is it waiting to be chosen again? */
  waits(choice: Choice): boolean {
    return this.armed?.action === choice.action
  }

  /** What its button says: `text`, unless it waits. */
  label(choice: Choice, text = choice.label): string {
    return this.waits(choice) ? `Sure? ${text}` : text
  }

  /** Another question is asked. */
  forget() {
    this.armed = null
  }
}

export const twice = new Twice()
