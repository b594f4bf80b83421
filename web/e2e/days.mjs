// The challenge of the day in the browser, on a server of its own whose clock is moved. A name is a sentence.
import { accessible, api, check, person, serve, silent } from './harness.mjs'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const TOMORROW = ['--clock-offset', '86400']

/** An account by the forms of the page: from the poster of the lobby. */
async function register(page, press, name) {
  await page.goto('/')
  const poster = page.getByRole('region', { name: 'Challenge of the day' })
  await poster.waitFor()
  check(await poster.getByRole('button', { name: 'Start your attempt' }).isDisabled(), 'a guest has no counted attempt')
  await press(poster.getByRole('link', { name: 'create an account' }))
  const form = page.locator('form', { hasText: 'Create account' })
  await form.getByLabel(/Name/).fill(name)
  await form.getByLabel(/Password/).fill('correct horse')
  await press(form.getByRole('button', { name: 'Create account' }))
  await page.getByText('Account created.').waitFor()
}

/** The whole attempt, its ranking, and the day after. */
async function challenge(browser, binary, options, press) {
  const server = await serve(binary)
  try {
    const ann = await person(browser, server.base, options)
    const { page } = ann
    await register(page, press, 'Ann')
    await page.goto('/')
    await press(page.getByRole('button', { name: 'Start your attempt' }))
    await page.waitForSelector('.board .nd')
    const id = new URL(page.url()).pathname.split('/')[2]
    check((await page.getByRole('button', { name: /^Hint/ }).count()) === 0, 'there is no button for hints')
    await page.locator('.acts .act').first().waitFor()
    await page.keyboard.press('h')
    await press(page.locator('.acts .act').first())
    await page.waitForFunction(() => !document.querySelector('.acts .act:disabled'))
    check(!/suggests/.test(await page.locator('.table').textContent()), 'the key for hints does nothing')

    // another account sees neither the match nor a way to it
    const bob = await person(browser, server.base)
    await api(bob.context, 'POST', '/account', { name: 'Bob', password: 'battery staple' })
    const hidden = await bob.context.request.get(`/api/tables/${id}/scene`)
    check(hidden.status() === 404, `spectators are refused, but the answer was ${hidden.status()}`)
    await bob.page.goto('/days/today')
    await bob.page.getByRole('cell', { name: 'Ann' }).waitFor()
    check((await bob.page.getByRole('link', { name: 'Watch' }).count()) === 0, 'nothing to watch while the day is open')
    await bob.close()

    // resigning counts, and leads to the ranking
    await press(page.getByRole('button', { name: 'Menu' }))
    const menu = page.getByRole('dialog')
    check((await menu.getByRole('button', { name: /takeback/ }).count()) === 0, 'no takeback in a counted attempt')
    await press(menu.getByRole('button', { name: 'Resign…' }))
    await press(menu.getByRole('button', { name: 'Resign this match' }))
    await page.waitForSelector('.prompt.over')
    for (const on = page.locator('.goon'); await on.count(); ) await press(on.first())
    await press(page.getByRole('link', { name: 'Ranking of the day' }))
    await page.getByRole('cell', { name: 'Ann (you)' }).waitFor()
    check(/resigned/.test(await page.locator('table').textContent()), 'the ranking says how it ended')
    check(/shown when the day has closed/.test(await page.locator('.seed').textContent()), 'the seed is secret')
    check((await page.getByRole('button', { name: 'Start your attempt' }).count()) === 0, 'a second attempt is not offered')
    const again = await ann.context.request.post('/api/days/today/start', { headers: { 'content-type': 'application/json' }, data: '{}' })
    check(again.status() === 409, `a second attempt is refused, but the answer was ${again.status()}`)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    check(wide <= page.viewportSize().width, `nothing is wider than the screen, but the page is ${wide} px`)
    await accessible(page, 'the ranking of a day')
    const commitment = await page.locator('.seed code').first().textContent()

    // the day after: seed, replay and practice
    await page.goto('about:blank')
    await server.stop()
    await server.start(TOMORROW)
    await page.goto('/')
    await page.getByRole('button', { name: 'Start your attempt' }).waitFor()
    await press(page.getByRole('region', { name: 'Challenge of the day' }).getByRole('link', { name: 'All days' }))
    await page.getByText(/Rank 1, \d+ points/).waitFor()
    await accessible(page, 'the list of days')
    await press(page.locator('tbody a').first())
    await page.getByText('Seed:').waitFor()
    const [shown, seed] = await page.locator('.seed code').allTextContents()
    check(shown === commitment && /^[0-9a-f]{64}$/.test(seed), 'the seed of the closed day is shown with its commitment')
    await press(page.getByRole('link', { name: 'Watch' }))
    await page.waitForSelector('.board .nd')
    await page.goto('/days')
    await press(page.locator('tbody a').first())
    await press(page.getByRole('button', { name: 'Practise this day' }))
    await page.waitForSelector('.board .nd')
    check((await page.getByRole('button', { name: /^Hint/ }).count()) === 1, 'practice has hints')
    silent(ann, 'the challenge of the day')
    await ann.close()
  } finally {
    await server.end()
  }
}

export const the_challenge_of_the_day_by_clicks = ({ browser, server }) => challenge(browser, server.binary, {}, (node) => node.click())

export const the_challenge_of_the_day_on_a_phone = ({ browser, server }) => challenge(browser, server.binary, PHONE, (node) => node.tap())
