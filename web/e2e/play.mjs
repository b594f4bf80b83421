// Plays by clicking, as a person would: whatever glows, or a button of the prompt line.
const ASKED = '.prompt.ask'
const OVER = '.prompt.over'

/** From the front page to the first decision. */
export async function playNow(page) {
  await page.goto('/')
  await page.getByRole('button', { name: 'Play now: Star Borders' }).click()
  await page.waitForSelector(`${ASKED}, ${OVER}`)
}

/** What can be clicked now, in the order of the page. */
async function offered(page) {
  return page.evaluate(() => {
    const found = []
    const hidden = document.querySelector('.win') !== null
    for (const node of document.querySelectorAll('.win .unit.can, .win .way, .place.can, .ship.can, .hand .offered, .dock .card.offered')) {
      if (hidden && node.closest('svg') && !node.closest('.win')) continue
      const key = node.getAttribute('data-key')
      found.push({ kind: 'board', key, label: node.getAttribute('aria-label') })
    }
    for (const node of document.querySelectorAll('.prompt .acts [data-action]')) found.push({ kind: 'button', key: node.getAttribute('data-action'), label: node.textContent })
    for (const node of document.querySelectorAll('.menu [data-action]')) found.push({ kind: 'listed', key: node.getAttribute('data-action'), label: node.textContent })
    return found
  })
}

/** The state of the table, so that a change can be waited for. */
const stamp = (page) => page.evaluate(() => `${document.querySelector('.table')?.textContent}|${[...document.querySelectorAll('.ship')].map((ship) => ship.getAttribute('style')).join()}|${document.querySelector('.prompt')?.className}`)

async function click(page, target) {
  if (target.kind !== 'board') {
    await page.locator(`${target.kind === 'button' ? '.prompt .acts' : '.menu'} [data-action="${target.key}"]`).click()
    return
  }
  const inBattle = page.locator(`.win [data-key="${target.key}"]`)
  const node = (await inBattle.count()) > 0 ? inBattle.first() : page.locator(`[data-key="${target.key}"]`).first()
  // a counter may lie under another one of its stack: the event reaches it all the same
  await node.dispatchEvent('click')
  // a card is read by one click and played by a button on it
  const play = page.locator('.hand .plays [data-action]')
  // a card that was open is closed by that click
  if (target.key.startsWith('card:') && (await play.count()) === 0) await node.dispatchEvent('click')
  if ((await play.count()) > 0) await play.first().click()
  const menu = page.locator('.pop[role="group"] .item')
  if ((await menu.count()) > 0) await menu.nth(0).click()
}

/** Waits until somebody asks or the match is over. */
export async function settled(page) {
  await page.waitForFunction(() => {
    const prompt = document.querySelector('.prompt')
    if (!prompt) return false
    if (prompt.classList.contains('over')) return true
    return prompt.classList.contains('ask') && !document.querySelector('.prompt .btn:disabled')
  }, undefined, { timeout: 60_000 })
}

/** Waits until the table is not what it was. */
async function changed(page, before, chosen) {
  const problem = page.locator('.prompt.refused')
  for (let tries = 0; tries < 300; tries += 1) {
    if (await problem.count()) throw new Error(`refused: ${await problem.textContent()}`)
    if ((await stamp(page)) !== before) return
    await page.waitForTimeout(20)
  }
  throw new Error(`nothing happened after a click on ${JSON.stringify(chosen)}`)
}

/** What happened stays until it is dismissed. */
export async function dismissScenes(page) {
  const next = page.locator('.goon')
  if (await next.count()) await next.click()
}

/** Makes one decision; `prefer` sorts what is offered. Says whether the match goes on. */
export async function decide(page, prefer) {
  await settled(page)
  if (await page.locator(OVER).count()) return false
  await dismissScenes(page)
  const more = page.locator('.prompt .acts button[aria-expanded="false"]')
  if (await more.count()) await more.click()
  const choices = await offered(page)
  if (choices.length === 0) throw new Error(`nothing can be clicked: ${await page.locator('.prompt').textContent()}`)
  const before = await stamp(page)
  const chosen = prefer(choices)
  await click(page, chosen)
  await changed(page, before, chosen)
  return true
}

/** A small generator, so that a failing run can be repeated. */
export function dice(seed) {
  let state = seed
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * n)
  }
}

/** Prefers what brings a match to its end: no endless shuffling of ships. */
export const hasty = (choices) => choices.find((choice) => choice.kind === 'button') ?? choices[0]

/** Takes whatever the dice say. */
export const any = (roll) => (choices) => choices[roll(choices.length)]
