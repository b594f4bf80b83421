/** What the board remembers of the picked fleet for its orders, wherever they are shown. */
export const course = $state({
  /** Where the fleet was going before a star on the way took its destination. */
  destined: null as string | null,
})
