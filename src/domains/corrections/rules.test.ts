import { describe, expect, test } from 'vitest'
import { createMemoryHouse } from '../../../tests/support/memory-house.ts'
import { table } from '../../../tests/support/table.ts'
import { idFromName } from '../../platform/ids.ts'

const eventOf = { 'profit-corrected': 'profit', 'loss-corrected': 'loss', 'balance-corrected': 'rest' } as Record<string, string>

/** Somebody who has so much cash, profit and loss. */
function houseWith(cash: bigint, profit: bigint, loss: bigint, corrections = 1_000_000n) {
  const house = createMemoryHouse({ corrections: 1_000_000n })
  const ada = house.person('ada', { cash: cash - profit + loss })
  const admin = house.person('admin', { role: 'admin' })
  if (profit + loss > 0n) house.run('CorrectUser', { user: ada, totalProfit: profit, totalLoss: loss }, admin)
  const pool = house.desk.world.balance('00000000-0000-0000-0000-000000000000', 'corrections-pool')
  const spare = house.person('spare')
  if (pool > corrections) house.run('CorrectUser', { user: spare, accountBalance: pool - corrections }, admin)
  return { ...house, ada, admin }
}

const optional = (cell: string) => (cell === '' ? {} : BigInt(cell))

describe('a staff edit posts the differences', () => {
  test.each(table(`
    cash | profit | loss | to balance | to profit | to loss | posted, in order                  | balance after
    1000 | 200    | 50   |            | 250       |         | profit +50                        | 1050
    1000 | 200    | 50   |            | 150       |         | profit -50                        | 950
    1000 | 200    | 50   |            |           | 80      | loss -30                          | 970
    1000 | 200    | 50   |            |           | 20      | loss +30                          | 1030
    1000 | 200    | 50   | 1500       |           |         | rest +500                         | 1500
    1000 | 200    | 50   | 400        |           |         | rest -600                         | 400
    1000 | 200    | 50   | 1050       | 250       |         | profit +50                        | 1050
    1000 | 200    | 50   | 1100       | 250       |         | profit +50, rest +50              | 1100
    1000 | 200    | 50   | 1000       | 250       |         | profit +50, rest -50              | 1000
    1000 | 200    | 50   | 1000       | 150       |         | rest +50, profit -50              | 1000
    1000 | 200    | 50   |            | 250       | 100     | profit +50, loss -50              | 1000
    1000 | 200    | 50   | 0          | 0         | 0       | loss +50, profit -200, rest -850  | 0
    1000 | 200    | 50   | 5          | 900       | 700     | profit +700, loss -650, rest -1045 | 5
    1000 | 200    | 50   | 1000       | 200       | 50      |                                   | 1000
  `))('from %s, %s, %s to balance “%s”, profit “%s”, loss “%s”: %s', (cash, profit, loss, toBalance, toProfit, toLoss, posted, after) => {
    const { desk, run, ada, admin } = houseWith(BigInt(cash!), BigInt(profit!), BigInt(loss!))
    const edit = Object.fromEntries(Object.entries({ accountBalance: toBalance, totalProfit: toProfit, totalLoss: toLoss })
      .flatMap(([field, cell]) => (typeof optional(cell!) === 'bigint' ? [[field, optional(cell!)]] : [])))
    const { id } = run('CorrectUser', { user: ada, ...edit }, admin)
    const { changes } = desk.journal.find((kept) => kept.id === id)!
    const lines = changes!.postings.map(({ event, debit, amount }) => `${eventOf[event]} ${debit.kind === 'cash' ? '-' : '+'}${amount}`)
    expect(lines.join(', ')).toBe(posted)
    expect(desk.world.balance(ada, 'cash')).toBe(BigInt(after!))
    const { totals } = desk.world.owners.get(ada)!
    expect([totals.profit, totals.loss]).toEqual([BigInt(toProfit || profit!), BigInt(toLoss || loss!)])
  })

  test('tells the user who, why, and old and new', () => {
    const { desk, run, ada, admin } = houseWith(1_000n, 0n, 0n)
    const { id } = run('CorrectUser', { user: ada, accountBalance: 1_500n, fullName: 'Ada Lovelace', reason: 'We counted again.' }, admin)
    const kept = desk.journal.find((one) => one.id === id)!
    expect(kept.actor).toBe(admin)
    expect(kept.changes!.entries).toEqual([{ owner: ada, kind: 'staff-edit' }])
    expect(kept.changes!.texts).toEqual({
      reason: 'We counted again.',
      changes: [{ field: 'fullName', from: 'ada', to: 'Ada Lovelace' }, { field: 'accountBalance', from: '$10.00', to: '$15.00' }],
    })
  })

  test('that changes nothing is nothing to tell', () => {
    const { desk, run, ada, admin } = houseWith(1_000n, 0n, 0n)
    const { version } = desk.world.owners.get(ada)!
    expect(run('CorrectUser', { user: ada, accountBalance: 1_000n, fullName: 'ada', version }, admin).outcome).toBe('done')
    expect(desk.world.owners.get(ada)!.version).toBe(version)
  })
})

describe('a staff edit is refused', () => {
  const { desk, run, person, ada, admin } = houseWith(1_000n, 200n, 50n, 100n)
  const ids: Record<string, string> = {
    nobody: idFromName('nobody'), firm: '00000000-0000-0000-0000-000000000000', ada, admin,
    closed: person('closed', { status: 'closed' }), fixed: person('fixed', { fixed: true }),
  }

  // Each line has all the faults of the lines below it, as far as they can meet.
  test.each(table(`
    whom   | version | email | profit | balance | outcome
    nobody | old     | ada   | -1     | -1      | unknown_user
    firm   | old     | ada   | -1     | -1      | unknown_user
    admin  | old     | ada   | -1     | -1      | not_on_yourself
    closed | old     | ada   | -1     | -1      | account_closed
    fixed  | old     | ada   | -1     | -1      | stale_version
    fixed  | now     | ada   | -1     | -1      | fixed_account
    ada    | now     | admin | -1     | -1      | email_taken
    ada    | now     | ada   | -1     | -1      | totals_below_zero
    ada    | now     | ada   | 200    | -1      | balance_below_zero
    ada    | now     | ada   | 301    | 0       | corrections_pool_short
    ada    | now     | ada   | 200    | 1101    | corrections_pool_short
    ada    | now     | ada   | 300    | 1100    | done
  `))('%s, %s version, e-mail of %s, profit %s, balance %s: %s', (whom, version, email, profit, balance, outcome) => {
    const user = ids[whom!]!
    const at = desk.world.owners.get(user)?.version ?? 1
    const edit = { user, version: version === 'old' ? at - 1 : at, email: `${email}@people.example`, totalProfit: BigInt(profit!), accountBalance: BigInt(balance!) }
    expect(run('CorrectUser', edit, admin).outcome).toBe(outcome)
  })
})
