// Space Infantry: Federation in the browser. A name is a sentence.
import { accessible, api, check, contribution, person, silent } from './harness.mjs'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const OVER = '.prompt.over'

/** A tap on the touch screen of a phone, a click elsewhere. */
const press = (node) => (node.page().viewportSize().width < 500 ? node.tap() : node.click())

/** Waits until the player is asked or the match is over, and goes on after scenes. */
async function settled(page) {
  for (let tries = 0; tries < 40; tries += 1) {
    await page.waitForFunction(() => document.querySelector('.prompt.over') ?? document.querySelector('.goon') ?? (document.querySelector('.prompt.ask') && !document.querySelector('.prompt .btn:disabled, .acts .act:disabled')), undefined, { timeout: 60_000 })
    const on = page.locator('.goon')
    if ((await on.count()) === 0) return
    await press(on.first())
  }
}

/** A person at a table of their own. */
async function sol(browser, base, { scenario = 'easy', prepare = () => undefined, ...options } = {}) {
  const who = await person(browser, base, options)
  await api(who.context, 'POST', '/session/guest', { name: 'Ann' })
  const table = await api(who.context, 'POST', '/tables', { game: 'space_infantry', scenario, seats: [{ kind: 'me' }] })
  await api(who.context, 'POST', `/tables/${table.id}/ready`, { contribution: contribution() })
  await prepare(who.context, table.id)
  await who.page.goto(`/t/${table.id}`)
  await who.page.waitForSelector('.board .nd')
  await settled(who.page)
  return { ...who, id: table.id }
}

const scene = (context, id) => api(context, 'GET', `/tables/${id}/scene?seat=0`)
const send = (context, id, revision, action) => api(context, 'POST', `/tables/${id}/moves`, { seat: 0, revision, actions: [action] })

/** Plays through the interface until the position is what is wanted; `choose` names a choice or leaves it to the greedy player. */
async function playUntil(context, id, wanted, choose = () => undefined, most = 900) {
  const games = await api(context, 'GET', '/games')
  const level = games.find((game) => game.id === 'space_infantry').levels.find((name) => name === 'greedy')
  for (let n = 0; n < most; n += 1) {
    const now = await scene(context, id)
    if (!now.prompt || now.view.result) return undefined
    if (wanted(now)) return now
    const choice = choose(now)
    const action = choice?.action ?? (await api(context, 'POST', `/tables/${id}/hint?seat=0&level=${level}`)).action
    await send(context, id, now.revision, action)
  }
  return undefined
}

const revision = (page) => page.evaluate(() => `${document.querySelector('.table')?.textContent}|${[...document.querySelectorAll('.ship')].map((ship) => ship.getAttribute('style')).join()}`)

/** Waits until the table is not what it was. */
async function changed(page, before, what) {
  for (let tries = 0; tries < 600; tries += 1) {
    const refused = page.locator('.prompt.refused')
    if (await refused.count()) throw new Error(`refused after ${what}: ${await refused.textContent()}`)
    if ((await revision(page)) !== before) return settled(page)
    await page.waitForTimeout(25)
  }
  throw new Error(`nothing happened after ${what}: ${await page.locator('.prompt').innerHTML()}`)
}

/** Clicks something and waits for what it does; with several meanings the menu asks. */
async function act(page, selector, label) {
  const before = await revision(page)
  const node = page.locator(selector).first()
  if (await node.evaluate((found) => found instanceof SVGElement)) await node.dispatchEvent('click')
  else await press(node)
  const menu = page.locator('.pop .item')
  if (await menu.count()) await press((label ? menu.filter({ hasText: label }) : menu).first())
  await changed(page, before, `a click on ${selector}`)
}

const prompt = (page) => page.locator('.prompt .title').textContent()

/** The setup: five resources into Stored by the buttons above the question. */
async function store(page) {
  for (const name of ['Build', 'Maneuver', 'Research', 'Research', 'Espionage']) {
    const before = await revision(page)
    await press(page.locator('.acts .act', { hasText: name }).first())
    await changed(page, before, `storing ${name}`)
  }
}

/** Answers whatever is asked with the first thing offered until the actions of a Federation turn are asked for. */
async function toActions(page) {
  for (let n = 0; n < 120; n += 1) {
    await settled(page)
    if (await page.locator('.acts [data-group]').count()) return
    const own = page.locator('.prompt .on .btn.primary, .prompt .on .btn')
    if (await page.locator('.acts .act').count()) await act(page, '.acts .act')
    else {
      const before = await revision(page)
      await press(own.last())
      await changed(page, before, 'the gold button')
    }
  }
  throw new Error('no Federation turn came')
}

export async function space_infantry_a_federation_turn_with_research_by_clicks({ browser, base }) {
  const who = await sol(browser, base)
  const { page } = who
  check((await page.locator('.film .fr').count()) === 5, 'five tokens stand in the strip')
  check((await page.locator('.film .fr.first .say').textContent()).length > 5, 'the next token says what it will do')
  await store(page)
  await toActions(page)
  await accessible(page, 'the board of Space Infantry')
  // research by the bar of actions
  await act(page, '.acts [data-group="research"]', 'Initiate research')
  for (let n = 0; n < 4 && !(await page.locator('.acts [data-group], .prompt [data-action="end_actions"]').count()); n += 1) await act(page, '.acts .act')
  check((await page.locator('.record .rs .tk').count()) > 0, 'a technology stands on the progress track')
  // a Flagship by its place on the sheet, or by the bar where no Build is there
  if (await page.locator('.record .ub.offered').count()) {
    await act(page, '.record .ub.offered')
    check((await page.locator('.board .ship').count()) > 0, 'an asset stands on Sol')
  }
  await page.keyboard.press('e')
  await settled(page)
  silent(who, 'a Federation turn')
  await who.close()
}

export async function space_infantry_is_played_by_keyboard_alone({ browser, base }) {
  const who = await sol(browser, base)
  const { page } = who
  for (let n = 0; n < 5; n += 1) {
    const before = await revision(page)
    await page.locator('.acts .act').first().focus()
    await page.keyboard.press('Enter')
    await changed(page, before, 'Enter on a resource')
  }
  await page.locator('.board .nd').first().focus()
  await page.keyboard.press('ArrowDown')
  check((await page.evaluate(() => document.activeElement?.getAttribute('data-place'))) !== null, 'arrow keys go from place to place')
  await page.keyboard.press('l')
  await page.getByRole('dialog', { name: 'The map as a list' }).waitFor()
  await page.keyboard.press('Escape')
  silent(who, 'the keyboard')
  await who.close()
}

const moves = ({ prompt: asked }) => asked.choices.filter(({ group, consequence }) => group === 'move' && consequence?.startsWith('battle'))

/** Stores an Espionage for a re-roll, and leaves the rest to the greedy player. */
const patient = ({ prompt: asked, view }) => (view.phase.kind === 'set_up' && !view.resources.stored.includes('ESP') ? asked.choices.find(({ targets }) => targets.includes('track:pool:ESP')) : undefined)

/** A match in which a ship can move into a battle while an Espionage can pay for a re-roll. */
async function beforeBattle(browser, base, options) {
  for (let tries = 0; tries < 8; tries += 1) {
    let found
    const who = await sol(browser, base, { ...options, prepare: async (context, id) => (found = await playUntil(context, id, (now) => moves(now).length > 0 && now.view.resources.hand.includes('ESP'), patient, 250)) })
    if (found) return who
    await who.close()
  }
  throw new Error('no match came to a battle')
}

async function battle(who) {
  const { page } = who
  await press(page.locator('.acts [data-group="move"]'))
  const into = page.locator('.pop .item', { hasText: 'battle' })
  const before = await revision(page)
  if (await into.count()) await press(into.first())
  await changed(page, before, 'a move into battle')
  if (await page.locator('.prompt .on', { hasText: 'Roll as it is' }).count()) {
    const asked = await revision(page)
    await press(page.locator('.prompt .on .btn', { hasText: 'Roll as it is' }).first())
    await changed(page, asked, 'rolling as it is')
  }
  await page.locator('.win').waitFor()
  check((await page.locator('.win .ladder li').count()) > 1, 'the dice add up term by term')
  check((await page.locator('.win .odds li').count()) > 1, 'the odds are shown')
  // several Espionages that can pay: a narrow prompt lists them in a menu
  const listed = page.locator('.prompt [aria-expanded="false"]')
  if (await listed.count()) await press(listed.first())
  const again = page.getByRole('button', { name: /^Roll again/ }).first()
  await again.waitFor({ timeout: 10_000 }).catch(async () => { throw new Error(`no re-roll is offered: ${await page.locator('.prompt').textContent()} | ${(await page.locator('.log').textContent()).slice(-600)}`) })
  const rolled = await page.locator('.log').textContent()
  await press(again)
  await page.waitForFunction((text) => document.querySelector('.log')?.textContent !== text, rolled)
  await settled(page)
  check(/again/.test(await page.locator('.log').textContent()), 'the log tells of the re-roll')
}

export async function space_infantry_a_move_into_combat_and_a_re_roll({ browser, base }) {
  const who = await beforeBattle(browser, base)
  await battle(who)
  silent(who, 'a combat')
  await who.close()
}

/** Does nothing in its turns: ends them, and answers the rest with the first thing offered. */
const idle = ({ prompt: asked, view }) => (view.phase.kind === 'set_up' ? undefined : (asked.choices.find(({ action }) => action === 'end_actions') ?? asked.choices[0]))

/** A match near its defeat: an idle player loses Stability, or Sol to a fleet. */
async function lose(browser, base, options) {
  const who = await sol(browser, base, { ...options, scenario: 'hard', prepare: (context, id) => playUntil(context, id, ({ view }) => view.phase.kind === 'actions' && view.status.stability <= 2, idle) })
  const { page } = who
  for (let n = 0; n < 150 && !(await page.locator(OVER).count()); n += 1) {
    const end = page.locator('[data-action="end_actions"]')
    // a narrow prompt keeps it in its menu
    const listed = page.locator('.prompt [aria-expanded="false"]')
    if (/your actions/.test(await prompt(page)) && (await end.count()) === 0) await press(listed.first())
    const before = await revision(page)
    if (await end.count()) await press(end.first())
    else if (await page.locator('.acts .act').count()) await press(page.locator('.acts .act').first())
    else await press(page.locator('.prompt .on .btn').last())
    await changed(page, before, 'doing nothing')
  }
  await page.waitForSelector(OVER)
  check(/You lost/.test(await page.locator('.end h2').textContent()), 'the end page says that the match is lost')
  check((await page.locator('.end .rule').count()) === 1, 'and by which rule')
  silent(who, 'a lost match')
  await who.close()
}

export const space_infantry_a_lost_match_reaches_its_end_page = ({ browser, base }) => lose(browser, base, {})

export const space_infantry_a_defeat_on_a_phone = ({ browser, base }) => lose(browser, base, PHONE)

const wins = ({ prompt: asked, view }) => view.worlds.some(({ ready, bases_after }) => ready && bases_after === view.status.bases_to_win) && asked.choices.some(({ group }) => group === 'settle')

/** A match one settlement before its victory. */
async function beforeVictory(browser, base, options) {
  for (let tries = 0; tries < 12; tries += 1) {
    let found
    const who = await sol(browser, base, { ...options, prepare: async (context, id) => (found = await playUntil(context, id, wins)) })
    if (found) return who
    await who.close()
  }
  throw new Error('the greedy player never came near a victory')
}

async function settleToWin({ page }) {
  const button = page.locator('.acts [data-group="settle"]')
  await press(button)
  const menu = page.locator('.pop .item')
  if (await menu.count()) await press(menu.first())
  await page.waitForSelector(`${OVER}, .goon`)
  await settled(page)
  await page.waitForSelector(OVER)
  check(/won/i.test(await page.locator('.table').textContent()), 'the end page says that the match is won')
}

export async function space_infantry_a_won_match_reaches_its_end_page({ browser, base }) {
  const who = await beforeVictory(browser, base)
  await settleToWin(who)
  silent(who, 'a won match')
  await who.close()
}

export async function space_infantry_on_a_phone({ browser, base }) {
  const who = await sol(browser, base, PHONE)
  const { page } = who
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  check(wide <= 390, `nothing is wider than the phone, but the page is ${wide} px`)
  for (const name of ['Build', 'Maneuver', 'Research', 'Research', 'Espionage']) {
    const before = await revision(page)
    await page.locator('.acts .act', { hasText: name }).first().tap()
    await changed(page, before, `storing ${name}`)
  }
  await toActions(page)
  await accessible(page, 'Space Infantry on a phone')
  await page.locator('.tabs button', { hasText: 'Federation' }).tap()
  check(await page.locator('.record .rt').isVisible(), 'the resource track is on its tab')
  check(await page.locator('.record .pol').isVisible(), 'politics are on the same tab')
  await page.locator('.tabs button', { hasText: 'Board' }).tap()
  await act(page, '.acts [data-group="research"]', 'Initiate research')
  for (let n = 0; n < 4 && !(await page.locator('.acts [data-group], .prompt [data-action="end_actions"]').count()); n += 1) await act(page, '.acts .act')
  await api(who.context, 'POST', `/tables/${who.id}/resign`, { seat: 0 })
  await page.waitForSelector(OVER)
  silent(who, 'a phone')
  await who.close()
}

export async function space_infantry_a_combat_and_a_re_roll_on_a_phone({ browser, base }) {
  const who = await beforeBattle(browser, base, PHONE)
  await battle(who)
  silent(who, 'a combat on a phone')
  await who.close()
}

export async function space_infantry_a_victory_on_a_phone({ browser, base }) {
  const who = await beforeVictory(browser, base, PHONE)
  await settleToWin(who)
  silent(who, 'a victory on a phone')
  await who.close()
}

const FOLDER = new URL('../../docs/img/', import.meta.url).pathname

export async function screenshots_of_space_infantry({ browser, base }) {
  for (const [colorScheme, suffix] of [['dark', ''], ['light', '-light']]) {
    const who = await sol(browser, base, { colorScheme, prepare: (context, id) => playUntil(context, id, ({ view, prompt: asked }) => view.status.bases >= 2 && view.phase.kind === 'actions' && asked.choices.length > 6) })
    await who.page.mouse.move(700, 880)
    await who.page.waitForTimeout(800)
    await who.page.screenshot({ path: `${FOLDER}space-infantry${suffix}.png` })
    if (suffix === '') {
      const found = await playUntil(who.context, who.id, ({ view }) => view.combat?.faces.length > 0, ({ view, prompt: asked }) => (view.combat && asked.choices.find(({ group }) => group === 'out maneuver')) || undefined)
      if (found) {
        await who.page.reload()
        await who.page.locator('.win').waitFor()
        await who.page.waitForTimeout(800)
        await who.page.screenshot({ path: `${FOLDER}space-infantry-combat.png` })
      }
    }
    await who.close()
  }
  const phone = await sol(browser, base, { ...PHONE, prepare: (context, id) => playUntil(context, id, ({ view, prompt: asked }) => view.status.bases >= 1 && view.phase.kind === 'actions' && asked.choices.length > 6) })
  await phone.page.waitForTimeout(800)
  await phone.page.screenshot({ path: `${FOLDER}phone-space-infantry.png` })
  await phone.close()
}
