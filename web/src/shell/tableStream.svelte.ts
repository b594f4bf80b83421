import type { Chat, ClockFace, LogLine, News, Prompt, Scene, Snapshot as SnapshotMessage, TableInfo, Update } from '../generated/wire.ts'
import { liveAddress } from './api.ts'
import { patch } from './patch.ts'
import { motion } from './settings.svelte.ts'
import { DEFLATE_PROTOCOLS, inflate } from './inflate.ts'

/** What is drawn: the part of a snapshot that updates change. */
export interface Snapshot {
  view: unknown
  prompt: Prompt | null
  standing: string[]
  asked: number[]
}

export type Link = 'connecting' | 'live' | 'lost' | 'forbidden'

/** Milliseconds between two things that happened, so that one can see them. */
const EVENT_INTERVAL_MS = 320
/** More than this many waiting: hurry. */
const CATCH_UP_THRESHOLD = 10
/** Longest wait between two attempts to connect, in milliseconds. */
const MAX_BACKOFF_MS = 15_000

/** The stream of one table through the eyes of one seat. It comes back by itself. */
export class TableStream {
  readonly id: string
  seat = $state<number | undefined>(undefined)
  table = $state.raw<TableInfo | null>(null)
  snapshot = $state.raw<Snapshot | null>(null)
  log = $state.raw<LogLine[]>([])
  /** What the last change brought: to be played. */
  newEvents = $state.raw<LogLine[]>([])
  /** Scenes that ended and were not dismissed yet, oldest first. */
  scenes = $state.raw<Scene[]>([])
  chat = $state.raw<Chat[]>([])
  face = $state.raw<ClockFace | null>(null)
  /** When `face` arrived, by our clock. */
  faceAt = $state(0)
  link = $state<Link>('connecting')
  /** Seconds until the next attempt. */
  retryIn = $state(0)
  revision = $state(0)

  #seq: number | undefined
  #socket: WebSocket | EventSource | undefined
  #failures = 0
  /** Attempts since a WebSocket last said something. */
  #mute = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #silence: ReturnType<typeof setTimeout> | undefined
  #waiting: News[] = []
  #pace: ReturnType<typeof setTimeout> | undefined
  #frame: number | undefined
  #awaited: { revision: number; shown: () => void }[] = []
  #closed = false

  constructor(id: string) {
    this.id = id
  }

  /** Opens the stream, or opens it again through other eyes. */
  open(seat: number | undefined) {
    if (seat !== this.seat) {
      this.seat = seat
      this.#seq = undefined
      this.snapshot = null
      this.log = []
      this.newEvents = []
      this.scenes = []
      this.#waiting = []
    }
    this.#connect()
  }

  /** The player has read what happened. */
  dismissScenes() {
    this.scenes = []
  }

  close() {
    this.#closed = true
    this.#drop()
    clearTimeout(this.#timer)
    this.#waiting = []
    this.flush()
  }

  /** Tries at once. */
  retry() {
    clearTimeout(this.#timer)
    this.#connect()
  }

  #drop() {
    clearTimeout(this.#silence)
    const socket = this.#socket
    this.#socket = undefined
    if (!socket) return
    socket.onmessage = socket.onerror = null
    if (socket instanceof WebSocket) socket.onclose = null
    socket.close()
  }

  #connect() {
    this.#drop()
    if (this.#closed) return
    const address = liveAddress(this.id, this.seat, this.#seq)
    // Alternate between WebSocket and server-sent events: some networks block WebSockets.
    const stream = this.#mute % 2 === 1
    const heard = (data: string) => {
      this.#failures = 0
      this.link = 'live'
      this.#listen()
      this.#receive(JSON.parse(data) as News)
    }
    if (stream) {
      const source = new EventSource(address)
      source.onmessage = (event: MessageEvent<string>) => heard(event.data)
      source.onerror = () => this.#lost()
      this.#socket = source
    } else {
      const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${address}`, DEFLATE_PROTOCOLS)
      socket.binaryType = 'arraybuffer'
      // unpacking takes a moment: what comes later waits for it
      let before: Promise<void> | undefined
      socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
        this.#mute = 0
        if (typeof data === 'string' && !before) return heard(data)
        const mine: Promise<void> = Promise.all([typeof data === 'string' ? data : inflate(data), before]).then(
          ([text]) => {
            if (before === mine) before = undefined
            if (this.#socket === socket) heard(text)
          },
          () => {
            if (this.#socket === socket) this.#lost()
          },
        )
        before = mine
      }
      socket.onclose = () => this.#lost()
      this.#socket = socket
    }
    this.#mute += 1
    this.#listen()
  }

  /** The server speaks at least every 20 seconds: silence means that the line is dead. */
  #listen() {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => this.#lost(), 45_000)
  }

  #lost() {
    this.#drop()
    if (this.#closed || this.link === 'forbidden') return
    this.link = this.#failures === 0 && this.snapshot === null && this.table === null ? 'connecting' : 'lost'
    this.#failures += 1
    const wait = Math.min(MAX_BACKOFF_MS, 500 * 2 ** Math.min(this.#failures, 6))
    this.#count(Date.now() + wait)
  }

  #count(until: number) {
    clearTimeout(this.#timer)
    const left = until - Date.now()
    this.retryIn = Math.max(0, Math.ceil(left / 1000))
    if (left <= 0) this.#connect()
    else this.#timer = setTimeout(() => this.#count(until), Math.min(left, 1000))
  }

  #receive(news: News) {
    switch (news.type) {
      case 'ping':
        return
      case 'bye':
        if (news.reason === 'forbidden') {
          this.link = 'forbidden'
          this.#drop()
        } else this.#lost()
        return
      case 'scene':
        this.flush()
        this.#snapshot(news)
        return
      case 'update':
        // what came with the scene may be said once more
        if (this.#seq !== undefined && news.seq <= this.#seq) return
        if (news.from !== this.#seq) {
          // something was missed: come back with what we have
          this.#connect()
          return
        }
        this.#seq = news.seq
        this.#enqueue(news)
        return
      default:
        this.#enqueue(news)
    }
  }

  #enqueue(news: News) {
    this.#waiting.push(news)
    if (this.#pace !== undefined || this.#frame !== undefined) return
    this.#next()
    // messages that arrive before the next frame are drawn together; a hidden page has no frames
    if (!document.hidden) this.#frame = requestAnimationFrame(() => this.#resume())
  }

  #resume() {
    this.#frame = undefined
    if (this.#pace === undefined) this.#next()
  }

  #next() {
    this.#pace = undefined
    const news = this.#waiting.shift()
    if (!news) return
    this.#apply(news)
    const hasText = news.type === 'update' && (news.log ?? []).some((line) => line.text)
    const wait = hasText && motion() && !document.hidden && this.#waiting.length < CATCH_UP_THRESHOLD ? EVENT_INTERVAL_MS : 0
    if (wait > 0) this.#pace = setTimeout(() => this.#next(), wait)
    else if (this.#waiting.length > 0) this.#next()
  }

  /** Waits until the page shows what the table is at a revision; a line that is lost says so itself. */
  async waitForRevision(revision: number) {
    if (this.revision >= revision) return
    await new Promise<void>((resolve) => {
      const patience = setTimeout(resolve, 2000)
      this.#awaited.push({ revision, shown: () => (clearTimeout(patience), resolve()) })
    })
  }

  #reached() {
    const shown = this.#awaited.filter((found) => found.revision <= this.revision)
    this.#awaited = this.#awaited.filter((found) => found.revision > this.revision)
    for (const found of shown) found.shown()
  }

  /** Shows at once whatever waits for its turn to be played. */
  flush() {
    clearTimeout(this.#pace)
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame)
    this.#pace = this.#frame = undefined
    for (const news of this.#waiting.splice(0)) this.#apply(news)
  }

  #apply(news: News) {
    switch (news.type) {
      case 'table':
        this.table = news
        if (news.face) this.#clock(news.face)
        return
      case 'update':
        this.#update(news)
        return
      case 'chat':
        if (!this.chat.some((line) => line.seq === news.seq)) this.chat = [...this.chat, news]
    }
  }

  #snapshot(message: SnapshotMessage) {
    this.#seq = message.seq
    this.revision = message.revision
    const again = this.snapshot !== null
    this.snapshot = { view: message.view, prompt: message.prompt, standing: message.standing, asked: message.asked }
    this.log = [...this.log.filter((line) => line.step < message.keep), ...message.log]
    this.newEvents = again ? message.log : []
    if (message.face) this.#clock(message.face)
    this.#reached()
  }

  #update(update: Update) {
    this.revision = update.revision
    if (update.patch && this.snapshot) this.snapshot = patch(this.snapshot, update.patch)
    const kept = update.keep === undefined ? this.log : this.log.filter((line) => line.step < (update.keep ?? 0))
    if (update.log) {
      this.log = [...kept, ...update.log]
      this.newEvents = update.log
    } else if (kept !== this.log) this.log = kept
    if (update.keep !== undefined) this.scenes = this.scenes.filter((scene) => scene.step < (update.keep ?? 0))
    if (update.scenes) this.scenes = [...this.scenes, ...update.scenes]
    if (update.face) this.#clock(update.face)
    this.#reached()
  }

  #clock(face: ClockFace) {
    this.face = face
    this.faceAt = Date.now()
  }
}
