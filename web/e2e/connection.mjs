// When the line breaks, or was never good.
import { check, person, silent } from './harness.mjs'
import { decide, hasty, playNow, settled } from './play.mjs'

export async function offline_and_back({ server, browser, base }) {
  const who = await person(browser, base)
  await playNow(who.page)
  await decide(who.page, hasty)
  await settled(who.page)
  const asked = await who.page.locator('.prompt .title').textContent()
  await server.stop()
  await who.page.getByText('Connection lost').waitFor()
  await server.start()
  await who.page.getByRole('button', { name: 'Try now' }).click({ timeout: 3000 }).catch(() => undefined)
  await settled(who.page)
  check((await who.page.locator('.prompt .title').textContent()) === asked, 'after the way back the same question is asked')
  await decide(who.page, hasty)
  await who.close()
}

export async function a_replay_over_a_slow_line_goes_on({ browser, base }) {
  const who = await person(browser, base)
  const { page } = who
  await playNow(page)
  for (let n = 0; n < 3; n += 1) await decide(page, hasty)
  await settled(page)
  // slower than the replay's own pace
  await page.route('**/moments/*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 900))
    await route.continue()
  })
  await page.locator('.log .line').first().click()
  await page.getByText(/Viewing step/).waitFor()
  const moment = async () => Number(/step (\d+) of/.exec(await page.locator('.prompt .title').textContent())?.[1])
  const first = await moment()
  await page.getByRole('button', { name: 'Play the match' }).click()
  await page.waitForFunction((old) => Number(/step (\d+) of/.exec(document.querySelector('.prompt .title')?.textContent ?? '')?.[1] ?? Infinity) > old + 1, first, { timeout: 20_000 })
  silent(who, 'the slow reader')
  await who.close()
}

/** Runs in the page before anything else: a network in which no WebSocket comes through. */
function noSockets() {
  globalThis.WebSocket = class extends EventTarget {
    constructor() {
      super()
      setTimeout(() => this.onclose?.(new CloseEvent('close')))
    }
    close() {}
  }
}

export async function without_WebSockets_the_match_goes_on({ server, browser, base }) {
  const who = await person(browser, base)
  await who.context.addInitScript(noSockets)
  let streams = 0
  who.page.on('response', (answer) => (streams += answer.headers()['content-type']?.startsWith('text/event-stream') ? 1 : 0))
  await playNow(who.page)
  for (let n = 0; n < 6; n += 1) await decide(who.page, hasty)
  check(streams === 1, `${streams} streams of server-sent events were opened, expected one`)
  silent(who, 'a network without WebSockets')
  await settled(who.page)
  const asked = await who.page.locator('.prompt .title').textContent()
  await server.stop()
  await who.page.getByText('Connection lost').waitFor()
  await server.start()
  await settled(who.page)
  check((await who.page.locator('.prompt .title').textContent()) === asked, 'after the way back the same question is asked')
  for (let n = 0; n < 3; n += 1) await decide(who.page, hasty)
  check(streams >= 2, 'the way back was not by server-sent events')
  await who.close()
}

export async function a_game_whose_drawing_does_not_come_is_played_by_buttons({ browser, base }) {
  const who = await person(browser, base)
  const drawing = '**/assets/star_borders-*.js'
  await who.page.route(drawing, (route) => route.abort())
  await playNow(who.page)
  await who.page.getByText('The board could not be loaded').waitFor()
  check((await who.page.locator('.plain details').count()) > 3, 'the picture is shown as an outline')
  const before = await who.page.locator('.log .line').count()
  for (let n = 0; n < 8; n += 1) await decide(who.page, (choices) => choices[0])
  check((await who.page.locator('.log .line').count()) > before, 'the match goes on')
  await who.page.unroute(drawing)
  await who.page.getByRole('button', { name: 'Reload the page' }).click()
  await who.page.waitForSelector('.place')
  await who.close()
}
