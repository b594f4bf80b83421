// npm run e2e -- --server <path of the starboard binary> [--only <part of a name>] [--shots] [--dist] [--seeds <number>]
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { browse, restart, serve, useDist } from './harness.mjs'
import * as evNova from './ev_nova.mjs'
import * as everywhere from './everywhere.mjs'
import * as forms from './forms.mjs'
import * as days from './days.mjs'
import * as connection from './connection.mjs'
import * as screenshots from './screenshots.mjs'
import * as lessons from './lessons.mjs'
import * as performance from './performance.mjs'
import * as review from './review.mjs'
import * as spaceInfantry from './space_infantry.mjs'
import * as starcraft from './starcraft.mjs'
import * as stellar from './stellar.mjs'
import * as starBorders from './tests.mjs'

const { values } = parseArgs({ options: { server: { type: 'string' }, only: { type: 'string' }, shots: { type: 'boolean' }, dist: { type: 'boolean' }, seeds: { type: 'string' } } })
if (!values.server) {
  console.error('which server? npm run e2e -- --server ../target/debug/starboard')
  process.exit(2)
}

if (values.dist) useDist()
const server = await serve(values.server, values.seeds)
/** Tests that do not pass reliably yet, with the reason; each prints as `skip` unless it is named by --only. */
const PENDING = {}
let failed = 0
let pictures = 0
const tasks = { ...performance, ...starBorders, ...stellar, ...spaceInfantry, ...evNova, ...starcraft, ...days, ...lessons.lessons, ...lessons, ...forms, ...review, ...everywhere, ...connection, ...screenshots }
for (const [name, test] of Object.entries(tasks)) {
  if (typeof test !== 'function') continue
  const title = name.replaceAll('_', ' ')
  if (values.only && !title.includes(values.only)) continue
  if (name.startsWith('screenshots_') !== Boolean(values.shots)) continue
  if (PENDING[title] && !values.only) {
    console.log(`skip  ${title}: ${PENDING[title]}`)
    continue
  }
  const began = Date.now()
  restart()
  // a browser of its own for each: one that dies takes no other test with it
  const browser = await browse()
  try {
    await test({ server, browser, base: server.base, dist: values.dist })
    console.log(`ok    ${title} (${((Date.now() - began) / 1000).toFixed(1)} s)`)
  } catch (error) {
    console.error(`FAIL  ${title}\n${error.stack ?? error}`)
    for (const page of browser.contexts().flatMap((context) => context.pages())) {
      const path = join(tmpdir(), `${title.replaceAll(' ', '-')}-${failed}-${pictures++}.png`)
      const asked = await page.locator('.prompt').first().textContent({ timeout: 1000 }).catch(() => 'no prompt')
      await page.screenshot({ path, timeout: 5000 }).catch(() => undefined)
      console.error(`      ${page.url()} asked: ${asked.trim()}\n      picture: ${path}`)
    }
    failed += 1
  } finally {
    await browser.close()
  }
}
await server.end()
if (failed > 0) {
  console.error(`${failed} failed; the server said:\n${server.log().split('\n').slice(-30).join('\n')}`)
  process.exit(1)
}
