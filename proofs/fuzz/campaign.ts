/** The run: requests in equal steps, between them the heap; before and after it the books. */
import { auditBooks } from '../../src/ledger/store/audit.ts'
import { Chance } from '../torture/chance.ts'
import { brokenCall, calls } from './calls.ts'
import { heapOf, readBooks, type Books, type House } from './house.ts'
import { judge } from './judge.ts'
import type { Options } from './options.ts'
import { brokenPath } from './paths.ts'
import { asCommand, type Request } from './request.ts'
import { send } from './send.ts'
import { brokenBytes } from './sockets.ts'

export type Result = {
  seed: string
  requests: number
  replies: number
  /** How many replies had which status. */
  statuses: Record<string, number>
  /** Endpoints that have refused nothing by their contract (400). */
  neverRefused: string[]
  faults: string[]
  /** What was done, and the tables that differ. */
  changed: string[]
  /** Bytes after each step. */
  heap: number[]
  seconds: number
}

const steps = 24
const atOnce = 12
const shownFaults = 20

/** The request with this number: always the same for a seed, except for ids and tokens, which differ in each house. */
export function requestOf(house: House, seed: string, number: number): Request {
  const chance = new Chance(`${seed}/${number}`)
  const make = { call: brokenCall, path: brokenPath, socket: brokenBytes }[
    chance.weighted({ call: 70, path: 15, socket: 15 })
  ]
  return make(house, chance)
}

type Tally = Pick<Result, 'statuses' | 'faults' | 'replies'> & { refusing: Set<string> }

async function sendOne(house: House, seed: string, number: number, tally: Tally): Promise<void> {
  const request = requestOf(house, seed, number)
  const came = await send(house.server.url, request)
  for (const { status } of came.replies) {
    tally.replies += 1
    tally.statuses[status] = (tally.statuses[status] ?? 0) + 1
    if (status === 400 && request.endpoint) tally.refusing.add(request.at)
  }
  const wrong = judge(request, came)
  if (!wrong) return
  const said = came.replies.map(({ status, body }) => `${status} ${body.slice(0, 300)}`).join(' | ')
  tally.faults.push(
    `${wrong} (--seed ${seed} --only ${number}; ${request.caller}, ${request.at}: ${request.what})\n  ${asCommand(request, house.server.url)}\n  ${said}`,
  )
}

async function sendAll(house: House, seed: string, numbers: number[], tally: Tally): Promise<void> {
  const left = numbers.values()
  const work = async () => {
    for (const number of left)
      if (tally.faults.length < shownFaults) await sendOne(house, seed, number, tally)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

/** The server as it was: alive, ready, its people signed in, and a change is made. */
async function checkHealth({ server, owner, people }: House): Promise<string[]> {
  const faults: string[] = []
  for (const path of ['/healthz', '/readyz', '/']) {
    const { status } = await fetch(server.url + path)
    if (status !== 200) faults.push(`${path} answers ${status} afterwards`)
  }
  for (const [name, person] of Object.entries(people))
    if ((await person.send('GET', '/me')).status !== 200)
      faults.push(`the ${name} is signed in no more`)
  const { status } = await people.user.send('POST', '/demo/deposits', { amount: 1, asset: 'BTC' })
  if (status !== 201) faults.push(`a right change answers ${status} afterwards`)
  faults.push(...(await auditBooks(owner)).faults.map((fault) => `the books: ${String(fault)}`))
  const logged = server
    .output()
    .stderr.split('\n')
    .filter((line) => /"level":(50|60|"error"|"fatal")/.test(line))
  return [
    ...faults,
    ...logged.slice(0, 5).map((line) => `the server logged: ${line.slice(0, 1_000)}`),
  ]
}

function differences(before: Books, after: Books): string[] {
  const done = [...after.commands].flatMap(([id, text]) =>
    before.commands.has(id) ? [] : [`done: ${text}`],
  )
  const tables = Object.entries(after.digest).filter(
    ([name, digest]) => before.digest[name] !== digest,
  )
  return [
    ...done,
    ...tables.map(([name, digest]) => `${name}: ${before.digest[name]} became ${digest}`),
  ]
}

export async function campaign(
  house: House,
  { seed, requests, only }: Options,
  say: (line: string) => void,
): Promise<Result> {
  const tally: Tally = { replies: 0, statuses: {}, faults: [], refusing: new Set() }
  const numbers = only === null ? Array.from({ length: requests }, (_, number) => number) : [only]
  if (only !== null) say(asCommand(requestOf(house, seed, only), house.server.url))
  const before = await readBooks(house)
  const started = performance.now()
  const heap: number[] = []
  const size = Math.ceil(numbers.length / steps)
  for (let from = 0; from < numbers.length; from += size) {
    await sendAll(house, seed, numbers.slice(from, from + size), tally)
    heap.push(await heapOf(house))
    if (numbers.length > 10_000)
      say(
        `${from + size} requests, ${Math.round((performance.now() - started) / 1000)} s, heap ${(heap.at(-1)! / 1e6).toFixed(1)} MB`,
      )
  }
  const seconds = (performance.now() - started) / 1000
  const changed = differences(before, await readBooks(house))
  const faults = [...tally.faults, ...(await checkHealth(house))]
  const neverRefused = calls.map(({ name }) => name).filter((name) => !tally.refusing.has(name))
  return {
    seed,
    requests: numbers.length,
    replies: tally.replies,
    statuses: tally.statuses,
    neverRefused,
    faults,
    changed,
    heap,
    seconds,
  }
}
