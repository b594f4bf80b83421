/** The dice an event shows: by convention of all games its field `dice` (a list) or `die` (one). */
export function diceOf(event: unknown): number[] {
  if (typeof event !== 'object' || event === null) return []
  const { dice, die } = event as { dice?: unknown; die?: unknown }
  const face = (value: unknown): value is number => typeof value === 'number' && value >= 1 && value <= 6
  if (Array.isArray(dice)) return dice.filter(face)
  return face(die) ? [die] : []
}
