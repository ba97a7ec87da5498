/** What each command may write. The database's own log is asked: it holds every row and every index entry, and nothing else does. */
import { beforeAll, expect, test } from 'vitest'
import type { CommandName } from '../../src/domains/nouns.ts'
import type { Given } from '../support/as-usual.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse, moveDays, seedPlans } from '../support/house.ts'

const database = await createTestDatabase()
const house = createHouse(database)
const plans = await seedPlans(database)
const {
  rows: [server],
} = await database.owner.query<{ version: number }>(
  `select current_setting('server_version_num')::int as version`,
)

/** A server before 16 doesn't tell what in its log belongs to which database. */
const cannotSay = server!.version < 160_000

/** Rows made; rows changed where they stand; rows changed with all their index entries written again; index entries. */
type Written = { made: number; inPlace: number; moved: number; entries: number }

async function position(): Promise<string> {
  return (await database.owner.query('select pg_current_wal_insert_lsn()::text as at')).rows[0].at
}

/** What this database wrote between two places of the log; its catalogue, where it keeps what it knows of its tables, apart. */
async function writtenBetween(from: string, to: string): Promise<Written> {
  const { rows } = await database.owner.query<{ record: string; count: number }>(
    `select resource_manager || '/' || record_type as record, count(distinct start_lsn)::int as count
      from pg_get_wal_block_info($1, $2, false)
      where reldatabase = (select oid from pg_database where datname = current_database()) and relforknumber = 0
        and relfilenode in (select pg_relation_filenode(oid) from pg_class where oid >= 16384) group by 1`,
    [from, to],
  )
  const sum = (pattern: RegExp) =>
    rows.filter(({ record }) => pattern.test(record)).reduce((total, { count }) => total + count, 0)
  return {
    made: sum(/^Heap\/INSERT/),
    inPlace: sum(/^Heap\/HOT_UPDATE/),
    moved: sum(/^Heap\/UPDATE/),
    entries: sum(/^Btree\/(INSERT_LEAF|SPLIT_)/),
  }
}

let ada: string
let ben: string
let admin: string

beforeAll(async () => {
  if (cannotSay) return
  await database.owner.query('create extension pg_walinspect')
  await house.fund({ returns: 10_000_00n, referral: 1_000_00n, corrections: 1_000_00n })
  admin = await house.person({ role: 'admin' })
  ada = await house.person({ cash: 9_000_00n })
  const { rows } = await database.owner.query('select referral_code from owners where id = $1', [
    ada,
  ])
  ben = await house.person({ cash: 100_00n, referralCode: rows[0].referral_code })
  // Every account exists, as it does after a person's first movements.
  await run('OpenInvestment', investment(), ada)
  await run('RequestWithdrawal', request(), ada)
  await run('RequestWithdrawal', request(), ben)
})

async function run<N extends CommandName>(
  kind: N,
  command: Given<N>,
  as: string | null,
  outcome = 'done',
) {
  const reply = await house.run(kind, command, as, { key: `a key of ${crypto.randomUUID()}` })
  expect(reply.outcome).toBe(outcome)
  return JSON.parse(reply.text)
}

const investment = () => ({
  owner: ada,
  planId: plans.advanced,
  amount: 1_000_00n,
  acceptedRiskVersion: 1,
  acceptedTermsVersion: 1,
})
const request = () => ({
  owner: ada,
  amount: 1_00n,
  target: { type: 'bank_transfer' as const, walletName: 'Mine', walletAddress: 'of any kind' },
})
const transfer = async () => {
  const { rows } = await database.owner.query('select account_id from owners where id = $1', [ben])
  return {
    owner: ada,
    amount: 1_00n,
    target: { type: 'tradehub_transfer' as const, recipientAccountId: rows[0].account_id },
  }
}
const requested = async (command: Given<'RequestWithdrawal'>) =>
  (await run('RequestWithdrawal', command, command.owner)).data.withdrawal._id as string

/** What it takes beforehand, and the command itself. */
const commands: Record<string, () => Promise<() => Promise<unknown>>> = {
  CreditPlayMoney: async () => () =>
    run('CreditPlayMoney', { owner: ada, amount: 1_00n, asset: 'BTC' }, ada),
  OpenInvestment: async () => () => run('OpenInvestment', investment(), ada),
  RequestWithdrawal: async () => () => run('RequestWithdrawal', request(), ada),
  CancelWithdrawal: async () => {
    const withdrawal = await requested(request())
    return () => run('CancelWithdrawal', { withdrawal, owner: ada }, ada)
  },
  'ApproveWithdrawal of a transfer': async () => {
    const withdrawal = await requested(await transfer())
    return () => run('ApproveWithdrawal', { withdrawal, secondApprovalAbove: null }, admin)
  },
  PayWithdrawal: async () => {
    const withdrawal = await requested(request())
    await run('ApproveWithdrawal', { withdrawal, secondApprovalAbove: null }, admin)
    return () => run('PayWithdrawal', { withdrawal, reference: withdrawal }, admin)
  },
  SettleInvestment: async () => {
    const { data } = await run('OpenInvestment', investment(), ada)
    await moveDays(database, 16)
    return () =>
      house
        .run('SettleInvestment', { investment: data.investment.id, owner: ada }, null)
        .then(({ outcome }) => expect(outcome).toBe('done'))
  },
  'RequestWithdrawal, refused': async () => () =>
    run('RequestWithdrawal', { ...request(), amount: 1_000_000_00n }, ada, 'insufficient_balance'),
  'UnfreezeUser, refused': async () => () =>
    run('UnfreezeUser', { user: ben, reason: 'not frozen' }, admin, 'not_frozen'),
  CorrectUser: async () => () =>
    run(
      'CorrectUser',
      { user: ben, totalProfit: BigInt(Date.now() % 1000) + 1n, reason: 'by hand' },
      admin,
    ),
}

const budgets: Record<keyof typeof commands, Written> = {
  CreditPlayMoney: { made: 5, inPlace: 3, moved: 0, entries: 11 },
  OpenInvestment: { made: 8, inPlace: 5, moved: 0, entries: 16 },
  RequestWithdrawal: { made: 7, inPlace: 3, moved: 0, entries: 15 },
  CancelWithdrawal: { made: 5, inPlace: 3, moved: 1, entries: 12 },
  'ApproveWithdrawal of a transfer': { made: 8, inPlace: 4, moved: 1, entries: 25 },
  PayWithdrawal: { made: 7, inPlace: 3, moved: 1, entries: 25 },
  SettleInvestment: { made: 7, inPlace: 4, moved: 1, entries: 12 },
  CorrectUser: { made: 5, inPlace: 3, moved: 0, entries: 15 },
  'RequestWithdrawal, refused': { made: 3, inPlace: 1, moved: 0, entries: 5 },
  'UnfreezeUser, refused': { made: 3, inPlace: 1, moved: 0, entries: 9 },
}

test.skipIf(cannotSay).each(Object.keys(commands))(
  '%s writes what its budget allows (asked of the log, which tells databases apart from PostgreSQL 16 on)',
  async (name) => {
    const command = await commands[name]!()
    const from = await position()
    await command()
    expect(await writtenBetween(from, await position())).toEqual(budgets[name])
  },
)
