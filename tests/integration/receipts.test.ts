/** Money in by hand: two administrators, each reference once, and nothing that people are owed gets lost or is made twice. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../support/database.ts'
import { createHouse } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'
import { setRole } from '../support/stamp.ts'

const database = await createTestDatabase()
const app = await createTestApp(database)
const [house, other] = [createHouse(database), createHouse(database)]

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>
let adam: Somebody
let bea: Somebody
let ada: Somebody
let today: string

async function person(role: 'user' | 'admin' = 'user', fullName = 'Ada Example') {
  const somebody = await signUpSomebody(app, { fullName })
  if (role !== 'user') await setRole(database, somebody.id, role)
  return somebody
}
const give = (who: Somebody, path: string, payload?: object) =>
  ask(app, 'POST', api + path, {
    token: who.token,
    headers: { 'idempotency-key': randomUUID() },
    ...(payload ? { payload } : {}),
  })
const read = async (who: Somebody, path: string) =>
  (await ask(app, 'GET', api + path, { token: who.token })).body.data
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [
  status,
  body.code,
]
const receipt = (given: object = {}) => ({
  userId: ada.id,
  amount: 100,
  reference: randomUUID(),
  valueDate: today,
  payerText: 'From Ada, with thanks',
  payerAccount: 'DE89 3704',
  ...given,
})
const latest = async (): Promise<string> =>
  (await read(adam, '/bank-entries?limit=1')).entries[0].id

type Proposed = { id: string; facts: object }
/** What a reply says was proposed. */
function proposed({ status, body }: Awaited<ReturnType<typeof give>>): Proposed {
  expect(status).toBe(202)
  return body.data.proposal
}
/** By Adam. */
const recorded = async (given: object = {}) =>
  proposed(await give(adam, '/receipts', receipt(given)))
const agree = (who: Somebody, { id, facts }: Proposed, other: object = {}) =>
  give(who, `/proposals/${id}/agreement`, { shown: { ...facts, ...other } })
const refuse = (who: Somebody, { id }: Proposed, reason: string) =>
  give(who, `/proposals/${id}/refusal`, { reason })
/** Answers its id. */
async function booked(given: object = {}): Promise<string> {
  expect((await agree(bea, await recorded(given))).status).toBe(200)
  return latest()
}
const entry = async (id: string) =>
  (await read(adam, '/bank-entries?limit=200')).entries.find((one: { id: string }) => one.id === id)
const cashOf = async ({ id }: Somebody) =>
  Number(
    (
      await database.owner.query(
        `select coalesce(sum(credits - debits), 0) as cash from ledger.accounts where owner = $1 and kind = 'cash'`,
        [id],
      )
    ).rows[0].cash,
  )
async function firms(): Promise<Record<string, number>> {
  const { rows } = await database.owner.query(
    `select kind, credits - debits as balance from ledger.accounts where owner = '00000000-0000-0000-0000-000000000000'`,
  )
  return Object.fromEntries(rows.map(({ kind, balance }) => [kind, Number(balance)]))
}
const line = (given: object = {}) => ({
  reference: randomUUID(),
  valueDate: today,
  reason: 'The bank says so',
  ...given,
})

beforeAll(async () => {
  ;[adam, bea, ada] = [
    await person('admin', 'Adam Admin'),
    await person('admin', 'Bea Admin'),
    await person(),
  ]
  await house.fund({ corrections: 50_00n })
  const { rows } = await database.owner.query(
    `select to_char(business_now() at time zone 'UTC', 'YYYY-MM-DD') as day`,
  )
  today = rows[0].day
})

describe('a receipt', () => {
  test('C4 is booked when somebody else approves, and told with both names', async () => {
    const before = await cashOf(ada)
    const arrived = await recorded()
    expect(await cashOf(ada)).toBe(before)
    expect(codeOf(await agree(adam, arrived))).toEqual([409, 'same_approver'])
    expect((await agree(bea, arrived)).body.message).toBe('Agreed, and done.')
    expect(await cashOf(ada)).toBe(before + 100_00)
    expect(codeOf(await agree(bea, arrived))).toEqual([409, 'already_decided'])
    const by = { firstBy: { fullName: 'Adam Admin' }, bookedBy: { fullName: 'Bea Admin' } }
    expect(await entry(await latest())).toMatchObject({
      ...{ status: 'booked', user: { id: ada.id }, payerText: 'From Ada, with thanks' },
      ...by,
    })
    const [item] = (await read(ada, '/activity')).activity
    expect(item).toMatchObject({ kind: 'bank-deposit', amount: 100, staffName: 'Bea Admin' })
    expect(JSON.stringify(item)).toContain('Adam Admin')
    expect((await read(ada, '/deposits')).deposits[0].amount).toBe(100)
    const { rows } = await database.owner.query(
      `select template from outbox where owner_id = $1 and template = 'deposit-received'`,
      [ada.id],
    )
    expect(rows).not.toEqual([])
  })

  test('C4 is not for those who record or approve it', async () => {
    expect(codeOf(await give(adam, '/receipts', receipt({ userId: adam.id })))).toEqual([
      403,
      'not_on_yourself',
    ])
    const hers = await recorded({ userId: bea.id })
    expect(codeOf(await agree(bea, hers))).toEqual([403, 'not_on_yourself'])
  })

  test('has a reference that is booked once, however it is spelled', async () => {
    await booked({ reference: 'AB-12 34x' })
    for (const reference of ['ab1234X', 'AB 12.34 X', 'ＡＢ１２３４Ｘ'])
      expect(codeOf(await give(bea, '/receipts', receipt({ reference })))).toEqual([
        409,
        'reference_used',
      ])
    for (const reference of ['АB1234X', 'AB\u200B1234X', '--'])
      expect((await give(bea, '/receipts', receipt({ reference }))).status).toBe(400)
    const charge = { account: 'firm-bank', amount: 1, reference: 'ab 1234 x', valueDate: today }
    expect(codeOf(await give(bea, '/bank-charges', charge))).toEqual([409, 'reference_used'])
  })

  test('keeps the accents of its reference, and is found and refused in every spelling of them', async () => {
    const reference = 'Überweisung É1 Straße'
    await booked({ reference })
    for (const same of ['ÜBERWEISUNG é1 STRASSE', reference.normalize('NFD')]) {
      expect(codeOf(await give(bea, '/receipts', receipt({ reference: same })))).toEqual([
        409,
        'reference_used',
      ])
      const found = await read(adam, `/bank-entries?search=${encodeURIComponent(same)}`)
      expect(found.entries.map((entry: { reference: string }) => entry.reference)).toEqual([
        reference,
      ])
    }
    // The database itself refuses a key that is there, and what nobody sees.
    const copy = (name: string, key: string | null) =>
      database.owner.query(
        `insert into bank_entries select (jsonb_populate_record(entry, jsonb_build_object('id', gen_random_uuid(), 'reference', $2::text, 'reference_key', $3::text))).*
          from bank_entries entry where reference = $1`,
        [reference, name, key],
      )
    await expect(copy('Another', 'ÜBERWEISUNGÉ1STRASSE')).rejects.toThrow('bank_entries_once')
    await expect(copy('Another', null)).rejects.toThrow('bank_entries_have_a_key')
    for (const name of ['A\u200B1', 'A\u0007', 'A\u202E1', 'A\u00AD1'])
      await expect(copy(name, 'NEW1')).rejects.toThrow('bank_entries_spelled_plainly')
    await booked({ reference: 'Uberweisung E1 Strasse' })
    // One look-alike of fifteen letters and more is no reference of a hundred.
    const long = receipt({ reference: '\uFDFA'.repeat(100) })
    expect((await give(bea, '/receipts', long)).status).toBe(400)
  })

  test('gives its reference up when it is rejected, and only then', async () => {
    const reference = randomUUID()
    const mistyped = await recorded({ reference })
    const same = reference.toUpperCase().replaceAll('-', ' ')
    expect(codeOf(await give(bea, '/receipts', receipt({ reference: same })))).toEqual([
      409,
      'change_open',
    ])
    await refuse(bea, mistyped, 'Typed wrongly')
    const again = await recorded({ reference })
    expect(codeOf(await agree(bea, mistyped))).toEqual([409, 'already_decided'])
    expect((await agree(bea, again)).status).toBe(200)
  })

  test('has a value date of the last year, or of the next days', async () => {
    for (const days of [7, -400]) {
      const valueDate = new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)
      expect(codeOf(await give(adam, '/receipts', receipt({ valueDate })))).toEqual([
        422,
        'wrong_value_date',
      ])
    }
  })

  test('is approved as it was shown, and as it was recorded', async () => {
    const arrived = await recorded()
    expect(codeOf(await agree(bea, arrived, { amount: 1_000 }))).toEqual([409, 'not_as_shown'])
    await database.owner.query(
      `update proposals set facts = replace(facts, '"10000"', '"100000"') where id = $1`,
      [arrived.id],
    )
    expect(codeOf(await agree(bea, arrived, { amount: 1_000 }))).toEqual([409, 'not_as_recorded'])
    const id = await booked({ userId: null })
    const hers = { userId: ada.id, reason: 'She wrote' }
    const step = proposed(await give(adam, `/receipts/${id}/assignment`, hers))
    await database.owner.query('update bank_entries set amount = amount * 10 where id = $1', [id])
    expect(codeOf(await agree(bea, step))).toEqual([409, 'not_as_recorded'])
    await database.owner.query('update bank_entries set amount = amount / 10 where id = $1', [id])
    expect((await agree(bea, step)).status).toBe(200)
  })

  test('is recorded once by two servers at the same moment', async () => {
    const command = {
      owner: ada.id,
      amount: 5_00n,
      reference: randomUUID(),
      valueDate: today,
      payerText: null,
      payerAccount: null,
    }
    const outcomes = await Promise.all([
      house.run('RecordReceipt', command, adam.id),
      other.run('RecordReceipt', { ...command, owner: bea.id }, adam.id),
    ])
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['change_open', 'done'])
  })
})

describe('what is in suspense', () => {
  test('belongs to nobody until two say whose it is', async () => {
    const before = (await firms()).suspense!
    const id = await booked({ userId: null })
    expect(await entry(id)).toMatchObject({ status: 'suspense', user: null })
    expect((await firms()).suspense).toBe(before + 100_00)
    expect((await read(adam, '/treasury')).treasury.suspense).toBe((before + 100_00) / 100)
    const cash = await cashOf(ada)
    const assign = () =>
      give(adam, `/receipts/${id}/assignment`, { userId: ada.id, reason: 'She wrote' })
    const step = proposed(await assign())
    expect(codeOf(await assign())).toEqual([409, 'change_open'])
    expect(codeOf(await agree(adam, step))).toEqual([409, 'same_approver'])
    expect((await agree(bea, step)).status).toBe(200)
    expect(await cashOf(ada)).toBe(cash + 100_00)
    expect((await firms()).suspense).toBe(before)
    expect(await entry(id)).toMatchObject({ status: 'booked', user: { id: ada.id } })
    expect(codeOf(await assign())).toEqual([409, 'not_in_suspense'])
  })

  test('goes back to the account it came from, and to no other', async () => {
    const id = await booked({ userId: null })
    const back = (account: string) => give(adam, `/receipts/${id}/return`, line({ account }))
    expect(codeOf(await back('GB00 0000'))).toEqual([422, 'account_differs'])
    const step = proposed(await back('de893704'))
    const before = await firms()
    expect((await agree(bea, step)).status).toBe(200)
    const after = await firms()
    expect(after.suspense! - before.suspense!).toBe(-100_00)
    expect(after['client-bank']! - before['client-bank']!).toBe(100_00)
  })

  test('says what is proposed to be done with it, and takes nothing else meanwhile', async () => {
    const id = await booked({ userId: null })
    expect(await entry(id)).toMatchObject({ status: 'suspense', step: null })
    const back = line({ account: 'DE89 3704' })
    const step = proposed(await give(adam, `/receipts/${id}/return`, back))
    expect(await entry(id)).toMatchObject({ status: 'suspense', step: 'return' })
    const toAda = { userId: ada.id, reason: 'She called' }
    expect(codeOf(await give(adam, `/receipts/${id}/assignment`, toAda))).toEqual([
      409,
      'change_open',
    ])
    expect((await refuse(bea, step, 'It is hers')).status).toBe(200)
    expect(await entry(id)).toMatchObject({ status: 'suspense', step: null })
  })

  test('takes what arrived for somebody who has left since, once it is recorded again for nobody', async () => {
    const leaver = await person()
    const reference = randomUUID()
    const theirs = await recorded({ userId: leaver.id, reference })
    expect((await house.run('CloseUser', { user: leaver.id }, adam.id)).outcome).toBe('done')
    expect(codeOf(await agree(bea, theirs))).toEqual([409, 'already_decided'])
    const { rows } = await database.owner.query(
      'select status, words, facts from proposals where id = $1',
      [theirs.id],
    )
    expect(rows).toMatchObject([{ status: 'withdrawn', words: null }])
    expect(JSON.stringify(rows)).not.toContain('From Ada')
    const again = receipt({ userId: leaver.id, reference })
    expect(codeOf(await give(adam, '/receipts', again))).toEqual([403, 'account_closed'])
    const nobodys = await recorded({ userId: null, reference })
    expect((await agree(bea, nobodys)).body.message).toContain('suspense')
    expect(await entry(await latest())).toMatchObject({ status: 'suspense', user: null })
  })

  test('of a frozen account nothing: what arrives is credited, and stays there', async () => {
    const frozen = await person()
    await house.run('FreezeUser', { user: frozen.id, reason: 'A letter' }, adam.id)
    await booked({ userId: frozen.id })
    expect(await cashOf(frozen)).toBe(100_00)
  })
})

describe('what the bank takes back', () => {
  const undo = (id: string, given: object = {}) =>
    give(adam, `/receipts/${id}/reversal`, line(given))

  test('comes out of the balance, once', async () => {
    const somebody = await person()
    const id = await booked({ userId: somebody.id })
    const step = proposed(await undo(id))
    expect(codeOf(await undo(id))).toEqual([409, 'change_open'])
    expect((await agree(bea, step)).status).toBe(200)
    expect(await cashOf(somebody)).toBe(0)
    expect(codeOf(await undo(id))).toEqual([409, 'not_booked'])
    expect((await read(somebody, '/activity')).activity[0]).toMatchObject({
      kind: 'bank-deposit-reversed',
      amount: -100,
    })
  })

  test('is borne by the corrections pool, then by capital, where the balance is empty', async () => {
    const somebody = await person()
    const id = await booked({ userId: somebody.id })
    const target = { type: 'bank_transfer', walletName: 'w', walletAddress: 'a' } as const
    await house.run(
      'RequestWithdrawal',
      { owner: somebody.id, amount: 90_00n, target },
      somebody.id,
    )
    expect(codeOf(await undo(id))).toEqual([422, 'capital_short'])
    await house.run('PayInCapital', { amount: 200_00n, reference: randomUUID() }, adam.id)
    const step = proposed(await undo(id))
    const before = await firms()
    expect((await agree(bea, step)).status).toBe(200)
    const after = await firms()
    const moved = (kind: string) => after[kind]! - before[kind]!
    expect(await cashOf(somebody)).toBe(0)
    expect(moved('corrections-pool')).toBe(-50_00)
    expect(moved('capital')).toBe(-40_00)
    expect(moved('firm-bank')).toBe(40_00)
    // The bank took 100 and the firm put 40 there.
    expect(moved('client-bank')).toBe(60_00)
  })
})

describe('charges and interest', () => {
  test.each([
    ['/bank-charges', 'firm-bank', -3_00],
    ['/bank-charges', 'client-bank', -3_00],
    ['/bank-interest', 'firm-bank', 3_00],
    ['/bank-interest', 'client-bank', 3_00],
  ])(
    '%s on %s moves capital and its asset, and nothing of the clients’',
    async (path, account, by) => {
      await house.run('PayInCapital', { amount: 10_00n, reference: randomUUID() }, adam.id)
      const { reason: _, ...at } = line()
      const step = proposed(await give(adam, path, { account, amount: 3, ...at }))
      const before = await firms()
      expect((await agree(bea, step)).status).toBe(200)
      const after = await firms()
      expect(after.capital! - before.capital!).toBe(by)
      expect(after['firm-bank']! - before['firm-bank']!).toBe(-by)
      expect(after['client-bank']).toBe(before['client-bank'])
    },
  )
})

test('the database books no charge on the clients’ account that isn’t made good', async () => {
  const firm = '00000000-0000-0000-0000-000000000000'
  await expect(
    database.pool.query(
      `select ledger.post(array[$1]::uuid[], array[0]::smallint[], array[now()], array['bank-charge']::ledger.event[], array[$2]::uuid[], array['capital']::ledger.kind[], array[null]::bigint[], array[$2]::uuid[], array['client-bank']::ledger.kind[], array[null]::bigint[], array[1]::bigint[])`,
      [randomUUID(), firm],
    ),
  ).rejects.toMatchObject({ code: 'GH003' })
})
