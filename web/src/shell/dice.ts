/** The faces that can be drawn. */
const FACES = new Set<unknown>([1, 2, 3, 4, 5, 6])
const drawable = (value: unknown): value is number => FACES.has(value)

/**
 * The dice an event shows: by convention of all games a field `dice` (a list) or `die` (one) of the event, or of
 * the one thing in it that happened (`{ to: …, what: { barrage: { dice } } }`).
 */
export function diceOf(event: unknown, depth = 2): number[] {
  if (typeof event !== 'object' || event === null || Array.isArray(event)) return []
  const { dice, die } = event as { dice?: unknown; die?: unknown }
  if (Array.isArray(dice)) return dice.filter(drawable)
  if (drawable(die)) return [die]
  return depth === 0 ? [] : Object.values(event).flatMap((inner) => diceOf(inner, depth - 1))
}
