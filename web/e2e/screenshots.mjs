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
