import type { Advice, AdvicePlan, GameInfo, Outcome, TableInfo, TableSummary } from '../generated/wire.ts'

/** "2 min", "yesterday": how long ago. */
export function ago(then: number, now = Date.now()): string {
  const minutes = Math.max(0, Math.round((now - then) / 60_000))
  if (minutes === 0) return 'now'
  if (minutes < 60) return `${minutes} min`
  if (minutes < 1440) return `${Math.round(minutes / 60)} h`
  const days = Math.round(minutes / 1440)
  return days === 1 ? 'yesterday' : `${days} days`
}

/** "3 h", "12 min": how long until a moment, rounded up. */
export function formatTimeLeft(then: number, now = Date.now()): string {
  const minutes = Math.max(0, Math.ceil((then - now) / 60_000))
  return minutes < 60 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`
}

/** "12:40", or "2 d 3 h" for clocks of days. */
export function clock(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  const [days, hours, minutes] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60]
  if (days > 0) return `${days} d ${hours} h`
  const two = (n: number) => String(n).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

/** Who plays: "Ann vs. computer (greedy)". */
export function players(table: TableSummary): string {
  return table.players.map((player) => player ?? 'open seat').join(' vs. ')
}

/** The options of a table in the words of its game: "Length of the game in years: 36". */
export function formatOptions(table: Pick<TableInfo, 'options'>, game: Pick<GameInfo, 'options'> | undefined): string[] {
  return Object.entries(table.options).map(([id, value]) => `${game?.options.find((option) => option.id === id)?.label ?? id}: ${value.replaceAll('_', ' ')}`)
}

/** "Azure", "Azure and Ember", "Azure, Ember and Jade". */
export function listed(names: string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** Who is to act. Seat names are powers and colours alike, so they get no article. */
export const formatToAct = (names: string[]): string => (names.length === 0 ? 'Rolling the dice' : `Waiting for ${listed(names)}`)

/** How a match ended. `mine` are the viewer's seats: a solitaire is worded as won or lost by them. */
export function formatResult(result: Outcome, seats: string[], mine: number[] = []): string {
  if (result.winners.length === 0 && result.scores.length === 0 && !result.places?.length) return 'This table was closed before it began.'
  const by = result.by === undefined ? '' : (seats[result.by] ?? '')
  const why = result.text ?? { played: '', resigned: `${by} resigned`, timed_out: `${by} ran out of time`, drawn: 'by agreement', abandoned: 'the table was abandoned' }[result.reason]
  const because = why ? `: ${why}` : ''
  const winners = seats.filter((_, seat) => result.winners.includes(seat))
  if (winners.length === 0) return `${seats.length === 1 && mine.length > 0 ? 'You lost' : seats.length === 1 ? `${seats[0]} lost` : 'No one wins'}${because}.`
  if (result.reason === 'drawn' || (winners.length === seats.length && seats.length > 1)) return `Draw${result.reason === 'drawn' ? ' by agreement' : because}.`
  if (winners.length === 1 && mine.length > 0 && seats.length === 1) return `You won${because}.`
  return `${listed(winners)} ${winners.length === 1 ? 'wins' : 'win together'}${because}.`
}

/** A chance of 1000 as a percentage. */
export const percent = (chance: number): string => `${Math.round(chance / 10)} %`

/** A change of a chance in points of 100, with its sign. */
export const signed = (change: number): string => `${change < 0 ? '−' : '+'}${(Math.abs(change) / 10).toFixed(1)}`

/** A plan in words: what it is after, and how it begins. */
export const formatPlan = ({ label, goal, chance }: AdvicePlan): string =>
  `${goal ? `${goal.charAt(0).toUpperCase()}${goal.slice(1)}: ` : ''}${label}${chance === undefined ? '' : ` (${percent(chance)})`}`

/** What the computer suggests: its best plans with their chances, or in how many of the positions that it sampled. */
export function formatHint({ label, level, agree, worlds, plans }: Advice): string {
  const basis = level === 'greedy' ? ' This level does not look ahead.' : ''
  const [first, ...rest] = plans
  if (first?.chance !== undefined) {
    const [who] = levelName(level).split(',')
    return `${who} suggests: ${formatPlan(first)}${rest.map((plan) => `; or ${formatPlan(plan)}`).join('')}. Chances to win.`
  }
  // the name alone: "Ada", not how strong
  const [name] = levelName(level).split(',')
  return `${name} suggests: ${label} (chosen in ${agree} of ${worlds} sampled positions).${basis}`
}

const LEVELS: Record<string, string> = {
  random: 'Random, for tests',
  greedy: 'Greedy, for tests',
  ada: 'Ada, for a first match',
  bo: 'Bo, easy',
  cass: 'Cass, medium',
  dima: 'Dima, good',
  edda: 'Edda, strong',
  fenn: 'Fenn, strongest',
}

/** A level where one is chosen: its name and its measured rating in this game. */
export function levelChoice(game: GameInfo, level: string): string {
  const rating = game.computers.find((found) => found.id === level)?.rating
  return rating === undefined ? levelName(level) : `${levelName(level)} · ${rating}`
}

/** What kind of opponent a level is, and what was measured of it in this game. */
export function levelAbout(game: GameInfo, level: string): string {
  const found = game.computers.find((one) => one.id === level)
  if (!found) return ''
  const rating = found.rating === undefined ? 'Not rated in this game yet' : `Rating ${found.rating}`
  return `${found.name}: ${found.about}. ${rating}${found.measured ? `: ${found.measured}` : ''}.`
}

/** A computer level by a name that says how strong it is. */
export const levelName = (level: string): string => LEVELS[level] ?? level.charAt(0).toUpperCase() + level.slice(1)

/** "1st", "2nd", "3rd", "4th". */
export const ordinal = (place: number): string => `${place}${['th', 'st', 'nd', 'rd'][place] ?? 'th'}`

/** Copies a text; says whether it worked. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** The line of a text that an error names: "my.toml: line 7, sides.A.lp: expected …". */
export function lineOf(error: string, text: string): { number: number; text: string } | undefined {
  const number = Number(/\bline (\d+)\b/.exec(error)?.[1])
  const line = text.split('\n')[number - 1]
  return line === undefined ? undefined : { number, text: line }
}
