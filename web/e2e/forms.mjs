// What people type, drop and propose.
import { readFileSync } from 'node:fs'
import { accessible, api, check, duel, person, silent } from './harness.mjs'
import { playNow, settled } from './play.mjs'

const TEMPLATE = readFileSync(new URL('../../data/star_borders/template.toml', import.meta.url), 'utf8')
const file = (name, text) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

export async function a_scenario_file_of_ones_own_is_checked_and_played({ browser, base }) {
  const who = await person(browser, base)
  const { page } = who
  await page.goto('/new/star_borders')
  await page.getByLabel('Name of the table').fill('Kept')
  await page.locator('input[value="C"]').check()
  const input = page.locator('input[type="file"]')
  const problem = page.locator('form [role="alert"]')
  for (const [name, text, says] of [
    ['poor.toml', TEMPLATE.replace('lp = 4', 'lp = 400'), 'lp = 400'],
    ['broken.toml', TEMPLATE.replace('[countdown]', '[countdown'), '[countdown'],
    ['alien.toml', TEMPLATE.replace('"Starship"', '"Teapot"'), '{ class = "Teapot", at = "TH1" },'],
  ]) {
    await input.setInputFiles(file(name, text))
    await page.locator('.report .problem').first().waitFor()
    const lines = await page.locator('.report pre').allTextContents()
    check(lines.some((line) => line.includes(says)), `${name}: the report shows ${JSON.stringify(lines)}, not the line ${says}`)
    await page.getByRole('button', { name: 'Set up the table' }).click()
    check((await problem.textContent()).includes(`${name} has errors, so no table was created`), 'a bad file sets up another scenario')
    check((await page.getByLabel('Name of the table').inputValue()) === 'Kept', 'a bad file loses the form')
  }
  await input.setInputFiles(file('noise.toml', '\u0000\u0001\ufffd'.repeat(100)))
  await page.locator('.report .problem').first().waitFor()
  await input.setInputFiles(file('huge.toml', '#'.repeat(400_000)))
  await problem.waitFor()
  check((await problem.textContent()).includes('huge.toml was not checked'), 'a file that is too large is not named')
  await input.setInputFiles(file('mine.toml', TEMPLATE))
  await page.getByText('It can be played.').waitFor()
  await page.locator('.mini').waitFor()
  await page.getByLabel('Name of the table').fill('')
  await page.getByRole('button', { name: 'Set up the table' }).click()
  await settled(page)
  check((await page.locator('.bar .title b').textContent()) === 'mine', 'the table is called by its file')
  check(who.errors.every((error) => error.includes('/check')), `the console said: ${who.errors.join('\n')}`)
  await who.close()
}

export async function the_form_follows_the_scenario_and_its_options({ browser, base }) {
  const who = await person(browser, base)
  const { page } = who
  await page.goto('/new/stellar_conquest')
  const form = page.locator('form')
  const chairs = () => form.locator('.who').allTextContents().then((names) => names.map((name) => name.trim()).join())
  const choose = (scenario) => page.locator(`input[name="scenario"][value="${scenario}"]`).check()
  const option = (label) => form.getByLabel(label)
  const expect = async (names, where) => check((await chairs()) === names, `${where}: the chairs are ${await chairs()}, not ${names}`)
  await form.waitFor()
  await expect('Azure,Ember,Jade,Orchid', 'at first')
  await choose('basic-2')
  await expect('Azure,Ember', 'a scenario for two')
  check((await option('Entry hexes of a game for two or three').locator('option').count()) === 7, 'two of four entry hexes can be chosen in six ways')
  check((await option('A Terran home planet at the starting star').count()) === 0, 'an option is offered that the scenario does not take')
  await choose('nova')
  await expect('Azure,Ember,Jade,Orchid', 'a nova')
  await option('Players in a nova game').selectOption('2')
  await expect('Azure,Ember', 'a nova for two')
  await page.locator('input[type="file"]').setInputFiles(file('mine.txt', 'basic-3 turns=60'))
  await page.getByText('It can be played.').waitFor()
  await expect('Azure,Ember,Jade', 'a file for three')
  check((await option('Length of the game in years').count()) === 0, 'a file says its options itself')
  await choose('half-west')
  await expect('Azure,Ember,Jade', 'a scenario for three')
  await option('A Terran home planet at the starting star').selectOption('80')
  await option('Length of the game in years').selectOption('36')
  await accessible(page, 'the form with options')
  await option('Ember').selectOption('open')
  await form.getByRole('button', { name: 'Set up the table' }).click()
  await page.getByText('It starts as soon as every seat is taken.').waitFor()
  const options = await page.getByRole('list', { name: 'Options' }).getByRole('listitem').allTextContents()
  check(options.join('; ') === 'A Terran home planet at the starting star: 80; Length of the game in years: 36', `the waiting room names ${options.join('; ')}`)
  const friend = await person(browser, base)
  await friend.page.goto(new URL(page.url()).pathname)
  await friend.page.getByRole('button', { name: 'Sit here' }).click()
  await settled(page)
  check((await page.locator('.bar .title').textContent()).includes('scenario half-west, home 80, turns 36'), 'the bar names the scenario and its options')
  check((await page.locator('header.bar').textContent()).includes('of 36'), 'the match lasts 36 years')
  check((await page.locator('.dock section.player').count()) === 3, 'there are three chairs at the table')
  const escorts = page.locator('.record li[data-item="ESC"]')
  await escorts.locator('[data-action="buy ESC 1"]').click()
  await escorts.locator('.step b').getByText('1', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('dialog').getByText('A Terran home planet at the starting star: 80').waitFor()
  silent(who, 'the host')
  silent(friend, 'the friend')
  await Promise.all([who.close(), friend.close()])
}

export async function nonsense_is_answered_in_sentences({ browser, base }) {
  const who = await person(browser, base)
  const { page } = who
  const NONSENSE = ['%00%ff', '💥'.repeat(40), "'; drop table x; --", '<script>alert(1)</script>']
  const says = async (selector, pattern, where) => {
    const said = page.locator(selector)
    // on a slow machine the page first says that it is fetching
    await said.filter({ hasText: pattern }).first().waitFor().catch(async () => check(false, `${where} says ${JSON.stringify(await said.allTextContents())}`))
  }
  for (const word of NONSENSE) {
    await page.goto('/')
    await page.getByLabel('Link you were sent').fill(word)
    await page.getByRole('button', { name: 'Join' }).click()
    await says('.problem', /no link to a table/, 'the box for links')
    await page.goto('/rules/star_borders')
    await page.getByLabel('Search the rules').fill(word)
    await says('.reader [role="status"]', /No rule matches/, 'the search')
    for (const [path, selector, pattern] of [['t', '[role="alert"]', /./], ['join', '.problem', /./], ['new', 'h1', /Not built yet/], ['rules', '.problem', /Could not load the rules/]]) {
      await page.goto(`/${path}/${encodeURIComponent(word)}`)
      await says(selector, pattern, `/${path}/${word}`)
      check((await page.locator('a[href="/"]').count()) > 0, `/${path}/${word} leads nowhere`)
    }
  }
  await page.goto('/account')
  const signIn = page.locator('form').first()
  await signIn.getByLabel('Name').fill('nobody at all')
  await signIn.getByLabel('Password').fill('wrong wrong wrong')
  await signIn.getByRole('button').click()
  await says('.problem', /password/, 'the sign-in')
  check((await signIn.getByLabel('Name').inputValue()) === 'nobody at all', 'the name typed is kept')
  const register = page.locator('form').nth(1)
  await register.getByLabel('Name').fill('\u202eevil')
  await register.getByLabel('Password').fill('long enough')
  await register.getByRole('button').click()
  await says('.problem', /name/i, 'the registration')
  await playNow(page)
  const table = page.url()
  await page.goto(`${table}/999999`)
  await says('.prompt.refused', /Step 999999 cannot be shown/, 'a moment that never was')
  await page.goto(`${table}/-1`)
  await says('h1', /Nothing here/, 'a moment before the first')
  check(who.errors.every((error) => /status of (400|401|404|409|422)/.test(error)), `the console said: ${who.errors.join('\n')}`)
  await who.close()
}

export async function a_clock_is_proposed_and_a_holiday_taken({ browser, base }) {
  const { one, table } = await duel(browser, base)
  const two = await person(browser, base)
  await api(two.context, 'POST', '/session/guest', { name: 'Bob' })
  await api(two.context, 'POST', `/tables/${table.id}/join`, { seat: 1 })
  await one.page.goto(`/t/${table.id}`)
  await two.page.goto(`/t/${table.id}`)
  await one.page.locator('.prompt').waitFor()
  const dialog = one.page.getByRole('dialog', { name: 'Clock' })
  const openClock = async () => {
    await dialog.waitFor({ state: 'hidden' })
    await one.page.getByRole('button', { name: 'Menu', exact: true }).click()
    await one.page.getByRole('button', { name: 'Clock and holidays' }).click()
  }
  for (const [kind, words] of [['live', 'live, 10 minutes and 10 seconds per decision'], ['mail', 'correspondence, 3 days per decision, 14 holidays']]) {
    await openClock()
    await dialog.locator('select').selectOption(kind)
    await dialog.getByRole('button', { name: 'Propose it' }).click()
    await two.page.getByText(`another clock: ${words}`).waitFor()
    await two.page.getByRole('button', { name: 'Agree' }).click()
    await one.page.locator('.clock').first().waitFor()
    await openClock()
    await dialog.getByText(`Now: ${words}`).waitFor()
    await one.page.keyboard.press('Escape')
  }
  await openClock()
  await dialog.getByLabel('Days from now').fill('5')
  await dialog.getByRole('button', { name: 'Go on holiday' }).click()
  await openClock()
  await dialog.getByText('You are away until').waitFor()
  await two.page.getByText('on holiday').waitFor()
  await dialog.getByRole('button', { name: 'I am back' }).click()
  await openClock()
  await dialog.getByRole('button', { name: 'Go on holiday' }).waitFor()
  silent(one, 'the proposer')
  silent(two, 'the other')
  await Promise.all([one.close(), two.close()])
}
