/** The books guard themselves: what the database refuses, to the application's role and to the owner, whatever the code above it does. */
import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  chart,
  eventNames,
  firm,
  kindNames,
  kinds,
  type Event,
  type Kind,
} from '../../src/ledger/core/chart.ts'
import { forbidden } from '../../src/ledger/core/posting.ts'
import { auditBooks } from '../../src/ledger/store/audit.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse, seedPlans } from '../support/house.ts'

const database = await createTestDatabase()
const house = createHouse(database)
const { pool, owner } = database
const plans = await seedPlans(database)

let ada: string
let ben: string
const stranger = randomUUID()

beforeAll(async () => {
  await house.fund({ returns: 1_000_00n, referral: 1_000_00n, corrections: 1_000_00n })
  ada = await house.person({ cash: 5_000_00n })
  ben = await house.person({ cash: 1_00n })
  await house.run(
    'OpenInvestment',
    {
      owner: ada,
      planId: plans.advanced,
      amount: 1_000_00n,
      acceptedRiskVersion: 1,
      acceptedTermsVersion: 1,
    },
    ada,
  )
})

/** Everything that the books and the journal hold, as one number per table. */
async function contents(): Promise<unknown> {
  const { rows } = await owner.query(`select
    (select md5(string_agg(a::text, '|' order by owner, kind)) from ledger.accounts a) as accounts,
    (select md5(string_agg(p::text, '|' order by command_id, line)) from ledger.postings p) as postings,
    (select md5(string_agg(c::text, '|' order by id)) from desk.commands c) as commands,
    (select md5(string_agg(a::text, '|' order by owner_id, version)) from desk.activity a) as activity`)
  return rows[0]
}

let before: unknown
beforeEach(async () => {
  before = await contents()
})

async function refusal(sql: string, values: unknown[] = [], as = pool): Promise<string> {
  const code = await as.query(sql, values).then(
    () => 'accepted',
    (error) => error.code,
  )
  expect(await contents(), 'and nothing changed').toEqual(before)
  return code
}

const noRight = '42501'
const appendOnly = 'GH001'

describe('the application’s role', () => {
  const insert: Record<string, string> = {
    'ledger.accounts': `insert into ledger.accounts (owner, kind) values (gen_random_uuid(), 'cash')`,
    'ledger.postings': `insert into ledger.postings select gen_random_uuid(), line, at, event, debit_owner, debit_kind, debit_version + 1000, debit_balance,
      credit_owner, credit_kind, credit_version + 1000, credit_balance, amount from ledger.postings limit 1`,
  }
  test.each(Object.keys(insert))('adds nothing to %s by itself', async (name) =>
    expect(await refusal(insert[name]!)).toBe(noRight),
  )

  const column: Record<string, string> = {
    'ledger.accounts': 'credits',
    'ledger.postings': 'amount',
    'desk.commands': 'outcome',
    'desk.activity': 'amount',
  }
  const frozen = Object.keys(column)
  test.each(frozen)('changes nothing in %s', async (name) =>
    expect(await refusal(`update ${name} set ${column[name]} = ${column[name]}`)).toBe(noRight),
  )
  test.each(frozen)('deletes nothing from %s', async (name) =>
    expect(await refusal(`delete from ${name}`)).toBe(noRight),
  )
  test.each(frozen)('doesn’t empty %s', async (name) =>
    expect(await refusal(`truncate ${name}`)).toBe(noRight),
  )

  test('C3: sets no balance', async () => {
    expect(
      await refusal(
        `update ledger.accounts set credits = 1000000 where owner = $1 and kind = 'cash'`,
        [ada],
      ),
    ).toBe(noRight)
  })

  test.each([
    'alter table ledger.postings disable trigger all',
    'drop trigger postings_append_only on ledger.postings',
    'alter table ledger.postings drop constraint postings_in_chart',
    'create table ledger.more (n int)',
    'drop function ledger.post',
    `set session_replication_role = replica`,
    'alter table ledger.accounts owner to glasshouse_app',
    `create or replace function ledger.is_firms(kind ledger.kind) returns boolean language sql return true`,
  ])('can’t do: %s', async (sql) => expect(await refusal(sql)).toBe(noRight))

  test('turns business time back as little as anybody', async () => {
    expect(await refusal(`update business_clock set advance = advance - interval '1 day'`)).toBe(
      'GH004',
    )
    expect(
      await refusal(`update business_clock set advance = advance - interval '1 day'`, [], owner),
    ).toBe('GH004')
  })
})

describe('even the owner of the database', () => {
  const column: Record<string, string> = {
    'ledger.postings': 'amount',
    'desk.commands': 'outcome',
    'desk.activity': 'amount',
  }
  const frozen = Object.keys(column)
  test.each(frozen)('changes nothing in %s', async (name) =>
    expect(await refusal(`update ${name} set ${column[name]} = ${column[name]}`, [], owner)).toBe(
      appendOnly,
    ),
  )
  test.each([...frozen, 'ledger.accounts'])('deletes nothing from %s', async (name) =>
    expect(await refusal(`delete from ${name}`, [], owner)).toBe(appendOnly),
  )
  test.each([...frozen, 'ledger.accounts'])('doesn’t empty %s', async (name) =>
    expect(await refusal(`truncate ${name} cascade`, [], owner)).toBe(appendOnly),
  )
})

describe('the chart in the database', () => {
  test('has the kinds and events of the core, and no others', async () => {
    const { rows } = await owner.query(
      `select enum_range(null::ledger.kind)::text[] as kinds, enum_range(null::ledger.event)::text[] as events`,
    )
    expect(rows[0].kinds).toEqual(kindNames)
    expect(rows[0].events).toEqual(eventNames)
  })

  test('knows which kinds are the firm’s, and which are guarded', async () => {
    const { rows } = await owner.query(
      `select kind::text, ledger.is_firms(kind) as firms from unnest(enum_range(null::ledger.kind)) kind`,
    )
    expect(rows).toEqual(kindNames.map((kind) => ({ kind, firms: kinds[kind].of === 'firm' })))
    expect(
      await kindsThat('accounts_guarded', '5::bigint as debits, 4::bigint as credits'),
    ).toEqual(kindNames.filter((kind) => !kinds[kind].guarded))
    expect(
      await kindsThat('accounts_guarded', '5::bigint as debits, 5::bigint as credits'),
    ).toEqual(kindNames)
    expect(
      await kindsThat('postings_guarded', '-1::bigint as debit_balance', 'debit_kind'),
    ).toEqual(kindNames.filter((kind) => !kinds[kind].guarded))
  })

  test('takes a posting exactly where the core’s chart has a line: every cell of event × debit × credit', async () => {
    const accepts = await constraint('postings_in_chart')
    const { rows } =
      await owner.query(`select event::text, debit_kind::text as debit, credit_kind::text as credit
      from unnest(enum_range(null::ledger.event)) event, unnest(enum_range(null::ledger.kind)) debit_kind, unnest(enum_range(null::ledger.kind)) credit_kind
      where ${accepts}`)
    const text = (lines: readonly { event: string; debit: string; credit: string }[]) =>
      lines.map(({ event, debit, credit }) => `${event}: ${debit} → ${credit}`).toSorted()
    expect(text(rows)).toEqual(text(chart))
    const { rows: cells } = await owner.query(
      'select cardinality(enum_range(null::ledger.event)) * cardinality(enum_range(null::ledger.kind)) ^ 2 as cells',
    )
    expect(Number(cells[0].cells)).toBe(eventNames.length * kindNames.length ** 2)
  })

  test('asks of owners what the core asks: every line of the chart with every pair of owners', async () => {
    const owners = [firm, ada, ben]
    const [belong, within] = [
      await constraint('postings_belong'),
      await constraint('postings_within_owner'),
    ]
    const pairs = chart.flatMap((line) =>
      owners.flatMap((debit) => owners.map((credit) => ({ ...line, from: debit, to: credit }))),
    )
    const { rows } = await owner.query(
      `select coalesce((${belong}) and (${within}), true) as accepted
      from unnest($1::ledger.event[], $2::ledger.kind[], $3::ledger.kind[], $4::uuid[], $5::uuid[]) with ordinality
        as p(event, debit_kind, credit_kind, debit_owner, credit_owner, n) order by n`,
      (['event', 'debit', 'credit', 'from', 'to'] as const).map((field) =>
        pairs.map((pair) => pair[field]),
      ),
    )
    const core = pairs.map(
      ({ event, debit, credit, from, to }) =>
        forbidden({
          event,
          debit: { owner: from, kind: debit },
          credit: { owner: to, kind: credit },
          amount: 1n,
        }) === null,
    )
    expect(rows.map(({ accepted }) => accepted)).toEqual(core)
    expect(core.filter(Boolean).length).toBeGreaterThan(chart.length)
  })
})

/** The condition of a CHECK constraint, as the database has it. */
async function constraint(name: string): Promise<string> {
  const { rows } = await owner.query(
    'select pg_get_constraintdef(oid) as definition from pg_constraint where conname = $1',
    [name],
  )
  return /^CHECK (.*)$/s.exec(rows[0].definition)![1]!
}

async function kindsThat(
  constraintName: string,
  columns: string,
  column = 'kind',
): Promise<string[]> {
  const { rows } =
    await owner.query(`select ${column}::text as kind from (select ${column}, ${columns} from unnest(enum_range(null::ledger.kind)) ${column}) a
    where ${await constraint(constraintName)}`)
  return rows.map(({ kind }) => kind)
}

type Line = {
  event: Event
  from: [string, Kind]
  to: [string, Kind]
  amount: bigint | null
  debitVersion?: bigint | null
  creditVersion?: bigint | null
}

async function versionOf([id, kind]: [string, Kind]): Promise<bigint | null> {
  if (id === firm) return null
  const { rows } = await owner.query(
    'select version from ledger.accounts where owner = $1 and kind = $2',
    [id, kind],
  )
  return (rows[0]?.version ?? 0n) + 1n
}

/** Calls the books' function as the application, with right versions where a line states none; answers the error, or what was booked. */
async function post(lines: Line[], command = randomUUID()): Promise<string> {
  const stated = await Promise.all(
    lines.map(async (line) => [
      line.debitVersion === undefined ? await versionOf(line.from) : line.debitVersion,
      line.creditVersion === undefined ? await versionOf(line.to) : line.creditVersion,
    ]),
  )
  const rows = lines.map(({ event, from, to, amount }, n) => [
    command,
    n,
    '2026-01-01Z',
    event,
    ...from,
    stated[n]![0],
    ...to,
    stated[n]![1],
    amount === null ? null : String(amount),
  ])
  const values = Array.from({ length: 11 }, (_, column) => rows.map((row) => row[column]))
  const client = await pool.connect()
  try {
    await client.query('begin')
    return await client
      .query('select ledger.post($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)', values)
      .then(
        () => 'booked',
        (error) => error.constraint ?? error.code,
      )
  } finally {
    await client.query('rollback')
    client.release()
    expect(await contents(), 'and nothing changed').toEqual(before)
  }
}

describe('the books’ function', () => {
  const deposit = (amount: bigint | null, more: Partial<Line> = {}): Line => ({
    event: 'play-money',
    from: [firm, 'client-bank'],
    to: [ada, 'cash'],
    amount,
    ...more,
  })

  test('books what is right', async () =>
    expect(
      await post([
        deposit(1n),
        {
          event: 'withdrawal-requested',
          from: [ada, 'cash'],
          to: [ada, 'held'],
          amount: 1n,
          debitVersion: await versionOf([ada, 'cash']).then((v) => v! + 1n),
        },
      ]),
    ).toBe('booked'))

  const cleared = {
    event: 'migration-cleared',
    from: [firm, 'client-bank'],
    to: [firm, 'migration'],
  }
  test.each<[string, bigint, bigint, string]>([
    ['all that another system keeps', 5n, 5n, 'booked'],
    ['more than another system keeps', 5n, 6n, 'accounts_debts'],
  ])('lets %s be brought over, or refuses it', async (_, opening, brought, answer) =>
    expect(
      await post([
        deposit(opening, { event: 'opening-balance', from: [firm, 'migration'] }),
        { ...cleared, amount: brought } as Line,
      ]),
    ).toBe(answer),
  )

  const funded: Line[] = [
    { event: 'capital-paid-in', from: [firm, 'firm-bank'], to: [firm, 'capital'], amount: 100n },
    { event: 'pool-funded', from: [firm, 'capital'], to: [firm, 'loan-pool'], amount: 100n },
    { event: 'pool-funded', from: [firm, 'client-bank'], to: [firm, 'firm-bank'], amount: 100n },
  ]
  const money = (amount: bigint, to = ada): Line => ({
    event: 'loan-paid-out',
    from: [firm, 'loan-pool'],
    to: [to, 'cash'],
    amount,
  })
  const debt = (amount: bigint, of = ada): Line => ({
    event: 'loan-paid-out',
    from: [of, 'owed'],
    to: [firm, 'lent'],
    amount,
  })
  const repaid = async (amount: bigint, less = amount): Promise<Line[]> => [
    {
      event: 'loan-repaid',
      from: [ada, 'cash'],
      to: [firm, 'loan-pool'],
      amount,
      debitVersion: (await versionOf([ada, 'cash']))! + 1n,
    },
    {
      event: 'loan-repaid',
      from: [firm, 'lent'],
      to: [ada, 'owed'],
      amount: less,
      creditVersion: (await versionOf([ada, 'owed']))! + 1n,
    },
  ]

  test('books money of a loan beside what is owed, and neither without the other', async () => {
    expect(await post([...funded, money(60n), debt(60n)])).toBe('booked')
    expect(await post([...funded, money(60n)])).toBe('GH003')
    expect(await post([...funded, money(60n), debt(59n)])).toBe('GH003')
    expect(await post([...funded, money(60n), debt(60n), ...(await repaid(40n))])).toBe('booked')
    expect(await post([...funded, money(60n), debt(60n), ...(await repaid(40n, 30n))])).toBe(
      'GH003',
    )
  })

  test('takes no more from a borrower than is owed, whatever others owe', async () =>
    expect(
      await post([
        deposit(100n),
        ...funded,
        { ...money(10n), creditVersion: (await versionOf([ada, 'cash']))! + 1n },
        debt(10n),
        money(50n, ben),
        debt(50n, ben),
        ...(await repaid(11n)).map((line) =>
          line.debitVersion ? { ...line, debitVersion: line.debitVersion + 1n } : line,
        ),
      ]),
    ).toBe('accounts_debts'))

  test.each([
    [0n, 'postings_positive'],
    [-1n, /accounts_only_grow|accounts_guarded|postings_positive/],
    [null, /./],
  ])('refuses an amount of %s', async (amount, why) => {
    const answer = await post([deposit(amount)])
    expect(answer).not.toBe('booked')
    expect(answer).toMatch(why)
  })

  test.each([
    [
      'an investor’s account of the firm',
      { to: [firm, 'cash'], creditVersion: null },
      'accounts_belong',
    ],
    [
      'a firm’s account of an investor',
      { from: ['ada', 'client-bank'], debitVersion: 1n },
      'accounts_belong',
    ],
  ] as [string, Partial<Line>, string][])('refuses %s', async (_, change, why) => {
    const from =
      change.from?.[0] === 'ada' ? ([ada, change.from[1]] as [string, Kind]) : change.from
    const answer = await post([deposit(1n, { ...change, ...(from ? { from } : {}) })])
    expect([why, 'GH002']).toContain(answer)
  })

  test.each([
    [
      'invested money to somebody else',
      { event: 'investment-opened', from: ['ada', 'cash'], to: ['ben', 'invested'] },
    ],
    [
      'held money to somebody else, other than by a transfer',
      { event: 'withdrawal-released', from: ['ada', 'held'], to: ['ben', 'cash'] },
    ],
    ['a transfer to oneself', { event: 'transfer', from: ['ada', 'held'], to: ['ada', 'cash'] }],
    [
      'a profit that was promised to somebody else',
      { event: 'investment-matured', from: ['ada', 'promised'], to: ['ben', 'cash'] },
    ],
  ] as [string, { event: Event; from: [string, Kind]; to: [string, Kind] }][])(
    'refuses %s',
    async (_, { event, from, to }) => {
      const who: Record<string, string> = { ada, ben }
      const line = (more: Partial<Line>): Line => ({
        event,
        from: [who[from[0]]!, from[1]],
        to: [who[to[0]]!, to[1]],
        amount: 1n,
        ...more,
      })
      const hold: Line = {
        event: 'withdrawal-requested',
        from: [ada, 'cash'],
        to: [ada, 'held'],
        amount: 1n,
      }
      const needsHeld = from[1] === 'held'
      const cash = await versionOf([ada, 'cash'])
      const lines = needsHeld
        ? [
            hold,
            line({
              debitVersion: (await versionOf([ada, 'held']))! + 1n,
              ...(to[0] === 'ada' ? { creditVersion: cash! + 1n } : {}),
            }),
          ]
        : [line({})]
      expect(await post(lines)).toBe('postings_within_owner')
    },
  )

  test('refuses what the chart does not have', async () => {
    expect(
      await post([
        { event: 'referral-credited', from: [firm, 'returns-pool'], to: [ada, 'cash'], amount: 1n },
      ]),
    ).toBe('postings_in_chart')
    expect(
      await post([
        { event: 'balance-corrected', from: [ada, 'cash'], to: [firm, 'returns-pool'], amount: 1n },
      ]),
    ).toBe('postings_in_chart')
    expect(
      await post([{ event: 'play-money', from: [ada, 'cash'], to: [firm, 'capital'], amount: 1n }]),
    ).toBe('postings_in_chart')
  })

  test.each([
    ['too high', 1n],
    ['too low', -1n],
    ['far off', 1000n],
  ])('refuses a version that is stated %s: somebody wrote without the lock', async (_, by) => {
    expect(
      await post([deposit(1n, { creditVersion: (await versionOf([ada, 'cash']))! + by })]),
    ).toBe('GH002')
  })

  test('refuses a version that is left out for an investor, and one that is stated for the firm', async () => {
    expect(await post([deposit(1n, { creditVersion: null })])).toBe('GH002')
    expect(await post([deposit(1n, { debitVersion: 1n })])).toBe('GH002')
    expect(
      await post([
        {
          event: 'play-money',
          from: [firm, 'client-bank'],
          to: [stranger, 'cash'],
          amount: 1n,
          creditVersion: 2n,
        },
      ]),
    ).toBe('GH002')
  })

  test('refuses the same version twice in one go', async () => {
    const version = await versionOf([ada, 'cash'])
    expect(
      await post([
        deposit(1n, { creditVersion: version }),
        deposit(1n, { creditVersion: version }),
      ]),
    ).toBe('GH002')
  })

  test('refuses the same line of a command twice', async () => {
    const { rows } = await owner.query(
      `select command_id from ledger.postings where line = 0 limit 1`,
    )
    expect(await post([deposit(1n)], rows[0].command_id)).toBe('postings_pkey')
  })

  test.each(['returns-pool', 'referral-pool', 'corrections-pool'] as const)(
    'refuses to fund the %s without its asset, with too much or too little of it',
    async (kind) => {
      const claim: Line = {
        event: 'pool-funded',
        from: [firm, 'capital'],
        to: [firm, kind],
        amount: 1n,
      }
      const asset = (amount: bigint): Line => ({
        event: 'pool-funded',
        from: [firm, 'client-bank'],
        to: [firm, 'firm-bank'],
        amount,
      })
      expect(await post([claim])).toBe('GH003')
      expect(await post([asset(1n)])).toBe('GH003')
      expect(await post([claim, asset(2n)])).toBe('GH003')
      expect(await post([claim, asset(1n)])).toBe('booked')
    },
  )

  test('refuses to take a guarded account below zero, by one cent', async () => {
    const { rows } = await owner.query(
      `select kind::text, owner, credits - debits as balance from ledger.accounts where owner = any ($1)`,
      [[firm, ada]],
    )
    const balance = (id: string, kind: Kind) =>
      rows.find((row) => row.owner === id && row.kind === kind)?.balance ?? 0n
    const lines: Line[] = [
      {
        event: 'withdrawal-requested',
        from: [ada, 'cash'],
        to: [ada, 'held'],
        amount: balance(ada, 'cash'),
      },
      {
        event: 'withdrawal-paid',
        from: [ada, 'held'],
        to: [firm, 'client-bank'],
        amount: balance(ada, 'held'),
      },
      {
        event: 'investment-matured',
        from: [ada, 'invested'],
        to: [ada, 'cash'],
        amount: balance(ada, 'invested'),
      },
      {
        event: 'investment-matured',
        from: [ada, 'promised'],
        to: [ada, 'cash'],
        amount: balance(ada, 'promised'),
      },
      {
        event: 'investment-opened',
        from: [firm, 'returns-pool'],
        to: [ada, 'promised'],
        amount: balance(firm, 'returns-pool'),
      },
      {
        event: 'referral-credited',
        from: [firm, 'referral-pool'],
        to: [ada, 'cash'],
        amount: balance(firm, 'referral-pool'),
      },
      {
        event: 'balance-corrected',
        from: [firm, 'corrections-pool'],
        to: [ada, 'cash'],
        amount: balance(firm, 'corrections-pool'),
      },
    ]
    for (const line of lines) {
      if (line.amount! > 0n) expect(await post([line]), `${line.from[1]} to zero`).toBe('booked')
      expect(
        await post([{ ...line, amount: line.amount! + 1n }]),
        `${line.from[1]} below zero`,
      ).toBe('accounts_guarded')
    }
    const tooMuch = balance(firm, 'capital') + 1n
    expect(
      await post([
        {
          event: 'pool-funded',
          from: [firm, 'capital'],
          to: [firm, 'returns-pool'],
          amount: tooMuch,
        },
        {
          event: 'pool-funded',
          from: [firm, 'client-bank'],
          to: [firm, 'firm-bank'],
          amount: tooMuch,
        },
      ]),
    ).toBe('accounts_guarded')
  })

  test('refuses to go below zero between two lines, even when the end is well', async () => {
    // Ben has $1.00: $2.00 can't go out before $2.00 came in.
    const cash = await versionOf([ben, 'cash'])
    const out: Line = {
      event: 'withdrawal-requested',
      from: [ben, 'cash'],
      to: [ben, 'held'],
      amount: 2_00n,
      debitVersion: cash,
    }
    const into: Line = {
      event: 'play-money',
      from: [firm, 'client-bank'],
      to: [ben, 'cash'],
      amount: 2_00n,
      creditVersion: cash! + 1n,
    }
    expect(await post([out, into])).toBe('postings_guarded')
    expect(
      await post([
        { ...into, creditVersion: cash },
        { ...out, debitVersion: cash! + 1n },
      ]),
    ).toBe('booked')
  })

  test('refuses a unit that is crossed', async () => {
    expect(
      await post([
        { event: 'coin-deposit', from: [firm, 'exchange-btc'], to: [ada, 'cash'], amount: 1n },
      ]),
    ).toBe('postings_in_chart')
  })
})

test('after all of this the books are whole', async () => {
  expect((await auditBooks(pool)).faults).toEqual([])
})
