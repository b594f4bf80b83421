import type { Span } from '../generated/wire.ts'

/** The dice of a sentence. */
export const diceIn = (spans: Span[] = []): number[] => spans.flatMap((span) => (span.type === 'dice' ? span.dice : []))

/** The words of a sentence, dice as `[5 3]`. */
export const plainText = (spans: Span[] = []): string => spans.map((span) => (span.type === 'dice' ? `[${span.dice.join(' ')}]` : span.text)).join('')

/** The board elements of which a sentence speaks. */
export const targetsIn = (spans: Span[] = []): string[] => spans.flatMap((span) => (span.type === 'ref' ? [span.target] : []))
