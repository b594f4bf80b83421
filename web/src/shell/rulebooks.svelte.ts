import * as api from './api.ts'
import { parse, ruleText as textIn, type Block } from './ledger.ts'

let books = $state.raw<Record<string, Block[]>>({})
const asked = new Set<string>()

/** The rulebook of a game, once it has come. */
export function rulebook(game: string): Block[] | undefined {
  return books[game]
}

/** Asks for a rulebook, once. */
export async function loadRulebook(game: string): Promise<void> {
  if (asked.has(game)) return
  asked.add(game)
  try {
    books = { ...books, [game]: parse(await api.ledger(game)) }
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
