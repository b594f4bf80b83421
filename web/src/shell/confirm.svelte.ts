import type { Choice } from '../generated/wire.ts'
import { settings } from './settings.svelte.ts'

/** Two-step confirmation: with "confirm" on, the first click arms an irreversible choice, the second performs it. */
class Confirmation {
  armed = $state.raw<Choice | null>(null)

  /** May it be done now? */
  confirm(choice: Choice): boolean {
    const again = this.armed?.action === choice.action
    this.armed = settings.confirm && !again ? choice : null
    return this.armed === null
  }

  /** Is it waiting to be chosen again? */
  isArmed(choice: Choice): boolean {
    return this.armed?.action === choice.action
  }

  /** What its button says: `text`, unless it waits. */
  label(choice: Choice, text = choice.label): string {
    return this.isArmed(choice) ? `Sure? ${text}` : text
  }

  /** Another question is asked. */
  reset() {
    this.armed = null
  }
}

export const confirmation = new Confirmation()
