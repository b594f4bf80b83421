// The browser tests, in the order in which they run. A name is a sentence.
import { accessible, check, duel, person, said, silent } from './harness.mjs'
import { PAGES } from './pages.mjs'
import { any, decide, dice, hasty, playNow, settled } from './play.mjs'

export async function a_newcomer_finishes_scenario_A_by_clicking({ browser, base }) {
  const who = await person(browser, base)
  await playNow(who.page)
  let decisions = 0
  const roll = dice(7)
  // now and then a move, mostly onward: a whole match in reasonable time
  const prefer = (choices) => (roll(4) === 0 ? choices[roll(choices.length)] : hasty(choices))
  while (await decide(who.page, prefer)) {
    decisions += 1
    check(decisions < 900, 'the match does not end')
  }
  const said = await who.page.locator('.prompt .title').textContent()
  check(/wins|draw/.test(said), `the end says ${said}`)
  check(await who.page.getByRole('button', { name: 'Replay from the start' }).isVisible(), 'the end offers the replay')
  silent(who, 'the newcomer')
  await who.close()
}

export async function random_play_meets_every_choice({ browser, base }) {
  const who = await person(browser, base)
  const roll = dice(11)
  let decisions = 0
  // A random match may end early: three scenarios at least, more until there were enough decisions.
  for (const scenario of ['A', 'E', 'C', 'D', 'F', 'B', 'G']) {
    if (decisions >= 200 && !['A', 'E', 'C'].includes(scenario)) break
    await who.page.goto('/new/star_borders')
    await who.page.locator(`input[name="scenario"][value="${scenario}"]`).check()
    await who.page.getByRole('button', { name: 'Set up the table' }).click()
    for (let n = 0; n < 80; n += 1) {
      if (!(await decide(who.page, any(roll)))) break
      decisions += 1
    }
  }
  check(decisions >= 200, `only ${decisions} decisions were made`)
  silent(who, 'the random player')
  await who.close()
}

export async function undo_takes_a_step_back({ browser, base }) {
  const who = await person(browser, base)
  await playNow(who.page)
  const before = await who.page.locator('.prompt .title').textContent()
  await who.page.locator('.ship.can').first().dispatchEvent('click')
  await who.page.waitForFunction((old) => document.querySelector('.prompt .title')?.textContent !== old, before)
  await who.page.keyboard.press('z')
  await who.page.waitForFunction((old) => document.querySelector('.prompt .title')?.textContent === old, before)
  silent(who, 'undo')
  await who.close()
}

export async function a_plan_is_made_in_private_and_played_at_once({ browser, base }) {
  const who = await person(browser, base)
  await playNow(who.page)
  await who.page.getByRole('button', { name: 'Draft in private' }).click()
  await who.page.getByText('Private draft').waitFor()
  await who.page.locator('.ship.can').first().dispatchEvent('click')
  await who.page.locator('.place.can').first().dispatchEvent('click')
  await who.page.getByRole('button', { name: 'Play the draft' }).click()
  await who.page.waitForFunction(() => [...document.querySelectorAll('.log .line')].some((line) => /moves from/.test(line.textContent ?? '')))
  silent(who, 'the planner')
  await who.close()
}

export async function why_not_names_the_rule_and_opens_it({ browser, base }) {
  const who = await person(browser, base)
  await playNow(who.page)
  const roll = dice(3)
  for (let n = 0; n < 150; n += 1) {
    const greyed = who.page.locator('.place[tabindex="0"][aria-disabled="true"]')
    const button = who.page.getByRole('button', { name: 'Why not?' })
    if ((await greyed.count()) > 0) await greyed.first().dispatchEvent('click')
    else if ((await button.count()) > 0) await button.click()
    else if (await decide(who.page, any(roll))) continue
    else break
    const rule = who.page.locator('.pop .why .rule').first()
    const id = await rule.textContent()
    check(/^SB-/.test(id), `a refusal names ${id}`)
    await rule.click()
    await who.page.getByRole('dialog', { name: 'Rules' }).waitFor()
    await who.page.locator('.row.open').waitFor()
    silent(who, 'why not')
    await who.close()
    return
  }
  throw new Error('in 150 decisions nothing was refused')
}

export async function the_log_rewinds_the_board({ browser, base }) {
  const who = await person(browser, base)
  await playNow(who.page)
  for (let n = 0; n < 6; n += 1) await decide(who.page, hasty)
  await settled(who.page)
  await who.page.locator('.log .line').first().click()
  await who.page.getByText(/Viewing step/).waitFor()
  check(/\/t\/[^/]+\/\d+$/.test(who.page.url()), 'the address names the moment')
  const first = await who.page.locator('.prompt .title').textContent()
  await who.page.locator('.prompt .title').click()
  await who.page.keyboard.press('ArrowRight')
  await who.page.waitForFunction((old) => document.querySelector('.prompt .title')?.textContent !== old, first)
  await who.page.keyboard.press('Escape')
  await settled(who.page)
  silent(who, 'the rewinder')
  await who.close()
}

export async function a_reload_in_mid_battle_loses_nothing({ browser, base }) {
  const who = await person(browser, base)
  await playNow(who.page)
  const roll = dice(5)
  for (let n = 0; n < 400; n += 1) {
    if (await who.page.locator('.win').count()) {
      await settled(who.page)
      if (!(await who.page.locator('.win').count())) continue
      const before = await who.page.locator('.win h2').textContent()
      const asked = await who.page.locator('.prompt .title').textContent()
      await who.page.reload()
      await settled(who.page)
      check((await who.page.locator('.win h2').textContent()) === before, 'the battle is still there')
      check((await who.page.locator('.prompt .title').textContent()) === asked, 'the question is still there')
      silent(who, 'the reader')
      await who.close()
      return
    }
    if (!(await decide(who.page, any(roll)))) break
  }
  throw new Error('no battle came')
}

export async function two_people_play_live_and_a_spectator_sees_no_secret({ browser, base }) {
  const { one, table } = await duel(browser, base, { scenario: 'E', visibility: 'public', title: 'A public duel' })
  await one.page.goto(`/t/${table.id}`)
  await one.page.getByRole('button', { name: 'Invite a friend to this seat' }).click()
  const link = await one.page.getByLabel('Invitation', { exact: true }).inputValue()
  const two = await person(browser, base)
  await two.page.goto(new URL(link).pathname)
  await two.page.getByRole('button', { name: 'Take this seat' }).click()
  const watcher = await person(browser, base)
  const heard = []
  watcher.page.on('websocket', (socket) => socket.on('framereceived', (frame) => heard.push(said(frame.payload))))
  await one.page.waitForSelector('.prompt')
  await two.page.waitForSelector('.prompt')
  await watcher.page.goto(`/t/${table.id}`)
  await watcher.page.waitForSelector('.prompt')
  const asking = async () => ((await one.page.locator('.prompt.ask').count()) ? one.page : (await two.page.locator('.prompt.ask').count()) ? two.page : undefined)
  const roll = dice(23)
  for (let n = 0; n < 60; n += 1) {
    let page
    for (let tries = 0; tries < 200 && !(page = await asking()); tries += 1) await one.page.waitForTimeout(25)
    if (!page) break
    // cards are bought and kept: they are the secret
    const quiet = (choices) => choices.filter((choice) => !choice.key?.startsWith('card:'))
    await decide(page, (choices) => choices.find((choice) => choice.key === 'buy') ?? any(roll)(quiet(choices)))
  }
  const hands = await Promise.all([one, two].map((who) => who.page.locator('.hand li').count()))
  check(hands.some((count) => count > 0), 'nobody got a card: the test would prove nothing')
  check((await watcher.page.locator('.hand').count()) === 0, 'a spectator is shown a hand')
  const cards = /"hands":\[(\[\],)?\[\s*\d|"view","hands"/
  check(!heard.some((frame) => cards.test(frame)), 'a hand went to a spectator')
  check(!heard.some((frame) => /"prompt":\{/.test(frame)), 'a prompt went to a spectator')
  const lines = (page) => page.locator('.log .line').count()
  await one.page.waitForTimeout(300)
  check((await lines(watcher.page)) > 5, 'the spectator sees what happens')
  for (const [name, who] of Object.entries({ one, two, watcher })) silent(who, name)
  await Promise.all([one, two, watcher].map((who) => who.close()))
}

export async function a_turn_with_the_keyboard_alone({ browser, base }) {
  const who = await person(browser, base)
  const { page } = who
  await page.goto('/')
  const reach = async (matches) => {
    for (let n = 0; n < 80; n += 1) {
      await page.keyboard.press('Tab')
      if (await page.evaluate(matches)) return
    }
    throw new Error(`Tab does not reach ${matches}`)
  }
  await reach(() => document.activeElement?.getAttribute('aria-label') === 'Play now: Star Borders')
  await page.keyboard.press('Enter')
  await settled(page)
  await reach(() => document.activeElement?.matches('.ship.can') ?? false)
  await page.keyboard.press('Enter')
  if (await page.locator('.pop[role="group"]').count()) await page.keyboard.press('Enter')
  await page.waitForSelector('.place.can')
  await reach(() => document.activeElement?.matches('.place.can') ?? false)
  await page.keyboard.press('ArrowRight')
  check(await page.evaluate(() => document.activeElement?.matches('[data-place]') ?? false), 'arrow keys go from element to element')
  await reach(() => document.activeElement?.matches('.place.can') ?? false)
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => [...document.querySelectorAll('.log .line')].some((line) => /(moves|jumps) from/.test(line.textContent ?? '')))
  await page.keyboard.press('l')
  await page.getByRole('dialog', { name: 'The map as a list' }).waitFor()
  check((await page.locator('.maplist > li').count()) > 10, 'the map can be read as a list')
  await page.keyboard.press('Escape')
  for (let n = 0; n < 5 && (await page.locator('.prompt.ask').count()); n += 1) {
    await page.keyboard.press('e')
    await page.waitForTimeout(300)
  }
  silent(who, 'the keyboard')
  await who.close()
}

export async function a_turn_on_a_phone({ browser, base }) {
  const who = await person(browser, base, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await playNow(who.page)
  await accessible(who.page, 'the table on a phone')
  const wide = await who.page.evaluate(() => document.documentElement.scrollWidth)
  check(wide <= 390, `the page is ${wide} px wide on a phone of 390`)
  for (let n = 0; n < 12; n += 1) if (!(await decide(who.page, (choices) => choices[0]))) break
  for (const tab of ['Log', 'Players', 'Board']) await who.page.locator('.tabs').getByText(tab).tap()
  await settled(who.page)
  // on a phone a plan begins in the menu
  await who.page.getByRole('button', { name: 'Menu', exact: true }).tap()
  await who.page.getByRole('dialog').getByRole('button', { name: 'Draft in private' }).tap()
  await who.page.getByRole('button', { name: 'Discard the draft' }).tap()
  await settled(who.page)
  await who.page.locator('.tabs').getByText('Rules').tap()
  await who.page.getByRole('dialog', { name: 'Rules' }).waitFor()
  silent(who, 'the phone')
  await who.close()
}

export async function every_page_is_accessible({ browser, base }) {
  for (const colorScheme of ['dark', 'light']) {
    const who = await person(browser, base, { colorScheme })
    for (const [name, path] of Object.entries(PAGES)) {
      await who.page.goto(path)
      await who.page.waitForSelector('h1')
      await who.page.waitForTimeout(250)
      await accessible(who.page, `${name}, ${colorScheme}`)
    }
    await playNow(who.page)
    await accessible(who.page, `table, ${colorScheme}`)
    for (const panel of ['Menu', 'Chat', 'Share this table', 'The map as a list']) {
      await who.page.getByRole('button', { name: panel, exact: true }).click()
      await who.page.getByRole('dialog').waitFor()
      await accessible(who.page, `${panel}, ${colorScheme}`)
      await who.page.keyboard.press('Escape')
    }
    const roll = dice(5)
    for (let n = 0; n < 400 && !(await who.page.locator('.win').count()); n += 1) if (!(await decide(who.page, any(roll)))) break
    if (await who.page.locator('.win').count()) await accessible(who.page, `battle, ${colorScheme}`)
    silent(who, `every page, ${colorScheme}`)
    await who.close()
  }
}
