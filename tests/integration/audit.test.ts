import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { auditBooks } from '../../src/ledger/store/audit.ts'
import { settleDue } from '../../src/domains/investments/due.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse, moveDays, seedPlans } from '../support/house.ts'

const database = await createTestDatabase()
const house = createHouse(database)
const plans = await seedPlans(database)

/** Somebody with all the rights of the owner changes rows behind the product's back; the change is undone afterwards. */
async function faultsAfter(...tampering: string[]): Promise<string[]> {
  const client = await database.owner.connect()
  try {
    await client.query(`set session_replication_role = replica`)
    await client.query('begin')
    for (const sql of tampering) await client.query(sql)
    await client.query('commit')
    return (await auditBooks(database.pool)).faults
  } finally {
    client.release(true)
  }
}

let ada: string
let withdrawal: string

beforeAll(async () => {
  await house.fund({ returns: 100_000_00n, referral: 1_000_00n, corrections: 1_000_00n })
  ada = await house.person({ cash: 5_000_00n })
  const admin = await house.person({ role: 'admin' })
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
  await moveDays(database, 16)
  await settleDue({ pool: database.pool, desk: house.desk })
  await house.run(
    'OpenInvestment',
    {
      owner: ada,
      planId: plans.advanced,
      amount: 2_000_00n,
      acceptedRiskVersion: 1,
      acceptedTermsVersion: 1,
    },
    ada,
  )
  withdrawal = randomUUID()
  await house.run(
    'RequestWithdrawal',
    {
      owner: ada,
      amount: 300_00n,
      target: { type: 'bank_transfer', walletName: 'w', walletAddress: 'a' },
    },
    ada,
    { id: withdrawal },
  )
  await house.run('CorrectUser', { user: ada, totalProfit: 150_00n, reason: 'a gift' }, admin)
})

const tamperings: [
  what: string,
  expected: RegExp,
  change: (ada: string, withdrawal: string) => string,
  undo: (ada: string, withdrawal: string) => string,
][] = [
  [
    'money in an account that no posting brought',
    /do not sum to zero/,
    (owner) =>
      `update ledger.accounts set credits = credits + 1 where owner = '${owner}' and kind = 'cash'`,
    (owner) =>
      `update ledger.accounts set credits = credits - 1 where owner = '${owner}' and kind = 'cash'`,
  ],
  [
    'a changed amount',
    /is not the sum of its postings|balances do not follow/,
    () => `update ledger.postings set amount = amount + 1 where event = 'play-money'`,
    () => `update ledger.postings set amount = amount - 1 where event = 'play-money'`,
  ],
  [
    'a changed balance within a posting',
    /versions of an account have gaps/,
    () =>
      `update ledger.postings set credit_balance = credit_balance + 1 where event = 'play-money'`,
    () =>
      `update ledger.postings set credit_balance = credit_balance - 1 where event = 'play-money'`,
  ],
  [
    'a total that was beautified',
    /total “profit” of a person/,
    (owner) => `update owners set profit = profit + 1 where id = '${owner}'`,
    (owner) => `update owners set profit = profit - 1 where id = '${owner}'`,
  ],
  [
    'a request whose state was changed',
    /postings of its state|what is held/,
    (_, id) => `update withdrawals set status = 'paid' where id = '${id}'`,
    (_, id) => `update withdrawals set status = 'pending' where id = '${id}'`,
  ],
  [
    'an investment that was marked as paid',
    /running investments hold|as often as its state/,
    () => `update investments set status = 'undone' where status = 'running'`,
    () => `update investments set status = 'running' where status = 'undone'`,
  ],
  [
    'a command that was marked as refused',
    /belongs to no command that was done/,
    (_, id) => `update desk.commands set outcome = 'busy' where id = '${id}'`,
    (_, id) => `update desk.commands set outcome = 'done' where id = '${id}'`,
  ],
  [
    'a posting that stands in nobody’s activity',
    /is in nobody’s activity/,
    (_, id) =>
      `update desk.activity set command_id = '00000000-0000-0000-0000-000000000001' where command_id = '${id}'`,
    (_, id) =>
      `update desk.activity set command_id = '${id}' where command_id = '00000000-0000-0000-0000-000000000001'`,
  ],
  [
    'a command that points to another row',
    /has the wrong place in the activity/,
    (_, id) => `update desk.commands set subject_version = subject_version - 1 where id = '${id}'`,
    (_, id) => `update desk.commands set subject_version = subject_version + 1 where id = '${id}'`,
  ],
  [
    'an owner’s version',
    /activity of an owner/,
    (owner) => `update owners set version = version + 1 where id = '${owner}'`,
    (owner) => `update owners set version = version - 1 where id = '${owner}'`,
  ],
]

describe('the audit', () => {
  test('finds nothing wrong with honest books and says how much it looked at', async () => {
    const { faults, checked } = await auditBooks(database.pool)
    expect(faults).toEqual([])
    expect(checked.postings).toBeGreaterThan(10n)
  })

  test.each(tamperings)('names %s', async (_, expected, change, undo) => {
    const faults = await faultsAfter(change(ada, withdrawal))
    const clean = await faultsAfter(undo(ada, withdrawal))
    expect(faults.join('\n')).toMatch(expected)
    expect(clean).toEqual([])
  })

  test('names a missing posting', async () => {
    await database.owner.query(
      'create table kept as select * from ledger.postings where command_id = $1',
      [withdrawal],
    )
    const faults = await faultsAfter(
      `delete from ledger.postings where command_id = '${withdrawal}'`,
    )
    const clean = await faultsAfter('insert into ledger.postings select * from kept')
    expect(faults.join('\n')).toMatch(/versions of an account have gaps/)
    expect(clean).toEqual([])
  })
})
