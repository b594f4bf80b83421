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

/** Sums up the layout shifts that no input explains, as browsers define it, and notes what moved. */
function watchLayout() {
  globalThis.layoutShift = { value: 0, moved: [] }
  const name = (node) => node?.className?.baseVal ?? node?.className ?? node?.nodeName
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.hadRecentInput) continue
      globalThis.layoutShift.value += entry.value
      globalThis.layoutShift.moved.push(`${entry.value.toFixed(4)}: ${entry.sources.map(({ node, previousRect: a, currentRect: b }) => `${name(node?.parentElement)} > ${name(node)} ${a.x},${a.y} ${a.width}x${a.height} to ${b.x},${b.y} ${b.width}x${b.height}`).join('; ')}`)
    }
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

/** Things on the board, the sheet and in windows that can be tapped now, each with a point where a finger meets it. */
const tappable = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.hero [data-key][aria-disabled="false"], .sheet [data-key][aria-disabled="false"]')].flatMap((node) => {
      const box = node.getBoundingClientRect()
      for (const [fx, fy] of [[0.5, 0.5], [0.3, 0.3], [0.7, 0.3], [0.3, 0.7], [0.7, 0.7]]) {
        const [x, y] = [box.left + box.width * fx, box.top + box.height * fy]
        if (document.elementFromPoint(x, y)?.closest('[data-key]') === node) return [{ key: node.getAttribute('data-key'), x, y }]
      }
      return []
    }),
  )

const OFFERED = '.menu [data-action]:visible, .prompt .acts [data-action]:visible'

/** Makes one decision with the finger: on the board where it can, else on the list. Says what was tapped, nothing when the match is over. */
async function tap(who, roll) {
  const { page } = who
  const [before, tapped] = [who.moves, []]
  const done = async (most) => {
    for (let tries = 0; tries < most && who.moves === before; tries += 1) await page.waitForTimeout(20)
    const refused = page.locator('.prompt.refused')
    if (await refused.count()) throw new Error(`refused after ${tapped.join(', ')}: ${await refused.textContent()}`)
    return who.moves > before
  }
  for (let tries = 0; tries < 12; tries += 1) {
    await settled(page)
    if (await page.locator('.prompt.over').count()) return undefined
    await dismissScenes(page)
    const close = page.getByRole('button', { name: 'Close the card' })
    if (await close.count()) await close.first().tap()
    const things = tries < 5 && roll(3) > 0 ? await tappable(page) : []
    if (things.length > 0) {
      const { key, x, y } = things[roll(things.length)]
      tapped.push(key)
      await page.touchscreen.tap(x, y)
      if (await done(12)) return tapped
      const menu = page.locator('.pop [data-action]:visible, .tcard [data-action]:visible, .hand .plays [data-action]:visible')
      const count = await menu.count()
      if (count > 0) await menu.nth(roll(count)).tap()
      if (count > 0 && (await done(25))) return tapped
      continue
    }
    const more = page.locator('.prompt .acts button[aria-expanded="false"]')
    if (await more.count()) await more.tap()
    const offered = page.locator(OFFERED)
    const count = await offered.count()
    if (count === 0) {
      // another seat's decision may have come in between
      await page.waitForTimeout(200)
      if (tries > 8) throw new Error(`there is nothing to tap: ${await page.locator('.prompt').textContent()}`)
      continue
    }
    const choice = offered.nth(roll(count))
    tapped.push(await choice.textContent())
    await choice.tap()
    if (await done(25)) return tapped
    // what cannot be undone is tapped twice
    const sure = page.locator(OFFERED).filter({ hasText: 'Sure?' })
    if (await sure.count()) await sure.first().tap()
    if (await done(250)) return tapped
  }
  throw new Error(`no decision was made by tapping ${tapped.join(', ')}: ${await page.locator('.prompt').textContent()}`)
}

/** `DECISIONS=200 GAMES=starcraft SEED=3` plays longer, only one game, other dice. */
export async function random_play_on_a_phone_always_has_something_to_tap({ browser, base }) {
  const wanted = Number(process.env.DECISIONS ?? 30)
  for (const game of await gamesOf(base)) {
    const roll = dice(Number(process.env.SEED ?? 7))
    let [made, board, matches, worst] = [0, 0, 0, 0]
    while (made < wanted) {
      const who = await sit(browser, base, game, PHONE)
      who.moves = 0
      who.page.on('response', (answer) => answer.request().method() === 'POST' && /\/moves$/.test(new URL(answer.url()).pathname) && answer.ok() && (who.moves += 1))
      for (; made < wanted; made += 1) {
        const tapped = await tap(who, roll)
        if (!tapped) break
        if (tapped.some((text) => /^[a-z]+:/.test(text))) board += 1
        const wide = await who.page.evaluate(() => document.documentElement.scrollWidth)
        check(wide <= 390, `${game.id} is ${wide} px wide on a phone of 390 after ${tapped.join(', ')}`)
      }
      matches += 1
      const { value, moved } = await who.page.evaluate(() => globalThis.layoutShift)
      worst = Math.max(worst, value)
      check(value < 0.02, `${game.id} on a phone: the layout shifted by ${value.toFixed(3)}:\n${moved.join('\n')}`)
      await accessible(who.page, `${game.id} on a phone after ${made} decisions`)
      silent(who, `${game.id} on a phone`)
      await who.close()
    }
    console.log(`      ${game.id}: ${made} decisions in ${matches} matches, ${board} of them on the board; layout shift at most ${worst.toFixed(4)}`)
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
