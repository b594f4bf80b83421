/** A piece of text in one style. */
export interface Span {
  kind: 'text' | 'strong' | 'em' | 'code' | 'rule'
  text: string
}

/** A block of a ledger. `id` is the rule it states, `text` its plain words (for searching). */
export type Block =
  | { kind: 'heading'; level: number; spans: Span[]; text: string; id: string | undefined }
  | { kind: 'item' | 'text'; spans: Span[]; text: string; id: string | undefined; depth: number }
  | { kind: 'row'; cells: Span[][]; head: boolean; text: string; id: string | undefined }

const RULE = /[A-Z]{2}-(?:[A-Z]+-?)?[0-9]*(?:\.?[0-9A-Za-z]+)*/
const INLINE = new RegExp(String.raw`\*\*([^*]+)\*\*|\*([^*]+)\*|` + '`([^`]+)`' + String.raw`|\b(${RULE.source})\b`, 'g')
const OPENING = new RegExp(`^(?:\\*\\*)?(${RULE.source})(?:\\*\\*)?(?=[\\s:.]|$)`)

/** Splits a line into styled pieces. What is not understood stays text: nothing is ever markup. */
export function spans(line: string): Span[] {
  const found: Span[] = []
  let last = 0
  for (const match of line.matchAll(INLINE)) {
    if (match.index > last) found.push({ kind: 'text', text: line.slice(last, match.index) })
    const [whole, strong, em, code, rule] = match
    if (strong !== undefined) found.push({ kind: 'strong', text: strong })
    else if (em !== undefined) found.push({ kind: 'em', text: em })
    else if (code !== undefined) found.push({ kind: RULE.test(code) && code === RULE.exec(code)?.[0] ? 'rule' : 'code', text: code })
    else if (rule !== undefined && /[0-9]/.test(rule)) found.push({ kind: 'rule', text: rule })
    else found.push({ kind: 'text', text: whole })
    last = match.index + whole.length
  }
  if (last < line.length) found.push({ kind: 'text', text: line.slice(last) })
  return found
}

const plain = (parts: Span[]) => parts.map((part) => part.text).join('')

/** Reads a ledger: headings, lists, tables, paragraphs. */
export function parse(markdown: string): Block[] {
  const blocks: Block[] = []
  let fence = false
  for (const raw of markdown.split('\n')) {
    const line = raw.trimEnd()
    if (line.startsWith('```')) {
      fence = !fence
      continue
    }
    if (line.trim() === '' || /^-{3,}$/.test(line)) continue
    const heading = /^(#{1,6})\s+(.*)$/.exec(line)
    const item = /^(\s*)(?:[-*]|\d+\.)\s+(.*)$/.exec(line)
    if (!fence && heading) {
      const parts = spans(heading[2] ?? '')
      blocks.push({ kind: 'heading', level: heading[1]?.length ?? 1, spans: parts, text: plain(parts), id: undefined })
    } else if (!fence && line.startsWith('|')) {
      const cells = line.replace(/^\||\|$/g, '').split('|').map((cell) => cell.trim())
      if (cells.every((cell) => /^:?-+:?$/.test(cell))) {
        const head = blocks.at(-1)
        if (head?.kind === 'row') head.head = true
        continue
      }
      const parts = cells.map(spans)
      blocks.push({ kind: 'row', cells: parts, head: false, text: parts.map(plain).join(' '), id: OPENING.exec(cells[0] ?? '')?.[1] })
    } else if (!fence && item) {
      const words = item[2] ?? ''
      const id = OPENING.exec(words)?.[1]
      const parts = spans(id ? words.replace(OPENING, '').trimStart() : words)
      blocks.push({ kind: 'item', spans: parts, text: plain(parts), id, depth: Math.floor((item[1]?.length ?? 0) / 2) })
    } else {
      const parts = fence ? [{ kind: 'code' as const, text: line }] : spans(line.trim())
      blocks.push({ kind: 'text', spans: parts, text: plain(parts), id: undefined, depth: 0 })
    }
  }
  return blocks
}

/** The words of a rule; of the nearest section if only that is known (`SB-6.1` for `SB-6.1b`). */
export function ruleText(blocks: Block[], id: string): string | undefined {
  const block = blocks.find((found) => found.id === id)
  if (!block) return undefined
  return block.kind === 'row' ? block.cells.slice(1).map(plain).filter(Boolean).join(' – ') : block.text
}

/** Where a rule stands; the first of its section if it has no row of its own. */
export function position(blocks: Block[], id: string): number {
  const exact = blocks.findIndex((block) => block.id === id)
  return exact >= 0 ? exact : blocks.findIndex((block) => block.id?.startsWith(id))
}

/** The blocks that say all these words, with the headings above them. */
export function search(blocks: Block[], query: string): Block[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return blocks
  const found: Block[] = []
  let headings: Block[] = []
  for (const block of blocks) {
    const text = `${block.id ?? ''} ${block.text}`.toLowerCase()
    if (block.kind === 'heading') headings = [...headings.filter((above) => above.kind === 'heading' && above.level < block.level), block]
    else if (words.every((word) => text.includes(word))) {
      found.push(...headings, block)
      headings = []
    }
  }
  return found
}
