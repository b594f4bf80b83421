import type { Choice, DeniedChoice, Prompt } from '../generated/wire.ts'

interface Item {
  action: string
  /** E.g. `place:DL1`: two choices with the same target light up the same thing. */
  targets: string[]
  group?: string
}

/** The id of a target: `DL1` of `place:DL1`. */
export const targetId = (target: string): string => target.slice(target.indexOf(':') + 1)

/** The keys of a choice: its targets, its group, its group at each target (`buy/SCT`), and the choice itself. */
function* keysOf({ action, targets, group }: Item) {
  yield* targets
  yield `action:${action}`
  if (group === undefined) return
  yield `group:${group}`
  for (const target of targets) yield `${group}/${targetId(target)}`
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

const hidden = (item: Item, handledKeys: ReadonlySet<string>) => [...keysOf(item)].every((key) => !handledKeys.has(key))

const NONE: never[] = []

/**
 * The choices of a prompt by key. Keys are targets (`place:DL1`), groups (`group:buy`), groups at a target (`buy/SCT`,
 * whatever kind of target it is) and single choices (`action:…`, with `Choice.action`).
 */
export class ChoiceIndex {
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
  unhandled(handledKeys: ReadonlySet<string>): Choice[] {
    return (this.prompt?.choices ?? NONE).filter((choice) => hidden(choice, handledKeys))
  }

  /** What may not be done and the board does not draw. */
  unhandledDenied(handledKeys: ReadonlySet<string>): DeniedChoice[] {
    return (this.prompt?.denied ?? NONE).filter((denied) => hidden(denied, handledKeys))
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

/** A single choice, or choices that differ by their amount only. */
export type Bundle = { key: string; choices: Choice[] }

/** Choices with amounts of the same group and targets go together: they are one stepper. */
export function bundles(choices: Choice[]): Bundle[] {
  const found = new Map<string, Choice[]>()
  for (const choice of choices) {
    const key = choice.amount ? `${choice.group} ${choice.targets.join(' ')}` : choice.action
    found.set(key, [...(found.get(key) ?? []), choice])
  }
  return [...found].map(([key, list]) => ({ key, choices: list }))
}
