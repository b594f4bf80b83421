/** A deck list of the reader's own, kept on this device. `text` is what a seat brings to a table. */
export interface StoredDeck {
  name: string
  text: string
}

const place = (game: string) => `starboard.decks.${game}`

/** The decks of a game, in the order they were first stored. */
export function storedDecks(game: string): StoredDeck[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(place(game)) ?? '[]')
    return Array.isArray(found) ? found.filter((deck): deck is StoredDeck => typeof deck?.name === 'string' && typeof deck?.text === 'string') : []
  } catch {
    return []
  }
}

function write(game: string, decks: StoredDeck[]): boolean {
  try {
    localStorage.setItem(place(game), JSON.stringify(decks))
    return true
  } catch {
    return false
  }
}

/** Stores a deck under its name; another one of this name is replaced. Returns whether the device kept it. */
export function storeDeck(game: string, deck: StoredDeck): boolean {
  const others = storedDecks(game)
  const at = others.findIndex((other) => other.name === deck.name)
  return write(game, at < 0 ? [...others, deck] : others.with(at, deck))
}

export const removeDeck = (game: string, name: string): boolean => write(game, storedDecks(game).filter((deck) => deck.name !== name))
