/** How the picked fleet goes on: shared by the board, which drives it, and the orders, wherever they are shown. */
export const course = $state({
  /** Step after step along the way that is offered, until a star, a cloud or the end of the move. */
  sailing: false,
  /** Where the fleet was going before a star on the way took its destination. */
  destined: null as string | null,
})
