// What holds for every game of the catalogue. A name is a sentence.
import { accessible, api, check, person, silent } from './harness.mjs'
import { dice, dismissScenes, settled } from './play.mjs'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** A table of a game: the person in the first seat, the weakest computers in the others. */
async function sit(browser, base, game, options) {
  const who = await person(browser, base, options)
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
  const games = await (await fetch(`${base}/api/games`)).json()
  for (const game of games) {
    const roll = dice(7)
    const who = await sit(browser, base, game, PHONE)
    let made = 0
    while (made < wanted && (await tap(who.page, roll))) made += 1
    const wide = await who.page.evaluate(() => document.documentElement.scrollWidth)
    check(wide <= 390, `${game.id} is ${wide} px wide on a phone of 390`)
    silent(who, `${game.id} on a phone`)
    console.log(`      ${game.id}: ${made} decisions`)
    await who.close()
  }
}

/** Ids of the engine that no player should read. */
const INTERNAL = /\b[A-Z]-[A-Z]{2}-\d|\b(undefined|null|NaN)\b|\{:\?\}|Some\(|None\b/

export async function everything_on_a_board_has_a_card({ browser, base }) {
  const games = await (await fetch(`${base}/api/games`)).json()
  const problems = []
  for (const game of games) {
    const who = await sit(browser, base, game)
    const drawn = await who.page.locator('.board').count()
    const keys = await who.page.evaluate(() => [...new Set([...document.querySelectorAll('[data-key], [data-explain]')].map((node) => node.getAttribute('data-key') ?? node.getAttribute('data-explain')))])
    check(!drawn || keys.length > 5, `${game.id} explains only ${keys.length} things`)
    for (const key of keys) {
      const { card } = await api(who.context, 'GET', `/tables/${who.id}/about?of=${encodeURIComponent(key)}&seat=0`)
      if (!card) problems.push(`${game.id}: ${key} has no card`)
      else if (INTERNAL.test(JSON.stringify([card.title, card.about, card.facts, card.can, card.cannot.map(([text]) => text)]))) problems.push(`${game.id}: the card of ${key} reads ${JSON.stringify(card)}`)
    }
    await who.close()
  }
  check(problems.length === 0, `${problems.length} things: ${problems.slice(0, 400).join('\n')}`)
}

export async function every_board_is_accessible_on_a_phone({ browser, base }) {
  const games = await (await fetch(`${base}/api/games`)).json()
  for (const game of games) {
    const who = await sit(browser, base, game, PHONE)
    await accessible(who.page, `${game.id} on a phone`)
    await who.close()
  }
}
