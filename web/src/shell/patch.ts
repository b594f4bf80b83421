import type { Op } from '../generated/wire.ts'

type Node = { [key: string | number]: unknown }

const copy = (value: unknown): Node => (Array.isArray(value) ? [...value] : { ...(value as object) }) as Node

/**
 * Applies an update to a document. What did not change stays the same object, so that only
 * what changed is drawn again.
 */
export function patch<T>(document: T, ops: Op[]): T {
  let root: unknown = document
  for (const op of ops) {
    const [path] = op
    if (op.length === 2 && path.length === 0) {
      root = op[1]
      continue
    }
    const way = op.length === 4 ? path : path.slice(0, -1)
    let at = (root = copy(root)) as Node
    for (const key of way) at = at[key] = copy(at[key])
    if (op.length === 4) (at as unknown as unknown[]).splice(op[1], op[2], ...op[3])
    else {
      const last = path[path.length - 1]
      if (last === undefined) throw new Error('a removal must name what it removes')
      if (op.length === 1) delete at[last]
      else at[last] = op[1]
    }
  }
  return root as T
}
