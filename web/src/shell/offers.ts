import type { Choice, DeniedChoice, Prompt } from '../generated/wire.ts'

interface Item {
  action: string
  /** E.g. `place:DL1`: two choices with the same target light up the same thing. */
  targets: string[]
  group?: string
}

/** What a board may say it draws of a choice: one of its targets, itself, or the whole group. */
function* keysOf({ action, targets, group }: Item) {
  yield* targets
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
  readonly #denied: Map<string, DeniedChoice[]>

  constructor(prompt: Prompt | null) {
    this.prompt = prompt
    this.#choices = gather(prompt?.choices ?? [])
    this.#denied = gather(prompt?.denied ?? [])
  }

  /** What a click there can mean. */
  choices(key: string): Choice[] {
    return this.#choices.get(key) ?? NONE
  }

  /** What it cannot mean, and why. */
  denied(key: string): DeniedChoice[] {
    return this.#denied.get(key) ?? NONE
  }

  /** The choices that the board does not draw: they become buttons. */
  undrawn(drawn: ReadonlySet<string>): Choice[] {
    return (this.prompt?.choices ?? NONE).filter((choice) => hidden(choice, drawn))
  }

  /** What may not be done and the board does not draw. */
  undrawnDenied(drawn: ReadonlySet<string>): DeniedChoice[] {
    return (this.prompt?.denied ?? NONE).filter((denied) => hidden(denied, drawn))
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
