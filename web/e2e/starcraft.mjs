// StarCraft in the browser. A name is a sentence.
import { accessible, api, check, contribution, person, silent } from './harness.mjs'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const OVER = '.prompt.over'
const LEVEL = 'greedy'

const scene = (who, seat) => api(who.context, 'GET', `/tables/${who.id}/scene?seat=${seat}`)
const send = (who, seat, revision, action) => api(who.context, 'POST', `/tables/${who.id}/moves`, { seat, revision, actions: [action] })
const hint = async (who, seat) => (await api(who.context, 'POST', `/tables/${who.id}/hint?seat=${seat}&level=${LEVEL}`)).action

/** A match of two: the person at the page in seat 0, an opponent without a page in seat 1. Some never come to what a test needs. */
async function sit(browser, base, wanted = {}) {
  for (let tries = 0; tries < 8; tries += 1) {
    const who = await sitOnce(browser, base, wanted)
    if (who) return who
  }
  throw new Error('no match came to what the test needs')
}

async function sitOnce(browser, base, { scenario = 'ready-2', options = { factions: 'raynor,overmind' }, standing, prepare, ...view }) {
  const who = await person(browser, base, view)
  const rival = await person(browser, base)
  await api(who.context, 'POST', '/session/guest', { name: 'Ann' })
  await api(rival.context, 'POST', '/session/guest', { name: 'Bob' })
  const table = await api(who.context, 'POST', '/tables', { game: 'starcraft', scenario, options, seats: [{ kind: 'me' }, { kind: 'open' }] })
  await api(rival.context, 'POST', `/tables/${table.id}/join`, { seat: 1 })
  await api(who.context, 'POST', `/tables/${table.id}/ready`, { contribution: contribution() })
  await api(rival.context, 'POST', `/tables/${table.id}/ready`, { contribution: 'another' })
  who.id = rival.id = table.id
  who.rival = rival
  const alone = who.close
  who.close = async () => {
    await rival.close()
    await alone()
  }
  if (standing) await api(who.context, 'POST', `/tables/${table.id}/orders`, { seat: 0, given: standing })
  await answer(who)
  if (prepare && !(await prepare(who))) {
    await who.close()
    return undefined
  }
  await who.page.goto(`/t/${table.id}`)
  await who.page.waitForSelector('.board.sc')
  await settled(who.page)
  return who
}

/** The opponent answers what they are asked. */
async function answer(who) {
  for (let n = 0; n < 400; n += 1) {
    const now = await scene(who.rival, 1)
    if (!now.prompt?.choices.length) return
    await send(who.rival, 1, now.revision, await hint(who.rival, 1))
  }
  throw new Error('the opponent is asked without end')
}

/** Both play through the interface until the position is what is wanted. */
async function playUntil(who, wanted, choose = () => undefined, most = 1500) {
  for (let n = 0; n < most; n += 1) {
    await answer(who)
    const now = await scene(who, 0)
    if (!now.prompt?.choices.length) return undefined
    if (wanted(now)) return now
    await send(who, 0, now.revision, choose(now)?.action ?? (await hint(who, 0)))
  }
  return undefined
}

/** Waits until the person is asked or the match is over; scenes are read and dismissed. */
async function settled(page, read = () => undefined) {
  for (let tries = 0; tries < 60; tries += 1) {
    await page.waitForFunction(() => document.querySelector('.prompt.over, .goon, .prompt.wait') ?? (document.querySelector('.prompt.ask') && !document.querySelector('.prompt .btn:disabled')), undefined, { timeout: 60_000 })
    const on = page.locator('.goon')
    if ((await on.count()) === 0) return
    read(await page.locator('.scenecard').textContent())
    await on.first().click()
  }
}

const stamp = (page) => page.evaluate(() => `${document.querySelector('.table')?.textContent}|${[...document.querySelectorAll('.board [data-key], .sheet [data-key]')].map((node) => `${node.getAttribute('data-key')}${node.getAttribute('class')}${node.getAttribute('aria-disabled')}`).join()}`)

/** After something was done: the page shows it, the opponent has answered, scenes are dismissed. */
async function done(who, before, what, read) {
  const { page } = who
  for (let tries = 0; tries < 600; tries += 1) {
    const refused = page.locator('.prompt.refused')
    if (await refused.count()) throw new Error(`refused after ${what}: ${await refused.textContent()}`)
    if ((await stamp(page)) !== before) {
      await settled(page, read)
      await answer(who)
      for (let wait = 0; wait < 400; wait += 1) {
        const { prompt } = await scene(who, 0)
        const asks = await page.locator('.prompt.ask').count()
        if (!prompt?.choices.length ? (await page.locator(`${OVER}, .prompt.wait`).count()) > 0 : asks > 0) break
        await page.waitForTimeout(25)
      }
      return settled(page, read)
    }
    await page.waitForTimeout(25)
  }
  throw new Error(`nothing happened after ${what}`)
}

/** A point of the element that is not covered by anything else. */
const point = (page, key) =>
  page.evaluate((wanted) => {
    for (const node of document.querySelectorAll(`[data-key="${wanted}"]`)) {
      const box = node.getBoundingClientRect()
      for (let row = 1; row < 20; row += 1) {
        for (let column = 1; column < 20; column += 1) {
          const [x, y] = [box.left + (box.width * column) / 20, box.top + (box.height * row) / 20]
          // no finger reaches the very edge of a screen
          if (x < 12 || x > window.innerWidth - 12) continue
          if (document.elementFromPoint(x, y)?.closest('[data-key]') === node) return { x, y }
        }
      }
    }
    return null
  }, key)

/** A real click or tap on what is drawn for a key. */
async function press(page, key, touch = false) {
  for (let tries = 0; tries < 60; tries += 1) {
    const seen = await point(page, key)
    // the map may be on its way to what can be chosen now
    if (seen) await page.waitForTimeout(60)
    const at = seen && (await point(page, key))
    if (at && at.x === seen.x && at.y === seen.y) return touch ? page.touchscreen.tap(at.x, at.y) : page.mouse.click(at.x, at.y)
    // what lies in a row that scrolls comes into sight first
    await page.evaluate((wanted) => document.querySelector(`:is(.tray, .hand, .record, .lines) [data-key="${wanted}"]`)?.scrollIntoView({ block: 'center', inline: 'center' }), key)
    // what the map does not show is a tap away
    const more = page.locator('.zoom .more')
    if (tries > 5 && tries % 4 === 0 && (await more.count())) await (touch ? more.tap() : more.click())
    await page.waitForTimeout(50)
  }
  throw new Error(`${key} is nowhere to be clicked: ${await page.locator('.prompt').textContent()}`)
}

/** Makes a choice by clicking its targets one after the other, or its button. */
async function choose(who, choice, { touch = false, read } = {}) {
  const { page } = who
  const before = await stamp(page)
  const drawn = []
  for (const key of choice.targets) if (await page.locator(`[data-key="${key}"]`).count()) drawn.push(key)
  const offered = page.locator(`.fight [data-action="${choice.action}"]`)
  if (await offered.count()) await (touch ? offered.tap() : offered.click())
  else if (drawn.length === 0) {
    const more = page.locator('.prompt button[aria-expanded="false"]')
    if (!(await page.locator(`.prompt [data-action="${choice.action}"]`).count()) && (await more.count())) await more.click()
    const button = page.locator(`.prompt [data-action="${choice.action}"], .menu [data-action="${choice.action}"]`).first()
    await (touch ? button.tap() : button.click())
  } else {
    const { revision } = await scene(who, 0)
    const sent = async () => (await scene(who, 0)).revision !== revision
    const item = page.locator(`.pop [data-action="${choice.action}"]`)
    const armed = page.locator('.prompt .sub', { hasText: 'Click again to confirm' })
    for (const key of choice.targets) {
      if (await sent()) break
      if (!(await page.locator(`[data-key="${key}"]`).count())) continue
      await press(page, key, touch)
      // it is sent, or marked as picked, or asks once more
      for (let tries = 0; tries < 80; tries += 1) {
        if (await item.count()) await (touch ? item.tap() : item.click())
        else if (await armed.count()) await press(page, key, touch)
        else if ((await page.locator(`[data-key="${key}"].picked, [data-key="${key}"] .picked`).count()) || (await sent())) break
        // a tap while the map moves may miss: a person taps again
        else if (tries % 20 === 19) await press(page, key, touch)
        await page.waitForTimeout(50)
      }
    }
  }
  await done(who, before, choice.label, read)
}

const asked = async (who) => (await scene(who, 0)).prompt
const find = async (who, test, what) => {
  const prompt = await asked(who)
  const found = prompt?.choices.find(test)
  check(found, `${what} is offered: ${prompt?.title}; ${prompt?.choices.map(({ label }) => label).join('; ')}`)
  return found
}
const of = (prefix) => ({ action }) => action.startsWith(prefix)

/** Set-up by clicks: faction, planets, base, Z-axis route, units, transport. */
async function setUp(who, touch) {
  const seen = new Set()
  for (let n = 0; n < 40; n += 1) {
    const now = await scene(who, 0)
    if (now.view.phase !== 'setup') break
    const wish = (await hint(who, 0)) ?? now.prompt.choices[0].action
    const choice = now.prompt.choices.find(({ action }) => action === wish) ?? now.prompt.choices[0]
    seen.add(choice.group)
    await choose(who, choice, { touch })
  }
  return seen
}

export async function starcraft_a_galaxy_is_built_by_clicks({ browser, base }) {
  const who = await sit(browser, base, { scenario: 'built-2', options: {} })
  const { page } = who
  check((await page.locator('.factions .fa').count()) === 6, 'six factions can be chosen')
  await accessible(page, 'the choice of a faction')
  const seen = await setUp(who)
  for (const group of ['faction', 'planet', 'base', 'route', 'start']) check(seen.has(group), `the set-up asked for ${group}, but only for ${[...seen].join(', ')}`)
  check((await page.locator('.board .planet').count()) === 4, 'four planets are on the map')
  check((await page.locator('.board .zed').count()) >= 2, 'a Z-axis route has two numbered ends')
  await accessible(page, 'the galaxy')
  silent(who, 'a galaxy set-up')
  await who.close()
}

/** Four orders, an order first and a planet first. */
async function plan(who, touch) {
  const { page } = who
  for (let n = 0; n < 4; n += 1) {
    const now = await scene(who, 0)
    const wish = await hint(who, 0)
    const choice = now.prompt.choices.find(({ action }) => action === wish)
    check(choice?.group === 'order', `an order is asked for, not ${now.prompt.title}`)
    await choose(who, n % 2 ? { ...choice, targets: [...choice.targets].reverse() } : choice, { touch })
  }
  check((await page.locator('.board .stack').count()) > 0, 'orders lie on planets')
}

export async function starcraft_a_planning_phase_by_clicks({ browser, base }) {
  const who = await sit(browser, base, { prepare: (one) => playUntil(one, ({ view }) => view.phase === 'planning') })
  const { page } = who
  check((await page.locator('.tray .item').count()) === 6, 'six kinds of orders lie in the tray')
  const gold = page.locator('.tray [data-key="button:order:gold_build"]')
  check((await gold.getAttribute('aria-disabled')) === 'true', 'a gold order cannot be placed yet')
  await press(page, 'button:order:gold_build')
  await page.locator('.tcard', { hasText: 'R&D' }).first().waitFor()
  await page.keyboard.press('Escape')
  await plan(who)
  await accessible(page, 'a planning phase')
  silent(who, 'a planning phase')
  await who.close()
}

/** A Build order whose payment is made worker by worker. */
const beforeBuild = (one) => playUntil(one, ({ prompt, view }) => view.order?.step === 'A' && prompt.choices.some(of('Buy')) && prompt.choices.filter(of('Buy')).length > 2)

async function build(who, touch) {
  const { page } = who
  const unit = await find(who, ({ group, targets }) => group === 'unit' && targets.length === 2, 'a unit')
  await choose(who, unit, { touch })
  let paid = 0
  for (let n = 0; n < 12; n += 1) {
    const prompt = await asked(who)
    const worker = prompt.choices.find(({ group, targets }) => group === 'worker' && targets.some((key) => key.startsWith('track:')))
    if (!worker) {
      const go = prompt.choices.find(of('Go'))
      if (!go) break
      await choose(who, go, { touch })
      continue
    }
    if (touch) await page.locator('.tabs button', { hasText: 'Faction' }).tap()
    await choose(who, worker, { touch })
    paid += 1
    if (touch) await page.locator('.tabs button', { hasText: 'Board' }).tap()
  }
  check(paid > 0, 'workers were placed on their resources')
  check((await page.locator('.record .wk').count()) > 0, 'the sheet shows workers')
  const end = (await asked(who)).choices.find(of('EndStep'))
  if (end) await choose(who, end, { touch })
}

export async function starcraft_a_build_order_paid_by_workers({ browser, base }) {
  const who = await sit(browser, base, { standing: [], prepare: beforeBuild })
  await accessible(who.page, 'a Build order')
  await build(who)
  silent(who, 'a Build order')
  await who.close()
}

const attacks = ({ prompt, view }) => view.order?.step === 'moves' && prompt.choices.filter((choice) => choice.group === 'move' && choice.targets.some((key) => view.areas.some((area) => key === `place:${area.id}` && area.owner !== null && area.owner !== view.you)))

/** Places a Mobilize at an enemy planet when that is possible, so that battles come soon. */
const beforeBattle = (one) => playUntil(one, (now) => attacks(now)?.length > 0)

async function mobilize(who, touch) {
  const { page } = who
  const scenes = []
  const read = (text) => scenes.push(text)
  const [move] = attacks(await scene(who, 0))
  await choose(who, move, { touch, read })
  for (let n = 0; n < 8; n += 1) {
    const now = await scene(who, 0)
    if (now.view.battle) break
    const more = attacks(now) || []
    const end = now.prompt?.choices.find(of('EndMoves'))
    await choose(who, more[0] ?? end, { touch, read })
  }
  check(await page.locator('.win').count(), 'the battle has a window')
  await accessible(page, 'a battle')
  let steps = 0
  for (; steps < 60; steps += 1) {
    const now = await scene(who, 0)
    if (!now.view.battle || !now.prompt?.choices.length) break
    const wish = await hint(who, 0)
    await choose(who, now.prompt.choices.find(({ action }) => action === wish), { touch, read })
  }
  check(scenes.some((text) => /takes|holds/.test(text)), `a scene says how the battle ended: ${scenes.join(' | ')}`)
}

export async function starcraft_a_mobilize_order_with_a_battle({ browser, base }) {
  const who = await sit(browser, base, { prepare: beforeBattle })
  await mobilize(who)
  silent(who, 'a battle')
  await who.close()
}

const regroups = ({ view, prompt }) => view.phase === 'regrouping' && prompt.choices.length > 0

async function regroup(who, touch) {
  const scenes = []
  const { view } = await scene(who, 0)
  for (let n = 0; n < 20; n += 1) {
    const now = await scene(who, 0)
    if (now.view.round !== view.round || !now.prompt?.choices.length) break
    const wish = await hint(who, 0)
    await choose(who, now.prompt.choices.find(({ action }) => action === wish), { touch, read: (text) => scenes.push(text) })
  }
  check(scenes.some((text) => text.includes(`Round ${view.round} is over`)), `a scene sums up the round: ${scenes.join(' | ')}`)
}

export async function starcraft_a_regrouping_by_clicks({ browser, base }) {
  const who = await sit(browser, base, { prepare: (one) => playUntil(one, regroups) })
  await regroup(who)
  silent(who, 'a regrouping')
  await who.close()
}

export async function starcraft_is_played_by_keyboard_alone({ browser, base }) {
  const who = await sit(browser, base, { prepare: (one) => playUntil(one, ({ view }) => view.phase === 'planning') })
  const { page } = who
  for (let n = 0; n < 4; n += 1) {
    const before = await stamp(page)
    await page.locator('.tray .item[aria-disabled="false"]').first().focus()
    await page.keyboard.press('Enter')
    await page.locator('.board .whole.offered').first().focus()
    await page.keyboard.press('Enter')
    await done(who, before, 'Enter on a planet')
  }
  await page.locator('.board [data-place]').first().focus()
  await page.keyboard.press('ArrowRight')
  check((await page.evaluate(() => document.activeElement?.getAttribute('data-place'))) !== null, 'arrow keys go from place to place')
  await page.keyboard.press('l')
  await page.getByRole('dialog', { name: 'The map as a list' }).waitFor()
  await page.keyboard.press('Escape')
  // the rest of the round: Tab to what glows, Enter
  for (let n = 0; n < 25; n += 1) {
    await settled(page)
    const { prompt } = await scene(who, 0)
    if (!prompt?.choices.length) break
    const before = await stamp(page)
    if (await page.locator('.prompt .btn.primary').count()) await page.keyboard.press('e')
    else {
      const next = page.locator('.board [data-key][aria-disabled="false"], .prompt [data-action]')
      await next.last().focus()
      await page.keyboard.press('Enter')
      if (await page.locator('.pop .item').count()) await page.keyboard.press('Enter')
    }
    await done(who, before, 'a key')
  }
  silent(who, 'the keyboard')
  await who.close()
}

/** Every decision of the last rounds by clicks, to the end page. */
async function finish(who, touch) {
  for (let n = 0; n < 400; n += 1) {
    const now = await scene(who, 0)
    if (!now.prompt?.choices.length) break
    const wish = await hint(who, 0)
    await choose(who, now.prompt.choices.find(({ action }) => action === wish), { touch })
  }
  await who.page.waitForSelector(OVER)
  check(/win|won|lost/i.test(await who.page.locator('.table').textContent()), 'the end page says how the match ended')
}

const near = ({ view }) => view.phase === 'execution' && view.seats.some(({ cp, threshold, income }) => cp + income >= threshold)

export async function starcraft_a_match_reaches_its_end_page({ browser, base }) {
  const who = await sit(browser, base, { prepare: (one) => playUntil(one, near) })
  await finish(who)
  silent(who, 'the end of a match')
  await who.close()
}

async function fits(page) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  check(wide <= 390, `nothing is wider than the phone, but the page is ${wide} px`)
}

export async function starcraft_a_galaxy_is_built_on_a_phone({ browser, base }) {
  const who = await sit(browser, base, { scenario: 'built-2', options: {}, ...PHONE })
  await fits(who.page)
  await setUp(who, true)
  await accessible(who.page, 'a galaxy on a phone')
  silent(who, 'a set-up on a phone')
  await who.close()
}

export async function starcraft_planning_and_building_on_a_phone({ browser, base }) {
  const who = await sit(browser, base, { ...PHONE, standing: [], prepare: (one) => playUntil(one, ({ view }) => view.phase === 'planning') })
  await fits(who.page)
  await plan(who, true)
  await accessible(who.page, 'planning on a phone')
  silent(who, 'planning on a phone')
  await who.close()
  const builder = await sit(browser, base, { ...PHONE, standing: [], prepare: beforeBuild })
  await build(builder, true)
  silent(builder, 'a Build on a phone')
  await builder.close()
}

export async function starcraft_a_battle_and_a_regrouping_on_a_phone({ browser, base }) {
  const who = await sit(browser, base, { ...PHONE, prepare: beforeBattle })
  await mobilize(who, true)
  await fits(who.page)
  silent(who, 'a battle on a phone')
  await who.close()
  const after = await sit(browser, base, { ...PHONE, prepare: (one) => playUntil(one, regroups) })
  await regroup(after, true)
  silent(after, 'a regrouping on a phone')
  await after.close()
}

export async function starcraft_a_match_ends_on_a_phone({ browser, base }) {
  const who = await sit(browser, base, { ...PHONE, prepare: (one) => playUntil(one, near) })
  await finish(who, true)
  silent(who, 'the end on a phone')
  await who.close()
}

const FOLDER = new URL('../../docs/img/', import.meta.url).pathname

async function shot(page, name) {
  await page.mouse.move(5, 5)
  await page.waitForTimeout(700)
  await page.screenshot({ path: `${FOLDER}${name}.png` })
}

export async function screenshots_of_starcraft({ browser, base }) {
  for (const [colorScheme, suffix] of [['dark', ''], ['light', '-light']]) {
    const who = await sit(browser, base, { colorScheme, standing: [], prepare: (one) => playUntil(one, ({ prompt, view }) => view.round >= 2 && view.order?.step === 'A' && prompt.choices.filter(of('Buy')).length > 3) })
    await shot(who.page, `starcraft${suffix}`)
    await playUntil(who, ({ view, prompt }) => view.battle?.step === 6 && prompt.choices.some(of('Card')))
    await who.page.reload()
    await who.page.locator('.win').waitFor()
    await shot(who.page, `starcraft-battle${suffix}`)
    await who.close()
  }
  const builder = await sit(browser, base, { scenario: 'built-2', options: {}, prepare: (one) => playUntil(one, ({ view }) => view.tiles.length > 1 && view.cells.length > 0) })
  await shot(builder.page, 'starcraft-set-up')
  await builder.close()
  const fight = await sit(browser, base, { prepare: beforeBattle })
  const [move] = attacks(await scene(fight, 0))
  await choose(fight, move)
  for (let n = 0; n < 60; n += 1) {
    const now = await scene(fight, 0)
    if (n > 0 && !now.view.battle && now.view.order === null) break
    if (!now.prompt?.choices.length) break
    await send(fight, 0, now.revision, now.prompt.choices.find(of('EndMoves'))?.action ?? (await hint(fight, 0)))
    await answer(fight)
    if (await fight.page.locator('.goon').count()) break
  }
  await fight.page.locator('.goon').waitFor()
  await shot(fight.page, 'starcraft-scene')
  await fight.close()
  const phone = await sit(browser, base, { ...PHONE, standing: [], prepare: (one) => playUntil(one, ({ prompt, view }) => view.round >= 2 && view.order?.step === 'A' && prompt.choices.filter(of('Buy')).length > 3) })
  await phone.page.waitForTimeout(800)
  await phone.page.screenshot({ path: `${FOLDER}phone-starcraft.png` })
  await phone.close()
}
