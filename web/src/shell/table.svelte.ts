import type { Advice, Choice, DeniedChoice, Draft, LogLine } from '../generated/wire.ts'
import { load, pictured, type Drawing } from '../games/module.ts'
import * as api from './api.ts'
import { targetsIn } from './dice.ts'
import { Live } from './live.svelte.ts'
import { fetchBook } from './ledgers.svelte.ts'
import { Offers } from './offers.ts'
import { router } from './router.svelte.ts'
import { session } from './session.svelte.ts'
import { twice } from './twice.svelte.ts'

/** A small menu or tip at a piece. */
export interface Pop {
  anchor: DOMRect
  choices: Choice[]
  denied: DeniedChoice[]
  menu: boolean
}

export type Panel = 'rules' | 'chat' | 'dice' | 'settings' | 'list' | 'share' | 'clock' | 'menu'

/** What the table page knows and does. */
export class Seated {
  readonly live: Live
  drawing = $state.raw<Drawing | undefined>(undefined)
  /** The board of an earlier moment. */
  past = $state.raw<{ step: number; view: unknown } | undefined>(undefined)
  plan = $state.raw<Draft | undefined>(undefined)
  advice = $state.raw<Advice | undefined>(undefined)
  pop = $state.raw<Pop | undefined>(undefined)
  panel = $state<Panel | undefined>(undefined)
  rule = $state('')
  busy = $state(false)
  /** What went wrong last, in a sentence. */
  problem = $state('')
  /** Why there is no drawing, although the game has one. */
  undrawable = $state('')
  pointed = $state.raw<LogLine | null>(null)

  #opened = false
  #asked = 0

  constructor(id: string) {
    this.live = new Live(id)
  }

  readonly table = $derived.by(() => this.live.table)
  readonly stage = $derived.by(() => this.live.stage)
  readonly mine = $derived.by(() => this.live.table?.mine ?? [])
  readonly steps = $derived.by(() => (this.live.log.at(-1)?.step ?? -1) + 1)
  readonly view = $derived.by(() => pictured(this.drawing, this.past?.view ?? this.plan?.view ?? this.stage?.view ?? null))
  readonly prompt = $derived.by(() => (this.past ? null : (this.plan?.prompt ?? this.stage?.prompt ?? null)))
  readonly offers = $derived.by(() => new Offers(this.prompt))
  readonly drawn = $derived.by(() => (this.drawing && this.view ? this.drawing.drawn(this.view) : new Set<string>()))
  readonly buttons = $derived.by(() => this.offers.undrawn(this.drawn))
  readonly refusals = $derived.by(() => this.offers.undrawnDenied(this.drawn))
  readonly lit = $derived.by(() => {
    const keys = new Set<string>()
    for (const key of targetsIn(this.pointed?.text)) keys.add(key)
    const hinted = this.advice && this.prompt?.choices.find((choice) => choice.action === this.advice?.action)
    for (const key of hinted ? hinted.targets : []) keys.add(key)
    return keys
  })

  /** Finds the table, takes my chair, begins to listen. */
  async open() {
    try {
      this.problem = ''
      const table = await api.table(this.live.id)
      this.live.table = table
      this.#opened = true
      void fetchBook(table.game).catch(() => undefined)
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
      this.drawing = await load(game)
    } catch {
      this.undrawable = 'The drawing of this board did not come. The match goes on: everything it asks is on the prompt line.'
    }
  }

  /** Says that I am ready, if the table waits for that. */
  async begin() {
    const table = this.table
    const waits = table?.status === 'open' && table.mine.some((seat) => !table.seats[seat]?.ready)
    if (table && waits) this.live.table = await api.ready(table.id)
  }

  close() {
    this.live.close()
  }

  /** Runs something that may fail; what fails is said on the prompt line. */
  async #try(run: () => Promise<void>) {
    if (this.busy) return
    this.busy = true
    this.problem = ''
    this.pop = undefined
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
      // what was offered stays greyed out until what came of it is shown
      else await live.shows((await this.#move(seat, choice.action)).revision)
    })
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
      await live.shows(now)
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
      else await live.shows((await api.undo(live.id, { seat, revision: live.revision })).revision)
    })
  }

  hint() {
    const seat = this.live.seat
    if (seat === undefined) return
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
      await this.live.shows(revision)
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
      const moment = await api.moment(live.id, step, live.seat)
      // a reader who steps fast sees the last moment he asked for
      if (asked === this.#asked) this.past = { step: moment.step, view: moment.view }
      return asked === this.#asked
    } catch (error) {
      this.problem = `Moment ${step} cannot be shown. ${api.sentence(error)}`
      router.replace(`/t/${live.id}`)
      return false
    }
  }

  /** One click that has one meaning acts at once, unless it is final and the reader wants to be asked again. */
  press(choice: Choice) {
    const final = this.drawing?.final.includes(choice.group) ?? false
    if (!final || twice.agreed(choice)) void this.choose(choice)
  }

  /** A click on something: one meaning acts at once, several open a menu, none says why. */
  pick(key: string | string[], at: Element) {
    const keys = [key].flat()
    const choices = keys.flatMap((one) => this.offers.choices(one))
    const denied = keys.flatMap((one) => this.offers.denied(one))
    const [only] = choices
    if (only && choices.length === 1) this.press(only)
    else if (choices.length > 1) this.pop = { anchor: at.getBoundingClientRect(), choices, denied: [], menu: true }
    else if (denied.length > 0) this.pop = { anchor: at.getBoundingClientRect(), choices: [], denied, menu: true }
  }

  look(key: string | null, at?: Element) {
    if (this.pop?.menu) return
    const denied = key === null || this.offers.choices(key).length > 0 ? [] : this.offers.denied(key)
    this.pop = denied.length > 0 && at ? { anchor: at.getBoundingClientRect(), choices: [], denied: denied.slice(0, 3), menu: false } : undefined
  }

  /** A closer look at one thing on the board that is shown; the past and lost connections know nothing more. */
  async about(key: string): Promise<unknown> {
    if (this.past) return null
    const found = await api.about(this.live.id, key, this.live.seat, this.plan !== undefined).catch(() => null)
    return found?.detail ?? null
  }

  explain(denied: DeniedChoice[], at: Element) {
    this.pop = { anchor: at.getBoundingClientRect(), choices: [], denied, menu: true }
  }

  openRule(rule: string) {
    this.rule = rule
    this.panel = 'rules'
    this.pop = undefined
  }

  /** Sits down on an open chair. */
  join(seat: number) {
    return this.#try(async () => {
      await session.somebody()
      this.live.table = await api.join(this.live.id, seat)
      await this.begin()
      this.live.open(seat)
    })
  }

  get opened() {
    return this.#opened
  }
}
