import type { GameInfo, Me } from '../generated/wire.ts'
import * as api from './api.ts'

/** Who is reading, and what can be played here: asked once, shared by all pages. */
class Session {
  me = $state.raw<Me | null>(null)
  games = $state.raw<GameInfo[] | null>(null)
  problem = $state('')

  async load() {
    try {
      this.problem = ''
      ;[this.me, this.games] = await Promise.all([api.me(), api.games()])
    } catch (error) {
      this.problem = api.sentence(error)
    }
  }

  async refresh() {
    this.me = await api.me()
  }

  /** Creates a guest session if there is none. */
  async ensureUser() {
    if (!this.me?.account) {
      await api.guest()
      await this.refresh()
    }
  }

  game(id: string): GameInfo | undefined {
    return this.games?.find((game) => game.id === id)
  }
}

export const session = new Session()
