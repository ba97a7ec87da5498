/** The books' function is a wall: whatever it is handed, it books what the plain join books, or nothing. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { chart, firm, kinds, type Kind } from '../../src/ledger/core/chart.ts'
import { auditBooks } from '../../src/ledger/store/audit.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse } from '../support/house.ts'
import { projectFolder } from '../support/server.ts'

const database = await createTestDatabase()
const house = createHouse(database)

const plainJoin = readFileSync(join(projectFolder, 'tests/support/post-by-join.sql'), 'utf8')

let ada: string
let ben: string
/** Nobody has opened an account for these. */
const strangers = [randomUUID(), randomUUID()]

beforeAll(async () => {
  await database.owner.query(plainJoin)
  await house.fund({ returns: 50n, referral: 50n, corrections: 50n })
  ada = await house.person({ cash: 100n })
  ben = await house.person({ cash: 3n })
  await house.run(
    'RequestWithdrawal',
    {
      owner: ada,
      amount: 40n,
      target: { type: 'bank_transfer', walletName: 'w', walletAddress: 'somewhere' },
    },
    ada,
  )
})

type Account = { owner: string; kind: string }
type Stated = 'right' | 'too high' | bigint | null
type Line = {
  event: string
  debit: Account
  credit: Account
  debitVersion: Stated
  creditVersion: Stated
  amount: bigint
  line: number
}
type Lists = readonly (readonly unknown[])[]

/** What each account's version is before anything is posted. */
async function versions(): Promise<Map<string, bigint>> {
  const { rows } = await database.pool.query('select owner, kind, version from ledger.accounts')
  return new Map(rows.map(({ owner, kind, version }) => [`${owner} ${kind}`, version]))
}

/** The function's eleven lists, with versions counted on where a line states the right one. */
function listsOf(
  lines: readonly Line[],
  before: ReadonlyMap<string, bigint>,
  command = randomUUID(),
): Lists {
  const reached = new Map(before)
  const state = ({ owner, kind }: Account, stated: Stated): bigint | null => {
    const account = `${owner} ${kind}`
    reached.set(account, (reached.get(account) ?? 0n) + 1n)
    if (stated !== 'right' && stated !== 'too high') return stated
    return owner === firm ? null : reached.get(account)! + (stated === 'right' ? 0n : 1n)
  }
  const rows = lines.map(({ event, debit, credit, debitVersion, creditVersion, amount, line }) => [
    command,
    line,
    '2026-01-01Z',
    event,
    debit.owner,
    debit.kind,
    state(debit, debitVersion),
    credit.owner,
    credit.kind,
    state(credit, creditVersion),
    amount,
  ])
  return Array.from({ length: 11 }, (_, list) => rows.map((row) => row[list]))
}

type Outcome = {
  answer: 'booked' | 'refused'
  code: string
  accounts: unknown[]
  postings: unknown[]
  sum: unknown
}

/** What a function makes of these lists, as the application's role; undone before the next one. */
async function outcomeOf(name: 'post' | 'post_by_join', lists: Lists): Promise<Outcome> {
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    await client.query('savepoint before')
    const code = await client
      .query(`select ledger.${name}($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`, [...lists])
      .then(
        () => '',
        (error) => String(error.constraint ?? error.code),
      )
    if (code !== '') await client.query('rollback to before')
    const rowsOf = async (text: string) => (await client.query(text)).rows
    return {
      answer: code === '' ? 'booked' : 'refused',
      code,
      accounts: await rowsOf('select * from ledger.accounts order by owner, kind'),
      postings: await rowsOf('select * from ledger.postings order by command_id, line'),
      sum: (await rowsOf('select sum(credits - debits)::bigint as sum from ledger.accounts'))[0]
        .sum,
    }
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** Lines of the chart that succeed here by themselves: most of a list is sound, so that what is odd about it decides. */
const sound = chart
  .map((line, at) => ({ ...line, at }))
  .filter(
    ({ event, debit }) =>
      [
        'play-money',
        'bank-deposit',
        'withdrawal-requested',
        'withdrawal-released',
        'referral-credited',
      ].includes(event) ||
      (event === 'balance-corrected' && debit === 'corrections-pool'),
  )
const lineOf = fc.record({
  at: fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...sound.map(({ at }) => at)) },
    { weight: 1, arbitrary: fc.nat(chart.length - 1) },
  ),
  from: fc.oneof(
    { weight: 9, arbitrary: fc.constant('ada') },
    { weight: 1, arbitrary: fc.constantFrom('ben', 'stranger 0') },
  ),
  to: fc.constantFrom('ada', 'ben'),
  amount: fc.bigInt(1n, 4n),
})

/** What is odd: whose a line is, which versions it states, what is said twice, and which way round it is all told. */
const odd = fc.record({
  line: fc.nat(2),
  who: fc.constantFrom(null, 'stranger 0', 'stranger 1'),
  side: fc.constantFrom('debit', 'credit', 'both'),
  stated: fc.constantFrom<Stated>('right', 'too high', null, 0n, 1n, 7n),
})
const repeat = fc.record({ of: fc.nat(5), under: fc.constantFrom('its number', 'another') })

const idOf = (name: string) => ({ ada, ben })[name] ?? strangers[Number(name.at(-1))]!

const postings = fc
  .record({
    drawn: fc.array(lineOf, { minLength: 1, maxLength: 6, size: 'max' }),
    odds: fc.array(odd, { maxLength: 2, size: 'max' }),
    repeats: fc.array(repeat, { maxLength: 1 }),
    backwards: fc.boolean(),
  })
  .map(({ drawn, odds, repeats, backwards }): Line[] => {
    const lines = drawn.map(({ at, from, to, amount }, line): Line => {
      const { event, debit, credit } = chart[at]!
      const oddOnes = odds.filter((one) => one.line === line)
      const who = oddOnes.findLast((one) => one.who !== null)?.who ?? from
      const owner = (kind: Kind, name: string) => (kinds[kind].of === 'firm' ? firm : idOf(name))
      const stated = (side: string) =>
        oddOnes.findLast((one) => one.side === side || one.side === 'both')?.stated ?? 'right'
      return {
        event,
        line,
        amount,
        debit: { owner: owner(debit, who), kind: debit },
        credit: { owner: owner(credit, event === 'transfer' ? to : who), kind: credit },
        debitVersion: stated('debit'),
        creditVersion: stated('credit'),
      }
    })
    const again = repeats.map(({ of, under }) => ({
      ...lines[of % lines.length]!,
      ...(under === 'another' ? { line: 10 } : {}),
    }))
    const all = [...lines, ...again]
    return backwards ? all.toReversed() : all
  })

describe('B6: the books’ function, as the application’s role', () => {
  test('books what the plain join books, the same rows of it, or nothing; and all balances come to 0', async () => {
    const before = await versions()
    const seen = { booked: 0, refused: 0 }
    await fc.assert(
      fc.asyncProperty(postings, async (lines) => {
        const lists = listsOf(lines, before)
        const [{ code, ...made }, { code: reference, ...right }] = [
          await outcomeOf('post', lists),
          await outcomeOf('post_by_join', lists),
        ]
        expect(made, `${code || 'booked'}, by the plain join ${reference || 'booked'}`).toEqual(
          right,
        )
        expect(made.sum).toBe(0n)
        seen[made.answer] += 1
      }),
      { numRuns: 500 },
    )
    expect(Math.min(seen.booked, seen.refused), JSON.stringify(seen)).toBeGreaterThan(50)
  })

  const deposit = (owner: string, creditVersion: Stated): Line => ({
    event: 'play-money',
    debit: { owner: firm, kind: 'client-bank' },
    credit: { owner, kind: 'cash' },
    debitVersion: 'right',
    creditVersion,
    amount: 500n,
    line: 0,
  })
  const hold = (owner: string): Line => ({
    event: 'withdrawal-requested',
    debit: { owner, kind: 'cash' },
    credit: { owner, kind: 'held' },
    debitVersion: 'right',
    creditVersion: 'right',
    amount: 1n,
    line: 1,
  })

  test.each([null, 0n, 7n] as const)(
    'lends no line the entry of the next one: a credit to nobody’s account, stated %s',
    async (version) => {
      const made = await outcomeOf(
        'post',
        listsOf([deposit(strangers[0]!, version), hold(ada)], await versions()),
      )
      expect(made).toMatchObject({ code: 'GH002', sum: 0n })
    },
  )

  test.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
    'refuses lists of different lengths: list %i is longer, shorter or empty',
    async (which) => {
      const lists = listsOf([deposit(ada, 'right'), hold(ben)], await versions())
      for (const list of [[...lists[which]!, lists[which]![0]], lists[which]!.slice(0, 1), []]) {
        expect(await outcomeOf('post', lists.with(which, list))).toMatchObject({
          answer: 'refused',
          sum: 0n,
        })
      }
      expect(await outcomeOf('post', lists)).toMatchObject({ answer: 'booked', sum: 0n })
    },
  )

  test.each([4, 10])('refuses lists that are all empty but list %i', async (which) => {
    const lists = listsOf([deposit(ada, 'right')], await versions())
    expect(
      await outcomeOf(
        'post',
        lists.map((list, n) => (n === which || n === 5 || n === 6 ? list : [])),
      ),
    ).toMatchObject({ answer: 'refused', sum: 0n })
  })

  test('refuses lists that begin at another number, or are lists of lists', async () => {
    const lists = listsOf([deposit(ada, 'right')], await versions())
    expect(await outcomeOf('post', lists.with(10, '[0:0]={500}' as never))).toMatchObject({
      code: 'GH002',
      sum: 0n,
    })
    expect(await outcomeOf('post', lists.with(10, '{{500}}' as never))).toMatchObject({
      code: 'GH002',
      sum: 0n,
    })
  })
})

const isLast = (word: string, words: readonly string[]) =>
  words.length > 0 && words.indexOf(word) === words.length - 1

describe('B6: what runs with the owner’s rights', () => {
  test('looks for nothing among temporary tables before everything else, every function of it', async () => {
    const { rows } = await database.owner.query<{ name: string; path: string | null }>(`
      select p.oid::regprocedure::text as name, (select substr(setting, 13) from unnest(p.proconfig) setting where setting like 'search_path=%') as path
        from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where p.prosecdef and n.nspname not in ('pg_catalog', 'information_schema')`)
    expect(rows.map(({ name }) => name)).toContain('auth.enter_person()')
    expect(rows.filter(({ path }) => !isLast('pg_temp', path?.split(', ') ?? []))).toEqual([])
  })
})

test('after all of this the books are whole', async () => {
  expect((await auditBooks(database.pool)).faults).toEqual([])
})
