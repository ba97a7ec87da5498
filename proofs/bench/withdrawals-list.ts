/** The queue of withdrawals with a thousand requests and with a million: each kind of page and search, what waits, and one request's details. */
import { randomBytes } from 'node:crypto'
import { withdrawalsWork } from '../../src/contract/withdrawal.ts'
import type { QueueQuery } from '../../src/domains/withdrawals/queue.ts'
import { encodeCursor } from '../../src/platform/cursor.ts'
import { withClient } from '../../src/platform/database.ts'
import type { Measurement } from './bench.ts'
import { startServer } from './http.ts'
import { percentile } from './measure.ts'
import { makeRow, type Row } from './results.ts'
import { fillUsers } from './users-fill.ts'
import { signInAsAdmin, withNewDatabase } from './users.ts'
import { exchange, fillWithdrawals } from './withdrawals-list-fill.ts'

type Case = {
  name: string
  path(size: number, turn: number, ids: readonly string[]): string
  limits: string
}

const sorts = ['-createdAt', 'amount', 'createdAt', '-amount'] as const
const statuses = ['pending', 'approved', 'rejected', 'cancelled', 'paid', 'returned'] as const
const of = <T>(values: readonly T[], turn: number) => values[turn % values.length]!

/** Somewhere in the list, as if a page before had ended there. */
function position(sort: (typeof sorts)[number], size: number, turn: number): string {
  const share = ((turn * 7919) % 1000) / 1000
  const sorted = sort.endsWith('amount')
    ? String(Math.floor(share * 5_000_000))
    : new Date(Date.UTC(2020, 0, 1) + share * size * 120_000).toISOString()
  return encodeCursor([sorted, '80000000-0000-4000-8000-000000000000'])
}

const listOf = (query: QueueQuery) =>
  `/getAllWithdrawals?${new URLSearchParams(query as Record<string, string>)}`
const many = ['example', 'an', 'user', '@mail', 'GH-1']
const some = ['zoë', 'maria', 'иван', 'quinn', 'Émile']
const fewOf = (size: number, turn: number) =>
  of(
    [
      `user.${1 + ((turn * 7919) % size)}@`,
      `gh-${1000000000 + (1 + ((turn * 31) % size)) * 7368787}`,
    ],
    turn,
  )
const statusOf = (turn: number) => of([undefined, ...statuses], Math.floor(turn / sorts.length))
const inStatus = (turn: number) => (statusOf(turn) ? { status: statusOf(turn) } : {})

const cases: Case[] = [
  {
    name: 'first page',
    path: (_, turn) => listOf({ sort: of(sorts, turn) }),
    limits: 'Merged from the stretches of six statuses; fifty requests are read by their ids.',
  },
  {
    name: 'deep page',
    path: (size, turn) =>
      listOf({ sort: of(sorts, turn), cursor: position(of(sorts, turn), size, turn) }),
    limits: 'As the first page, from rows that are seldom read.',
  },
  {
    name: 'page of one status',
    path: (_, turn) =>
      listOf({ sort: of(sorts, turn), status: of(statuses, Math.floor(turn / sorts.length)) }),
    limits: 'One stretch of an index.',
  },
  {
    name: 'search that many match',
    path: (_, turn) => listOf({ sort: of(sorts, turn), search: of(many, turn), ...inStatus(turn) }),
    limits: 'A short walk along the order; each request walked past costs a look at its user.',
  },
  {
    name: 'search that one in thirty matches',
    path: (_, turn) => listOf({ sort: of(sorts, turn), search: of(some, turn), ...inStatus(turn) }),
    limits: 'As above, longer.',
  },
  {
    name: 'search that few match',
    path: (size, turn) =>
      listOf({ sort: of(sorts, turn), search: fewOf(size, turn), ...inStatus(turn) }),
    limits: 'The directory’s index of trigrams, and then each user’s requests.',
  },
  {
    name: 'search that nobody matches',
    path: (_, turn) =>
      listOf({ sort: of(sorts, turn), search: of([`nobody ${turn}`, 'q@x', 'ж', '%_%'], turn) }),
    limits: 'As above.',
  },
  {
    name: 'list of work',
    path: (_, turn) =>
      listOf({ sort: of(sorts, turn), work: of(withdrawalsWork.options, Math.floor(turn / 4)) }),
    limits: 'One stretch of an index; of each request is asked what stands out about it.',
  },
  {
    name: 'search for an amount',
    path: (_, turn) =>
      listOf({ search: `${(turn * 7919) % 50_000}.${10 + (turn % 90)}`, ...inStatus(turn) }),
    limits: 'The index of amounts, beside the search for a user of that name.',
  },
  {
    name: 'search for an address',
    path: (size, turn) =>
      listOf({ search: `address number ${1 + ((turn * 7919) % size)}`, ...inStatus(turn) }),
    limits:
      'Indexes of addresses; the pending requests, here 20,000, have none and are all looked through.',
  },
  {
    name: 'search for a payout’s reference',
    path: (size, turn) => {
      const payouts = Math.max(1, Math.floor(size / 20))
      return listOf({ search: `reference ${1 + ((turn * 31) % payouts)}`, ...inStatus(turn) })
    },
    limits: 'Its key, and the command that recorded it; it may be an address too, as above.',
  },
  {
    name: 'search for an address that one request in forty has',
    path: (_, turn) => listOf({ sort: of(sorts, turn), search: exchange, ...inStatus(turn) }),
    limits: 'As above, and all that have it, sorted.',
  },
  {
    name: 'what waits',
    path: () => '/withdrawals/waiting',
    limits: 'At most a thousand of each kind are counted, from the oldest.',
  },
  {
    name: 'details of one request',
    path: (_, turn, ids) => `/withdrawals/${of(ids, turn)}`,
    limits:
      'The user’s past, up to a thousand requests, and the newest 2,000 pending requests of all.',
  },
]

/** Milliseconds of each answer, sorted by kind; after some that aren't measured. */
async function timesOf(url: string, size: number, times: number): Promise<number[][]> {
  const secret = randomBytes(32).toString('base64url')
  const authorization = `Bearer ${await signInAsAdmin(url, secret)}`
  const { rows } = await withClient({ url, name: 'bench withdrawals' }, (client) =>
    client.query<{ id: string }>(
      `select id from withdrawals where status = 'pending' or (status = 'approved' and type = 'bank_transfer') limit 500`,
    ),
  )
  const ids = rows.map(({ id }) => id)
  const server = await startServer(url, secret)
  try {
    const measured: number[][] = []
    for (const { path } of cases) {
      const taken: number[] = []
      for (let turn = 0; turn < times * 1.25; turn += 1) {
        const began = performance.now()
        const reply = await fetch(
          `http://127.0.0.1:${server.port}/invest/api/v1${path(size, turn, ids)}`,
          { headers: { authorization } },
        )
        const text = await reply.text()
        if (reply.status !== 200) throw new Error(text)
        taken.push(performance.now() - began)
      }
      measured.push(taken.slice(-times))
    }
    return measured
  } finally {
    await server.stop()
  }
}

function rowsOf([fewRequests, manyRequests]: readonly number[][][]): Row[] {
  return cases.flatMap(({ name, limits }, i) => [
    makeRow({
      name: `Withdrawals: ${name}, p99`,
      unit: 'ms',
      rounds: [percentile(manyRequests![i]!, 0.99)],
      limits,
      bound: { below: 50 },
    }),
    makeRow({
      name: `Withdrawals: ${name}, p50`,
      unit: 'ms',
      rounds: [percentile(manyRequests![i]!, 0.5)],
      limits,
      against: { name: '1,000 requests', rounds: [percentile(fewRequests![i]!, 0.5)] },
    }),
  ])
}

/** As many users as requests, in databases of its own. */
export const withdrawalsList: Measurement = {
  names: ['withdrawals-list'],
  async measure({ house, size: { quick }, say }) {
    say('measuring the queue of withdrawals')
    const measured: number[][][] = []
    for (const size of quick ? [100, 3_000] : [1_000, 1_000_000]) {
      await withNewDatabase(house.url, async (url) => {
        await fillUsers(url, size)
        await fillWithdrawals(url, size, size)
        measured.push(await timesOf(url, size, quick ? 6 : 140))
      })
    }
    return rowsOf(measured)
  },
}
