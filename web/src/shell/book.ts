import type { BookBlock, BookSpan } from '../generated/wire.ts'

const plain = (parts: BookSpan[]) => parts.map((part) => part.text).join('')

/** The words of a block, for searching. */
export const blockText = (block: BookBlock): string => block.cells.map(plain).join(' ')

/** The words of a rule. */
export function ruleText(blocks: BookBlock[], id: string): string | undefined {
  const block = blocks.find((found) => found.id === id)
  if (!block) return undefined
  return block.kind === 'row' ? block.cells.slice(1).map(plain).filter(Boolean).join(' – ') : blockText(block)
}

/** Where a rule stands; the first of its section if it has no row of its own. */
export function position(blocks: BookBlock[], id: string): number {
  const exact = blocks.findIndex((block) => block.id === id)
  return exact >= 0 ? exact : blocks.findIndex((block) => block.id?.startsWith(id))
}

/** The blocks that say all these words, with the headings above them. */
export function search(blocks: BookBlock[], query: string): BookBlock[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return blocks
  const found: BookBlock[] = []
  let headings: BookBlock[] = []
  for (const block of blocks) {
    const text = `${block.id ?? ''} ${blockText(block)}`.toLowerCase()
    if (block.kind === 'heading') headings = [...headings.filter((above) => above.level < block.level), block]
    else if (words.every((word) => text.includes(word))) {
      found.push(...headings, block)
      headings = []
    }
  }
  return found
}
