// node e2e/fixtures.mjs --server ../target/debug/starboard: makes tests/fixtures anew from matches of the real engine.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { serve } from './harness.mjs'
import { dice } from './play.mjs'

const { values } = parseArgs({ options: { server: { type: 'string' } } })
const server = await serve(values.server)
let cookie = ''

async function ask(method, path, body) {
  const answer = await fetch(`${server.base}/api${path}`, { method, headers: { 'content-type': 'application/json', cookie }, body: method === 'GET' ? undefined : JSON.stringify(body ?? {}) })
  cookie ||= answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

/** What a fixture must show, and in which scenario to look for it. */
const WANTED = {
  activity: { scenario: 'A', shows: ({ view }) => view.step === 'activity' && view.active === 'I' && view.countdown.now === view.countdown.start },
  move: { scenario: 'A', shows: ({ view }) => view.moving?.paid === false && view.active === 'I' },
  hits: { scenario: 'C', shows: ({ view, prompt }) => view.step === 'hits' && prompt.choices.length > 1 },
  cards: { scenario: 'E', shows: ({ view, seat }) => seat === 1 && view.hands[1].length > 1 },
}

async function find(name, { scenario, shows }) {
  for (let seed = 1; seed < 60; seed += 1) {
    const roll = dice(seed)
    const table = await ask('POST', '/tables', { game: 'star_borders', scenario, seats: [{ kind: 'me' }, { kind: 'me' }] })
    await ask('POST', `/tables/${table.id}/ready`, { contribution: `fixture ${seed}` })
    for (let n = 0; n < 400; n += 1) {
      const { asked } = await ask('GET', `/tables/${table.id}/scene`)
      const [seat] = asked
      if (seat === undefined) break
      const { view, prompt, log, revision } = await ask('GET', `/tables/${table.id}/scene?seat=${seat}`)
      if (shows({ view, prompt, seat })) {
        writeFileSync(new URL(`../tests/fixtures/${name}.json`, import.meta.url), JSON.stringify({ seat, view, prompt, log }))
        console.log(`${name}: scenario ${scenario}, decision ${n}, seed ${seed}`)
        return
      }
      // somebody who always stands and fights comes to hits
      const bold = prompt.choices.find(({ action, label }) => ['fight', 'fire-at-will'].includes(action) || label.includes('meets the enemy'))
      const { action } = bold ?? prompt.choices[roll(prompt.choices.length)]
      await ask('POST', `/tables/${table.id}/moves`, { seat, revision, actions: [action] })
    }
    await ask('POST', `/tables/${table.id}/resign`, { seat: 0 }).catch(() => undefined)
  }
  throw new Error(`no match showed ${name}`)
}

try {
  await ask('POST', '/session/guest', { name: 'Ann' })
  for (const [name, wanted] of Object.entries(WANTED)) await find(name, wanted)
} finally {
  await server.end()
}
