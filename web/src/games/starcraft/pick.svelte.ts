import type { Choice } from '../../generated/wire.ts'
import { ChoiceIndex } from '../../shell/choiceIndex.ts'
import type { BoardActions } from '../../shell/board/target.ts'

const kindOf = (key: string): string => key.split(':')[0] ?? ''

/**
 * A choice with several targets is made target by target: a unit and an area, an order and a planet. What was clicked so far is
 * remembered here until one choice is left.
 */
export class Pick {
  keys = $state.raw<string[]>([])

  reset() {
    if (this.keys.length > 0) this.keys = []
  }

  /** The choices that fit what was clicked. */
  #fitting(offers: ChoiceIndex, keys: string[]): Choice[] {
    return (offers.prompt?.choices ?? []).filter((choice) => keys.every((key) => choice.targets.includes(key)))
  }

  /** The offers that are left; other targets of the kind last clicked stay, so that another can be clicked instead. */
  narrow(offers: ChoiceIndex, kind?: string): ChoiceIndex {
    const keys = this.keys.filter((key) => kindOf(key) !== kind)
    if (keys.length === 0 || !offers.prompt) return offers
    return new ChoiceIndex({ ...offers.prompt, choices: this.#fitting(offers, keys), denied: offers.prompt.denied.filter((denied) => keys.every((key) => denied.targets.includes(key))) })
  }

  /** A click: one choice left is sent, several ask for their next target where the board draws one, or by a menu. */
  select(actions: BoardActions, drawn: ReadonlySet<string>, of: string | string[], at: Element) {
    const clicked = [of].flat()
    if (clicked.some((key) => kindOf(key) === 'group' || kindOf(key) === 'action')) {
      actions.onSelect(clicked, at)
      return
    }
    const again = clicked.find((key) => this.keys.includes(key))
    if (again !== undefined) {
      this.keys = this.keys.filter((key) => key !== again)
      return
    }
    const kinds = clicked.map(kindOf)
    for (const before of [this.keys, this.keys.filter((key) => !kinds.includes(kindOf(key))), []]) {
      for (const key of clicked) {
        const found = this.#fitting(actions.offers, [...before, key])
        if (found.length === 0) continue
        const known = [...before, key]
        const waits = found.length > 1 && found.every((choice) => choice.targets.some((target) => drawn.has(target) && !known.includes(target)))
        if (waits) this.keys = known
        else {
          this.reset()
          actions.onSelect(found.map((choice) => `action:${choice.action}`), at)
        }
        return
      }
    }
    actions.onSelect(clicked, at)
  }
}
