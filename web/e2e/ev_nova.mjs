// Escape Velocity Nova in the browser. A name is a sentence.
import { accessible, api, check, contribution, late, person, silent } from './harness.mjs'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const OVER = '.prompt.over'

/** Waits until the player is asked or the match is over, and goes on after scenes. */
async function settled(page) {
  for (let tries = 0; tries < 60; tries += 1) {
    await page.waitForFunction(() => document.querySelector('.prompt.over') ?? document.querySelector('.goon') ?? (document.querySelector('.prompt.ask') && !document.querySelector('.prompt .btn:disabled, .acts .act:disabled, .opt:disabled')), undefined, { timeout: 60_000 })
    const on = page.locator('.goon')
    if ((await on.count()) === 0) return
    await on.first().click()
  }
}

const scene = (context, id) => api(context, 'GET', `/tables/${id}/scene?seat=0`)
const send = (context, id, revision, action) => api(context, 'POST', `/tables/${id}/moves`, { seat: 0, revision, actions: [action] })

/** Plays seat 0 through the interface until the position is what is wanted; `choose` names a choice or leaves it to the greedy player. */
async function playUntil(context, id, wanted, choose = () => undefined, most = 600) {
  for (let n = 0; n < most; n += 1) {
    const now = await scene(context, id)
    if (now.view.winner) return undefined
    if (!now.asked.includes(0)) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      continue
    }
    if (wanted(now)) return now
    const action = choose(now)?.action ?? (await api(context, 'POST', `/tables/${id}/hint?seat=0&level=greedy`)).action
    await send(context, id, now.revision, action).catch(() => undefined)
  }
  return undefined
}

/** A captain at a table against the computer. */
async function captain(browser, base, { options = {}, prepare = () => true, level = 'greedy', ...rest } = {}) {
  const who = await person(browser, base, rest)
  await api(who.context, 'POST', '/session/guest', { name: 'Ann' })
  const table = await api(who.context, 'POST', '/tables', { game: 'ev_nova', options, players: 2, seats: [{ kind: 'me' }, { kind: 'computer', level }] })
  await api(who.context, 'POST', `/tables/${table.id}/ready`, { contribution: contribution() })
  const found = await prepare(who.context, table.id)
  if (found === undefined) {
    await who.close()
    return undefined
  }
  await who.page.goto(`/t/${table.id}`)
  await who.page.waitForSelector('.board .sys')
  await settled(who.page)
  return { ...who, id: table.id }
}

/** A match that comes to the wanted position; some never do. */
async function at(browser, base, wanted, { choose, most, ...options } = {}) {
  for (let tries = 0; tries < 12; tries += 1) {
    const who = await captain(browser, base, { ...options, prepare: (context, id) => playUntil(context, id, wanted, choose, most) })
    if (who) return who
  }
  throw new Error('no match came to the wanted position')
}

const state = (page) => page.evaluate(() => document.querySelector('.table')?.textContent)

/** Waits until the table is not what it was. */
async function changed(page, before, what) {
  for (let tries = 0; tries < 800; tries += 1) {
    const refused = page.locator('.prompt.refused')
    if (await refused.count()) throw new Error(`refused after ${what}: ${await refused.textContent()}`)
    if ((await state(page)) !== before) return settled(page)
    await page.waitForTimeout(25)
  }
  throw new Error(`nothing happened after ${what}`)
}

const quoted = (text) => text.replaceAll('"', '\\"')

/** Chooses by clicking what the choice points at: a button, or a card, ship or system and then the line of its menu. */
async function click(page, choice) {
  const before = await state(page)
  const act = (node) => (page.viewportSize().width < 500 ? node.tap() : node.click())
  const direct = page.locator(`[data-action="${quoted(choice.action)}"]:visible`)
  if ((await direct.count()) === 0) {
    const more = page.locator('.prompt [aria-expanded="false"]:visible')
    const drawn = []
    for (const key of choice.targets) if (await page.locator(`.table [data-key="${key}"]`).count()) drawn.push(key)
    if (drawn.length > 0) {
      const node = page.locator(`.table [data-key="${drawn[0]}"]`).first()
      if (await node.evaluate((found) => found instanceof SVGElement)) await node.dispatchEvent('click')
      else if (await node.isVisible()) await act(node)
      else await node.dispatchEvent('click')
    } else if (await more.count()) await act(more.first())
    if ((await state(page)) !== before && (await page.locator(`[data-action="${quoted(choice.action)}"]:visible, .pop .item`).count()) === 0) return changed(page, before, choice.label)
    const menu = page.locator(`[data-action="${quoted(choice.action)}"]:visible`)
    if (await menu.count()) await act(menu.first())
    else if (await page.locator('.pop .item').count()) await act(page.locator('.pop .item', { hasText: choice.label }).first())
  } else await act(direct.first())
  await changed(page, before, `a click on ${choice.label}`)
}

const offered = async ({ context, id }, wanted) => (await scene(context, id)).prompt?.choices.find(wanted)

export async function ev_nova_build_a_deck_launch_and_bring_it_in_secret({ browser, base }) {
  const who = await person(browser, base)
  const { page } = who
  await page.goto('/')
  await page.getByRole('link', { name: 'Build a deck for EV Nova' }).click()
  await page.locator('.duo').first().waitFor()
  check((await page.locator('.duo').count()) === 120, 'all 120 cards are listed')
  await page.getByRole('button', { name: 'Deck B' }).click()
  await page.locator('#legal', { hasText: 'Legal' }).waitFor()
  await accessible(page, 'the deck builder')
  await page.locator('.srch input').fill('radar missile')
  check((await page.locator('.duo').count()) < 20, 'the search narrows the list')
  await page.locator('.srch input').fill('')
  // an empty list says every reason, and cannot be played
  await page.getByRole('button', { name: 'Empty' }).click()
  await page.locator('#legal', { hasText: '12 reasons' }).waitFor()
  check(await page.getByRole('button', { name: 'Play with it' }).isDisabled(), 'an illegal deck cannot be played')
  // a broken list names line, card and rule; nothing is lost
  await page.getByRole('button', { name: 'Import' }).click()
  await page.locator('textarea').fill('# Mine\n5 EVN-049\n1 EVN-999\nhello\n')
  await page.getByRole('button', { name: 'Take it over' }).click()
  await page.locator('.problem', { hasText: 'line 3: there is no card EVN-999' }).waitFor()
  check(/line 4/.test(await page.locator('.problem').textContent()), 'every broken line is named')
  await page.locator('.duo.bad .why', { hasText: '5 copies' }).waitFor()
  check((await page.locator('textarea').inputValue()).includes('EVN-999'), 'what was pasted is kept')
  await page.getByRole('button', { name: 'Deck A', exact: true }).click()
  await page.locator('#legal', { hasText: 'Legal' }).waitFor()
  await page.getByLabel('Name of the deck').fill('Ann’s traders')
  const first = page.locator('.duo').filter({ has: page.locator('button[aria-label^="Add"]:not([disabled])') }).first()
  await first.getByRole('button', { name: /^Add/ }).click()
  await page.locator('.tot b', { hasText: '61' }).waitFor()
  await page.getByRole('button', { name: 'Deal one' }).click()
  await page.getByRole('button', { name: 'Deal again' }).waitFor()
  check((await page.locator('section[aria-label="Test hands"] li').count()) === 6, 'a hand of three and three draws')
  await page.getByRole('button', { name: 'Store it' }).click()
  await page.locator('.starts', { hasText: 'Ann’s traders' }).waitFor()
  await page.getByRole('button', { name: 'Play with it' }).click()
  await page.waitForSelector('.board .cb')
  // launch: the gift to the Nova Deck by two clicks, the rest is recommended
  await settled(page)
  const before = await state(page)
  await page.locator('.cb .duo.can').first().click()
  await changed(page, before, 'giving a card')
  check((await page.locator('.cb .gift').count()) === 1, 'a given card is marked')
  await accessible(page, 'the gift to the Nova Deck')
  for (let n = 0; n < 40 && (await page.locator('.pawn.mine').count()) === 0; n += 1) {
    await settled(page)
    const now = await state(page)
    const gold = page.locator('.prompt .btn.primary')
    await ((await gold.count()) > 0 ? gold : page.locator('.prompt .on .btn').first()).click()
    await changed(page, now, 'the gold button')
  }
  check((await page.locator('.pawn.mine').count()) === 1, 'the pawn stands on the map')
  check((await page.locator('.hand .card').count()) >= 1, 'the first hand is drawn')
  const id = page.url().split('/').at(-1)
  const other = await api(who.context, 'GET', `/tables/${id}`)
  check(JSON.stringify(other.seats[1]).includes('EVN-') === false, 'no list of another seat is sent')
  silent({ errors: who.errors.filter((error) => !late(error)) }, 'the deck builder')
  await who.close()
}

const label = (words) => ({ label: text }) => words.test(text)
const GREEDY = { most: 500 }

async function tradeMissionAndShip(browser, base, options = {}) {
  // a trade route: load it, and sell it where it is wanted
  const trader = await at(browser, base, ({ prompt: asked }) => asked?.choices.some(label(/^Load /)), { ...options, ...GREEDY })
  const load = await offered(trader, label(/^Load /))
  await click(trader.page, load)
  const sold = await playUntil(trader.context, trader.id, ({ prompt: asked }) => asked?.choices.some(({ action }) => action.startsWith('unload')), undefined, 400)
  if (sold) {
    await trader.page.reload()
    await trader.page.waitForSelector('.board .sys')
    await settled(trader.page)
    await click(trader.page, await offered(trader, ({ action }) => action.startsWith('unload')))
    check(/Trade Route|sells/.test(await trader.page.locator('.table').textContent()), 'the log says that the goods were sold')
  }
  silent(trader, 'a trade route')
  await trader.close()
  // a mission: take it on by its card, cash it in by its row
  const agent = await at(browser, base, ({ prompt: asked }) => asked?.choices.some(({ group, action }) => group === 'missions' && action.startsWith('play')), { ...options, ...GREEDY })
  const mission = await offered(agent, ({ group, action }) => group === 'missions' && action.startsWith('play'))
  await click(agent.page, mission)
  // its next stop, on the map or in the list
  await agent.page.locator('.pill.stop, .ms .it').first().waitFor({ state: 'attached' })
  silent(agent, 'a mission')
  await agent.close()
  // a ship
  const buyer = await at(browser, base, ({ prompt: asked }) => asked?.choices.some(label(/as your ship for/)), { ...options, ...GREEDY })
  const before = await buyer.page.locator('.cap h2').first().textContent()
  await click(buyer.page, await offered(buyer, label(/as your ship for/)))
  for (let n = 0; n < 20; n += 1) {
    const now = await scene(buyer.context, buyer.id)
    if (now.view.moment !== 'pay' && now.view.moment !== 'order') break
    await click(buyer.page, now.prompt.choices[0])
  }
  await buyer.page.waitForFunction((name) => document.querySelector('.cap h2')?.textContent !== name, before)
  silent(buyer, 'a ship bought')
  await buyer.close()
}

export async function ev_nova_a_trade_route_a_mission_and_a_ship_by_clicks({ browser, base }) {
  await tradeMissionAndShip(browser, base)
}

export async function ev_nova_a_trade_route_a_mission_and_a_ship_on_a_phone({ browser, base }) {
  await tradeMissionAndShip(browser, base, PHONE)
}

/** Looks for a fight: goes where the other captain is, attacks, stays. */
const bold = ({ prompt: asked, view }) =>
  asked?.choices.find(({ group }) => group === 'attack') ??
  asked?.choices.find(({ action }) => action === 'fight') ??
  (view.battle ? undefined : asked?.choices.find(({ group, targets }) => group === 'move' && targets.includes(`place:${view.seats[1].system}`)))

async function battle(browser, base, options = {}) {
  const who = await at(browser, base, ({ view, prompt: asked }) => view.battle && view.shots.length > 0 && asked?.choices.some(({ group }) => group === 'fire'), { choose: bold, most: 700, ...options })
  const { page } = who
  await page.locator('.win').waitFor()
  check((await page.locator('.win .opt').count()) > 0, 'every shot is offered with its odds')
  check(/\d+ %/.test(await page.locator('.win .opt .od').first().textContent()), 'a shot says its chance')
  await accessible(page, 'the battle')
  await click(page, await offered(who, ({ group }) => group === 'fire'))
  // fire on until the battle asks whether to stay, then withdraw
  let withdrew = false
  for (let n = 0; n < 60 && !withdrew; n += 1) {
    await settled(page)
    const now = await scene(who.context, who.id)
    if (!now.view.battle || !now.prompt) break
    // the page was asked, and another seat acts meanwhile
    if (now.prompt.choices.length === 0) continue
    const wanted = now.prompt.choices.find(({ action }) => action === 'withdraw') ?? now.prompt.choices.find(({ group }) => group === 'fire') ?? now.prompt.choices.find(({ primary }) => primary) ?? now.prompt.choices[0]
    withdrew = wanted.action === 'withdraw'
    await click(page, wanted)
  }
  if (withdrew) check(/withdraw|gets away|is held/.test(await page.locator('.log').textContent()), 'the log tells of the withdrawal')
  silent(who, 'a battle')
  await who.close()
  return withdrew
}

async function withWithdrawal(browser, base, options) {
  for (let tries = 0; tries < 6; tries += 1) if (await battle(browser, base, options)) return
  throw new Error('no battle lasted until a withdrawal')
}

export async function ev_nova_a_battle_with_a_withdrawal_by_clicks({ browser, base }) {
  await withWithdrawal(browser, base)
}

export async function ev_nova_a_battle_with_a_withdrawal_on_a_phone({ browser, base }) {
  await withWithdrawal(browser, base, PHONE)
}

export async function ev_nova_a_short_match_to_its_end_by_mouse({ browser, base }) {
  const who = await captain(browser, base, { options: { limit: '10' } })
  const { page } = who
  for (let n = 0; n < 400 && (await page.locator(OVER).count()) === 0; n += 1) {
    const now = await scene(who.context, who.id)
    if (!now.prompt || now.prompt.choices.length === 0) {
      await page.waitForTimeout(50)
      continue
    }
    // now and then something else than the gold button
    const { choices } = now.prompt
    const wanted = n % 3 === 0 ? choices[n % choices.length] : (choices.find(({ primary }) => primary) ?? choices[0])
    await click(page, wanted.irreversible ? choices[0] : wanted)
  }
  await page.waitForSelector(OVER)
  check(/wins|won|lost|draw/i.test(await page.locator('.table').textContent()), 'the end page says who won')
  await accessible(page, 'the end of a match')
  silent(who, 'a match to its end')
  await who.close()
}

export async function ev_nova_a_short_match_to_its_end_by_keyboard_alone({ browser, base }) {
  const who = await captain(browser, base, { options: { limit: '10' } })
  const { page } = who
  let moved = false
  for (let n = 0; n < 400 && (await page.locator(OVER).count()) === 0; n += 1) {
    await settled(page)
    if (await page.locator(OVER).count()) break
    const before = await state(page)
    if (!moved && (await page.locator('.sys.can').count()) > 0) {
      // from system to system with the arrow keys, then there
      await page.locator('.sys.can').first().focus()
      await page.keyboard.press('ArrowDown')
      check((await page.evaluate(() => document.activeElement?.getAttribute('data-place'))) !== null, 'arrow keys go from system to system')
      await page.locator('.sys.can').first().focus()
      await page.keyboard.press('Enter')
      if (await page.locator('.pop .item').count()) await page.keyboard.press('Enter')
      moved = true
    } else if (await page.locator('.prompt .btn.primary').count()) await page.keyboard.press('e')
    else {
      const node = page.locator('.hand .card.offered, .win .opt, .win .act, .prompt .on .btn').first()
      await node.focus()
      await page.keyboard.press('Enter')
      const plays = page.locator('.plays .btn, .pop .item').first()
      if (await plays.count()) {
        await plays.focus()
        await page.keyboard.press('Enter')
      }
    }
    await changed(page, before, 'a key')
  }
  await page.waitForSelector(OVER)
  // a card turns over with F, the map is a list with L
  await page.keyboard.press('l')
  await page.getByRole('dialog', { name: 'The map as a list' }).waitFor()
  await page.keyboard.press('Escape')
  silent(who, 'the keyboard')
  await who.close()
}

export async function ev_nova_on_a_phone_nothing_is_too_wide_and_all_is_accessible({ browser, base }) {
  const who = await at(browser, base, ({ view, prompt: asked }) => view.moment === 'main' && view.hand_cards.length > 2 && asked.choices.length > 5, PHONE)
  const { page } = who
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  check(wide <= 390, `nothing is wider than the phone, but the page is ${wide} px`)
  await accessible(page, 'the star map on a phone')
  await page.locator('.hand .card').first().tap({ force: true })
  const turn = page.locator('.hand .open .flip').first()
  const name = await page.locator('.hand .nm').first().textContent()
  await turn.tap()
  check((await page.locator('.hand .nm').first().textContent()) !== name, 'a card turns over')
  await page.locator('.tabs button', { hasText: 'Ship' }).tap()
  check(await page.locator('.record .sh').isVisible(), 'the ship is on its tab')
  await page.locator('.tabs button', { hasText: 'Players' }).tap()
  check((await page.locator('.player .cap').count()) === 2, 'every captain shows what lies open')
  await page.locator('.tabs button', { hasText: 'Board' }).tap()
  await page.goto('/decks/ev_nova')
  await page.locator('.duo').first().waitFor()
  check((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390, 'the deck builder fits the phone')
  await page.locator('#legal').waitFor()
  await accessible(page, 'the deck builder on a phone')
  silent(who, 'a phone')
  await who.close()
}

const FOLDER = new URL('../../docs/img/', import.meta.url).pathname

export async function screenshots_of_ev_nova({ browser, base }) {
  const main = ({ view, prompt: asked }) => view.moment === 'main' && view.seats[0].missions.length > 0 && view.hand_cards.length > 4 && asked.choices.length > 6
  for (const [colorScheme, suffix] of [['dark', ''], ['light', '-light']]) {
    const who = await at(browser, base, main, { colorScheme, most: 400 })
    await who.page.mouse.move(700, 300)
    await who.page.waitForTimeout(800)
    await who.page.screenshot({ path: `${FOLDER}ev-nova${suffix}.png` })
    await who.page.goto('/decks/ev_nova')
    await who.page.locator('#legal').waitFor()
    if (suffix === '') {
      await who.page.locator('.duo').first().getByRole('button', { name: /^Remove/ }).click()
      await who.page.waitForTimeout(600)
      await who.page.screenshot({ path: `${FOLDER}ev-nova-deck.png` })
    }
    await who.close()
  }
  const fight = await at(browser, base, ({ view }) => view.battle && view.shots.length > 0, { choose: bold, most: 700 })
  await fight.page.locator('.win').waitFor()
  await fight.page.waitForTimeout(800)
  await fight.page.screenshot({ path: `${FOLDER}ev-nova-battle.png` })
  await fight.close()
  const phone = await at(browser, base, main, { ...PHONE, most: 400 })
  await phone.page.waitForTimeout(800)
  await phone.page.screenshot({ path: `${FOLDER}phone-ev-nova.png` })
  await phone.close()
}
