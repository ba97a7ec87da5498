/** The list of users: every order, status, search and page shows what a plain query of everything would, whatever index it comes from. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { User } from '../../src/contract/user.ts'
import {
  addUpCounts,
  keepBalances,
  keepCommonTrigrams,
} from '../../src/domains/people/balance-order.ts'
import {
  allOf,
  countUsers,
  trigramsOf,
  readProspect,
  searchedFor,
} from '../../src/domains/people/directory.ts'
import { countListed, readUsers, type UsersQuery } from '../../src/domains/users/queries.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { extent } from '../support/extent.ts'
import { createHouse } from '../support/house.ts'

type Sort = NonNullable<UsersQuery['sort']>
type Plain = {
  id: string
  status: User['status']
  createdAt: number
  fullName: string
  email: string
  accountId: string
  cash: bigint
}

const sorts: Sort[] = [
  'createdAt',
  '-createdAt',
  'fullName',
  '-fullName',
  'email',
  '-email',
  'accountBalance',
  '-accountBalance',
]
const statuses = [undefined, 'active', 'frozen', 'closed'] as const
const firstId = '00000000-0000-0000-0000-000000000000'

/** People in bulk, as the desk would have left them; many share names, days and balances. */
async function fill(database: TestDatabase, users: number): Promise<void> {
  await database.owner.query(`create table made as select md5('user ' || n)::uuid as id, n,
      case when n % 20 = 7 then 'closed' when n % 9 = 4 then 'frozen' else 'active' end as status,
      (array['Zoë', 'ANNA', 'Иван', 'Ödön O''Neil', 'Ben \\ %', 'Σοφός', '王小明'])[1 + n % 7] || ' ' || (array['Ångström', 'Smith', 'de la Cruz', 'A_B'])[1 + n % 4] as full_name,
      'user.' || n || '@' || (array['example.com', 'mail.example', 'a.b'])[1 + n % 3] as email,
      'GH-' || 1000000000 + n * 7919 as account_id, case when n % 20 = 7 then 0 else n % 13 * 100 end as cash
    from generate_series(1, ${users}) as n`)
  await database.owner.query(
    `insert into auth.persons (id, full_name, email) select id, full_name, email from made where status <> 'closed'`,
  )
  // In portions, each far below the limit on a statement's time.
  for (let from = 0; from < users; from += 2_000) {
    await database.owner.query(
      `insert into owners (id, role, status, account_id, referral_code, created_at, stamped_at)
      select id, 'user', status, account_id, 'R' || n, '2026-01-01Z'::timestamptz + n / 5 * interval '1 hour', now() from made where n > $1 and n <= $2`,
      [from, from + 2_000],
    )
  }
  await database.owner.query(
    `insert into ledger.accounts (owner, kind, credits, version) select id, 'cash', cash, 1 from made where cash > 0`,
  )
  await database.owner.query('drop table made')
  await database.owner.query('analyze')
}

/** Everything, by a query that knows no directory. */
async function everybody(database: TestDatabase): Promise<Plain[]> {
  const { rows } = await database.owner
    .query(`select o.id, o.status, o.created_at as "createdAt", coalesce(lower(p.full_name), '') as "fullName",
      coalesce(p.email, '') as email, lower(o.account_id) as "accountId", coalesce(a.credits - a.debits, 0) as cash
    from owners o left join auth.persons p on p.id = o.id left join ledger.accounts a on a.owner = o.id and a.kind = 'cash' where o.role <> 'firm'`)
  return rows
}

/** In the order of code points, as UTF-8 has it and UTF-16 hasn't. */
const compare = (a: string | number | bigint, b: string | number | bigint) =>
  typeof a === 'string'
    ? Buffer.compare(Buffer.from(a), Buffer.from(String(b)))
    : Number(a) - Number(b)

/** Everybody in each order, sorted once: no two share their place, so what is left of an order is in order. */
const inOrder = new WeakMap<Plain[], Map<Sort, Plain[]>>()

function sorted(all: Plain[], sort: Sort): Plain[] {
  const orders = inOrder.get(all) ?? new Map<Sort, Plain[]>()
  inOrder.set(all, orders)
  const key = (
    {
      createdAt: 'createdAt',
      fullName: 'fullName',
      email: 'email',
      accountBalance: 'cash',
    } as const
  )[sort.replace('-', '') as 'email']
  const sign = sort.startsWith('-') ? -1 : 1
  const order =
    orders.get(sort) ??
    all.toSorted((a, b) => sign * (compare(a[key], b[key]) || compare(a.id, b.id)))
  orders.set(sort, order)
  return order
}

function expected(all: Plain[], { search, sort = '-createdAt', status }: UsersQuery): string[] {
  const sought = searchedFor(search)
  return sorted(all, sort)
    .filter((one) => (status ? one.status === status : one.status !== 'closed'))
    .filter(
      (one) =>
        sought === null ||
        [one.fullName, one.email, one.accountId].some((text) => text.includes(sought)),
    )
    .map(({ id }) => id)
}

/** All pages, until there is no next one. */
async function allPages(
  database: TestDatabase,
  query: UsersQuery,
  between: (page: number) => Promise<unknown> = async () => {},
): Promise<User[][]> {
  const pages: User[][] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof readUsers>> = await readUsers(database.pool, {
      ...query,
      ...(cursor ? { cursor } : {}),
    })
    pages.push(page.users)
    cursor = page.nextCursor
    await between(pages.length)
  } while (cursor !== null)
  return pages
}

const idsOf = (pages: User[][]) => pages.flat().map(({ id }) => id)

async function keepAllBalances(database: TestDatabase): Promise<void> {
  for (let after: string | null = firstId; after !== null;)
    after = await keepBalances(database.pool, after)
}

const searches = [
  undefined,
  '  ',
  'a',
  'zo',
  'ZOË',
  'иван',
  'ИВ',
  '小',
  '王小明 s',
  'σοφ',
  'ΣΟΦΌΣ',
  "o'n",
  '\\ %',
  '%',
  '_b',
  '@',
  'a.b',
  'user.12',
  'gh-10',
  'GH-1000007919',
  'example.com',
  'la cruz',
  'nobody at all',
  "'",
  '\\',
  ' & ',
  '😀',
]

describe('a house of few', async () => {
  const database = await createTestDatabase()
  await fill(database, 300)
  const all = await everybody(database)

  test.each(sorts)(
    'is listed by %s, in every status and for every search, as a plain query would',
    async (sort) => {
      for (const status of statuses) {
        for (const search of searches) {
          const query = {
            sort,
            limit: 200,
            ...(status && { status }),
            ...(search !== undefined && { search }),
          }
          expect([query, idsOf(await allPages(database, query))]).toEqual([
            query,
            expected(all, query),
          ])
        }
      }
    },
  )

  test.each(sorts)('has pages by %s that hold everybody once, in order', async (sort) => {
    const pages = await allPages(database, { sort, limit: 7 })
    expect(pages.slice(0, -1).every((page) => page.length === 7)).toBe(true)
    expect(idsOf(pages)).toEqual(expected(all, { sort }))
  })
})

describe('a house of many', async () => {
  const database = await createTestDatabase()
  await fill(database, 17_000)
  const all = await everybody(database)
  await keepAllBalances(database)
  await keepCommonTrigrams(database.pool)

  // Of each order one direction: the other one reads the same index backwards.
  test.each(
    extent<Sort>(
      ['-createdAt', 'fullName', '-email', 'accountBalance'],
      ['createdAt', '-fullName', 'email', '-accountBalance'],
    ),
  )(
    'is listed by %s, in every status and for every search, as a plain query would',
    async (sort) => {
      for (const status of extent([undefined, 'frozen'] as const, ['active', 'closed'] as const)) {
        for (const search of searches) {
          const query = {
            sort,
            limit: 5,
            ...(status && { status }),
            ...(search !== undefined && { search }),
          }
          const first = await readUsers(database.pool, query)
          const second = first.nextCursor
            ? await readUsers(database.pool, { ...query, cursor: first.nextCursor })
            : { users: [] }
          const want = expected(all, query)
          // Of equal balances among many, a page shows those of now in order; which stand on it the keyset says.
          const shown = [...first.users, ...second.users].map(({ id }) => id)
          expect([query, shown]).toEqual([query, want.slice(0, 10)])
          expect([query, first.nextCursor === null]).toEqual([query, want.length <= 5])
        }
      }
    },
  )

  test.each([
    ['fullName', 'иван'],
    ['-fullName', 'anna'],
    ['fullName', 'anna smith'],
    ['-email', 'user.1'],
    ['accountBalance', 'zoë'],
    ['-accountBalance', undefined],
    ['-createdAt', 'gh-100'],
  ] as const)(
    'has pages by %s for “%s” that hold everybody once, in order',
    async (sort, search) => {
      const query = { sort, limit: 200, ...(search && { search }) }
      expect(idsOf(await allPages(database, query))).toEqual(expected(all, query))
    },
  )
})

describe('what is known before anybody is looked for', async () => {
  const database = await createTestDatabase()
  await fill(database, 3_000)
  const prospect = (search: string, order: 'fullName' | 'email' | 'accountBalance' = 'fullName') =>
    readProspect(database.pool, {
      search,
      order,
      descending: false,
      statuses: ['active', 'frozen'],
      after: null,
      most: 51,
    })

  test('is nothing until the database has counted its trigrams', async () => {
    const users = await countListed(database.pool)
    expect(await prospect('user.2345')).toMatchObject({ users, atMost: users, beginning: null })
  })

  test('is then which of the trigrams are rare, and how many have them', async () => {
    await keepCommonTrigrams(database.pool)
    const { trigrams, atMost } = await prospect('user.2345')
    expect(trigrams).toHaveLength(3)
    expect(trigrams.filter((trigram) => ['use', 'ser', 'er.', 'r.2'].includes(trigram))).toEqual([])
    expect(atMost).toBeLessThan(100)
    // Every seventh is called so.
    expect((await prospect('anna')).atMost).toBeCloseTo((await countListed(database.pool)) / 7, -2)
  })

  test('is which beginning few enough have to stand together', async () => {
    await keepCommonTrigrams(database.pool)
    expect((await prospect('anna')).beginning).toBe('ann')
    expect((await prospect('user.23', 'email')).beginning).toBe(null)
    expect((await prospect('anna', 'accountBalance')).beginning).toBe(null)
    expect((await prospect('an')).beginning).toBe(null)
  })

  test('is written only where it has changed', async () => {
    await keepCommonTrigrams(database.pool)
    const written = async () =>
      (await database.owner.query('select gram, ctid, xmin from auth.common_grams order by gram'))
        .rows
    const before = await written()
    await keepCommonTrigrams(database.pool)
    expect(await written()).toEqual(before)
    expect(before.length).toBeGreaterThan(100)
  })
})

describe('a list that changes between its pages', async () => {
  const database = await createTestDatabase()
  await fill(database, 2_600)
  await keepAllBalances(database)
  const credit = (id: string, cents: number) =>
    database.owner.query(
      `insert into ledger.accounts (owner, kind, credits, version) values ($1, 'cash', $2, 1) on conflict (owner, kind) do update set credits = ledger.accounts.credits + $2`,
      [id, cents],
    )

  test('still shows everybody whose own name stays', async () => {
    const all = await everybody(database)
    const renamed = all.filter(({ status }) => status === 'active').slice(0, 40)
    const pages = await allPages(database, { sort: 'fullName', limit: 200 }, async (page) => {
      const one = renamed[page]!
      await database.owner.query('update auth.persons set full_name = $2 where id = $1', [
        one.id,
        page % 2 ? 'aaa' : 'яяя',
      ])
    })
    const moved = new Set(renamed.map(({ id }) => id))
    const stayed = expected(all, { sort: 'fullName' }).filter((id) => !moved.has(id))
    expect(idsOf(pages).filter((id) => !moved.has(id))).toEqual(stayed)
  })

  test('by balance shows everybody once until balances are looked at again, each page in the order of its own figures', async () => {
    const all = await everybody(database)
    const pages = await allPages(
      database,
      { sort: '-accountBalance', limit: 200 },
      async (page) => {
        for (const one of all.slice(page * 20, page * 20 + 20))
          if (one.status !== 'closed') await credit(one.id, 1_000_000)
      },
    )
    expect(idsOf(pages).toSorted()).toEqual(expected(all, {}).toSorted())
    for (const page of pages) {
      const figures = page.map(({ accountBalance }) => accountBalance)
      expect(figures).toEqual(figures.toSorted((a, b) => b - a))
    }
  })

  test('by balance follows what has changed once it is looked at', async () => {
    const [somebody] = (await everybody(database)).filter(
      ({ status, cash }) => status === 'active' && cash < 1_000_000n,
    )
    await credit(somebody!.id, 900_000_000)
    const top = async () =>
      (await readUsers(database.pool, { sort: '-accountBalance', limit: 1 })).users[0]!
    expect((await top()).id).not.toBe(somebody!.id)
    await keepAllBalances(database)
    expect(await top()).toMatchObject({
      id: somebody!.id,
      accountBalance: Number(somebody!.cash) / 100 + 9_000_000,
    })
  })

  test('of few found by balance follows at once', async () => {
    const [somebody] = (await everybody(database)).filter(
      ({ status, email }) => status === 'active' && email.startsWith('user.20'),
    )
    await credit(somebody!.id, 2_000_000_000)
    const { users } = await readUsers(database.pool, {
      sort: '-accountBalance',
      search: 'user.20',
      limit: 1,
    })
    expect(users[0]!.id).toBe(somebody!.id)
  })
})

describe('what the directory keeps', async () => {
  const database = await createTestDatabase()
  const house = createHouse(database)
  const admin = await house.person({ role: 'admin' })
  const found = async (search: string, status?: User['status']) =>
    (await readUsers(database.pool, { search, ...(status && { status }) })).users.map(
      ({ id }) => id,
    )
  const counted = async () => {
    const { rows } = await database.owner.query(
      `select status, count(*)::int as users from owners where role <> 'firm' group by status order by status`,
    )
    return rows
  }
  const kept = async () =>
    Promise.all(
      (await counted()).map(async ({ status }) => ({
        status,
        users: await countUsers(database.pool, [status]),
      })),
    )

  test('follows signing up, a new name, freezing and closing; what was personal is gone', async () => {
    const person = await house.person({ fullName: 'Ægir Ólafsson' })
    expect(await found('ægir ó')).toEqual([person])
    await house.run(
      'CorrectUser',
      { user: person, fullName: 'Þóra Ólafsson', reason: 'Married' } as never,
      admin,
    )
    expect([await found('ægir'), await found('þÓr')]).toEqual([[], [person]])
    await house.run('FreezeUser', { user: person, reason: 'x' }, admin)
    expect([
      await found('þóra', 'frozen'),
      await found('þóra', 'active'),
      await found('þóra'),
    ]).toEqual([[person], [], [person]])
    await house.run('CloseUser', { user: person }, admin)
    expect([await found('þóra'), await found('þóra', 'closed')]).toEqual([[], []])
    const { rows } = await database.owner.query(
      'select status, full_name, email from auth.directory where id = $1',
      [person],
    )
    expect(rows).toEqual([{ status: 'closed', full_name: '', email: '' }])
    expect(
      (
        await database.owner.query(
          'select status, full_name, email from auth.kept_balances where id = $1',
          [person],
        )
      ).rows,
    ).toEqual(rows)
    expect(await kept()).toEqual(await counted())
  })

  test('counts people who sign up and are frozen all at once, however often it is added up meanwhile', async () => {
    const before = await countListed(database.pool)
    const people = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const person = await house.person()
        await Promise.all([
          house.run('FreezeUser', { user: person, reason: 'x' }, admin),
          addUpCounts(database.pool),
        ])
        return person
      }),
    )
    await Promise.all([addUpCounts(database.pool), addUpCounts(database.pool)])
    expect(await countListed(database.pool)).toBe(before + people.length)
    expect(await kept()).toEqual(await counted())
    const { rows } = await database.owner.query(
      'select count(*)::int as summands from auth.user_counts',
    )
    expect(rows[0].summands).toBeLessThanOrEqual(3)
  })

  test('takes a person who is entered before or after the owner', async () => {
    const id = randomUUID()
    await database.owner.query(
      `insert into owners (id, role, status, account_id, referral_code, created_at, stamped_at) values ($1, 'user', 'active', 'GH-after', 'after', now(), now())`,
      [id],
    )
    await database.owner.query(
      'insert into auth.persons (id, full_name, email) values ($1, $2, $3)',
      [id, 'Late Person', `${id}@people.example`],
    )
    expect(await found('late pers')).toEqual([id])
  })

  test('is written by nobody but its triggers', async () => {
    await expect(database.pool.query(`update auth.directory set full_name = 'x'`)).rejects.toThrow(
      'permission denied',
    )
    await expect(database.pool.query('delete from auth.kept_balances')).rejects.toThrow(
      'permission denied',
    )
    await expect(
      database.pool.query(`update auth.kept_balances set status = 'closed'`),
    ).rejects.toThrow('permission denied')
  })

  test('is left alone by a command that changes money only, and the owner’s row keeps its place in every index', async () => {
    const person = await house.person({ cash: 100n })
    const place = async () =>
      (
        await database.owner.query(
          'select d.ctid, d.xmin, k.xmin as kept from auth.directory d join auth.kept_balances k using (id) where d.id = $1',
          [person],
        )
      ).rows
    const before = await place()
    await house.run('CreditPlayMoney', { owner: person, amount: 5n, asset: 'BTC' }, person)
    expect(await place()).toEqual(before)
    const { rows } = await database.owner
      .query(`select indexrelid::regclass::text as index from pg_index
      where indrelid in ('owners'::regclass, 'ledger.accounts'::regclass) and exists (select from pg_attribute where attrelid = indrelid and attnum = any (indkey)
        and attname in ('version', 'stamped_at', 'deposits', 'withdrawn', 'principal', 'profit', 'loss', 'debits', 'credits'))`)
    expect(rows).toEqual([])
  })
})

describe('the trigrams of a search', () => {
  test.each([
    ['anna', ['ann', 'nna']],
    ['ab', ['ab']],
    ["o'n", ["o'n"]],
    ['aaaa', ['aaa']],
    ['example', ['exa', 'mpl', 'xam', 'ple', 'amp']],
    ['王小明', ['王小明']],
    ['😀😀😀😀', ['😀😀😀']],
  ])('of %s are %s', (search, trigrams) => expect(trigramsOf(search)).toEqual(trigrams))

  test.each([
    [['ann', 'nna'], `'ann' & 'nna'`],
    [['ab'], `'ab':*`],
    [["o'n"], `'o''n'`],
    [['\\x'], `'\\\\x':*`],
    [['王小明'], `'王小明'`],
  ])('%s are asked for as %s', (trigrams, query) => expect(allOf(trigrams)).toBe(query))
})
