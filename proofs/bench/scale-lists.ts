/** The first page of each list in a house with many people and a long past, asked for over HTTP, one after the other, and what its server does at rest. */
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { withClient } from '../../src/platform/database.ts'
import { benchSecret, done, investment, openDesk, withdrawal } from './desk.ts'
import { plan } from './fill.ts'
import { signIn, startServer } from './http.ts'
import { percentile, withEach } from './measure.ts'
import { makeRow, type Row } from './results.ts'
import { signInAsAdmin } from './users.ts'

type List = { name: string; path(turn: number): string; asks: 'investor' | 'staff'; limits: string }

const own = 'Another person each time, whose rows nobody has read since they were filled.'
const lists: List[] = [
  { name: 'own activity', path: () => '/activity', asks: 'investor', limits: own },
  { name: 'own investments', path: () => '/investments', asks: 'investor', limits: own },
  { name: 'own withdrawals', path: () => '/withdrawals', asks: 'investor', limits: own },
  {
    name: 'users by age',
    path: () => '/users?sort=-createdAt',
    asks: 'staff',
    limits: 'One stretch of an index; fifty users with their balances are read by their ids.',
  },
  {
    name: 'users by balance',
    path: () => '/users?sort=-accountBalance',
    asks: 'staff',
    limits: 'The order that the house keeps; fifty users with their balances.',
  },
  {
    name: 'queue of withdrawals',
    path: () => '/getAllWithdrawals?sort=-createdAt',
    asks: 'staff',
    limits: 'Merged from the stretches of six statuses.',
  },
  {
    name: 'pending withdrawals',
    path: () => '/getAllWithdrawals?status=pending&sort=-createdAt',
    asks: 'staff',
    limits: 'One stretch of an index.',
  },
  {
    name: 'messages to answer',
    path: () => '/message-threads?list=waiting',
    asks: 'staff',
    limits: 'One stretch of the index of what waits, with the newest words of each.',
  },
  {
    name: 'messages with everybody',
    path: () => '/message-threads?list=all',
    asks: 'staff',
    limits: 'One stretch of an index, with the newest words of each.',
  },
  {
    name: 'audit log',
    path: () => '/audit',
    asks: 'staff',
    limits: 'One stretch of the index of what staff did, with the words of each.',
  },
  {
    name: 'search of the audit log',
    path: (turn) => `/audit?search=person%20${turn * 7919}`,
    asks: 'staff',
    limits: 'The newest 500 actions of staff are put into words, and these are searched.',
  },
]

/** As many as have written are the threads of a firm of a million people. */
const threads = 10_000

/** Fewer than the desk lets one person have waiting. */
const atOnce = 100

type Work = {
  /** Each invests once. */
  people: readonly string[]
  /** Each writes once. */
  writers: readonly string[]
  admin: string
  /** Of staff, about requests. */
  decisions: number
}

/** There is something in each list. */
async function workOn(url: string, { people, writers, admin, decisions }: Work): Promise<void> {
  const { desk, close } = openDesk(url)
  const order = { actor: admin, key: null, bodyHash: '', requestId: 'bench' }
  await withEach(people, atOnce, (person) => done(desk, investment(person, plan)))
  await withEach(writers, atOnce, (owner) =>
    done(desk, {
      ...order,
      actor: owner,
      kind: 'SendMessage',
      command: { owner, text: 'When is my plan paid, and where to?', files: [] },
    }),
  )
  // What was filled is no command's, and the desk decides nothing about it.
  const requests = Array.from({ length: decisions }, (_, at) => ({
    id: randomUUID(),
    owner: people[at % people.length]!,
  }))
  await withEach(requests, atOnce, ({ id, owner }) => done(desk, { ...withdrawal(owner), id }))
  await withEach(requests, atOnce, ({ id }) =>
    done(desk, {
      ...order,
      kind: 'RejectWithdrawal',
      command: { withdrawal: id, reason: 'A reason as staff write one.' },
    }),
  )
  await close()
}

const adminOf = async (url: string): Promise<string> => {
  const { rows } = await withClient({ url, name: 'bench scale' }, (client) =>
    client.query<{ id: string }>(`select id from owners where role = 'admin'`),
  )
  return rows[0]!.id
}

/** Milliseconds of each answer. */
async function timesOf(
  port: number,
  { list, times, credentials }: { list: List; times: number; credentials: readonly string[] },
): Promise<number[]> {
  const taken: number[] = []
  // The first tenth isn't measured: connections are open then, and plans are made.
  const unmeasured = Math.ceil(times / 10)
  for (let turn = 0; turn < times + unmeasured; turn += 1) {
    const authorization = `Bearer ${credentials[turn % credentials.length]}`
    const began = performance.now()
    const reply = await fetch(`http://127.0.0.1:${port}/invest/api/v1${list.path(turn)}`, {
      headers: { authorization },
    })
    const text = await reply.text()
    if (reply.status !== 200) throw new Error(`${list.name}: ${text}`)
    taken.push(performance.now() - began)
  }
  return taken.slice(unmeasured)
}

/** Pages a second that the server asks the database for by itself; what vacuums read isn't in it. */
const pagesAtRest = (url: string, seconds: number): Promise<number> =>
  withClient({ url, name: 'bench scale' }, async (client) => {
    const pages = async () => {
      const { rows } = await client.query<{ pages: number }>(
        `select sum(coalesce(hits, 0) + coalesce(read_bytes, 0) / current_setting('block_size')::int)::float8 as pages
        from pg_stat_io where object = 'relation' and backend_type in ('client backend', 'background worker')`,
      )
      return rows[0]!.pages
    }
    await pages()
    const before = await pages()
    await setTimeout(seconds * 1_000)
    return ((await pages()) - before) / seconds
  })

/** Some of the people sign in, and one of them becomes an administrator. */
export async function listRows(
  url: string,
  {
    after,
    people,
    times,
    restSeconds,
  }: { after: string; people: readonly string[]; times: number; restSeconds: number },
): Promise<Row[]> {
  const staff = [await signInAsAdmin(url, benchSecret)]
  const admin = await adminOf(url)
  const others = people.filter((person) => person !== admin)
  const asking = others.slice(0, Math.ceil(times * 1.1))
  const investors = await signIn(url, asking, benchSecret)
  const writers = others.slice(0, threads)
  await workOn(url, { people: asking, writers, admin, decisions: times * 10 })
  const server = await startServer(url, benchSecret, { works: false })
  try {
    const rows: Row[] = []
    for (const list of lists) {
      const credentials = list.asks === 'staff' ? staff : investors
      const taken = await timesOf(server.port, { list, times, credentials })
      rows.push(
        makeRow({
          name: `First page, ${list.name}, p99 ${after}`,
          unit: 'ms',
          rounds: [percentile(taken, 0.99)],
          bound: { below: 50 },
          limits: `${list.limits} ${times} answers; half of them within ${percentile(taken, 0.5).toFixed(1)} ms.`,
        }),
      )
    }
    rows.push(
      makeRow({
        name: `A server at rest ${after}`,
        unit: 'pages/s',
        rounds: [await pagesAtRest(url, restSeconds)],
        bound: { atMost: 2_000 },
        limits: `What it asks the database for while nobody asks it, over ${restSeconds} s: what grows with the past takes processors from whoever does ask.`,
      }),
    )
    return rows
  } finally {
    await server.stop()
  }
}
