// What holds for every game of the catalogue. A name is a sentence.
import { accessible, api, check, person, silent } from './harness.mjs'
import { dice, dismissScenes, settled } from './play.mjs'

/** The games of the catalogue; `GAMES=star_borders,ev_nova` looks at some of them. */
async function gamesOf(base) {
  const games = await (await fetch(`${base}/api/games`)).json()
  const wanted = process.env.GAMES?.split(',')
  return wanted ? games.filter(({ id }) => wanted.includes(id)) : games
}

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** Sums up the layout shifts that no input explains, as browsers define it. */
function watchLayout() {
  globalThis.layoutShift = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.layoutShift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
}

/** A table of a game: the person in the first seat, the weakest computers in the others. */
async function sit(browser, base, game, options) {
  const who = await person(browser, base, options)
  await who.context.addInitScript(watchLayout)
  await api(who.context, 'POST', '/session/guest', { name: 'Ann' })
  const [{ seats: names, min_seats: players }] = game.scenarios
  const seats = names.slice(0, players).map((_, seat) => (seat === 0 ? { kind: 'me' } : { kind: 'computer', level: game.levels[0] }))
  const table = await api(who.context, 'POST', '/tables', { game: game.id, seats, ...(players < names.length && { players }) })
  if (game.seat_choices.length > 0) await api(who.context, 'POST', `/tables/${table.id}/ready`)
  await who.page.goto(`/t/${table.id}`)
  await settled(who.page)
  return { ...who, id: table.id }
}

const stamp = (page) => page.evaluate(() => `${document.querySelector('.table')?.textContent}|${document.querySelector('.prompt')?.className}`)

/** Taps one of the things that the prompt offers. Says whether the match goes on. */
async function tap(page, roll) {
  await settled(page)
  if (await page.locator('.prompt.over').count()) return false
  await dismissScenes(page)
  const more = page.locator('.prompt .acts button[aria-expanded="false"]')
  if (await more.count()) await more.tap()
  const offered = page.locator('.menu [data-action]:visible, .prompt .acts [data-action]:visible')
  const count = await offered.count()
  check(count > 0, `there is nothing to tap: ${await page.locator('.prompt').textContent()}`)
  const before = await stamp(page)
  await offered.nth(roll(count)).tap()
  for (let tries = 0; tries < 500; tries += 1) {
    const refused = page.locator('.prompt.refused')
    if (await refused.count()) throw new Error(`refused: ${await refused.textContent()}`)
    if ((await stamp(page)) !== before) return true
    await page.waitForTimeout(20)
  }
  throw new Error('nothing happened after a tap')
}

export async function random_play_on_a_phone_always_has_something_to_tap({ browser, base }) {
  const wanted = Number(process.env.DECISIONS ?? 30)
  const games = await gamesOf(base)
  for (const game of games) {
    const roll = dice(7)
    const who = await sit(browser, base, game, PHONE)
    let made = 0
    while (made < wanted && (await tap(who.page, roll))) made += 1
    const wide = await who.page.evaluate(() => document.documentElement.scrollWidth)
    check(wide <= 390, `${game.id} is ${wide} px wide on a phone of 390`)
    const shift = await who.page.evaluate(() => globalThis.layoutShift)
    check(shift < 0.02, `${game.id} on a phone: the layout shifted by ${shift.toFixed(3)}`)
    await accessible(who.page, `${game.id} on a phone after ${made} decisions`)
    silent(who, `${game.id} on a phone`)
    console.log(`      ${game.id}: ${made} decisions, layout shift ${shift.toFixed(4)}`)
    await who.close()
  }
}

/** What no player should read: ids of the engine, Debug output, values that are not there, "1 hits". */
const INTERNAL = /\b[A-Z]-[A-Z]{2}-\d|\b(undefined|null|NaN)\b|\{:\?\}|\b(Some|None|Ok|Err)\(|\b[a-z]+_[a-z]+\b|\b(place|piece|card|track|seat|button):[a-z0-9]|[{}]|(?<![A-Za-z] )\b1 (hits|ships|cards|points|turns|dice|units|fleets|planets|steps)\b/

const DEVICES = [
  { name: 'desktop, dark', options: { colorScheme: 'dark' } },
  { name: 'desktop, light', options: { colorScheme: 'light' } },
  { name: 'phone, dark', options: { ...PHONE, colorScheme: 'dark' } },
  { name: 'phone, light', options: { ...PHONE, colorScheme: 'light' } },
]

/** The keys of everything visible that explains itself, and the visible numbers that do not. */
const shown = (page) =>
  page.evaluate(() => {
    const EXPLAINED = '[data-key], [data-explain], [data-action], button, a, summary, label, select, [role="tab"], [role="dialog"], [aria-hidden="true"], h1, h2, h3, .prompt, .menu, .log, .clock, .sr, .plain'
    const visible = (node) => node.getClientRects().length > 0 && getComputedStyle(node).visibility !== 'hidden'
    const keys = new Set()
    for (const node of document.querySelectorAll('.table [data-key], .table [data-explain]')) if (visible(node)) keys.add(node.getAttribute('data-key') ?? node.getAttribute('data-explain'))
    // a number with no word beside it needs something that explains it
    const silent = new Set()
    const LABELLED = 'li, dl > div, tr, p, small, figure, [aria-label], [title], .caps'
    for (const root of document.querySelectorAll('.table .hero, .table .dock, .table .bar, .table .strip')) {
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const text = texts.currentNode.data.trim()
        const node = texts.currentNode.parentElement
        if (!/\d/.test(text) || /[A-Za-z]{3}/.test(text) || !visible(node) || node.closest(EXPLAINED)) continue
        if (/[A-Za-z]{2}/.test(node.closest(LABELLED)?.textContent ?? '') || node.closest('[aria-label], [title]')) continue
        silent.add(`${node.closest('section, svg, ul, dl, table, div')?.getAttribute('class') ?? node.tagName}: ${text.slice(0, 40)}`)
      }
    }
    return { keys: [...keys], silent: [...silent], board: document.querySelector('.board') !== null }
  })

/** The computer plays on in the person's seat, so that the board fills up. */
async function playOn(who, steps) {
  for (let n = 0; n < steps; n += 1) {
    await settled(who.page)
    if (await who.page.locator('.prompt.over').count()) return
    const { action, revision } = await api(who.context, 'POST', `/tables/${who.id}/hint?seat=0&level=greedy`)
    await api(who.context, 'POST', `/tables/${who.id}/moves`, { seat: 0, revision, actions: [action] }).catch(() => undefined)
    await who.page.waitForTimeout(40)
  }
  await settled(who.page)
  await dismissScenes(who.page)
}

export async function everything_on_a_board_has_a_card({ browser, base }) {
  const games = await gamesOf(base)
  const problems = []
  for (const game of games) {
    let asked = 0
    for (const { name, options } of DEVICES) {
      const who = await sit(browser, base, game, options)
      const known = new Set()
      for (const steps of [0, 25]) {
        await playOn(who, steps)
        const tabs = who.page.locator('.tabs button, .sides button')
        for (let tab = 0; tab <= (await tabs.count()); tab += 1) {
          if (tab > 0 && !(await tabs.nth(tab - 1).isVisible())) continue
          if (tab > 0 && /Rules/.test(await tabs.nth(tab - 1).textContent())) continue
          if (tab > 0) await tabs.nth(tab - 1).click()
          const { keys, silent: mute, board } = await shown(who.page)
          if (!board) continue
          check(tab > 0 || keys.length > 5, `${game.id}, ${name}: only ${keys.length} things explain themselves`)
          for (const text of mute) problems.push(`${game.id}, ${name}: nothing explains ${text}`)
          for (const key of keys) {
            if (known.has(key)) continue
            known.add(key)
            asked += 1
            const { card } = await api(who.context, 'GET', `/tables/${who.id}/about?of=${encodeURIComponent(key)}&seat=0`).catch((error) => ({ card: { title: `{${error.message}}`, cannot: [] } }))
            if (!card) problems.push(`${game.id}, ${name}: ${key} has no card`)
            else {
              const words = [card.title, card.about, ...(card.facts ?? []).flat(), ...(card.can ?? []), ...card.cannot.map(([text]) => text)].join(' | ')
              if (INTERNAL.test(words) || !card.title) problems.push(`${game.id}, ${name}: the card of ${key} reads ${words} (${INTERNAL.exec(words)?.[0]})`)
            }
          }
        }
      }
      await who.close()
    }
    console.log(`      ${game.id}: ${asked} cards`)
  }
  const all = [...new Set(problems.map((line) => line.replace(/, (desktop|phone), (dark|light)/, '')))]
  check(all.length === 0, `${all.length} things:\n${all.slice(0, Number(process.env.PROBLEMS ?? 40)).join('\n')}`)
}

/** A card opens where the page promises one: by the mouse, by the keyboard, by a finger. */
export async function a_card_opens_by_mouse_keyboard_and_touch({ browser, base }) {
  const games = await gamesOf(base)
  for (const game of games) {
    for (const options of [{}, PHONE]) {
      const who = await sit(browser, base, game, options)
      const { page } = who
      const node = page.locator('.board [data-key]:visible, .board [data-explain]:visible').first()
      if ((await page.locator('.board').count()) === 0) {
        await who.close()
        continue
      }
      const card = page.locator('.tcard')
      if (options === PHONE) {
        const tracks = page.locator('[data-explain]:visible')
        // where the map fills a phone, the numbers stand on the panel of the players
        if ((await tracks.count()) === 0) await page.getByRole('button', { name: 'Players' }).first().tap()
        const track = tracks.first()
        await track.tap()
        await card.waitFor()
        await card.getByRole('button', { name: 'Close the card' }).tap()
      } else {
        await node.dispatchEvent('pointerenter', { pointerType: 'mouse' })
        await node.dispatchEvent('pointerover', { pointerType: 'mouse', bubbles: true })
        await card.waitFor()
        await page.keyboard.press('p')
        await card.getByRole('button', { name: 'Close the card' }).press('Escape')
      }
      await card.waitFor({ state: 'detached' })
      silent(who, `${game.id} with a card`)
      await who.close()
    }
  }
}

export async function every_board_is_accessible_on_a_phone({ browser, base }) {
  const games = await gamesOf(base)
  for (const game of games) {
    const who = await sit(browser, base, game, PHONE)
    await accessible(who.page, `${game.id} on a phone`)
    await who.close()
  }
}

/** Visible text smaller than 12 px, and what sticks out of the page. */
const cramped = (page) =>
  page.evaluate(() => {
    const found = new Set()
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const node = texts.currentNode.parentElement
      if (!texts.currentNode.data.trim() || node.closest('svg, script, style, .sr, [aria-hidden="true"]')) continue
      const box = node.getBoundingClientRect()
      if (box.width < 2 || box.height < 2 || getComputedStyle(node).visibility === 'hidden') continue
      const size = Number.parseFloat(getComputedStyle(node).fontSize)
      if (size < 12) found.add(`${size} px: ${texts.currentNode.data.trim().slice(0, 40)}`)
    }
    const wide = document.documentElement.scrollWidth
    if (wide > innerWidth) found.add(`the page is ${wide} px wide`)
    return [...found]
  })

export async function every_width_from_320_to_2560_fits({ browser, base }) {
  const games = await gamesOf(base)
  const problems = []
  for (const width of [320, 390, 600, 900, 1200, 1440, 1920, 2560]) {
    const viewport = { width, height: width < 900 ? 700 : 1000 }
    const visitor = await person(browser, base, { viewport })
    for (const path of ['/', '/tables', '/account', ...games.flatMap(({ id }) => [`/new/${id}`, `/rules/${id}`])]) {
      await visitor.page.goto(path)
      await visitor.page.locator('h1').first().waitFor()
      for (const text of await cramped(visitor.page)) problems.push(`${path} at ${width}: ${text}`)
    }
    await visitor.close()
    for (const game of games) {
      const who = await sit(browser, base, game, { viewport })
      for (const text of await cramped(who.page)) problems.push(`${game.id} at ${width}: ${text}`)
      await who.close()
    }
  }
  check(problems.length === 0, `${problems.length} things:\n${problems.slice(0, Number(process.env.PROBLEMS ?? 40)).join('\n')}`)
}
