/**
 * What is tried with an import besides: two at once, one who agrees alone, another file, other people's addresses, and commands of the
 * house handed in by somebody else. Tells of ImportPerson and FinishImport.
 */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { auditState } from '../../src/domains/audit-state.ts'
import { createImporting } from '../../src/domains/customer-imports/due.ts'
import { examine } from '../../src/domains/customer-imports/examine.ts'
import { askers } from '../../src/domains/customer-imports/routes.ts'
import { settleDue } from '../../src/domains/investments/due.ts'
import { auditBooks } from '../../src/ledger/store/audit.ts'
import { firm as firmId } from '../../src/ledger/core/chart.ts'
import { newId } from '../../src/platform/ids.ts'
import { agreementTo } from '../support/agreements.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { createHouse, moveDays, seedPlans, type TestHouse } from '../support/house.ts'
import { testContext } from '../support/http.ts'
import { bookImports, digestOf, fileOf, fileWith, keepImport } from '../support/importing.ts'
import { testMacKeys } from '../support/stamp.ts'

let database: TestDatabase
let house: TestHouse
let [one, two] = ['', '']

beforeEach(async () => {
  database = await createTestDatabase()
  house = createHouse(database)
  one = await house.person({ role: 'admin', vouched: true })
  two = await house.person({ role: 'admin', vouched: true })
})
afterEach(async () => {
  expect((await auditBooks(database.pool)).faults).toEqual([])
  expect((await auditState(database.pool, testMacKeys)).differences).toEqual([])
})

/** As the calls do it: what the file says now is asked before each decision. */
async function proposed(text: string, by = one, claimed = {}) {
  const { tally } = await examine(database.pool, text)
  const [amount, digest] = [String(tally.sum), digestOf(text)]
  const found = { digest, people: String(tally.people), amount, wrong: String(tally.wrong) }
  const file = await keepImport(database, text)
  const facts = { file, digest, people: tally.people, amount, ...claimed }
  const reply = await house.run('ProposeImport', { ...facts, found }, by)
  return { ...reply, file }
}
type Proposed = Awaited<ReturnType<typeof proposed>>

async function agree(what: Proposed, by = two, id = newId()) {
  const found = await askers.import!({ pool: database.pool } as never, { file: what.file })
  const { outcome } = await house.run('AgreeToProposal', agreementTo(what, found), by, { id })
  return { outcome, id }
}
const person = (email: string) => ({
  ...{ fullName: 'Mo Moved', email, passwordHash: '$argon2id$' },
  ...{ passwordMac: '00', emailMac: '00' },
})
const bookOne = (over: object = {}, by: string | null = null) =>
  house.run(
    'ImportPerson',
    {
      ...{ owner: randomUUID(), import: randomUUID(), line: 2, amount: 1_00n, reference: 'A-1' },
      ...{ person: person(`${randomUUID()}@people.example`), ...over },
    },
    by,
  )
const turn = () =>
  createImporting({ pool: database.pool, desk: house.desk, macKeys: testMacKeys })(() => true)
const state = async () =>
  (await database.owner.query('select state, left_out, booked::int from imports order by at desc'))
    .rows[0]

describe('an import', () => {
  test('is one at a time, however they are begun', async () => {
    const first = await proposed(fileOf(3))
    expect((await proposed(fileOf(4))).outcome).toBe('change_open')
    expect((await agree(first)).outcome).toBe('done')
    expect((await proposed(fileOf(4))).outcome).toBe('import_open')
    await bookImports(database, house)
    expect((await proposed(fileOf(4))).outcome).toBe('import_open')
  })

  test('isn’t agreed to by whoever proposed it, nor while either is frozen', async () => {
    const what = await proposed(fileOf(3))
    expect((await agree(what, one)).outcome).toBe('same_approver')
    const boss = await house.person({ role: 'admin', vouched: true })
    await house.run('FreezeUser', { user: two, reason: 'Asked' }, boss)
    expect((await agree(what)).outcome).toBe('staff_frozen')
    await house.run('UnfreezeUser', { user: two, reason: 'Asked' }, boss)
    await house.run('FreezeUser', { user: one, reason: 'Asked' }, boss)
    // Only the first again, as whoever proposed it can't act any more.
    expect((await agree(what)).outcome).toBe('done')
    expect(await state()).toBeUndefined()
  })

  test('has no wrong line when it is agreed to, and is the very file', async () => {
    const staff = await database.owner.query('select email from auth.persons where id = $1', [two])
    for (const lines of [
      ['1,Ada,ada@people.example,1,USD', '2,Bo,ADA@people.example,1,USD'],
      [`1,Ada,${staff.rows[0].email},1,USD`],
    ])
      expect((await proposed(fileWith(...lines))).outcome).toBe('import_lines_wrong')
    for (const claimed of [{ amount: '1' }, { people: 4 }])
      expect((await proposed(fileOf(3), one, claimed)).outcome).toBe('import_file_changed')
    const what = await proposed(fileWith('1,Ada,ada@people.example,1,USD'))
    const taken = randomUUID()
    await database.owner.query(
      `insert into auth.persons (id, full_name, email) values ($1, 'Ada', 'ada@people.example')`,
      [taken],
    )
    expect((await agree(what)).outcome).toBe('import_lines_wrong')
    await database.owner.query('delete from auth.persons where id = $1', [taken])
    await expect(
      database.owner.query(`update import_files set content = 'x' where id = $1`, [what.file]),
    ).rejects.toThrow()
    await database.owner.query('alter table import_files disable trigger all')
    const more = Buffer.from(fileWith('1,Ada,ada@people.example,9999,USD'))
    await database.owner.query('update import_files set content = $2 where id = $1', [
      what.file,
      more,
    ])
    expect((await agree(what)).outcome).toBe('import_file_changed')
  })

  test('of which the file is changed after both agreed is not booked', async () => {
    const what = await proposed(fileWith('1,Ada,ada@people.example,1,USD'))
    await agree(what)
    await database.owner.query('alter table import_files disable trigger all')
    const more = Buffer.from(fileWith('1,Ada,ada@people.example,9999,USD'))
    await database.owner.query('update import_files set content = $2 where id = $1', [
      what.file,
      more,
    ])
    await expect(turn()).rejects.toThrow('not the one that was agreed to')
    expect(await state()).toMatchObject({ state: 'booking' })
  })

  test('leaves out whoever has signed up with the same address meanwhile, and says which line', async () => {
    const what = await proposed(
      fileWith('1,Ada,ada@people.example,1,USD', '2,Bo,bo@people.example,2.50,USD'),
    )
    await agree(what)
    await database.owner.query(
      `insert into auth.persons (id, full_name, email) values ($1, 'Ada', 'ada@people.example')`,
      [randomUUID()],
    )
    await bookImports(database, house)
    expect(await state()).toEqual({ state: 'booked', left_out: '2', booked: 250 })
    expect((await house.balances(firmId)).migration).toBe(-250n)
    await database.owner.query(`delete from auth.persons where email = 'ada@people.example'`)
  })

  test('of people without money waits for none', async () => {
    const what = await proposed(fileWith('1,Ada,ada@people.example,0,USD'))
    await agree(what)
    await bookImports(database, house)
    expect(await state()).toEqual({ state: 'cleared', left_out: '', booked: 0 })
  })
})

describe('what the house alone does', () => {
  test('is refused to everybody else, and out of its time', async () => {
    expect((await bookOne({}, one)).outcome).toBe('forbidden')
    expect((await bookOne()).outcome).toBe('unknown_import')
    const finish = (id: string, by: string | null = null) =>
      house.run('FinishImport', { import: id, leftOut: '' }, by)
    expect((await finish(randomUUID())).outcome).toBe('unknown_import')
    const { id } = await agree(await proposed(fileOf(3)))
    expect((await finish(id, two)).outcome).toBe('forbidden')
    expect((await finish(id)).outcome).toBe('import_incomplete')
    expect((await bookOne({ import: id, owner: one })).outcome).toBe('already_opened')
    const { rows } = await database.owner.query('select email from auth.persons where id = $1', [
      one,
    ])
    expect((await bookOne({ import: id, person: person(rows[0].email) })).outcome).toBe(
      'email_taken',
    )
    await bookImports(database, house)
    expect((await bookOne({ import: id })).outcome).toBe('import_not_booking')
    expect((await finish(id)).outcome).toBe('import_not_booking')
  })
})

test('what matures meanwhile is paid, and not invested again', async () => {
  const plans = await seedPlans(database)
  await house.fund({ returns: 1_000_000_00n })
  const ada = await house.person({ cash: 1_000_00n, vouched: true })
  const terms = { acceptedRiskVersion: 1, acceptedTermsVersion: 1 }
  const opening = { owner: ada, planId: plans.advanced!, amount: 1_000_00n, ...terms }
  const investment = randomUUID()
  expect((await house.run('OpenInvestment', opening, ada, { id: investment })).outcome).toBe('done')
  const choice = { owner: ada, investment, choice: 'reinvest', ...terms } as const
  expect((await house.run('ChooseAtMaturity', choice as never, ada)).outcome).toBe('done')
  await agree(await proposed(fileOf(3)))
  await bookImports(database, house)
  await moveDays(database, 60)
  const { firm, gate } = testContext(database)
  await settleDue({ pool: database.pool, desk: house.desk, firm, gate })
  const { rows } = await database.owner.query(
    'select status, not_reinvested as why from investments where owner_id = $1',
    [ada],
  )
  expect(rows).toEqual([{ status: 'matured', why: 'import_not_cleared' }])
  expect((await house.balances(ada)).cash).toBeGreaterThan(1_000_00n)
})
