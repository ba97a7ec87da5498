/** The queue of requests: every order, status, search and page shows what a plain query of everything would, whichever way it is found. */
import { describe, expect, test } from 'vitest'
import {
  withdrawalStatus,
  withdrawalsWork,
  type WithdrawalStatus,
} from '../../src/contract/withdrawal.ts'
import { keepCommonTrigrams } from '../../src/domains/people/balance-order.ts'
import { readQueue, readWaiting, type QueueQuery } from '../../src/domains/withdrawals/queue.ts'
import { addressKind } from '../../src/lib/wallet-address.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { testMacKeys } from '../support/stamp.ts'
import { extent } from '../support/extent.ts'

type Plain = {
  id: string
  status: WithdrawalStatus
  createdAt: number
  amount: bigint
  address: string
  wasApprovedFirst: boolean
  texts: string[]
}

/** All of them, and of the statuses one that waits and one that most have. */
const some = [undefined, 'pending', 'paid'] as const
const statuses = extent(
  some,
  withdrawalStatus.options.filter((status) => !some.some((one) => one === status)),
)
const sorts = ['createdAt', '-createdAt', 'amount', '-amount'] as const

/** Users with some requests each, as the desk would have left them; days and amounts repeat. `Rare` ones are so few that the directory finds them. */
async function fill(database: TestDatabase, users: number, each: number): Promise<void> {
  await database.owner
    .query(`create table made as select md5('user ' || n)::uuid as id, n, case when n % 20 = 7 then 'closed' else 'active' end as status,
      case when n % 97 = 1 then 'Rare ' when n <= ${users / 3} then 'Early ' else 'Late ' end || (array['Zoë', 'ANNA', 'Иван', '100 %'])[1 + n % 4] as full_name,
      'user.' || n || '@example.com' as email, 'GH-' || 1000000000 + n * 7919 as account_id from generate_series(1, ${users}) as n`)
  await database.owner.query(
    `insert into auth.persons (id, full_name, email) select id, full_name, email from made where status <> 'closed'`,
  )
  for (let from = 0; from < users; from += 2_000) {
    await database.owner.query(
      `insert into owners (id, role, status, account_id, referral_code, created_at, stamped_at)
      select id, 'user', status, account_id, 'R' || n, '2026-01-01Z', now() from made where n > $1 and n <= $2`,
      [from, from + 2_000],
    )
  }
  await database.owner
    .query(`insert into withdrawals (id, owner_id, type, amount, wallet_name, wallet_address, status, first_approved_by, created_at)
    select md5('request ' || n || ' ' || m)::uuid, id, 'bank_transfer', 1 + (n * 31 + m * 17) % 400, 'w', 'Wallet number ' || n,
      (array['pending', 'approved', 'rejected', 'cancelled', 'paid', 'paid', 'paid'])[1 + (n + m) % 7], case when n % 3 = 0 then id end, '2026-01-01Z'::timestamptz + (n / 3 + m) * interval '1 hour'
    from made, generate_series(1, ${each}) as m`)
  await database.owner.query('drop table made')
  await database.owner.query('analyze')
  await keepCommonTrigrams(database.pool)
}

async function everything(database: TestDatabase): Promise<Plain[]> {
  const { rows } = await database.owner
    .query(`select w.id, w.status, w.created_at as "createdAt", w.amount, w.wallet_address as address, w.first_approved_by is not null as "wasApprovedFirst",
      array[coalesce(lower(p.full_name), ''), coalesce(p.email, ''), lower(o.account_id)] as texts
    from withdrawals w join owners o on o.id = w.owner_id left join auth.persons p on p.id = w.owner_id`)
  return rows
}

type Sort = (typeof sorts)[number]

/** All of it in each order, sorted once: no two share their place, so what is left of an order is in order. */
const inOrder = new WeakMap<Plain[], Map<Sort, Plain[]>>()

function sorted(all: Plain[], sort: Sort): Plain[] {
  const orders = inOrder.get(all) ?? new Map<Sort, Plain[]>()
  inOrder.set(all, orders)
  const key = sort.replace('-', '') as 'createdAt' | 'amount'
  const sign = sort.startsWith('-') ? -1 : 1
  const order =
    orders.get(sort) ??
    all.toSorted(
      (a, b) =>
        sign *
        (Number(a[key]) - Number(b[key]) || Buffer.compare(Buffer.from(a.id), Buffer.from(b.id))),
    )
  orders.set(sort, order)
  return order
}

const isToBe = (
  { status, wasApprovedFirst }: Plain,
  work: NonNullable<QueueQuery['work']>,
): boolean =>
  ({
    'to-decide': status === 'pending' && !wasApprovedFirst,
    'second-approval': status === 'pending' && wasApprovedFirst,
    'to-pay': status === 'approved',
  })[work]

function expected(
  all: Plain[],
  { search, work, sort = work ? 'createdAt' : '-createdAt', status }: QueueQuery,
): string[] {
  const dollars = (amount: bigint) => `$${Number(amount) / 100}`
  return sorted(all, sort)
    .filter((one) => status === undefined || one.status === status)
    .filter((one) => work === undefined || isToBe(one, work))
    .filter(
      (one) =>
        search === undefined ||
        one.texts.some((text) => text.includes(search.toLowerCase())) ||
        search === one.address ||
        search === one.id ||
        dollars(one.amount).endsWith(search.startsWith('$') ? search : `$${search}`),
    )
    .map(({ id }) => id)
}

/** So many pages, and whether there was another. */
async function pages(
  database: TestDatabase,
  query: QueueQuery,
  most: number,
): Promise<{ ids: string[]; more: boolean }> {
  const ids: string[] = []
  let cursor: string | null = null
  for (let page = 0; page < most; page += 1) {
    const found = await readQueue(
      { pool: database.pool, macKeys: testMacKeys },
      { ...query, ...(cursor ? { cursor } : {}) },
    )
    ids.push(...found.withdrawals.map(({ _id }) => _id))
    cursor = found.nextCursor
    if (cursor === null) break
  }
  return { ids, more: cursor !== null }
}

describe('the queue of many requests', async () => {
  const database = await createTestDatabase()
  await fill(database, 6_000, 3)
  const all = await everything(database)

  const searches = [
    undefined,
    'late',
    'rare',
    'early',
    'Иван',
    'user.77@',
    'gh-10000',
    'nobody',
    '%',
    'e',
    '3',
    '$2.17',
    'Wallet number 77',
  ]
  test.each(searches.flatMap((search) => sorts.map((sort) => [search, sort] as const)))(
    'searched for “%s” by %s: the first pages of all and of each status',
    async (search, sort) => {
      for (const status of statuses) {
        const query: QueueQuery = {
          sort,
          limit: 40,
          ...(search === undefined ? {} : { search }),
          ...(status === undefined ? {} : { status }),
        }
        const want = expected(all, query)
        expect(await pages(database, query, 3), JSON.stringify(query)).toEqual({
          ids: want.slice(0, 120),
          more: want.length > 120,
        })
      }
    },
  )

  const lists = withdrawalsWork.options.flatMap((work) =>
    [undefined, ...sorts].flatMap((sort) =>
      [undefined, 'late', '$2.17'].map((search) => [work, sort, search] as const),
    ),
  )
  test.each(lists)('the list %s by %s, searched for %s', async (work, sort, search) => {
    const query: QueueQuery = {
      work,
      limit: 40,
      ...(sort === undefined ? {} : { sort }),
      ...(search === undefined ? {} : { search }),
    }
    const want = expected(all, query)
    expect(want.length).toBeGreaterThan(0)
    expect(await pages(database, query, 3)).toEqual({
      ids: want.slice(0, 120),
      more: want.length > 120,
    })
  })

  test('finds one request by its number, among those of a status or not', async () => {
    const { id, status } = all.find((one) => one.status === 'paid')!
    for (const [query, found] of [
      [{ search: id }, [id]],
      [{ search: id, status }, [id]],
      [{ search: id, status: 'pending' as const }, []],
    ] as const)
      expect((await pages(database, query, 1)).ids).toEqual(found)
  })

  test('is complete, page by page, when a search is read to its end', async () => {
    for (const search of ['rare', 'user.77']) {
      const query: QueueQuery = { search, sort: 'amount', limit: 200 }
      expect((await pages(database, query, 100)).ids).toEqual(expected(all, query))
    }
  })

  test('refuses a cursor of the other order', async () => {
    const { nextCursor } = await readQueue(
      { pool: database.pool, macKeys: testMacKeys },
      { sort: 'amount' },
    )
    await expect(
      readQueue(
        { pool: database.pool, macKeys: testMacKeys },
        { sort: 'createdAt', cursor: nextCursor! },
      ),
    ).rejects.toMatchObject({
      refusal: { code: 'validation_failed', fields: { cursor: expect.any(String) } },
    })
  })
})

describe('what is chosen', async () => {
  const database = await createTestDatabase()
  const addresses = [
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
    'TB1yTgFcHrsqpTGYBDCVB9DYmhGTLPSFGw',
    '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
    'TG3XXyExBkPp9nzdajDZsozEu4BkaSJozs',
    '27jbj4qgTM1hvReST6hEa8Ep8RDo2AM8TJo',
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '12345678901234567890123456',
    'Wallet number 7',
    null,
  ]
  await database.owner.query(
    `insert into owners (id, role, status, account_id, referral_code, created_at, stamped_at) values (md5('a')::uuid, 'user', 'active', 'GH-1', 'R1', now(), now())`,
  )
  await database.owner.query(
    `insert into withdrawals (id, owner_id, type, amount, wallet_name, wallet_address, recipient_id, status, created_at)
    select md5(n::text)::uuid, md5('a')::uuid, type, amount, 'w', address, case when type = 'tradehub_transfer' then '00000000-0000-0000-0000-000000000000'::uuid end, 'pending', at::timestamptz
    from (select n, 'bank_transfer' as type, n * 100 as amount, address, '2026-03-01T00:00Z' as at from unnest($1::text[]) with ordinality one (address, n)
      union all values (100, 'bank_account', 5050, 'DE1', '2026-03-02T23:59:59Z'), (101, 'tradehub_transfer', 5051, null, '2026-03-03T00:00Z')) made`,
    [addresses],
  )
  const chosen = async (query: QueueQuery) => {
    const journal = { pool: database.pool, macKeys: testMacKeys }
    const { withdrawals } = await readQueue(journal, { sort: 'createdAt', limit: 200, ...query })
    return withdrawals
  }

  test.each(['bitcoin', 'usdt', 'wallet'] as const)(
    'by a kind of wallet is what its address looks like: %s',
    async (kind) => {
      const networks = { bitcoin: 'Bitcoin', usdt: 'TRON', wallet: undefined }
      const want = addresses.filter(
        (one) => (one === null ? undefined : addressKind(one)?.network) === networks[kind],
      )
      expect(want.length).toBeGreaterThan(1)
      const rows = await database.owner.query<{ address: string | null }>(
        'select wallet_address as address from withdrawals where id = any ($1)',
        [(await chosen({ kind })).map(({ _id }) => _id)],
      )
      expect(new Set(rows.rows.map(({ address }) => address))).toEqual(new Set(want))
    },
  )

  test('by a bank account or an account here, by amounts, by a day and by age', async () => {
    const amounts = async (query: QueueQuery) =>
      (await chosen(query)).map(({ amount }) => amount).toSorted((a, b) => a - b)
    expect(await amounts({ kind: 'bank' })).toEqual([50.5])
    expect(await amounts({ kind: 'account' })).toEqual([50.51])
    expect(await amounts({ amountFrom: '50.51' })).toEqual([50.51])
    expect(await amounts({ amountFrom: '13', amountTo: '50.50' })).toEqual([13, 50.5])
    expect(await amounts({ day: '2026-03-02' })).toEqual([50.5])
    expect(await amounts({ day: '2026-03-03', kind: 'bank' })).toEqual([])
    expect(await amounts({ age: '1', work: 'to-decide', amountFrom: '50' })).toEqual([50.5, 50.51])
    expect(await amounts({ age: '9999' })).toEqual([])
    expect(await amounts({ search: '50.51', kind: 'bank' })).toEqual([])
    expect(await amounts({ search: '50.51', kind: 'account' })).toEqual([50.51])
  })
})

describe('how much waits', async () => {
  const database = await createTestDatabase()

  test('is nothing in an empty house', async () => {
    const nothing = { count: 0, more: false, amount: 0, oldestAt: null }
    expect((await readWaiting(database.pool)).work).toMatchObject({
      pending: nothing,
      secondApproval: nothing,
      approved: nothing,
    })
  })

  test('is counted with its sum and its oldest; an approved transfer has been done and doesn’t wait', async () => {
    await database.owner
      .query(`insert into withdrawals (id, owner_id, type, amount, recipient_id, status, created_at)
      select gen_random_uuid(), md5('a')::uuid, type, amount, case when type = 'tradehub_transfer' then '00000000-0000-0000-0000-000000000000'::uuid end, status, at::timestamptz
      from (values ('bank_transfer', 150, 'pending', '2026-03-02Z'), ('tradehub_transfer', 50, 'pending', '2026-03-01Z'), ('bank_transfer', 1000, 'approved', '2026-02-01Z'),
        ('tradehub_transfer', 7, 'approved', '2026-01-01Z'), ('bank_transfer', 9, 'paid', '2025-01-01Z')) as v(type, amount, status, at)`)
    expect((await readWaiting(database.pool)).work).toMatchObject({
      pending: { count: 2, more: false, amount: 2, oldestAt: '2026-03-01T00:00:00.000Z' },
      approved: { count: 1, more: false, amount: 10, oldestAt: '2026-02-01T00:00:00.000Z' },
    })
  })

  test('says how much of it waits for the second of two approvals', async () => {
    await database.owner.query(
      `update withdrawals set first_approved_by = owner_id, first_approved_at = created_at where status = 'pending' and type = 'bank_transfer'`,
    )
    expect((await readWaiting(database.pool)).work).toMatchObject({
      pending: { count: 2, amount: 2 },
      secondApproval: { count: 1, amount: 1.5, oldestAt: '2026-03-02T00:00:00.000Z' },
    })
  })

  test('is counted up to a thousand, and said to be more', async () => {
    await database.owner
      .query(`insert into withdrawals (id, owner_id, type, amount, status, created_at)
      select gen_random_uuid(), md5('a')::uuid, 'bank_transfer', 100, 'pending', '2026-04-01Z' from generate_series(1, 1000)`)
    expect((await readWaiting(database.pool)).work.pending).toEqual({
      count: 1_000,
      more: true,
      amount: 1_000,
      oldestAt: '2026-03-01T00:00:00.000Z',
    })
  })
})
