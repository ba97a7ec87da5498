/** GET /users with a thousand users and with a million: each kind of page and search, with positions and words that change each time. */
import { administrators } from '../../src/contract/roles.ts'
import { randomBytes, randomUUID } from 'node:crypto'
import { roleMac } from '../../src/desk/journal-mac.ts'
import { newToken } from '../../src/domains/sign-in/session-token.ts'
import { macKeysOf } from '../../src/platform/mac.ts'
import { credentialOf } from '../../src/domains/sign-in/credential.ts'
import { readUsers, type UsersQuery } from '../../src/domains/users/queries.ts'
import { encodeCursor } from '../../src/platform/cursor.ts'
import { createPool, withClient } from '../../src/platform/database.ts'
import { startServer } from './http.ts'
import { peakMegabytes, percentile } from './measure.ts'
import { notePeak } from './memory.ts'
import { makeRow, type Row } from './results.ts'
import { fillUsers } from './users-fill.ts'

type Sort = NonNullable<UsersQuery['sort']>
/** A different query each time; `users` is the size of the house. */
type Case = { name: string; ask(users: number, turn: number): UsersQuery; limits: string }

const letters = 'abcdefghijklmnopqrstuvwxyz'
const quietSorts: Sort[] = ['-createdAt', 'fullName', 'email', 'createdAt', '-fullName', '-email']
const balanceSorts: Sort[] = ['accountBalance', '-accountBalance']
const of = <T>(values: readonly T[], turn: number) => values[turn % values.length]!

/** Somewhere in the list, as if a page before had ended there. */
function position(sort: Sort, users: number, turn: number): string {
  const share = ((turn * 7919) % 1000) / 1000
  const near = {
    createdAt: new Date(Date.UTC(2020, 0, 1) + share * users * 120_000).toISOString(),
    fullName: of([...letters], turn * 7),
    email: `user.${1 + ((turn * 37) % 9)}`,
    accountBalance: String(Math.floor(share * 5_000_000)),
  }
  const order = sort.replace('-', '') as keyof typeof near
  return encodeCursor([
    near[order],
    '80000000-0000-4000-8000-000000000000',
    ...(order === 'accountBalance' ? [users > 2_000 ? 'kept' : 'now'] : []),
  ])
}

const many = ['example', 'e', 'an', 'user', '@mail', 'ER', '.', 'GH-1']
const some = ['zoë', 'maria', 'иван', 'quinn', 'Émile']
const few = (users: number, turn: number) =>
  of(
    [
      `user.${1 + ((turn * 7919) % users)}@`,
      `gh-${1000000000 + (1 + ((turn * 31) % users)) * 7368787}`,
    ],
    turn,
  )
const none = (turn: number) => of([`nobody ${turn}`, 'q@x', 'ж', '%_%', 'Ἀθηνᾶ'], turn)

const casesFor = (order: string, sorts: Sort[]): Case[] => [
  {
    name: `first page ${order}`,
    ask: (_, turn) => ({ sort: of(sorts, turn) }),
    limits: 'Fifty users with four balances each are read by their ids.',
  },
  {
    name: `deep page ${order}`,
    ask: (users, turn) => ({
      sort: of(sorts, turn),
      cursor: position(of(sorts, turn), users, turn),
    }),
    limits: 'As the first page, from rows that are seldom read.',
  },
  {
    name: `page of one status ${order}`,
    ask: (_, turn) => ({
      sort: of(sorts, turn),
      status: of(['active', 'frozen', 'closed'] as const, Math.floor(turn / sorts.length)),
    }),
    limits:
      'As the first page. Of 1,000 users ten are frozen and twenty closed: those pages are shorter than fifty.',
  },
  {
    name: `search that many match ${order}`,
    ask: (_, turn) => ({
      sort: of(sorts, turn),
      search: of(many, Math.floor(turn / sorts.length)),
    }),
    limits: 'A walk along the order until the page is full.',
  },
  {
    name: `search that few match ${order}`,
    ask: (users, turn) => ({ sort: of(sorts, turn), search: few(users, turn) }),
    limits: 'The index of trigrams: the lists of the three rarest are read.',
  },
  {
    name: `search that nobody matches ${order}`,
    ask: (_, turn) => ({ sort: of(sorts, turn), search: none(turn) }),
    limits: 'As above.',
  },
  {
    name: `search that one in thirty matches ${order}`,
    ask: (_, turn) => ({
      sort: of(sorts, turn),
      search: of(some, Math.floor(turn / sorts.length)),
    }),
    limits:
      'A short walk; by name, where they stand together far away, a walk to them, and the index of trigrams for the others.',
  },
]
const cases: Case[] = [
  ...casesFor('by age, name or email', quietSorts),
  ...casesFor('by balance', balanceSorts),
]

type Ask = (query: UsersQuery) => Promise<unknown>

/** Sorted by kind, milliseconds of each answer; after some that aren't measured. */
async function timesOf(ask: Ask, users: number, times: number): Promise<number[][]> {
  const measured: number[][] = []
  for (const one of cases) {
    const taken: number[] = []
    for (let turn = 0; turn < times * 1.25; turn += 1) {
      const began = performance.now()
      await ask(one.ask(users, turn))
      taken.push(performance.now() - began)
    }
    measured.push(taken.slice(-times))
  }
  return measured
}

async function throughQueries(url: string, users: number, times: number): Promise<number[][]> {
  const pool = createPool({ url, name: 'bench users', max: 1 })
  try {
    return await timesOf((query) => readUsers(pool, query), users, times)
  } finally {
    await pool.end()
  }
}

/** Makes a person an administrator and signs them in. */
export async function signInAsAdmin(url: string, secret: string): Promise<string> {
  const keys = macKeysOf(secret)
  return withClient({ url, name: 'bench users', as: 'owner' }, async (client) => {
    const { rows } = await client.query(
      `update owners set role = 'admin', roles = '${administrators}' where account_id = (select max(account_id) from owners where status = 'active') returning id`,
    )
    const [{ id }] = rows
    const token = newToken(keys, id)
    await client.query(`update owners set role_mac = decode($2, 'hex') where id = $1`, [
      id,
      roleMac(keys, id, administrators),
    ])
    await client.query(
      `insert into auth.sessions (id, person_id, token, expires_at) values ($1, $2, $3, clock_timestamp() + interval '1 day')`,
      [randomUUID(), id, token],
    )
    return credentialOf(secret, token)
  })
}

async function overHttp(url: string, users: number, times: number): Promise<number[][]> {
  const secret = randomBytes(32).toString('base64url')
  const authorization = `Bearer ${await signInAsAdmin(url, secret)}`
  const server = await startServer(url, secret)
  try {
    const measured = await timesOf(
      async (query) => {
        const reply = await fetch(
          `http://127.0.0.1:${server.port}/invest/api/v1/users?${new URLSearchParams(query as Record<string, string>)}`,
          { headers: { authorization } },
        )
        const text = await reply.text()
        if (reply.status !== 200) throw new Error(text)
      },
      users,
      times,
    )
    notePeak('the server', await peakMegabytes(server.child.pid!))
    return measured
  } finally {
    await server.stop()
  }
}

function rowsOf(where: string, [fewUsers, manyUsers]: readonly number[][][]): Row[] {
  return cases.flatMap(({ name, limits }, i) => [
    makeRow({
      name: `${where} ${name}, p99`,
      unit: 'ms',
      rounds: [percentile(manyUsers![i]!, 0.99)],
      limits,
      bound: { below: 30 },
    }),
    makeRow({
      name: `${where} ${name}, p50`,
      unit: 'ms',
      rounds: [percentile(manyUsers![i]!, 0.5)],
      limits,
      against: { name: '1,000 users', rounds: [percentile(fewUsers![i]!, 0.5)] },
      bound: { below: 2 },
    }),
  ])
}

export async function withNewDatabase<T>(
  cluster: string,
  use: (url: string) => Promise<T>,
): Promise<T> {
  const name = `bench_users_${randomBytes(4).toString('hex')}`
  const asOwner = (text: string) =>
    withClient(
      { url: cluster, name: 'bench users', as: 'owner', limits: { statementMs: 0 } },
      (client) => client.query(text),
    )
  const url = new URL(cluster)
  url.pathname = `/${name}`
  await asOwner(`create database ${name}`)
  try {
    return await use(url.href)
  } finally {
    await asOwner(`drop database ${name} with (force)`)
  }
}

/** Measures on databases of its own in the cluster of `url`. */
export async function measureUsers({
  url,
  quick = false,
}: {
  url: string
  quick?: boolean
}): Promise<Row[]> {
  const sizes = quick ? [100, 3_000] : [1_000, 1_000_000]
  const times = quick ? 6 : 120
  const queries: number[][][] = []
  const http: number[][][] = []
  for (const users of sizes) {
    await withNewDatabase(url, async (database) => {
      await fillUsers(database, users)
      queries.push(await throughQueries(database, users, times))
      http.push(await overHttp(database, users, times))
    })
  }
  return [...rowsOf('users:', queries), ...rowsOf('GET /users:', http)]
}
