// Pictures for docs/img: npm run e2e -- --server ... --shots
import { mkdirSync } from 'node:fs'
import { api, duel, person } from './harness.mjs'
import { PAGES } from './pages.mjs'
import { any, decide, dice, playNow, settled } from './play.mjs'

const FOLDER = new URL('../../docs/img/', import.meta.url).pathname
const SIZE = { width: 1280, height: 800 }
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** Goes where the enemy is, and stands. */
const bold = (roll) => (choices) => {
  const wanted = [/meets the enemy/, /Stand and fight/, /Move (Starship|Scout|Dominator|Destroyer)/].flatMap((words) => choices.filter((choice) => words.test(choice.label ?? '')))
  return wanted[0] && roll(5) > 0 ? wanted[0] : any(roll)(choices)
}

/** Plays until the page shows what is wanted. */
async function until(page, roll, shows) {
  for (let n = 0; n < 500; n += 1) {
    await settled(page)
    if (await shows()) return true
    if (!(await decide(page, bold(roll)))) return false
  }
  return false
}

async function still(page, path) {
  // dice lie a moment before they are taken away
  await page.waitForTimeout(3200)
  await page.screenshot({ path })
}

async function table(browser, base, theme, suffix) {
  const who = await person(browser, base, { colorScheme: theme, viewport: SIZE })
  const { page } = who
  const count = (selector) => page.locator(selector).count()
  await playNow(page)
  const roll = dice(9)
  for (let n = 0; n < 30; n += 1) await decide(page, any(roll))
  await until(page, roll, async () => (await count('.win, section.strip')) === 0 && (await count('.place.can')) > 1 && (await count('.ship .sel')) > 0)
  await still(page, `${FOLDER}table${suffix}.png`)
  // a battle worth looking at may be several matches away
  const fleets = async () => (await count('.win .unit')) > 3 && (await count('.win .unit.can')) > 1
  for (let matches = 0; matches < 5 && !(await until(page, roll, fleets)); matches += 1) await playNow(page)
  if (await fleets()) {
    await page.locator('.win .unit.can').first().click()
    await settled(page)
  }
  await page.mouse.move(640, 790)
  await still(page, `${FOLDER}battle${suffix}.png`)
  return who
}

export async function screenshots_of_every_page({ browser, base }) {
  mkdirSync(FOLDER, { recursive: true })
  const who = await table(browser, base, 'dark', '')
  await who.page.keyboard.press('?')
  await still(who.page, `${FOLDER}rules-reader.png`)
  await who.page.keyboard.press('Escape')
  await who.page.locator('.log .line').first().click()
  await still(who.page, `${FOLDER}replay.png`)
  for (const [name, path] of Object.entries(PAGES)) {
    if (name === 'nowhere') continue
    await who.page.goto(path)
    await who.page.waitForTimeout(600)
    await who.page.screenshot({ path: `${FOLDER}${name.replace('_', '-')}.png` })
  }
  await who.close()
  const { one, table: open } = await duel(browser, base, { title: 'A game between friends' })
  await one.page.setViewportSize(SIZE)
  await one.page.goto(`/t/${open.id}`)
  await one.page.getByRole('button', { name: 'Invite a friend to this seat' }).click()
  await one.page.waitForTimeout(600)
  await one.page.screenshot({ path: `${FOLDER}waiting.png` })
  const { token } = await api(one.context, 'POST', `/tables/${open.id}/invitations`, { seat: 1 })
  await one.page.goto(`/join/${token}`)
  await one.page.waitForTimeout(600)
  await one.page.screenshot({ path: `${FOLDER}invitation.png` })
  await one.close()
  // by daylight the lobby and the table tell enough
  const light = await table(browser, base, 'light', '-light')
  await light.page.goto('/')
  await light.page.waitForTimeout(600)
  await light.page.screenshot({ path: `${FOLDER}lobby-light.png` })
  await light.close()
  const phone = await person(browser, base, PHONE)
  await phone.page.goto('/')
  await phone.page.waitForTimeout(600)
  await phone.page.screenshot({ path: `${FOLDER}phone-lobby.png` })
  await playNow(phone.page)
  await phone.page.locator('.ship.can').first().dispatchEvent('click')
  await phone.page.waitForSelector('.place.can')
  await still(phone.page, `${FOLDER}phone-table.png`)
  await until(phone.page, dice(4), async () => (await phone.page.locator('.win .unit.can').count()) > 1)
  await still(phone.page, `${FOLDER}phone-battle.png`)
  await phone.close()
}

/** A table against the weakest computers, for pictures of what a game says. */
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

/** What a scene is about, whatever its names and numbers are. */
const kindOf = (title) => title.replaceAll(/\d+/g, '').split(/\s+/).filter((word) => /^[a-z]/.test(word)).join(' ') || title.split(/[\s:]/)[0]

/** The cards of some elements, and one scene of each kind that comes up in a match; small, each cut out of the page. */
export async function screenshots_of_scenes_and_cards({ browser, base }) {
  const games = await (await fetch(`${base}/api/games`)).json()
  for (const game of games) {
    if (process.env.GAMES && !process.env.GAMES.split(',').includes(game.id)) continue
    const name = game.id.replaceAll('_', '-')
    const who = await sit(browser, base, game, { viewport: SIZE })
    const { page } = who
    const things = page.locator('.board [data-key]:visible, .board [data-explain]:visible')
    const card = page.locator('.tcard')
    const count = await things.count()
    for (const [nth, share] of [0.2, 0.7].entries()) {
      const node = things.nth(Math.floor(count * share))
      await node.dispatchEvent('pointerenter', { pointerType: 'mouse' })
      await node.dispatchEvent('pointerover', { pointerType: 'mouse', bubbles: true })
      await card.waitFor()
      await card.screenshot({ path: `${FOLDER}card-${name}-${nth + 1}.png` })
      await node.dispatchEvent('pointerleave', { pointerType: 'mouse' })
      await node.dispatchEvent('pointerout', { pointerType: 'mouse', bubbles: true })
      await card.waitFor({ state: 'detached' })
    }
    const seen = new Set()
    for (let step = 0; step < 160 && seen.size < 4; step += 1) {
      await settled(page)
      const scene = page.locator('.scenecard')
      if (await scene.count()) {
        const kind = kindOf((await scene.locator('.scene:not(.folded) h2, .scene:not(.folded) b').first().textContent()) ?? '')
        if (!seen.has(kind)) {
          seen.add(kind)
          await scene.screenshot({ path: `${FOLDER}scene-${name}-${seen.size}.png` })
        }
        await page.locator('.goon').click()
      }
      if (await page.locator('.prompt.over').count()) break
      const { action, revision } = await api(who.context, 'POST', `/tables/${who.id}/hint?seat=0&level=greedy`)
      await api(who.context, 'POST', `/tables/${who.id}/moves`, { seat: 0, revision, actions: [action] }).catch(() => undefined)
      await page.waitForTimeout(60)
    }
    console.log(`      ${game.id}: ${seen.size} scenes: ${[...seen].join('; ')}`)
    await who.close()
    const learner = await person(browser, base, PHONE)
    await learner.page.goto(`/learn/${game.id}`)
    await learner.page.locator('.coach .say').waitFor()
    await learner.page.waitForTimeout(800)
    await learner.page.screenshot({ path: `${FOLDER}lesson-${name}.png` })
    await learner.close()
  }
}
