import type { Choice, Prompt, Refused, Target } from '../generated/wire.ts'

/** A target as a word, e.g. `place:DL1`: two choices with the same key light up the same thing. */
export function keyOf(target: Target): string {
  return target.kind === 'button' ? 'button' : `${target.kind}:${target.id}`
}

function gather<T extends { target: Target }>(items: T[]): Map<string, T[]> {
  const map = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item.target)
    const list = map.get(key)
    if (list) list.push(item)
    else map.set(key, [item])
  }
  return map
}

const NONE: never[] = []

/** A prompt, sorted by what its choices point at. */
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
    return (this.prompt?.choices ?? NONE).filter((choice) => !drawn.has(keyOf(choice.target)))
  }

  /** The refusals that the board does not draw. */
  undrawnRefusals(drawn: ReadonlySet<string>): Refused[] {
    return (this.prompt?.refused ?? NONE).filter((refused) => !drawn.has(keyOf(refused.target)))
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
