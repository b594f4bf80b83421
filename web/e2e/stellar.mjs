// Stellar Conquest in the browser. A name is a sentence.
import { mkdirSync } from 'node:fs'
import { accessible, api, check, late, person, said } from './harness.mjs'
import { dice, dismissScenes, settled as asked } from './play.mjs'

const OVER = '.prompt.over'
const silent = (who, where) => {
  const errors = who.errors.filter((error) => !late(error))
  check(errors.length === 0, `the console of ${where} said: ${errors.join('\n')}`)
}

/** Waits until this person is asked, in any of their seats, or the match is over. */
async function settled(page) {
  for (let tries = 0; tries < 20; tries += 1) {
    await page.waitForFunction(() => document.querySelector('.prompt.over') ?? (document.querySelector('.prompt.ask') && !document.querySelector('.prompt .btn:disabled')) ?? [...document.querySelectorAll('.prompt .btn')].some((node) => node.textContent.startsWith('I am ')), undefined, { timeout: 60_000 })
    const change = page.getByRole('button', { name: /^I am / })
    if ((await change.count()) === 0) break
    await change.click()
    await page.waitForFunction(() => document.querySelector('.prompt.ask, .prompt.over'))
  }
  await asked(page)
  await dismissScenes(page)
}

/** A person and computers in the other chairs; the homes of the second and the third lie near each other. */
async function cluster(browser, base, { mine = [1], scenario = 'four-D', options = { home: '80', 'start-3ma': 'yes' }, level, chairs = 4, open = [], meet = () => undefined, ...rest } = {}) {
  const who = await person(browser, base, rest)
  await api(who.context, 'POST', '/session/guest', { name: 'Ann' })
  const games = await api(who.context, 'GET', '/games')
  const levels = games.find(({ id }) => id === 'stellar_conquest').levels
  const computer = { kind: 'computer', level: level ?? levels[0] }
  const seats = [0, 1, 2, 3].slice(0, chairs).map((chair) => (mine.includes(chair) ? { kind: 'me' } : open.includes(chair) ? { kind: 'open' } : computer))
  const table = await api(who.context, 'POST', '/tables', { game: 'stellar_conquest', scenario, options, seats, visibility: 'public' })
  await meet(table.id)
  await who.page.goto(`/t/${table.id}`)
  await settled(who.page)
  return { ...who, id: table.id }
}

const stamp = (page) => page.evaluate(() => `${document.querySelector('.table')?.textContent}|${[...document.querySelectorAll('.ship')].map((ship) => ship.getAttribute('style')).join()}|${document.querySelector('.prompt')?.className}`)

/** Waits until the table is not what it was. */
async function changed(page, before, what) {
  for (let tries = 0; tries < 500; tries += 1) {
    const refused = page.locator('.prompt.refused')
    if (await refused.count()) throw new Error(`refused after ${what}: ${await refused.textContent()}`)
    if ((await stamp(page)) !== before) return
    await page.waitForTimeout(20)
  }
  throw new Error(`nothing happened after ${what}`)
}

/** Clicks something and waits for what it does. */
async function act(page, selector, nth = 0, wait = true) {
  await settled(page)
  const before = await stamp(page)
  const node = page.locator(selector).nth(nth)
  // counters lie on each other: the event reaches the right one all the same
  if (await node.evaluate((found) => found instanceof SVGElement)) await node.dispatchEvent('click')
  else await node.click()
  const menu = page.locator('.pop[role="group"] .item')
  if (await menu.count()) await menu.first().click()
  await changed(page, before, `a click on ${selector}`)
  if (wait) await settled(page)
}

const has = async (page, selector) => (await page.locator(selector).count()) > 0
const title = (page) => page.locator('.prompt .title').textContent()
const button = (action) => `.prompt .acts [data-action="${action}"]`

/** Everything that can be clicked now. */
const CLICKABLE = '.board .step.can, .board .place.can, .board .ship.can, .orders:visible .btn:not(:disabled), .win .act:not(:disabled), .record .act:not(:disabled), .record .colony.can, .record .step [data-action]:not(:disabled), .prompt .acts [data-action]:not(:disabled)'

/** Plays a turn in which only what must be done is done. */
async function pass(page, wait = true) {
  for (const action of ['commit', 'talked', 'proceed', 'done', 'proceed-all', 'end-move', 'fire', 'end-attack', 'stay', 'end-turn']) {
    if (await has(page, button(action))) return act(page, button(action), 0, wait)
  }
  // ships that must leave, or destinations that must be given: the first that is offered
  if (await has(page, '.win .act')) return act(page, '.win .act', 0, wait)
  return act(page, CLICKABLE, 0, wait)
}

/** Lands everybody at home: people make industry. */
async function land(page) {
  const all = page.locator('.orders:visible .planet').first().locator('.act').last()
  const before = await stamp(page)
  await all.click()
  await changed(page, before, 'landing')
  await settled(page)
}

async function year(page) {
  const text = await page.locator('.bar [role="group"]').first().getAttribute('aria-label')
  return Number(/[Yy]ear (\d+)/.exec(text)?.[1] ?? 0)
}

/** The bonus: two escorts, a scout, the rest into movement. */
async function bonus(page, wait = true) {
  await page.getByRole('tab', { name: 'Plan' }).waitFor()
  for (const item of ['ESC', 'ESC', 'SCT']) await act(page, `.record [data-action="buy ${item} 1"]`)
  check((await page.locator('.record li[data-item="ESC"] .step b').textContent()) === '2', 'the stepper counts two escorts')
  // what was bought first is taken back first: its line says how many, not the order
  await act(page, '.record [data-action="cancel ESC 1"]')
  check((await page.locator('.record li[data-item="ESC"] .step b').textContent()) === '1', 'an escort is taken back although a scout was bought after it')
  await act(page, '.record [data-action="buy ESC 1"]')
  await act(page, '.record [data-action="cancel SCT 1"]')
  check((await page.locator('.record li[data-item="SCT"] .step b').textContent()) === '0', 'the scout is taken back')
  check((await page.locator('.record [data-action="cancel SCT 1"]').count()) === 0, 'a line with nothing on it has nothing to take back')
  await act(page, '.record [data-action="rest MOVE"]')
  check((await page.locator('.record .left dd').textContent()) === '0', 'nothing is left of the bonus')
  await act(page, button('commit'), 0, wait)
}

/** One production year: people leave, things are bought, research gets the rest. */
async function produce(page) {
  await page.getByRole('tab', { name: 'Plan' }).waitFor()
  const left = async () => Number(await page.locator('.record .left dd').textContent())
  const began = await left()
  check(began > 0, 'the colonies yield nothing')
  // a colony that was conquered in this year yields nothing: plan another one
  if (!(await has(page, '.record input[type="range"]'))) await act(page, '.record .colony.can')
  await page.locator('.record input[type="range"]').fill('2')
  await act(page, '.record .send .act')
  check((await page.locator('.record .people').textContent()).includes('3 sent'), 'three million leave')
  await act(page, '.record [data-action="recall"]')
  check((await left()) === began, 'nobody leaves')
  await page.locator('.record input[type="range"]').fill('2')
  await act(page, '.record .send .act')
  for (let n = 0; n < 3 && (await has(page, '.record [data-action="buy ESC 1"]:not(:disabled)')); n += 1) await act(page, '.record [data-action="buy ESC 1"]')
  if (await has(page, '.record [data-action="buy SCT 1"]:not(:disabled)')) await act(page, '.record [data-action="buy SCT 1"]')
  const before = await left()
  check(before < began, 'purchases cost nothing')
  if (await has(page, '.record [data-action="research WEAP 1"]')) {
    await act(page, '.record [data-action="research WEAP 1"]')
    check((await left()) === before - 1, 'research costs what it says')
    await act(page, '.record [data-action="withhold WEAP 1"]')
    check((await left()) === before, 'research is taken back')
  }
  if (await has(page, '.record [data-action="rest TECH"]')) await act(page, '.record [data-action="rest TECH"]')
  check((await left()) === 0, 'the rest goes into one sequence')
  await act(page, button('commit'))
}

/** The year in which a page last sent its fleet: one that has moved may be chosen again, and would be for ever. */
const marched = new WeakMap()
const mayMarch = async (page) => (await year(page)) > 1 && marched.get(page) !== (await year(page)) && (await has(page, '.board .ship.can'))

/** Sends a fleet with escorts to the neighbour's star. */
async function march(page, goal) {
  marched.set(page, await year(page))
  await act(page, '.board .ship.can')
  for (let steps = 0; steps < 12; steps += 1) {
    if (await has(page, `.orders:visible [data-action="bound ${goal}"]`)) await act(page, `.orders:visible [data-action="bound ${goal}"]`)
    else if (await has(page, button('proceed'))) await act(page, button('proceed'))
    else {
      const star = page.locator(`.board .place.can[aria-label^="${goal},"]`)
      if ((await star.count()) === 0) break
      const before = await stamp(page)
      await star.dispatchEvent('click')
      const menu = page.locator('.pop[role="group"] .item', { hasText: 'Head for' })
      if (await menu.count()) await menu.first().click()
      await changed(page, before, `heading for ${goal}`)
      await settled(page)
    }
  }
  if (await has(page, button('done'))) await act(page, button('done'))
}

/** The chair through whose eyes the page looks. */
const chair = async (page) => /^(\w+)/.exec(await page.locator('.dock .near section').getAttribute('aria-label'))[1]

/** Two chairs of one person meet at a star: plays on until something glows there. */
async function meet(page, wanted) {
  for (let n = 0; n < 300 && !(await has(page, wanted)); n += 1) {
    check((await year(page)) < 6, `nobody met until year ${await year(page)}`)
    const question = await title(page)
    if (await has(page, '.win .act.gold')) await act(page, '.win .act.gold')
    else if (/Land colonists/.test(question) && (await has(page, '.orders:visible .planet .act'))) await land(page)
    else if (/Choose a fleet/.test(question) && (await chair(page)) === 'Ember' && (await mayMarch(page))) await march(page, 'Capella')
    else await pass(page)
  }
}

export async function what_loses_output_is_asked_again({ browser, base }) {
  const who = await cluster(browser, base)
  const { page } = who
  await page.getByRole('tab', { name: 'Plan' }).waitFor()
  const commit = page.locator(button('commit'))
  check(/will be lost|are lost|is lost/.test(await commit.textContent()), `the button says what it costs: ${await commit.textContent()}`)
  await commit.click()
  await page.getByText('Click again to confirm').waitFor()
  check((await commit.textContent()).includes('Sure?'), `the button says ${await commit.textContent()}`)
  check(/Before year 1/.test(await page.locator('.bar [role="group"]').first().getAttribute('aria-label')), 'one click was enough')
  // nothing is lost: nothing is asked
  await act(page, '.record [data-action="rest MOVE"]')
  await act(page, button('commit'))
  check((await year(page)) === 1, 'the year begins at one click')
  silent(who, 'the careful')
  await who.close()
}

export async function a_withdrawal_is_chosen_and_taken_back({ browser, base }) {
  const who = await cluster(browser, base, { mine: [1, 2] })
  const { page } = who
  await bonus(page)
  await bonus(page)
  await meet(page, '.win .ways .act')
  const out = page.locator('.win .ways [data-action="pull-all"]')
  check((await out.textContent()) === 'Withdraw all ships', `the button says ${await out.textContent()}`)
  await out.click()
  await page.locator('.win .leaving').waitFor()
  await page.keyboard.press('z')
  await page.locator('.win .leaving').waitFor({ state: 'detached' })
  await out.waitFor()
  silent(who, 'the cautious')
  await who.close()
}

export async function a_person_plays_a_production_year_and_a_battle_by_clicking({ browser, base }) {
  // two chairs against two computers, so that a combat is certain: the second chair waits for the first one's ships
  const who = await cluster(browser, base, { mine: [1, 2] })
  const { page } = who
  await bonus(page)
  await settled(page)
  check((await chair(page)) === 'Jade', 'the other chair has its own bonus')
  await bonus(page)
  let [produced, shots] = [0, 0]
  for (let n = 0; n < 300 && (produced === 0 || shots === 0); n += 1) {
    await settled(page)
    const now = await year(page)
    check(now < 6, `year ${now}: ${produced} plans, ${shots} shots`)
    const question = await title(page)
    if (/Production Year/.test(question)) {
      await produce(page)
      produced += 1
    } else if (await has(page, '.win .act.gold')) {
      shots += 1
      await act(page, '.win .act.gold')
    } else if (/Land colonists/.test(question) && (await has(page, '.orders:visible .planet .act'))) await land(page)
    else if (/Choose a fleet/.test(question) && (await chair(page)) === 'Ember' && (await mayMarch(page))) await march(page, 'Capella')
    else await pass(page)
  }
  check(produced > 0, 'a production year was played')
  check(shots > 1, 'a combat was fought: targets were chosen on both sides')
  const log = await page.locator('.log').textContent()
  check(/fire at/.test(log), 'the log tells of fire')
  silent(who, 'the player')
  await who.close()
}

export async function the_first_load_of_a_cluster_is_small({ browser, base, dist }) {
  // files of web/dist come uncompressed
  if (dist) return
  const who = await person(browser, base)
  const session = await who.context.newCDPSession(who.page)
  await session.send('Network.enable')
  let bytes = 0
  session.on('Network.loadingFinished', (event) => (bytes += event.encodedDataLength))
  session.on('Network.webSocketFrameReceived', ({ response }) => (bytes += response.payloadData.length))
  await who.page.goto('/')
  await who.page.getByRole('button', { name: 'Play now: Stellar Conquest' }).click()
  await settled(who.page)
  await who.page.waitForTimeout(300)
  check(bytes < 300_000, `from the front page to the cluster ${bytes} bytes came over the wire, expected less than 300000`)
  silent(who, 'the newcomer')
  await who.close()
}

export async function random_play_of_a_cluster_meets_every_choice({ browser, base }) {
  const roll = dice(23)
  let decisions = 0
  const who = await cluster(browser, base, { scenario: 'nova', options: { players: '2' }, chairs: 2, mine: [0] })
  const { page } = who
  while (decisions < 170) {
    await settled(page)
    if (await has(page, OVER)) break
    const count = await page.locator(CLICKABLE).count()
    check(count > 0, `nothing can be clicked: ${await page.locator('.prompt').textContent()}`)
    // now and then on: a match of endless splitting sees no combat
    const onward = await page.locator('.prompt .acts .btn.primary[data-action]').count()
    if (onward && roll(3) === 0) await act(page, '.prompt .acts .btn.primary[data-action]')
    else await random(page, roll(count))
    decisions += 1
  }
  check(decisions >= 150, `only ${decisions} decisions were made`)
  silent(who, 'the random player')
  await who.close()
}

/** Clicks the nth thing that can be clicked; a fold or a menu counts as well. */
async function random(page, nth) {
  for (const summary of await page.locator('.orders:visible details:not([open]) > summary').all()) await summary.click()
  const node = page.locator(CLICKABLE).nth(nth)
  const before = await stamp(page)
  if (await node.evaluate((found) => found instanceof SVGElement)) await node.dispatchEvent('click')
  else await node.click()
  const menu = page.locator('.pop[role="group"] .item')
  if (await menu.count()) await menu.first().click()
  await changed(page, before, `the click number ${nth}`)
}

/** What a table's stream said to this page. */
function listening(page) {
  const frames = []
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(said(payload))))
  return frames
}
const scene = (frames) => JSON.parse(frames.findLast((frame) => frame.includes('"type":"scene"'))).view

/** What fleets are and where they go, colonies, cards, research: nobody else reads it, in the page or on the wire. */
export async function others_see_no_secret({ browser, base }) {
  const rival = await person(browser, base)
  await api(rival.context, 'POST', '/session/guest', { name: 'Bea' })
  const meet = async (id) => {
    await api(rival.context, 'POST', `/tables/${id}/join`, { seat: 2 })
    await rival.page.goto(`/t/${id}`)
  }
  const who = await cluster(browser, base, { open: [2], meet })
  const { page, id } = who
  await bonus(page, false)
  await bonus(rival.page, false)
  const turn = async (one) => {
    if (/Land colonists/.test(await title(one)) && (await has(one, '.orders:visible .planet .act'))) await land(one)
    else if (one === page && /Choose a fleet/.test(await title(one)) && (await mayMarch(one))) await march(one, 'Capella')
    else await pass(one, false)
  }
  const secrets = new Set()
  for (let n = 0; n < 60 && (await year(page)) < 3; n += 1) {
    for (const one of [page, rival.page]) if (await has(one, '.prompt.ask')) await turn(one)
    const bound = await page.locator('.record').textContent()
    if (/→ Capella/.test(bound)) secrets.add('bound')
    await page.waitForTimeout(60)
  }
  check(secrets.has('bound'), 'the player has a destination to keep secret')
  // the rival comes back and hears everything again
  const frames = listening(rival.page)
  await rival.page.reload()
  await rival.page.locator('.board .place').first().waitFor()
  await rival.page.waitForTimeout(500)
  const theirs = scene(frames)
  const fleets = theirs.fleets.filter((fleet) => fleet.owner === 1)
  check(fleets.length > 0, 'the rival sees counters')
  for (const fleet of fleets) check(fleet.bound === null && fleet.arrives === null && fleet.moves === null && (fleet.ships === null || fleet.seen_in !== null), `the rival knows too much of fleet ${fleet.token}`)
  check(theirs.colonies.every((colony) => colony.controller === 2), 'the rival reads foreign colonies')
  check(theirs.seats[1].points === null && theirs.seats[2].points !== null, 'the rival reads foreign points')
  const label = await rival.page.locator('.board .ship[aria-label^="Ember"]').first().getAttribute('aria-label')
  check(/face down|as seen in year/.test(label) && !/bound for/.test(label), `the rival's page says ${label}`)

  const watcher = await person(browser, base)
  await api(watcher.context, 'POST', '/session/guest', { name: 'Wat' })
  const heard = listening(watcher.page)
  await watcher.page.goto(`/t/${id}`)
  await watcher.page.locator('.board .place').first().waitFor()
  await watcher.page.waitForTimeout(500)
  const view = scene(heard)
  check(view.fleets.length > 0, 'the watcher sees counters')
  for (const fleet of view.fleets) check(fleet.ships === null && fleet.bound === null && fleet.arrives === null && fleet.size === null, `a watcher knows fleet ${fleet.token}`)
  check(view.colonies.length === 0 && view.memories.length === 0 && view.research === null && view.planner === null && view.points === null && view.range === null, 'a watcher reads a private sheet')
  check(view.stars.every((star) => star.planets === null), 'a watcher reads star cards')
  // the names of the fields are there, and nothing in them
  const traffic = heard.filter((frame) => /"type":"(scene|update)"/.test(frame)).join('\n').replaceAll('"transports":[]', '')
  check(!/escort|transport|"bound":"/i.test(traffic), `the traffic of a watcher names ships or destinations: ${/.{80}(escort|transport|"bound":").{40}/i.exec(traffic)?.[0]}`)
  const shown = await watcher.page.locator('.table').evaluate((node) => node.outerHTML)
  check(!/escort|transport|bound for/i.test(shown), 'the page of a watcher names ships or destinations')
  silent(rival, 'the rival')
  silent(watcher, 'the watcher')
  for (const one of [watcher, rival, who]) await one.close()
}

export async function the_cluster_is_accessible({ browser, base }) {
  for (const colorScheme of ['dark', 'light']) {
    const who = await cluster(browser, base, { colorScheme })
    const { page } = who
    await accessible(page, `planner, ${colorScheme}`)
    await bonus(page)
    for (const leaf of ['Fleets', 'Colonies', 'Stars', 'Research', 'Score']) {
      await page.getByRole('tab', { name: leaf }).click()
      await accessible(page, `${leaf}, ${colorScheme}`)
    }
    for (const side of ['Players', 'Log']) {
      await page.getByRole('tab', { name: side }).click()
      await accessible(page, `${side}, ${colorScheme}`)
    }
    for (let n = 0; n < 8 && !/Choose a fleet/.test(await title(page)); n += 1) await pass(page)
    if (await has(page, '.board .ship.can')) await act(page, '.board .ship.can')
    await accessible(page, `a fleet's orders, ${colorScheme}`)
    await page.keyboard.press('l')
    await page.getByRole('dialog').waitFor()
    await accessible(page, `the map as a list, ${colorScheme}`)
    await who.close()
  }
}

export async function the_cluster_fits_a_phone({ browser, base }) {
  const who = await cluster(browser, base, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const { page } = who
  check(await page.locator('.record').isVisible(), 'the planner comes by itself')
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  check(wide <= 390, `the page is ${wide} wide on a phone`)
  await act(page, '.record [data-action="rest MOVE"]')
  await act(page, button('commit'))
  check(await page.locator('.board').isVisible(), 'the board comes back')
  silent(who, 'the phone')
  await who.close()
}

/** Does what the computer would do in this chair: a sensible match without clicking through it. */
async function advised(who, seat) {
  await settled(who.page)
  const before = await stamp(who.page)
  // where all plan at once, another chair may be faster
  for (let tries = 0; tries < 5; tries += 1) {
    const { action, revision } = await api(who.context, 'POST', `/tables/${who.id}/hint?seat=${seat}&level=greedy`)
    if (await api(who.context, 'POST', `/tables/${who.id}/moves`, { seat, revision, actions: [action] }).catch(() => undefined)) break
  }
  await changed(who.page, before, 'the advice')
}

/** Pictures for docs/img: `--shots`. */
export async function screenshots_of_the_cluster({ browser, base }) {
  const folder = new URL('../../docs/img/', import.meta.url).pathname
  mkdirSync(folder, { recursive: true })
  for (const [colorScheme, suffix] of [['dark', ''], ['light', '-light']]) {
    const who = await cluster(browser, base, { colorScheme, level: 'greedy', mine: [0] })
    const { page } = who
    const shot = (name) => page.screenshot({ path: `${folder}${name}${suffix}.png` })
    const taken = new Set()
    for (let n = 0; n < 600 && taken.size < 3; n += 1) {
      await settled(page)
      if (await has(page, OVER)) break
      const [now, question] = [await year(page), await title(page)]
      if (!taken.has('plan') && /Production Year/.test(question) && now >= 8) {
        for (let entries = 0; entries < 3; entries += 1) if (/Production Year/.test(await title(page))) await advised(who, 0)
        if (/Production Year/.test(await title(page))) {
          await page.waitForTimeout(400)
          await shot('stellar-plan')
          taken.add('plan')
        }
      } else if (!taken.has('board') && now >= 9 && (await has(page, '.arrow.sel'))) {
        // a fleet under way is under orders
        await page.getByRole('tab', { name: 'Colonies' }).click()
        await page.waitForTimeout(3000)
        await shot('stellar')
        taken.add('board')
      } else if (!taken.has('combat') && (await has(page, '.win .act.gold'))) {
        await page.waitForTimeout(3000)
        await shot('stellar-combat')
        taken.add('combat')
      } else await advised(who, 0)
      if (taken.has('board') && taken.has('plan') && now > 20) break
    }
    check(taken.has('board') && taken.has('plan'), `only ${[...taken].join()} were taken`)
    await who.close()
  }
}
