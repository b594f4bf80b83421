// The lessons: finished by doing only what the coach says, with the keyboard alone and by touch. A name is a sentence.
import { accessible, api, check, person, silent } from './harness.mjs'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const GAMES = ['star_borders', 'stellar_conquest', 'space_infantry', 'ev_nova', 'starcraft']
const quoted = (text) => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')

/** A learner at a lesson. What the coach says is read from the answers that the page gets. */
async function learn(browser, base, game, options) {
  const who = await person(browser, base, options)
  const heard = { count: 0, state: undefined }
  who.page.on('response', async (response) => {
    const { pathname } = new URL(response.url())
    if (!/^\/api\/lessons\/[^/]+\/[^/]+$/.test(pathname) || !response.ok()) return
    heard.state = await response.json().catch(() => heard.state)
    heard.count += 1
  })
  await who.page.goto('/')
  await who.page.getByRole('link', { name: new RegExp(`^Learn: `) }).first().waitFor()
  await who.page.goto(`/learn/${game}`)
  await who.page.locator('.coach .say').waitFor()
  await until(() => heard.state !== undefined, 'the lesson opens')
  return { ...who, heard, game }
}

async function until(holds, what, patience = 20_000) {
  for (const end = Date.now() + patience; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 25))) if (await holds()) return
  throw new Error(`waited in vain until ${what}`)
}

/** With the keyboard: Tab until it has the focus, then Enter. */
async function byKeyboard(page, selector) {
  for (let tries = 0; tries < 700; tries += 1) {
    const there = await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)
    if (there) return page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${selector}`)
}

/** By touch: a tap on something visible. */
async function byTouch(page, selector) {
  const all = page.locator(selector)
  for (let nth = 0; nth < (await all.count()); nth += 1) {
    const one = all.nth(nth)
    if (!(await one.isVisible())) continue
    await one.scrollIntoViewIfNeeded({ timeout: 2000 }).catch(() => undefined)
    const box = await one.boundingBox()
    if (!box) continue
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
    return
  }
  throw new Error(`nothing visible is ${selector}`)
}

const visible = (page, selector) => page.locator(selector).evaluateAll((nodes) => nodes.some((node) => node.getClientRects().length > 0 && !node.disabled))

/** Makes one choice, wherever the page draws it. */
async function choose(page, choice, press) {
  // the page may still be busy with the answer before
  for (let tries = 0; tries < 25; tries += 1) {
    if (await tryToChoose(page, choice, press)) return
    await page.waitForTimeout(100)
  }
  throw new Error(`the page draws ${choice.action} nowhere: ${await page.locator('.prompt').innerHTML()}`)
}

/** One attempt; says whether something was pressed that stands for the choice. */
async function tryToChoose(page, choice, press) {
  const button = `[data-action="${quoted(choice.action)}"]`
  if (await visible(page, button)) return (await press(page, button), true)
  // a range: less or more until it is the value
  if (choice.amount) {
    const open = '.prompt button[aria-expanded="false"]'
    if ((await page.locator('.stepper').count()) === 0 && (await visible(page, open))) await press(page, open)
    for (const label of ['Less', 'More']) {
      for (let tries = 0; tries < 60 && !(await visible(page, button)); tries += 1) {
        const step = `.stepper:has([data-action^="${quoted(choice.action.split(' ')[0])} "]) [aria-label="${label}"]:not(:disabled)`
        if (!(await visible(page, step))) break
        await press(page, step)
      }
    }
    if (await visible(page, button)) return (await press(page, button), true)
  }
  const open = '.prompt button[aria-expanded="false"]'
  if (await visible(page, open)) {
    await press(page, open)
    if (await visible(page, button)) return (await press(page, button), true)
  }
  for (const target of choice.targets) {
    const drawn = `[data-key="${quoted(target)}"]`
    if (!(await visible(page, drawn))) continue
    await press(page, drawn)
    await page.waitForTimeout(80)
    if (await visible(page, button)) await press(page, button)
    return true
  }
  return false
}

/** The words are never over what they speak of. */
async function apart(page) {
  const over = await page.evaluate(() => {
    const coach = document.querySelector('.coach')?.getBoundingClientRect()
    const target = document.querySelector('[data-coached]')?.getBoundingClientRect()
    if (!coach || !target || target.width === 0) return false
    return coach.left < target.right && target.left < coach.right && coach.top < target.bottom && target.top < coach.bottom
  })
  return !over
}

async function finish({ page, heard, game }, press) {
  let steps = 0
  const covered = []
  for (let moves = 0; ; moves += 1) {
    check(moves < 400, `the lesson of ${game} does not end`)
    const { state, count } = heard
    if (await visible(page, '.coach .next:has-text("Play"), .coach .next:has-text("Start")')) break
    const where = `${game}: ${state.say}`
    if (!(await apart(page))) covered.push(where)
    const [way] = state.ways
    if (state.mood === 'go_on') {
      steps += 1
      await press(page, '.coach .next')
    } else if (state.mood === 'missed') throw new Error(`${where}: doing what the coach says missed the aim`)
    else if (way?.startsWith('look ')) {
      const drawn = `[data-key="${quoted(way.slice(5))}"]`
      await press(page, (await visible(page, drawn)) ? drawn : '.coach .next')
    } else {
      const choice = state.prompt.choices.find((one) => one.action === way)
      check(choice, `${where}: ${way} is not offered`)
      await choose(page, choice, press)
    }
    // what cannot be undone asks once more
    const changed = () => heard.count > count
    const patience = Date.now() + 1500
    while (!changed() && Date.now() < patience) await page.waitForTimeout(25)
    if (!changed() && state.mood === 'act' && way && !way.startsWith('look ')) await choose(page, state.prompt.choices.find((one) => one.action === way), press)
    await until(changed, `${where}: ${way ?? 'Go on'} is answered`)
    await page.waitForTimeout(60)
  }
  check(covered.length === 0, `the coach covers its target:\n${covered.join('\n')}`)
  return steps
}

/** Two tests for each game. */
export const lessons = {}
const test = (name, run) => (lessons[name] = run)
for (const game of GAMES) {
  test(`the_lesson_of_${game}_is_finished_with_the_keyboard_alone`, async ({ browser, base }) => {
    const who = await learn(browser, base, game, {})
    await finish(who, byKeyboard)
    silent(who, `the lesson of ${game}`)
    await who.close()
  })
  test(`the_lesson_of_${game}_is_finished_by_touch`, async ({ browser, base }) => {
    const who = await learn(browser, base, game, PHONE)
    await finish(who, byTouch)
    silent(who, `the lesson of ${game} on a phone`)
    await who.close()
  })
}

export async function a_lesson_answers_wrong_choices_and_is_resumed({ browser, base }) {
  const who = await learn(browser, base, 'star_borders', {})
  const { page, heard } = who
  await accessible(page, 'a lesson')
  await page.locator('.coach .next').click()
  await until(() => heard.state.mood === 'act', 'the player acts')
  const end = heard.state.prompt.choices.find((choice) => choice.action === 'end')
  const before = heard.count
  await choose(page, end, (on, selector) => on.locator(selector).first().click())
  await page.waitForTimeout(300)
  if (heard.count === before) await choose(page, end, (on, selector) => on.locator(selector).first().click())
  await until(() => heard.state.mood === 'missed', 'the coach answers')
  check((await page.locator('.coach .say').textContent()).includes('4 LP unspent'), 'the coach says what would have happened')
  await page.getByRole('button', { name: 'Try again' }).click()
  await until(() => heard.state.mood === 'act', 'the step starts again')
  const kept = heard.state.say
  await page.keyboard.press('Escape')
  await page.waitForURL('/')
  await page.getByRole('link', { name: 'Learn: Star Borders' }).click()
  await page.locator('.coach .say').waitFor()
  check((await page.locator('.coach .say').textContent()) === kept, 'the lesson goes on where it was left')
  silent(who, 'a lesson')
  await who.close()
}

export async function a_finished_lesson_leads_into_the_game({ browser, base }) {
  const who = await learn(browser, base, 'star_borders', {})
  await finish(who, (page, selector) => page.locator(selector).first().dispatchEvent('click'))
  await who.page.locator('.coach .next').click()
  await who.page.waitForURL(/\/t\//)
  await who.page.waitForSelector('.prompt.ask, .prompt.wait')
  silent(who, 'the game after a lesson')
  await who.close()
}

export async function the_rulebooks_have_pictures_and_link_to_rules({ browser, base }) {
  const who = await person(browser, base)
  for (const game of GAMES) {
    await who.page.goto(`/rulebook/${game}`)
    await who.page.locator('.book h2').first().waitFor()
    check((await who.page.locator('.book figure').count()) >= 3, `${game} has pictures`)
    check((await who.page.locator('.book .rule').count()) > 20, `${game} names its rules`)
    const text = await who.page.locator('.book').textContent()
    check(!/\[picture|\*\*|\.json|opp\(p\)/.test(text), `${game} shows markup or notes for programmers`)
    await accessible(who.page, `the rulebook of ${game}`)
    const blocks = await api(who.context, 'GET', `/games/${game}/book`)
    const words = JSON.stringify(blocks)
    check(!/opp\(p\)|\.json|\.csv|\.rs"/.test(words), `the reader of ${game} shows notes for programmers`)
  }
  silent(who, 'the rulebooks')
  await who.close()
}
