// Starts a real server and a real browser, and stops both.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { chromium } from 'playwright-core'

const AXE = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')

const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })

/** What a frame of the live stream says: longer ones are packed. */
export const said = (payload) => (typeof payload === 'string' ? payload : inflateRawSync(payload).toString())

/** Runs `binary serve` on a free port with a data folder of its own; the same `seeds`, the same matches. */
export async function serve(binary, seeds = '1') {
  const data = mkdtempSync(join(tmpdir(), 'starboard-e2e-'))
  const port = await freePort()
  const args = ['serve', '--port', String(port), '--data', data, '--rate-limit', '0', '--account-rate-limit', '0', '--login-limit', '0', '--fixed-seeds', seeds]
  let printed = ''
  let child
  const base = `http://127.0.0.1:${port}`
  const start = async (more = []) => {
    child = spawn(binary, [...args, ...more], { stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.on('data', (text) => (printed += text))
    child.stderr.on('data', (text) => (printed += text))
    for (let tries = 0; tries < 150; tries += 1) {
      if (child.exitCode !== null) throw new Error(`the server stopped at once:\n${printed}`)
      if (await fetch(`${base}/api/me`).then((answer) => answer.ok, () => false)) return
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error(`the server does not answer at ${base}:\n${printed}`)
  }
  const stop = () =>
    new Promise((resolve) => {
      const running = child
      if (running.exitCode !== null) return resolve()
      const patience = setTimeout(() => running.kill('SIGKILL'), 12_000)
      running.once('exit', () => {
        clearTimeout(patience)
        resolve()
      })
      running.kill('SIGTERM')
    })
  await start()
  return { binary, base, start, stop, log: () => printed, end: async () => (await stop(), rmSync(data, { recursive: true, force: true })) }
}

/** The page from web/dist instead of the one in the binary (`--dist`): what changed in the page needs no cargo. */
let dist = false
export const useDist = () => (dist = true)

/** Debian's chromium, without anything that talks to the outside. */
export const browse = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', ...(dist ? ['--disable-features=LocalNetworkAccessChecks'] : [])],
  })

async function fromDist(route) {
  const { pathname } = new URL(route.request().url())
  const path = (name) => new URL(`../dist${name}`, import.meta.url).pathname
  await route.fulfill({ path: existsSync(path(pathname)) && pathname !== '/' ? path(pathname) : path('/index.html') })
}

let tables = 0
/** What a player adds to the seed of a table: another text for each table of a test, the same in every run. */
export const contribution = () => `table ${(tables += 1)}`
/** A test begins. */
export const restart = () => (tables = 0)

/** A person at a browser: its console must stay silent. */
export async function person(browser, base, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', colorScheme: 'dark', baseURL: base, ...options })
  if (dist) await context.route((url) => !url.pathname.startsWith('/api/'), fromDist)
  // a random contribution would make other dice in every run
  await context.route('**/api/tables/*/ready', (route) => (route.request().method() === 'POST' ? route.continue({ postData: JSON.stringify({ contribution: contribution() }) }) : route.continue()))
  const page = await context.newPage()
  const errors = []
  page.on('console', (message) => message.type() === 'error' && errors.push(`${message.text()} (${message.location().url})`))
  page.on('pageerror', (error) => errors.push(error.stack ?? error.message))
  page.setDefaultTimeout(30_000)
  return { page, context, errors, close: () => context.close() }
}

/** What axe finds that is serious. */
export async function accessible(page, where) {
  await page.evaluate(AXE)
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }))
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  if (serious.length > 0) {
    const lines = serious.map(({ id, help, nodes }) => `  ${id}: ${help}\n    ${nodes.slice(0, 3).map((node) => `${node.target.join(' ')} – ${node.failureSummary?.split('\n')[1]?.trim() ?? ''}`).join('\n    ')}`)
    throw new Error(`axe on ${where}:\n${lines.join('\n')}`)
  }
}

export function check(condition, message) {
  if (!condition) throw new Error(message)
}

/** Tables that a test needs besides the one it clicks together: made through the interface, as any program would. */
export async function api(context, method, path, body) {
  const answer = await context.request.fetch(`/api${path}`, { method, headers: { 'content-type': 'application/json' }, data: method === 'GET' ? undefined : JSON.stringify(body ?? {}) })
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
  return answer.status() === 204 ? undefined : answer.json()
}

/** Where all seats act at once, a computer may be faster: that move is refused as late, and the page sends it again. */
export const late = (error) => /409 \(Conflict\) .*\/moves\)$/.test(error)

/** A console that said anything has something to say. */
export const silent = (who, where) => check(who.errors.length === 0, `the console of ${where} said: ${who.errors.join('\n')}`)

/** A person at a table with an open chair. */
export async function duel(browser, base, options = {}) {
  const one = await person(browser, base)
  await api(one.context, 'POST', '/session/guest', { name: 'Ann' })
  const table = await api(one.context, 'POST', '/tables', { game: 'star_borders', scenario: 'A', seats: [{ kind: 'me' }, { kind: 'open' }], ...options })
  return { one, table }
}
