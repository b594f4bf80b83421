/** An event of an element on a board, with the elements that belong together: the board brings them into sight, at least the first. */
export const SEEK = 'starboard:seek'
