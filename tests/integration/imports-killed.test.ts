/** An import is booked once, though the worker that books it is killed again and again, and what is booked is what the dry run said. */
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { auditState } from '../../src/domains/audit-state.ts'
import { examine } from '../../src/domains/customer-imports/examine.ts'
import { auditBooks } from '../../src/ledger/store/audit.ts'
import { newId } from '../../src/platform/ids.ts'
import { agreementTo } from '../support/agreements.ts'
import { createTestDatabase } from '../support/database.ts'
import { everything } from '../support/extent.ts'
import { createHouse } from '../support/house.ts'
import { bookImports, digestOf, fileOf, keepImport } from '../support/importing.ts'
import { startLoneWorker } from '../support/lone-worker.ts'
import { testMacKeys } from '../support/stamp.ts'

const database = await createTestDatabase()
const house = createHouse(database)

/** Asked so often that it must be quick: a worker is killed as soon as it has booked anybody. */
async function countBooked(): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    'select count(*)::int as count from imported_lines',
  )
  return rows[0]!.count
}

const [lines, kills] = everything ? [50_000, 20] : [1_500, 6]

test(
  'every line is booked once, though the worker is killed in the middle',
  async () => {
    const file = fileOf(lines, 'k')
    const { tally } = await examine(database.pool, file)
    const [one, two] = [
      await house.person({ role: 'admin', vouched: true }),
      await house.person({ role: 'admin', vouched: true }),
    ]
    const [amount, digest] = [String(tally.sum), digestOf(file)]
    const facts = { file: await keepImport(database, file), digest, people: tally.people, amount }
    const found = { digest, people: String(tally.people), amount, wrong: '0' }
    const proposed = await house.run('ProposeImport', { ...facts, found }, one)
    const id = newId()
    await house.run('AgreeToProposal', agreementTo(proposed, found), two, { id })
    for (let n = 0; n < kills; n += 1) {
      const before = await countBooked()
      const child = await startLoneWorker('importer.ts', { DATABASE: database.url })
      await expect.poll(countBooked, { interval: 1, timeout: 30_000 }).toBeGreaterThan(before)
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    expect(await countBooked()).toBeLessThan(lines)
    await bookImports(database, house)
    const { rows } = await database.owner.query(
      `select (select count(*)::int from imported_lines) as lines, (select count(distinct line)::int from imported_lines) as different,
        (select count(*)::int from auth.persons where email like 'k-%') as people,
        (select count(*)::int from ledger.postings where event = 'opening-balance') as postings,
        (select sum(amount)::bigint from ledger.postings where event = 'opening-balance') as amount,
        (select count(*)::int from outbox where template = 'account-imported') as mails,
        (select count(distinct owner_id)::int from outbox where template = 'account-imported') as mailed,
        (select state from imports where id = $1) as state`,
      [id],
    )
    expect(rows[0]).toEqual({
      ...{ lines, different: lines, people: lines, postings: lines, amount: tally.sum },
      ...{ mails: lines, mailed: lines, state: 'booked' },
    })
    // What each has is what stands in their line.
    const { rows: cash } = await database.owner.query<{ line: string }>(
      `select person.email || ',' || trim(to_char(account.credits / 100.0, '999999990.00')) || ',USD' as line
      from auth.persons person join ledger.accounts account on account.owner = person.id and account.kind = 'cash' where person.email like 'k-%'`,
    )
    const told = new Set(file.split('\n').map((line) => line.split(',').slice(2).join(',')))
    expect(cash.filter(({ line }) => !told.has(line))).toEqual([])
    expect((await auditBooks(database.pool)).faults).toEqual([])
    expect((await auditState(database.pool, testMacKeys)).differences).toEqual([])
  },
  everything ? 1_800_000 : 180_000,
)
