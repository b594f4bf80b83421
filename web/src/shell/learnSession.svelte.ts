import type { About, Choice, LessonInfo, LessonMove, LessonState, TableInfo } from '../generated/wire.ts'
import * as api from './api.ts'
import { loadRulebook } from './rulebooks.svelte.ts'
import { router } from './router.svelte.ts'
import { session } from './session.svelte.ts'
import { TableSession } from './tableSession.svelte.ts'

interface Remembered {
  scene: string
  moves: LessonMove[]
}

/** A table without a match on the server: a lesson's scene is its list of moves, and going back is leaving some out. */
export class LessonSession extends TableSession {
  readonly game: string
  readonly lessonId: string
  info = $state.raw<LessonInfo | undefined>(undefined)
  state = $state.raw<LessonState | undefined>(undefined)
  scene = $state(0)
  /** The last scene is over. */
  finished = $state(false)
  /** What the coach answers to a choice that the rules do not allow. */
  refusal = $state('')
  hintShown = $state(false)
  #moves: LessonMove[] = []

  constructor(game: string, lessonId: string) {
    super(`learn.${game}.${lessonId}`)
    this.game = game
    this.lessonId = lessonId
  }

  readonly sceneInfo = $derived.by(() => this.info?.scenes[this.scene])

  override async open() {
    try {
      this.problem = ''
      this.info = (await api.lessons()).find((lesson) => lesson.game === this.game && (lesson.id === this.lessonId || this.lessonId === ''))
      if (!this.info) throw new Error('There is no such lesson')
      void loadRulebook(this.game).catch(() => undefined)
      await this.draw(this.game)
      const kept = this.#recall()
      this.scene = Math.max(0, this.info.scenes.findIndex((scene) => scene.id === kept?.scene))
      // what was done is played again; a lesson that has changed since begins its scene anew
      await this.#play(kept?.moves ?? []).catch(() => this.#play([]))
    } catch (error) {
      this.problem = api.sentence(error)
    }
  }

  override close() {
    // there is no stream
  }

  async #play(moves: LessonMove[]): Promise<void> {
    const scene = this.sceneInfo
    if (!scene || !this.info) return
    const state = await api.playLesson(this.game, this.info.id, { scene: scene.id, moves })
    this.#moves = moves.slice(0, state.moves)
    this.refusal = ''
    this.hintShown = false
    if (state.mood === 'over') {
      if (this.scene + 1 < this.info.scenes.length) {
        this.scene += 1
        return this.#play([])
      }
      this.finished = true
      this.#forget()
    } else this.#keep()
    this.#show(state)
  }

  #show(state: LessonState) {
    const known = this.live.log.length
    this.state = state
    this.live.seat = state.seat
    this.live.table = this.#table(state)
    this.live.revision = state.revision
    this.live.snapshot = { view: state.view, prompt: state.prompt, standing: state.standing, asked: state.asked }
    this.live.newEvents = state.log.slice(known)
    this.live.log = state.log
    this.live.link = 'live'
    this.shown = state.show
  }

  #table(state: LessonState): TableInfo {
    return {
      id: this.live.id, seq: 0, revision: state.revision, title: this.info?.title ?? '', game: this.game, scenario: this.sceneInfo?.title ?? '', options: {},
      status: 'playing', visibility: 'private', host: 0, mine: [state.seat], clock: { kind: 'none' }, on_timeout: 'computer', face: null,
      proposal: null, agreed: [], commitment: '', seed: null, result: null, created: 0, updated: 0,
      seats: state.seats.map((name, seat) => ({
        seat, name, ready: true, connected: true, asked: state.asked.includes(seat),
        player: seat === state.seat ? { kind: 'human', account: 0, name: 'in a lesson' } : { kind: 'computer', level: 'lesson' },
      })),
    }
  }

  async #try(moves: () => LessonMove[]) {
    if (this.busy) return
    this.busy = true
    this.problem = ''
    this.pop = this.inspected = undefined
    try {
      await this.#play(moves())
    } catch (error) {
      this.problem = api.sentence(error)
    } finally {
      this.busy = false
    }
  }

  override choose(choice: Choice) {
    return this.#try(() => [...this.#moves, { kind: 'act', action: choice.action }])
  }

  override undo() {
    return this.#try(() => this.#moves.slice(0, -1))
  }

  goOn() {
    return this.#try(() => [...this.#moves, { kind: 'go_on' }])
  }

  tryAgain() {
    return this.#try(() => this.#moves.slice(0, this.state?.began ?? 0))
  }

  /** Begins a scene anew. */
  beginScene(scene: number) {
    this.scene = scene
    this.finished = false
    return this.#try(() => [])
  }

  /** The card of something was opened: where the coach asked for that, it counts. */
  async look(key: string) {
    if (this.state?.ways.includes(`look ${key}`) && !this.busy) {
      const inspected = this.inspected
      await this.#try(() => [...this.#moves, { kind: 'look', target: key }])
      // the card stays open: it is what is talked about
      this.inspected = inspected
    }
  }

  override onSelect(key: string | string[], at: Element) {
    const asked = [key].flat().find((one) => this.state?.ways.includes(`look ${one}`))
    if (asked !== undefined) return this.onInspect(asked, at)
    const denied = [key].flat().flatMap((one) => this.offers.denied(one))
    this.refusal = this.state?.denied.find(([action]) => denied.some((one) => one.action === action))?.[1] ?? ''
    super.onSelect(key, at)
  }

  protected override about(key: string): Promise<About> {
    return api.lessonAbout(this.game, this.info?.id ?? '', { scene: this.sceneInfo?.id ?? '', moves: this.#moves, of: key })
  }

  /** There is no past to go to, no hint and no draft: the coach leads. */
  override async go(): Promise<boolean> {
    return false
  }
  override hint() {
    this.hintShown = this.state?.hint !== undefined
    return Promise.resolve()
  }
  override startPlan() {
    return Promise.resolve()
  }

  /** Where the player stands is remembered. */
  leave() {
    router.go('/')
  }

  /** The real game this lesson leads into. */
  async playNext() {
    const next = this.info?.next
    const game = session.game(this.game)
    if (!next || !game || !this.state) return
    const { seat, seats } = this.state
    const level = next.opponent && game.levels.includes(next.opponent) ? next.opponent : (game.levels[0] ?? '')
    try {
      await session.ensureUser()
      const table = await api.createTable({
        game: this.game, scenario: next.scenario, options: next.options, visibility: 'unlisted', players: seats.length,
        seats: seats.map((_, other) => (other === seat ? { kind: 'me' } : { kind: 'computer', level })),
      })
      const choices = next.choices[seat]
      if (choices) await api.chooseForSeat(table.id, { seat, choices })
      if (game.seat_choices.length > 0) await api.ready(table.id)
      router.go(`/t/${table.id}`)
    } catch (error) {
      this.problem = api.sentence(error)
    }
  }

  get #place() {
    return `starboard.lesson.${this.game}`
  }

  #keep() {
    try {
      localStorage.setItem(this.#place, JSON.stringify({ scene: this.sceneInfo?.id ?? '', moves: this.#moves } satisfies Remembered))
    } catch {
      // without storage it is known until the page is closed
    }
  }

  #recall(): Remembered | undefined {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(this.#place) ?? 'null')
      const place = kept as Partial<Remembered> | null
      return typeof place?.scene === 'string' && Array.isArray(place.moves) ? { scene: place.scene, moves: place.moves } : undefined
    } catch {
      return undefined
    }
  }

  #forget() {
    try {
      localStorage.removeItem(this.#place)
    } catch {
      // nothing was kept
    }
  }
}
