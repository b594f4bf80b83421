import type {
  About,
  Account,
  AccountSettings,
  Advice,
  BookBlock,
  Chat,
  CheckReport,
  DayPage,
  DayRanking,
  DeckList,
  Draft,
  DraftChange,
  Failure,
  GameAverages,
  GameInfo,
  History,
  Invitation,
  InvitationView,
  LessonInfo,
  LessonPlace,
  LessonState,
  Lobby,
  LogPage,
  Me,
  Moment,
  Move,
  Moved,
  NewTable,
  Notice,
  Orders,
  Proposal,
  ReviewProgress,
  ScenarioFile,
  SeatChoiceRequest,
  TableInfo,
  UndoRequest,
} from '../generated/wire.ts'

/** An answer that is not a success. `message` is a sentence for people. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly rule: string | undefined
  readonly retryAfter: number | undefined
  /** Where the table is now, if the request named an old revision. */
  readonly revision: number | undefined

  constructor(status: number, body: Partial<Failure['error']>) {
    super(body.message ?? `the server answered ${status}`)
    this.status = status
    this.code = body.code ?? 'unknown'
    this.rule = body.rule
    this.retryAfter = body.retry_after
    this.revision = body.revision
  }
}

/** What to tell a person about anything that was thrown. */
export function sentence(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  const whole = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(whole) ? whole : `${whole}.`
}

/** A random text in hex, for seeds and idempotency keys. */
export function random(bytes = 16): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function request(method: string, path: string, body?: unknown, key?: string): Promise<Response> {
  const headers: Record<string, string> = {}
  if (method !== 'GET') headers['Content-Type'] = 'application/json'
  if (key) headers['Idempotency-Key'] = key
  let response: Response
  try {
    response = await fetch(`/api${path}`, { method, headers, body: method === 'GET' ? null : JSON.stringify(body ?? {}) })
  } catch {
    throw new ApiError(0, { code: 'offline', message: 'the server cannot be reached; nothing was changed, try again' })
  }
  if (response.ok) return response
  const failure = (await response.json().catch(() => null)) as Failure | null
  throw new ApiError(response.status, failure?.error ?? {})
}

async function call<T>(method: string, path: string, body?: unknown, key?: string): Promise<T> {
  const response = await request(method, path, body, key)
  return (response.status === 204 ? undefined : await response.json()) as T
}

const get = <T>(path: string) => call<T>('GET', path)
const post = <T>(path: string, body?: unknown, key?: string) => call<T>('POST', path, body, key)

/** `?a=1&b=2`, leaving out what is not given. */
export function query(values: Record<string, string | number | undefined>): string {
  const given = Object.entries(values).filter((entry): entry is [string, string | number] => entry[1] !== undefined)
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

export const me = () => get<Me>('/me')
export const guest = (name?: string) => post<Account>('/session/guest', name ? { name } : {})
export const login = (name: string, password: string) => post<Account>('/session', { name, password })
export const logout = () => call<void>('DELETE', '/session')
export const register = (name: string, password: string) => post<Account>('/account', { name, password })
export const saveAccount = (settings: AccountSettings) => call<Account>('PATCH', '/account', settings)
export const newPassword = (old: string, next: string) => post<void>('/account/password', { old, new: next })
export const notices = () => get<Notice[]>('/notices')
export const readNotices = (upTo: number) => post<void>('/notices/read', { up_to: upTo })

export const games = () => get<GameInfo[]>('/games')
export const book = (game: string) => get<BookBlock[]>(`/games/${encodeURIComponent(game)}/book`)
export const rulebook = (game: string) => get<BookBlock[]>(`/games/${encodeURIComponent(game)}/rulebook`)
export const lessons = () => get<LessonInfo[]>('/lessons')
const lessonAt = (game: string, id: string) => `/lessons/${encodeURIComponent(game)}/${encodeURIComponent(id)}`
export const playLesson = (game: string, id: string, place: LessonPlace) => post<LessonState>(lessonAt(game, id), place)
export const lessonAbout = (game: string, id: string, place: LessonPlace) => post<About>(`${lessonAt(game, id)}/about`, place)
export const checkScenario = (game: string, file: ScenarioFile) => post<CheckReport>(`/games/${encodeURIComponent(game)}/check`, file)
/** What the game says about a deck list: every reason, charts, a test hand where a seed is given. */
export const judgeDeck = <Report>(game: string, list: DeckList) => post<Report>(`/games/${encodeURIComponent(game)}/deck`, list)
/** The board a scenario begins with, as the public sees it. */
export const opening = (game: string, scenario: string) => get<unknown>(`/games/${encodeURIComponent(game)}/scenarios/${encodeURIComponent(scenario)}/view`)

export const days = (before?: string) => get<DayPage>(`/days${query({ before })}`)
export const day = (day: string) => get<DayRanking>(`/days/${encodeURIComponent(day)}`)
/** Starts the counted attempt. */
export const startDay = (day: string) => post<TableInfo>(`/days/${encodeURIComponent(day)}/start`)
export const practiseDay = (day: string) => post<TableInfo>(`/days/${encodeURIComponent(day)}/practice`)

export const myTables = (before?: number) => get<Lobby>(`/my/tables${query({ before })}`)
export const publicTables = (status: 'open' | 'playing' | 'over', before?: number) => get<Lobby>(`/tables${query({ status, before })}`)
/** The averages of players over finished matches; `players` is a group, names separated by commas. */
export const averages = (players: string) => get<GameAverages[]>(`/averages${query({ players: players || undefined })}`)

const at = (table: string) => `/tables/${encodeURIComponent(table)}`
export const createTable = (table: NewTable) => post<TableInfo>('/tables', table)
export const table = (id: string) => get<TableInfo>(at(id))
export const join = (id: string, seat?: number) => post<TableInfo>(`${at(id)}/join`, seat === undefined ? {} : { seat })
export const leave = (id: string) => post<TableInfo>(`${at(id)}/leave`)
export const ready = (id: string) => post<TableInfo>(`${at(id)}/ready`, { contribution: random() })
/** The choices of a seat before the start: faction, deck. */
export const chooseForSeat = (id: string, body: SeatChoiceRequest) => post<TableInfo>(`${at(id)}/choices`, body)
export const close = (id: string) => post<TableInfo>(`${at(id)}/close`)
export const resign = (id: string, seat: number) => post<TableInfo>(`${at(id)}/resign`, { seat })
export const propose = (id: string, seat: number, proposal: Proposal) => post<TableInfo>(`${at(id)}/propose`, { seat, proposal })
export const answer = (id: string, seat: number, agree: boolean) => post<TableInfo>(`${at(id)}/answer`, { seat, agree })
/** Away for some days of the match's allowance; 0 ends it. */
export const holiday = (id: string, seat: number, days: number) => post<TableInfo>(`${at(id)}/holiday`, { seat, days })
export const say = (id: string, text: string) => post<Chat>(`${at(id)}/chat`, { text })
export const invite = (id: string, seat: number) => post<Invitation>(`${at(id)}/invitations`, { seat })
export const invitation = (token: string) => get<InvitationView>(`/invitations/${encodeURIComponent(token)}`)
export const accept = (token: string) => post<TableInfo>(`/invitations/${encodeURIComponent(token)}/accept`)

export const move = (id: string, body: Move, key: string) => post<Moved>(`${at(id)}/moves`, body, key)
export const undo = (id: string, body: UndoRequest) => post<Moved>(`${at(id)}/undo`, body)
export const orders = (id: string, seat: number) => get<Orders>(`${at(id)}/orders${query({ seat })}`)
export const giveOrders = (id: string, body: Orders) => post<Orders>(`${at(id)}/orders`, body)
export const draft = (id: string, seat: number) => get<Draft>(`${at(id)}/draft${query({ seat })}`)
export const changeDraft = (id: string, seat: number, change: DraftChange) => post<Draft>(`${at(id)}/draft${query({ seat })}`, change)
export const seal = (id: string, seat: number, key: string) => post<Moved>(`${at(id)}/draft/seal${query({ seat })}`, {}, key)
export const hint = (id: string, seat: number, level?: string) => post<Advice>(`${at(id)}/hint${query({ seat, level })}`)
/** A closer look at one thing, e.g. `piece:AD1`; `draft` for the board as my plan would make it. */
export const about = (id: string, of: string, seat?: number, draft?: boolean) => get<About>(`${at(id)}/about${query({ of, seat, draft: draft ? 'true' : undefined })}`)
export const log = (id: string, seat?: number, since?: number) => get<LogPage>(`${at(id)}/log${query({ seat, since })}`)
export const history = (id: string) => get<History>(`${at(id)}/history`)
/** The review of a finished match, or how far it is; the first request begins it. */
export const review = (id: string) => get<ReviewProgress>(`${at(id)}/review`)
export const moment = (id: string, step: number, seat?: number) => get<Moment>(`${at(id)}/moments/${step}${query({ seat })}`)
export const verify = (id: string) => get<{ fair: boolean; why?: string }>(`${at(id)}/verify`)
export const saveAddress = (id: string) => `/api${at(id)}/save`
export const liveAddress = (id: string, seat: number | undefined, since: number | undefined) =>
  `/api${at(id)}/live${query({ seat, since })}`
