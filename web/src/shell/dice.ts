/** Dice in a sentence, as all games write them: `[5]`, `[5 3]`. */
const DICE = /\[([1-6](?:,? [1-6])*)\]/

/** A sentence cut at its dice: words as they are, a number for each die to draw. */
export function spoken(text: string): (string | number)[] {
  return text.split(DICE).flatMap<string | number>((part, index) => (index % 2 === 1 ? (part.match(/\d/g) ?? []).map(Number) : part ? [part] : []))
}

/** The dice of a sentence. */
export const facesIn = (text: string | undefined): number[] => spoken(text ?? '').filter((part) => typeof part === 'number')
