// Hints, ratings and the review of a finished match. A name is a sentence.
import { accessible, api, check, person, silent } from './harness.mjs'
import { dismissScenes, playNow, settled } from './play.mjs'

/** A match of Star Borders that Ann has played to its end, by what a quick computer player suggests. */
async function finished(who) {
  await api(who.context, 'POST', '/session/guest', { name: 'Ann' })
  const seats = [{ kind: 'me' }, { kind: 'computer', level: 'greedy' }]
  const { id } = await api(who.context, 'POST', '/tables', { game: 'star_borders', scenario: 'A', seats })
  await api(who.context, 'POST', `/tables/${id}/ready`, { contribution: 'x' })
  for (let waited = 0; waited < 600; ) {
    const table = await api(who.context, 'GET', `/tables/${id}`)
    if (table.status === 'over') return id
    if (!table.seats[0].asked) {
      waited += 1
      await who.page.waitForTimeout(50)
      continue
    }
    const answer = await who.context.request.post(`/api/tables/${id}/hint?seat=0&level=greedy`, { data: {} })
    // the computer may have moved in between
    if (!answer.ok()) continue
    const { action, revision } = await answer.json()
    await who.context.request.post(`/api/tables/${id}/moves`, { data: { seat: 0, revision, actions: [action] } })
  }
  throw new Error('the match does not end')
}

async function reviewed(browser, base, options) {
  const who = await person(browser, base, options)
  const { page } = who
  const id = await finished(who)
  await page.goto(`/t/${id}`)
  await page.waitForSelector('.prompt.over')
  await dismissScenes(page)
  await page.getByRole('link', { name: 'Review', exact: true }).click()
  await page.getByRole('heading', { name: 'Chances to win' }).waitFor({ timeout: 90_000 })
  const curve = page.getByRole('img', { name: /^Chances to win over the match/ })
  check(/to 100 %/.test(await curve.getAttribute('aria-label')), 'the curve ends with the result')
  check((await curve.locator('path').count()) === 2, 'one line per seat')
  const turns = page.locator('ol > li')
  check((await turns.count()) >= 1 && (await turns.count()) <= 3, 'one to three turning points')
  check(/from \d+ % to \d+ %/.test(await turns.first().textContent()), 'a turning point says what changed')
  check((await page.locator('dl dt', { hasText: 'Luck' }).count()) === 2, 'luck of both seats')
  await accessible(page, 'the review')
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
  check(!wide, 'the page does not scroll sideways')

  // the review is kept: a second look is there at once
  const again = await api(who.context, 'GET', `/tables/${id}/review`)
  check(again.review !== undefined && again.done === again.all, 'the review is kept')

  await turns.first().getByRole('link', { name: 'Open this moment' }).click()
  await page.getByText(/Viewing step \d+ of/).waitFor()
  check(/\/t\/\w+\/\d+$/.test(page.url()), `the replay is at a moment: ${page.url()}`)
  await page.getByLabel('Seen by').selectOption({ label: 'As Imperium saw it' })
  await page.waitForResponse((answer) => /moments\/\d+\?seat=1/.test(answer.url()) && answer.ok()).catch(() => undefined)
  silent(who, 'the review')
  await who.close()
}

export const a_finished_match_is_reviewed = ({ browser, base }) => reviewed(browser, base)
export const a_finished_match_is_reviewed_on_a_phone = ({ browser, base }) => reviewed(browser, base, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

export async function a_running_match_has_no_review({ browser, base }) {
  const who = await person(browser, base)
  await playNow(who.page)
  const id = new URL(who.page.url()).pathname.split('/')[2]
  const refused = await who.context.request.get(`/api/tables/${id}/review`)
  check(refused.status() === 409, `a running match keeps its secrets, but the answer was ${refused.status()}`)
  await who.close()
}

export async function a_hint_names_plans_with_chances({ browser, base }) {
  const who = await person(browser, base)
  await playNow(who.page)
  await settled(who.page)
  await who.page.keyboard.press('h')
  await who.page.getByText(/Dima suggests: .*\(\d+ %\)/).waitFor()
  silent(who, 'a hint')
  await who.close()
}

export async function ratings_stand_where_a_level_is_chosen({ browser, base }) {
  const who = await person(browser, base)
  await who.page.goto('/')
  const level = who.page.getByLabel('Level of the computer in Star Borders')
  await level.waitFor()
  check(/Cass, medium · \d{4}/.test(await level.textContent()), `the lobby shows ratings: ${await level.textContent()}`)
  await who.page.goto('/new/star_borders')
  await who.page.getByText(/^Cass: medium.*Rating \d{4}: wins \d+ of 100 against Greedy\.$/).waitFor()
  await who.page.getByLabel('Computer players answer').selectOption('human')
  silent(who, 'ratings')
  await who.close()
}
