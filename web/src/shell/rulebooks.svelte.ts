import * as api from './api.ts'
import type { BookBlock } from '../generated/wire.ts'
import { ruleText as textIn } from './book.ts'

let books = $state.raw<Record<string, BookBlock[]>>({})
const asked = new Set<string>()

/** The rulebook of a game, once it has come. */
export function rulebook(game: string): BookBlock[] | undefined {
  return books[game]
}

/** Asks for a rulebook, once. */
export async function loadRulebook(game: string): Promise<void> {
  if (asked.has(game)) return
  asked.add(game)
  try {
    books = { ...books, [game]: await api.book(game) }
  } catch (error) {
    asked.delete(game)
    throw error
  }
}

/** The sentence of a rule, if the book has come. */
export function ruleText(game: string, rule: string): string | undefined {
  const blocks = books[game]
  return blocks && textIn(blocks, rule)
}
