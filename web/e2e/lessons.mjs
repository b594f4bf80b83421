// The lessons: finished by doing only what the coach says, with the keyboard alone and by touch. A name is a sentence.
import { accessible, api, check, person, silent } from './harness.mjs'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const GAMES = ['star_borders', 'stellar_conquest', 'space_infantry', 'ev_nova', 'starcraft']
const quoted = (text) => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')

/** A learner at a lesson. What the coach says is read from the answers that the page gets. */
async function learn(browser, base, game, options) {
  const who = await person(browser, base, options)
  const heard = { sent: 0, count: 0, state: undefined }
  const asks = (url) => /^\/api\/lessons\/[^/]+\/[^/]+$/.test(new URL(url).pathname)
  who.page.on('request', (request) => asks(request.url()) && (heard.sent += 1))
  who.page.on('response', async (response) => {
    if (!asks(response.url()) || !response.ok()) return
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

/** However it is drawn. */
const byClick = (page, selector) => page.locator(selector).first().dispatchEvent('click')

/** With the keyboard: Tab until it has the focus, then Enter. */
async function byKeyboard(page, selector) {
  for (let tries = 0; tries < 700; tries += 1) {
    const there = await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)
    if (there) return page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${selector}`)
}
byKeyboard.can = (page, selector) => page.locator(selector).evaluateAll((nodes) => nodes.some((node) => node.getClientRects().length > 0 && !node.disabled && (node === document.activeElement || node.tabIndex >= 0)))

/** Where a finger reaches one of these, after scrolling a list as a person would; what lies under something else is out of reach. */
const reach = (page, selector) =>
  page.locator(selector).evaluateAll((nodes) => {
    for (const node of nodes) {
      if (node.getClientRects().length === 0 || node.disabled) continue
      for (let list = node.parentElement; list; list = list.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(list)
        const [box, frame] = [node.getBoundingClientRect(), list.getBoundingClientRect()]
        if (/auto|scroll/.test(overflowY) && (box.top < frame.top || box.bottom > frame.bottom)) list.scrollTop += (box.top + box.bottom - frame.top - frame.bottom) / 2
        if (/auto|scroll/.test(overflowX) && (box.left < frame.left || box.right > frame.right)) list.scrollLeft += (box.left + box.right - frame.left - frame.right) / 2
      }
      const { left, top, width, height } = node.getBoundingClientRect()
      // the middle first; a group of drawings may have a hole there
      for (const [dx, dy] of [[0.5, 0.5], [0.5, 0.25], [0.5, 0.75], [0.25, 0.5], [0.75, 0.5]]) {
        const [x, y] = [left + width * dx, top + height * dy]
        if (node.contains(document.elementFromPoint(x, y))) return { x, y }
      }
    }
    return undefined
  })

/** By touch: a tap on something in sight. */
async function byTouch(page, selector) {
  const spot = await reach(page, selector)
  if (!spot) throw new Error(`no finger reaches ${selector}`)
  await page.touchscreen.tap(spot.x, spot.y)
}
byTouch.can = async (page, selector) => (await reach(page, selector)) !== undefined

const visible = (page, selector) => page.locator(selector).evaluateAll((nodes) => nodes.some((node) => node.getClientRects().length > 0 && !node.disabled))
byClick.can = visible
const byMouse = (page, selector) => page.locator(selector).first().click()
byMouse.can = visible

/** Makes one choice, wherever the page draws it. */
async function choose({ page, heard }, choice, press) {
  const { sent } = heard
  const answered = async () => {
    for (let tries = 0; tries < 12 && heard.sent === sent; tries += 1) await page.waitForTimeout(25)
    return heard.sent > sent
  }
  // the page may still be busy with the answer before
  for (let tries = 0; tries < 10; tries += 1) {
    // what cannot be undone asks once more
    if ((await tryToChoose(page, choice, press, answered)) && ((await answered()) || ((await tryToChoose(page, choice, press, answered)) && (await answered())))) return
    await page.waitForTimeout(100)
  }
  throw new Error(`the page draws ${choice.action} nowhere: ${await page.locator('.prompt').innerHTML()}`)
}

/** One attempt; says whether something was pressed that stands for the choice. */
async function tryToChoose(page, choice, press, answered) {
  const button = `[data-action="${quoted(choice.action)}"]`
  if (await press.can(page, button)) return (await press(page, button), true)
  // a range: less or more until it is the value
  if (choice.amount) {
    const open = '.prompt button[aria-expanded="false"]'
    if ((await page.locator('.stepper').count()) === 0 && (await press.can(page, open))) await press(page, open)
    for (const label of ['Less', 'More']) {
      for (let tries = 0; tries < 60 && !(await press.can(page, button)); tries += 1) {
        const step = `.stepper:has([data-action^="${quoted(choice.action.split(' ')[0])} "]) [aria-label="${label}"]:not(:disabled)`
        if (!(await press.can(page, step))) break
        await press(page, step)
      }
    }
    if (await press.can(page, button)) return (await press(page, button), true)
  }
  const open = '.prompt button[aria-expanded="false"]'
  if (await press.can(page, open)) {
    await press(page, open)
    if (await press.can(page, button)) return (await press(page, button), true)
  }
  // a group opens a menu; of several targets, one is chosen after the other
  let pressed = false
  for (const drawn of [`[data-group="${quoted(choice.group)}"]`, ...choice.targets.map((target) => `[data-key="${quoted(target)}"]`)]) {
    if (!(await press.can(page, drawn))) continue
    await press(page, drawn)
    pressed = true
    if (await answered()) return true
    if (await press.can(page, button)) return (await press(page, button), true)
  }
  return pressed
}

/** What the words speak of that lies under them, once the page has settled, and with `first` the first thing if it is out of sight. */
async function covered(page, first) {
  const under = () =>
    page.evaluate((begins) => {
      const coach = document.querySelector('.coach')?.getBoundingClientRect()
      // only what a board or a list does not cut off
      const shown = (one) => {
        let { left, top, right, bottom } = one.getBoundingClientRect()
        for (let frame = one.parentElement; frame; frame = frame.parentElement) {
          if (getComputedStyle(frame).overflow === 'visible') continue
          const edge = frame.getBoundingClientRect()
          ;[left, top, right, bottom] = [Math.max(left, edge.left), Math.max(top, edge.top), Math.min(right, edge.right), Math.min(bottom, edge.bottom)]
        }
        return { left, top, right, bottom }
      }
      const over = (box) => box.left < box.right && box.top < box.bottom && coach.left < box.right && box.left < coach.right && coach.top < box.bottom && box.top < coach.bottom
      const cut = (one) => begins && one.dataset.coached === 'first' && (shown(one).left >= shown(one).right || shown(one).top >= shown(one).bottom)
      return [...document.querySelectorAll('[data-coached]')].filter((one) => coach && (over(shown(one)) || cut(one))).map((one) => one.dataset.key ?? one.dataset.action ?? one.dataset.explain ?? one.tagName)
    }, first)
  let keys = await under()
  for (let tries = 0; keys.length > 0 && tries < 20; tries += 1) {
    await page.waitForTimeout(50)
    keys = await under()
  }
  return keys
}

async function finish({ page, heard, game }, press) {
  let steps = 0
  const hidden = []
  let spoken = ''
  for (let moves = 0; ; moves += 1) {
    check(moves < 400, `the lesson of ${game} does not end`)
    const { state, count } = heard
    if (state.mood === 'over') {
      // the next scene, or the end
      await until(async () => heard.count > count || (await visible(page, '.coach.finished .next')), `${game} goes on after a scene`)
      if (await visible(page, '.coach.finished .next')) break
      continue
    }
    const where = `${game}: ${state.say}`
    const begins = state.say !== spoken
    spoken = state.say
    for (const key of await covered(page, begins)) hidden.push(`${where}: ${key}`)
    const [way] = state.ways
    if (state.mood === 'go_on') {
      steps += 1
      await press(page, '.coach .next')
    } else if (state.mood === 'missed') throw new Error(`${where}: doing what the coach says missed the aim`)
    else if (way?.startsWith('look ')) {
      const drawn = `[data-key="${quoted(way.slice(5))}"]`
      await press(page, (await press.can(page, drawn)) ? drawn : '.coach .next')
    } else {
      const choice = state.prompt.choices.find((one) => one.action === way)
      check(choice, `${where}: ${way} is not offered`)
      await choose({ page, heard }, choice, press)
    }
    await until(() => heard.count > count, `${where}: ${way ?? 'Go on'} is answered`)
    await page.waitForTimeout(60)
  }
  check(hidden.length === 0, `the coach covers its target, or it is out of sight:\n${[...new Set(hidden)].join('\n')}`)
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
  await choose(who, end, byMouse)
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
  await finish(who, byClick)
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
    check(!/\[picture|\*\*|<!--|\.json|opp\(p\)/.test(text), `${game} shows markup or notes for programmers`)
    await accessible(who.page, `the rulebook of ${game}`)
    const blocks = await api(who.context, 'GET', `/games/${game}/book`)
    const words = JSON.stringify(blocks)
    check(!/opp\(p\)|\.json|\.csv|\.rs"/.test(words), `the reader of ${game} shows notes for programmers`)
  }
  silent(who, 'the rulebooks')
  await who.close()
}

export async function every_figure_of_a_rulebook_shows_its_part_of_the_board({ browser, base }) {
  for (const game of GAMES) {
    const who = await person(browser, base, { viewport: { width: 1000, height: 900 } })
    await who.page.goto(`/rulebook/${game}`)
    const figures = who.page.locator('figure')
    await figures.first().waitFor()
    const count = await figures.count()
    check(count >= 4, `${game} has ${count} figures`)
    for (let nth = 0; nth < count; nth += 1) {
      await figures.nth(nth).scrollIntoViewIfNeeded()
      const cut = figures.nth(nth).locator('.stage[style*="scale"]')
      await cut.waitFor()
      const { height } = await figures.nth(nth).locator('.picture').boundingBox()
      check(height > 40 && height < 620, `figure ${nth + 1} of ${game} is ${height} px high`)
    }
    silent(who, `the rulebook of ${game}`)
    await who.close()
  }
}
