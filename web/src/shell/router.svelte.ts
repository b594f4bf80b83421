/** Where the reader is. */
export type Route =
  | { page: 'lobby' }
  | { page: 'new'; game: string }
  | { page: 'decks'; game: string }
  | { page: 'tables' }
  | { page: 'replays' }
  | { page: 'averages' }
  | { page: 'rules'; game: string; rule: string }
  | { page: 'days'; day: string | undefined }
  | { page: 'account' }
  | { page: 'settings' }
  | { page: 'table'; id: string; moment: number | undefined }
  | { page: 'review'; id: string }
  | { page: 'join'; token: string }
  | { page: 'learn'; game: string; lesson: string }
  | { page: 'rulebook'; game: string }
  | { page: 'nowhere'; path: string }

/** What an address shows. */
export function parse(path: string, hash = ''): Route {
  const parts = path.split('/').filter(Boolean).map(decode)
  const [first, second = '', third] = parts
  const moment = third === undefined ? undefined : Number(third)
  switch (first) {
    case undefined:
      return { page: 'lobby' }
    case 'new':
      if (second && parts.length === 2) return { page: 'new', game: second }
      break
    case 'decks':
      if (second && parts.length === 2) return { page: 'decks', game: second }
      break
    case 'rules':
      if (parts.length <= 2) return { page: 'rules', game: second || 'star_borders', rule: decode(hash.replace(/^#/, '')) }
      break
    case 'tables':
    case 'replays':
    case 'averages':
    case 'account':
    case 'settings':
      if (parts.length === 1) return { page: first }
      break
    case 'days':
      if (parts.length <= 2) return { page: 'days', day: second || undefined }
      break
    case 't':
      if (second && third === 'review' && parts.length === 3) return { page: 'review', id: second }
      if (second && parts.length <= 3 && (moment === undefined || (Number.isInteger(moment) && moment >= 0)))
        return { page: 'table', id: second, moment }
      break
    case 'learn':
      if (second && parts.length <= 3) return { page: 'learn', game: second, lesson: third ?? '' }
      break
    case 'rulebook':
      if (second && parts.length === 2) return { page: 'rulebook', game: second }
      break
    case 'join':
      if (second && parts.length === 2) return { page: 'join', token: second }
      break
  }
  return { page: 'nowhere', path }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

class Router {
  route = $state.raw<Route>(parse(location.pathname, location.hash))

  constructor() {
    addEventListener('popstate', () => this.#read())
    addEventListener('hashchange', () => this.#read())
  }

  #read() {
    this.route = parse(location.pathname, location.hash)
  }

  /** Goes to a page of ours. */
  go(address: string) {
    history.pushState(null, '', address)
    this.#read()
    scrollTo(0, 0)
  }

  /** The same page under another address: back leads to where one was before. */
  replace(address: string) {
    history.replaceState(null, '', address)
    this.#read()
  }
}

export const router = new Router()

/** One handler for all links: those of ours change the page without loading it again. */
export function follow(event: MouseEvent) {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const link = (event.target as Element | null)?.closest('a')
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return
  if (link.pathname.startsWith('/api/')) return
  if (link.pathname === location.pathname && link.hash) return
  event.preventDefault()
  router.go(link.pathname + link.search + link.hash)
}
