/** The faces that can be drawn. */
const FACES = new Set<unknown>([1, 2, 3, 4, 5, 6])
const drawable = (value: unknown): value is number => FACES.has(value)

/** The dice an event shows: by convention of all games its field `dice` (a list) or `die` (one). */
export function diceOf(event: unknown): number[] {
  if (typeof event !== 'object' || event === null) return []
  const { dice, die } = event as { dice?: unknown; die?: unknown }
  if (Array.isArray(dice)) return dice.filter(drawable)
  return drawable(die) ? [die] : []
}
