import type { About, Advice, Card, Choice, DeniedChoice, Draft, LogLine } from '../generated/wire.ts'
import { load, assembleView, type GameModule } from '../games/module.ts'
import * as api from './api.ts'
import { targetsIn } from './dice.ts'
import { TableStream } from './tableStream.svelte.ts'
import { loadRulebook } from './rulebooks.svelte.ts'
import { ChoiceIndex } from './choiceIndex.ts'
import { router } from './router.svelte.ts'
import { session } from './session.svelte.ts'
import { confirmation } from './confirm.svelte.ts'

/** A small menu or tip at a piece. */
export interface Pop {
  anchor: DOMRect
  choices: Choice[]
  denied: DeniedChoice[]
  menu: boolean
}

/** The card of a board element that is looked at. */
export interface Inspected {
  key: string
  anchor: DOMRect
  /** Stays until it is closed; otherwise it goes with the pointer. */
  pinned: boolean
  card: Card | undefined
  choices: Choice[]
  denied: DeniedChoice[]
}

/** Milliseconds of hovering or focusing before a card appears. */
const CARD_DELAY_MS = 300

export type Panel = 'rules' | 'keys' | 'since' | 'chat' | 'dice' | 'settings' | 'list' | 'share' | 'clock' | 'menu'

/** What the table page knows and does. */
export class TableSession {
  readonly live: TableStream
  gameModule = $state.raw<GameModule | undefined>(undefined)
  /** Whose eyes the replay of a finished match uses; the viewer's own if not chosen. */
  pastSeat = $state<number | undefined>(undefined)
  /** The board of an earlier moment. */
  past = $state.raw<{ step: number; view: unknown } | undefined>(undefined)
  plan = $state.raw<Draft | undefined>(undefined)
  advice = $state.raw<Advice | undefined>(undefined)
  pop = $state.raw<Pop | undefined>(undefined)
  inspected = $state.raw<Inspected | undefined>(undefined)
  panel = $state<Panel | undefined>(undefined)
  rule = $state('')
  /** The replay is running. */
  playing = $state(false)
  /** Number of steps after my last decision: what came later happened since. */
  acted = $state<number | undefined>(undefined)
  /** Board elements that a scene points at. */
  shown = $state.raw<string[]>([])
  busy = $state(false)
  /** What went wrong last, in a sentence. */
  problem = $state('')
  /** Why there is no drawing, although the game has one. */
  undrawable = $state('')
  pointed = $state.raw<LogLine | null>(null)

  #opened = false
  #asked = 0
  #looking = 0
  #delay: ReturnType<typeof setTimeout> | undefined
  #cards: { revision: number; draft: boolean; found: Map<string, Promise<Card | undefined>> } = { revision: -1, draft: false, found: new Map() }

  constructor(id: string) {
    this.live = new TableStream(id)
    try {
      const stored = sessionStorage.getItem(`starboard.acted.${id}`)
      if (stored !== null) this.acted = Number(stored)
      this.read = Number(localStorage.getItem(`starboard.read.${id}`) ?? 0)
    } catch {
      // no storage: known from the first decision on
    }
  }

  /** The last chat line that was read. */
  read = $state(0)
  /** Chat lines of others that were not read yet. */
  readonly unread = $derived.by(() => this.live.chat.filter((line) => line.seq > this.read && line.account !== session.me?.account?.id).length)
  readonly table = $derived.by(() => this.live.table)
  readonly snapshot = $derived.by(() => this.live.snapshot)
  readonly mine = $derived.by(() => this.live.table?.mine ?? [])
  readonly steps = $derived.by(() => (this.live.log.at(-1)?.step ?? -1) + 1)
  readonly view = $derived.by(() => assembleView(this.gameModule, this.past?.view ?? this.plan?.view ?? this.snapshot?.view ?? null))
  readonly prompt = $derived.by(() => (this.past ? null : (this.plan?.prompt ?? this.snapshot?.prompt ?? null)))
  readonly offers = $derived.by(() => new ChoiceIndex(this.prompt))
  readonly handledKeys = $derived.by(() => (this.gameModule && this.view ? this.gameModule.handledKeys(this.view) : new Set<string>()))
  readonly buttons = $derived.by(() => this.offers.unhandled(this.handledKeys))
  readonly refusals = $derived.by(() => this.offers.unhandledDenied(this.handledKeys))
  readonly highlighted = $derived.by(() => {
    const keys = new Set<string>()
    for (const key of [...targetsIn(this.pointed?.text), ...this.shown]) keys.add(key)
    const hinted = this.advice && this.prompt?.choices.find((choice) => choice.action === this.advice?.action)
    for (const key of hinted ? hinted.targets : []) keys.add(key)
    return keys
  })

  /** Loads the table, marks me ready and opens the stream. */
  async open() {
    try {
      this.problem = ''
      const table = await api.table(this.live.id)
      this.live.table = table
      this.#opened = true
      void loadRulebook(table.game).catch(() => undefined)
      void this.draw(table.game)
      await this.begin()
      const asked = table.seats.find((seat) => seat.asked && table.mine.includes(seat.seat))
      this.live.open(asked?.seat ?? table.mine[0])
    } catch (error) {
      this.problem = api.sentence(error)
    }
  }

  /** Fetches what draws this game. Without it the game is played by buttons. */
  async draw(game: string) {
    try {
      this.undrawable = ''
      this.gameModule = await load(game)
    } catch {
      this.undrawable = 'The board could not be loaded. You can keep playing with the buttons below the board.'
    }
  }

  /** Says that I am ready, if the table waits for that and I have nothing to choose before. */
  async begin() {
    const table = this.table
    const waits = table?.status === 'open' && table.mine.some((seat) => !table.seats[seat]?.ready)
    if (!table || !waits) return
    const game = session.game(table.game) ?? (await api.games()).find((found) => found.id === table.game)
    if (!game || game.seat_choices.length === 0) this.live.table = await api.ready(table.id)
  }

  ready() {
    return this.#try(async () => {
      this.live.table = await api.ready(this.live.id)
    })
  }

  /** Makes a choice of one of my seats before the start. */
  chooseForSeat(seat: number, name: string, value: string) {
    return this.#try(async () => {
      this.live.table = await api.chooseForSeat(this.live.id, { seat, choices: { ...this.table?.seats[seat]?.choices, [name]: value } })
    })
  }

  close() {
    this.live.close()
  }

  /** Runs something that may fail; what fails is said on the prompt line. */
  async #try(run: () => Promise<void>) {
    if (this.busy) return
    this.busy = true
    this.problem = ''
    this.pop = this.inspected = undefined
    this.advice = undefined
    try {
      await run()
    } catch (error) {
      this.problem = api.sentence(error)
      if (error instanceof api.ApiError && error.rule) this.rule = error.rule
    } finally {
      this.busy = false
    }
  }

  choose(choice: Choice) {
    const { live } = this
    const seat = live.seat
    if (seat === undefined) return
    live.flush()
    return this.#try(async () => {
      if (this.plan) this.plan = await api.changeDraft(live.id, seat, { kind: 'add', action: choice.action })
      // choices stay disabled until the resulting update is shown
      else {
        await live.waitForRevision((await this.#move(seat, choice.action)).revision)
        this.#remember()
      }
    })
  }

  /** The log lines since my last decision. */
  readonly since = $derived.by(() => (this.acted === undefined ? [] : this.live.log.filter((line) => line.step >= (this.acted ?? 0))))

  #remember() {
    this.acted = this.steps
    try {
      sessionStorage.setItem(`starboard.acted.${this.live.id}`, String(this.acted))
    } catch {
      // without storage it is known until the page is closed
    }
  }

  /** Replays on the board what happened since my last decision. */
  async replaySince() {
    this.panel = undefined
    if (this.acted !== undefined && (await this.go(this.acted))) this.playing = true
  }

  /** Drops the selection, where the game offers that. */
  deselect(): boolean {
    const [choice] = this.prompt && !this.busy ? [...this.offers.choices('group:deselect'), ...this.offers.choices('button:deselect')] : []
    if (choice) void this.choose(choice)
    return choice !== undefined
  }

  /** Where several seats decide at once, another may have been faster: if the same is still offered, it is sent once more. */
  async #move(seat: number, action: string) {
    const { live } = this
    const send = () => api.move(live.id, { seat, revision: live.revision, actions: [action] }, api.random())
    try {
      return await send()
    } catch (error) {
      const now = error instanceof api.ApiError && error.code === 'stale' ? error.revision : undefined
      if (now === undefined) throw error
      await live.waitForRevision(now)
      live.flush()
      if (this.offers.choices(`action:${action}`).length === 0) throw error
      return send()
    }
  }

  undo() {
    const { live } = this
    const seat = live.seat
    if (seat === undefined) return
    return this.#try(async () => {
      if (this.plan) this.plan = await api.changeDraft(live.id, seat, { kind: 'back' })
      else await live.waitForRevision((await api.undo(live.id, { seat, revision: live.revision })).revision)
    })
  }

  hint() {
    const seat = this.live.seat
    if (seat === undefined || this.table?.challenge?.open) return
    return this.#try(async () => {
      this.advice = await api.hint(this.live.id, seat)
    })
  }

  /** A plan is made in private and played as a whole. */
  startPlan() {
    const seat = this.live.seat
    if (seat === undefined) return
    return this.#try(async () => {
      this.plan = await api.draft(this.live.id, seat)
    })
  }

  dropPlan() {
    const seat = this.live.seat
    if (seat === undefined) return
    return this.#try(async () => {
      await api.changeDraft(this.live.id, seat, { kind: 'clear' })
      this.plan = undefined
    })
  }

  sealPlan() {
    const seat = this.live.seat
    if (seat === undefined) return
    return this.#try(async () => {
      const { revision } = await api.seal(this.live.id, seat, api.random())
      await this.live.waitForRevision(revision)
      this.plan = undefined
    })
  }

  /** Runs a command of the table menu. */
  act(run: () => Promise<unknown>) {
    return this.#try(async () => {
      await run()
      this.panel = undefined
    })
  }

  /** Shows an earlier moment; `undefined` is now. Says whether it is shown. */
  async go(step: number | undefined, address = true): Promise<boolean> {
    const { live } = this
    const asked = (this.#asked += 1)
    if (address) router.replace(step === undefined ? `/t/${live.id}` : `/t/${live.id}/${step}`)
    if (step === undefined) {
      this.past = undefined
      return true
    }
    try {
      const moment = await api.moment(live.id, step, this.pastSeat ?? live.seat)
      // several requests may be under way: only the last one counts
      if (asked === this.#asked) this.past = { step: moment.step, view: moment.view }
      return asked === this.#asked
    } catch (error) {
      this.problem = `Step ${step} cannot be shown. ${api.sentence(error)}`
      router.replace(`/t/${live.id}`)
      return false
    }
  }

  /** One click that has one meaning acts at once, unless it cannot be undone: that asks once more. */
  press(choice: Choice) {
    if (!choice.irreversible || confirmation.confirm(choice)) void this.choose(choice)
  }

  /** A click on something: one meaning acts at once, several open a menu, none says why. */
  onSelect(key: string | string[], at: Element) {
    const keys = [key].flat()
    const choices = keys.flatMap((one) => this.offers.choices(one))
    const denied = keys.flatMap((one) => this.offers.denied(one))
    const [only] = choices
    if (only && choices.length === 1) this.press(only)
    else if (choices.length > 1) this.pop = { anchor: at.getBoundingClientRect(), choices, denied: [], menu: true }
    else this.onInspect((denied.length > 0 ? keys.find((one) => this.offers.denied(one).length > 0) : undefined) ?? keys[0] ?? '', at)
  }

  /** The card of what is looked at comes after a moment and goes when nothing is. */
  onHover(key: string | null, at?: Element) {
    clearTimeout(this.#delay)
    this.#looking += 1
    if (this.inspected?.pinned || this.pop?.menu) return
    if (key === null || !at) this.inspected = undefined
    else this.#delay = setTimeout(() => void this.#inspect(key, at, false), CARD_DELAY_MS)
  }

  /** Opens the card of an element and keeps it open. */
  onInspect(key: string, at: Element) {
    clearTimeout(this.#delay)
    void this.#inspect(key, at, true)
  }

  /** Keeps the card that is shown. */
  pin() {
    if (this.inspected) this.inspected = { ...this.inspected, pinned: true }
  }

  async #inspect(key: string, at: Element, pinned: boolean) {
    const looking = (this.#looking += 1)
    const [choices, denied] = [this.offers.choices(key), this.offers.denied(key).slice(0, 3)]
    const card = await this.#card(key)
    if (looking !== this.#looking || !at.isConnected) return
    if (card || denied.length > 0) this.inspected = { key, anchor: at.getBoundingClientRect(), pinned, card, choices, denied }
  }

  /** The card of an element, asked for once per revision. */
  #card(key: string): Promise<Card | undefined> {
    const { live, plan, past } = this
    if (past || key.startsWith('group:') || key.startsWith('action:')) return Promise.resolve(undefined)
    const draft = plan !== undefined
    if (this.#cards.revision !== live.revision || this.#cards.draft !== draft) this.#cards = { revision: live.revision, draft, found: new Map() }
    const known = this.#cards.found.get(key)
    if (known) return known
    const asked = this.about(key).then((found) => found.card, () => undefined)
    this.#cards.found.set(key, asked)
    return asked
  }

  /** What the server knows of one thing on the board that is shown. */
  protected about(key: string): Promise<About> {
    return api.about(this.live.id, key, this.live.seat, this.plan !== undefined)
  }

  /** A closer look at one thing on the board that is shown; the past and lost connections know nothing more. */
  async loadDetail(key: string): Promise<unknown> {
    if (this.past) return null
    const found = await this.about(key).catch(() => null)
    return found?.detail ?? null
  }

  explain(denied: DeniedChoice[], at: Element) {
    this.pop = { anchor: at.getBoundingClientRect(), choices: [], denied, menu: true }
  }

  /** The chat is open: what it shows is read. */
  readChat() {
    this.read = this.live.chat.at(-1)?.seq ?? this.read
    try {
      localStorage.setItem(`starboard.read.${this.live.id}`, String(this.read))
    } catch {
      // without storage it is known until the page is closed
    }
  }

  openRule(rule: string) {
    this.rule = rule
    this.panel = 'rules'
    this.pop = this.inspected = undefined
  }

  /** Takes an open seat. */
  join(seat: number) {
    return this.#try(async () => {
      await session.ensureUser()
      this.live.table = await api.join(this.live.id, seat)
      await this.begin()
      this.live.open(seat)
    })
  }

  get opened() {
    return this.#opened
  }
}
