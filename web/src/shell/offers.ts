import type { Choice, Prompt, Refused } from '../generated/wire.ts'

interface Item {
  action: string
  /** E.g. `place:DL1`: two choices with the same target light up the same thing. */
  target?: string
  group?: string
}

/** What a board may say it draws of a choice: its target, itself, or the whole group. */
function* keysOf({ action, target, group }: Item) {
  yield target ?? 'button'
  yield `action:${action}`
  if (group !== undefined) yield `group:${group}`
}

function gather<T extends Item>(items: T[]): Map<string, T[]> {
  const map = new Map<string, T[]>()
  for (const item of items) {
    for (const key of keysOf(item)) {
      const list = map.get(key)
      if (list) list.push(item)
      else map.set(key, [item])
    }
  }
  return map
}

const hidden = (item: Item, drawn: ReadonlySet<string>) => [...keysOf(item)].every((key) => !drawn.has(key))

const NONE: never[] = []

/** A prompt, sorted by what its choices point at. Keys are `place:DL1`, `action:end-turn`, `group:buy`. */
export class Offers {
  readonly prompt: Prompt | null
  readonly #choices: Map<string, Choice[]>
  readonly #refused: Map<string, Refused[]>

  constructor(prompt: Prompt | null) {
    this.prompt = prompt
    this.#choices = gather(prompt?.choices ?? [])
    this.#refused = gather(prompt?.refused ?? [])
  }

  /** What a click there can mean. */
  choices(key: string): Choice[] {
    return this.#choices.get(key) ?? NONE
  }

  /** What it cannot mean, and why. */
  refused(key: string): Refused[] {
    return this.#refused.get(key) ?? NONE
  }

  /** The choices that the board does not draw: they become buttons. */
  undrawn(drawn: ReadonlySet<string>): Choice[] {
    return (this.prompt?.choices ?? NONE).filter((choice) => hidden(choice, drawn))
  }

  /** The refusals that the board does not draw. */
  undrawnRefusals(drawn: ReadonlySet<string>): Refused[] {
    return (this.prompt?.refused ?? NONE).filter((refused) => hidden(refused, drawn))
  }
}

/** Choices in the order of their groups. */
export function byGroup<T extends { group: string }>(choices: T[]): { group: string; choices: T[] }[] {
  const groups: { group: string; choices: T[] }[] = []
  for (const choice of choices) {
    const group = groups.find((found) => found.group === choice.group)
    if (group) group.choices.push(choice)
    else groups.push({ group: choice.group, choices: [choice] })
  }
  return groups
}
