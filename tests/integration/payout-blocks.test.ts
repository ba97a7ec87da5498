/** After a restore: what was paid since isn't in the books, a server that had seen it notices, and nobody is paid twice. */
import { randomUUID } from 'node:crypto'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { blockAll } from '../../src/domains/payout-blocks/block.ts'
import { createSeen } from '../../src/domains/payout-blocks/seen.ts'
import { auditBooks } from '../../src/ledger/store/audit.ts'
import { readConfig } from '../../src/platform/config.ts'
import { copyOf, createTestDatabase, type TestDatabase } from '../support/database.ts'
import { api, ask, signUpSomebody, temporaryFolder, testContext } from '../support/http.ts'
import { setRole } from '../support/stamp.ts'

type Server = Awaited<ReturnType<typeof serve>>
type Somebody = Awaited<ReturnType<typeof signUpSomebody>>

/** A server whose data folder a restore of its database doesn't rewind. */
async function serve(database: TestDatabase, folder = temporaryFolder()) {
  const config = readConfig({
    LOG_LEVEL: 'silent',
    PORT: '0',
    DATABASE_URL: database.url,
    GLASSHOUSE_DATA: folder,
  })
  const context = testContext(database, { config })
  return { app: await createApp(context), look: () => context.seen.look(), database, folder }
}

const post = ({ app }: Server, who: Somebody, path: string, payload: object = {}) =>
  ask(app, 'POST', api + path, {
    token: who.token,
    payload,
    headers: { 'idempotency-key': randomUUID() },
  })
const said = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]
const blockIn = async ({ app }: Server) =>
  (await ask(app, 'GET', `${api}/payout-block`, { token: anna.token })).body.data.block

const today = new Date().toISOString().slice(0, 10)

async function requested(at: Server, by: Somebody, amount: number): Promise<string> {
  const { body } = await post(at, by, '/requestWithdrawal', {
    type: 'bank_transfer',
    amount,
    bankName: 'Cold storage',
    bankNumber: '0x52908400098527886E0F7030069857D2E4169EE7',
  })
  return body.data.withdrawal._id
}
async function accountOf({ id }: Somebody): Promise<string> {
  const { rows } = await house.database.owner.query<{ id: string }>(
    'select account_id as id from owners where id = $1',
    [id],
  )
  return rows[0]!.id
}
const approve = (at: Server, id: string) => post(at, anna, `/withdrawals/${id}/approval`)
const pay = (at: Server, id: string, reference: string) =>
  post(at, anna, `/withdrawals/${id}/payout`, { reference })
type Proposed = { id: string; facts: object }
const bookEntry = (at: Server, { id, facts: shown }: Proposed) =>
  post(at, ben, `/proposals/${id}/agreement`, { shown })
const lift = (at: Server, who: Somebody, block: { id: string; total: number }) =>
  post(at, who, `/payout-block/${block.id}/lifting`, { total: block.total })
/** The last that was proposed. */
async function agreeToLift(at: Server, who: Somebody) {
  const { rows } = await at.database.owner.query(
    `select id, facts from proposals where kind = 'payouts-unblocking' order by proposed_at desc, id desc limit 1`,
  )
  return post(at, who, `/proposals/${rows[0].id}/agreement`, { shown: JSON.parse(rows[0].facts) })
}
const explain = (at: Server, payout: string) =>
  post(at, anna, `/payout-block/payouts/${payout}/explanation`, { reason: 'Corrected by two' })

/** The state to which all of these are restored: one request approved, one pending, a receipt to be sent back. */
const house = await serve(await createTestDatabase())
const [anna, ben, ada, cleo] = (await Promise.all(
  ['Anna First', 'Ben Second', 'Ada Lovelace', 'Cleo Third'].map((fullName) =>
    signUpSomebody(house.app, { fullName }),
  ),
)) as [Somebody, Somebody, Somebody, Somebody]
for (const one of [anna, ben]) await setRole(house.database, one.id, 'admin')
for (const one of [ada, cleo])
  await post(house, one, '/demo/deposits', { amount: 1_000, asset: 'USDT' })
const approved = await requested(house, ada, 100)
await approve(house, approved)
const pending = await requested(house, ada, 200)
const others = await requested(house, cleo, 30)
await approve(house, others)
async function proposed(path: string, payload: object): Promise<Proposed> {
  const { status, text, body } = await post(house, anna, path, payload)
  if (status !== 202) throw new Error(text)
  return body.data.proposal
}
const iban = 'DE89370400440532013000'
const line = (reference: string) => ({ reference, valueDate: today })
await bookEntry(
  house,
  await proposed('/receipts', { amount: 77, payerAccount: iban, ...line('IN 1') }),
)
const receipt = (await house.database.owner.query('select id from bank_entries')).rows[0].id
const sentBack = await proposed(`/receipts/${receipt}/return`, {
  account: iban,
  reason: 'Nobody knows whose it is',
  ...line('BACK 1'),
})

/** Servers on databases that were restored to it: as many as there are tests. */
const restored: Server[] = []
const before = await Promise.all([house.look(), house.app.close()]).then(() => house.database)
const live = await serve(await copyOf(before))
for (let i = 0; i < 12; i++) restored.push(await serve(await copyOf(before)))

/** And then: all of them were paid, and one that was asked for later. */
await pay(live, approved, 'TX 1')
await approve(live, pending)
await pay(live, pending, 'TX 2')
const late = await requested(live, ada, 50)
await approve(live, late)
await pay(live, late, 'TX 3')
await bookEntry(live, sentBack)
const seenFile = (server: Server) => join(server.folder, 'seen.json')

/** One that has what the live server had seen, and a database that was restored. */
async function afterRestore(): Promise<Server> {
  const server = restored.pop()!
  await mkdir(server.folder, { recursive: true })
  await cp(seenFile(live), seenFile(server))
  await server.look()
  return server
}
const openIn = async (server: Server): Promise<Record<string, { id: string }>> =>
  Object.fromEntries(
    (await blockIn(server)).payouts
      .filter(({ status }: { status: string }) => status === 'open')
      .map((payout: { reference: string }) => [payout.reference, payout]),
  )

async function settleAll(server: Server): Promise<void> {
  expect(said(await pay(server, approved, 'TX 1'))).toEqual([200, undefined])
  expect(said(await approve(server, pending))).toEqual([200, undefined])
  expect(said(await pay(server, pending, 'tx-2'))).toEqual([200, undefined])
  expect(said(await bookEntry(server, sentBack))).toEqual([200, undefined])
  expect(said(await explain(server, (await openIn(server))['TX 3']!.id))).toEqual([200, undefined])
}

describe('After a restore', () => {
  test('a server that had seen more blocks payouts before it answers, tells the administrators, and lists what was paid', async () => {
    const server = await afterRestore()
    const block = await blockIn(server)
    expect(block).toMatchObject({ cause: 'behind', status: 'open', open: 4, total: 4 })
    expect(block.payouts).toMatchObject([
      {
        kind: 'withdrawal',
        user: { id: ada.id, fullName: 'Ada Lovelace' },
        request: { id: approved, status: 'approved' },
        reference: 'TX 1',
        amount: 100,
        status: 'open',
      },
      { request: { id: pending, status: 'pending' }, reference: 'TX 2', amount: 200 },
      { request: { id: late, status: null }, reference: 'TX 3', amount: 50 },
      {
        kind: 'return',
        user: null,
        request: { id: receipt, status: 'suspense' },
        reference: 'BACK 1',
        amount: 77,
      },
    ])
    const { rows } = await server.database.owner.query<{ owner_id: string }>(
      `select owner_id from outbox where template = 'payouts-blocked'`,
    )
    expect(rows.map((row) => row.owner_id).toSorted()).toEqual([anna.id, ben.id].toSorted())
  })

  test('nothing else is paid until each is matched by its reference and amount, or explained, and two have agreed', async () => {
    const server = await afterRestore()
    const blocked = [409, 'payouts_blocked']
    expect(said(await pay(server, others, 'TX 9'))).toEqual(blocked)
    expect(said(await pay(server, others, 'TX 1'))).toEqual(blocked)
    expect(said(await pay(server, approved, 'TX 9'))).toEqual(blocked)
    const block = await blockIn(server)
    expect(said(await lift(server, anna, block))).toEqual([409, 'payouts_unmatched'])
    const lost = await openIn(server)
    for (const reference of ['TX 1', 'TX 2', 'BACK 1'])
      expect(said(await explain(server, lost[reference]!.id))).toEqual([
        409,
        'payout_can_be_recorded',
      ])

    await settleAll(server)
    expect(said(await pay(server, approved, 'TX 1'))).toEqual([409, 'not_approved'])
    expect(said(await lift(server, anna, { ...block, total: 3 }))).toEqual([409, 'not_as_shown'])
    expect((await lift(server, anna, block)).status).toBe(202)
    expect(said(await pay(server, others, 'TX 9'))).toEqual(blocked)
    expect(said(await lift(server, ben, block))).toEqual([409, 'change_open'])
    expect(said(await agreeToLift(server, anna))).toEqual([409, 'same_approver'])
    expect((await agreeToLift(server, ben)).status).toBe(200)
    expect(said(await lift(server, ben, block))).toEqual([409, 'already_decided'])

    expect(said(await pay(server, others, 'TX 3'))).toEqual([409, 'reference_used'])
    expect(said(await pay(server, others, 'TX 9'))).toEqual([200, undefined])
    expect(await blockIn(server)).toMatchObject({ status: 'lifted', open: 0 })
    expect((await auditBooks(server.database.pool)).faults).toEqual([])
  })

  test('J13: what was paid before the oldest payout that was kept is said to be unknown, and no block is lifted until the operator has listed it', async () => {
    const server = restored.pop()!
    const seen = JSON.parse(await readFile(seenFile(live), 'utf8'))
    const [, ...kept] = seen.payouts
    // The first one was let go: more were paid than are kept.
    const forgotten = { ...seen, payouts: kept, forgottenUntil: seen.payouts[0].paidAt }
    await mkdir(server.folder, { recursive: true })
    await writeFile(seenFile(server), JSON.stringify(forgotten))
    await server.look()
    const block = await blockIn(server)
    expect([block.total, Date.parse(block.unknownUntil)]).toEqual([3, kept[0].paidAt])
    expect(said(await approve(server, pending))).toEqual([200, undefined])
    expect(said(await pay(server, pending, 'TX 2'))).toEqual([200, undefined])
    expect(said(await bookEntry(server, sentBack))).toEqual([200, undefined])
    expect((await explain(server, (await openIn(server))['TX 3']!.id)).status).toBe(200)
    expect(said(await lift(server, anna, block))).toEqual([409, 'payouts_unknown'])
    await blockAll(testContext(server.database).desk, {
      cause: 'restored',
      seenAt: null,
      unknownUntil: null,
      payouts: [{ ...seen.payouts[0], amount: BigInt(seen.payouts[0].amount) }],
    })
    expect(await blockIn(server)).toMatchObject({ unknownUntil: null, open: 1, total: 4 })
    expect(said(await pay(server, approved, 'TX 1'))).toEqual([200, undefined])
    const listed = await blockIn(server)
    expect((await lift(server, anna, listed)).status).toBe(202)
    expect((await agreeToLift(server, ben)).status).toBe(200)
  })

  test('J13: a server that keeps fewer payouts than were made says until when it let them go', async () => {
    const folder = temporaryFolder()
    const given = { pool: live.database.pool, desk: testContext(live.database).desk }
    const log = { error: () => {}, warn: () => {} } as never
    const seen = createSeen({ ...given, config: { dataFolder: folder }, log, most: 2 })
    await seen.look()
    const { payouts, forgottenUntil } = JSON.parse(
      await readFile(join(folder, 'seen.json'), 'utf8'),
    )
    expect([payouts.length <= 2, typeof forgottenUntil]).toEqual([true, 'number'])
    const whole = JSON.parse(await readFile(seenFile(live), 'utf8'))
    expect(whole.forgottenUntil).toBeNull()
  })

  test('what was perhaps paid goes neither back to the balance nor on to somebody else', async () => {
    const server = await afterRestore()
    const paid = [409, 'paid_before_restore']
    const reason = { reason: 'As asked for' }
    const cancelled = await ask(server.app, 'DELETE', `${api}/withdrawals/${pending}`, {
      token: ada.token,
      headers: { 'idempotency-key': randomUUID() },
    })
    expect(said(cancelled)).toEqual(paid)
    expect(said(await post(server, anna, `/withdrawals/${pending}/rejection`, reason))).toEqual(
      paid,
    )
    expect(said(await post(server, anna, `/withdrawals/${approved}/return`, reason))).toEqual(paid)
    const { body } = await post(server, ada, '/requestWithdrawal', {
      type: 'tradehub_transfer',
      amount: 10,
      recipientAccountId: await accountOf(cleo),
    })
    expect(said(await approve(server, body.data.withdrawal._id))).toEqual(paid)
    const assigned = { userId: cleo.id, ...reason }
    await post(server, ben, `/proposals/${sentBack.id}/refusal`, reason)
    expect(said(await post(server, anna, `/receipts/${receipt}/assignment`, assigned))).toEqual(
      paid,
    )
  })

  test('a payout that only the bank knows is listed by hand, and whoever had agreed has to look again', async () => {
    const server = await afterRestore()
    await settleAll(server)
    const block = await blockIn(server)
    expect((await lift(server, anna, block)).status).toBe(202)
    // That some may be lost, and that all are listed after all: as many as before.
    const { desk } = testContext(server.database)
    for (const unknownUntil of [Date.now(), null])
      await blockAll(desk, {
        cause: unknownUntil === null ? 'restored' : 'behind',
        seenAt: null,
        unknownUntil,
        payouts: [],
      })
    expect(said(await agreeToLift(server, ben))).toEqual([409, 'not_as_shown'])
    expect((await lift(server, anna, block)).status).toBe(202)
    const found = { userId: cleo.id, amount: 30, reference: 'TX 4' }
    expect((await post(server, ben, '/payout-block/payouts', found)).status).toBe(201)
    expect(said(await post(server, ben, '/payout-block/payouts', found))).toEqual([
      409,
      'reference_used',
    ])
    expect(
      said(
        await post(server, ben, '/payout-block/payouts', {
          ...found,
          userId: randomUUID(),
          reference: 'TX 5',
        }),
      ),
    ).toEqual([404, 'unknown_user'])
    expect(said(await explain(server, randomUUID()))).toEqual([404, 'unknown_payout'])
    expect(await blockIn(server)).toMatchObject({ open: 1, total: 5 })
    expect(said(await pay(server, others, 'TX 4'))).toEqual([200, undefined])
    expect(said(await agreeToLift(server, ben))).toEqual([409, 'not_as_shown'])
    expect(said(await lift(server, ben, block))).toEqual([409, 'not_as_shown'])
    expect((await lift(server, ben, { ...block, total: 5 })).status).toBe(202)
    expect((await agreeToLift(server, anna)).status).toBe(200)
    expect(
      said(await post(server, ben, '/payout-block/payouts', { ...found, reference: 'TX 6' })),
    ).toEqual([409, 'payouts_not_blocked'])
  })

  test('a payout whose reference was booked for another request, before anybody noticed, is explained', async () => {
    const careless = restored.pop()!
    expect(said(await pay(careless, others, 'TX 1'))).toEqual([200, undefined])
    const server = await serve(careless.database)
    await mkdir(server.folder, { recursive: true })
    await cp(seenFile(live), seenFile(server))
    await server.look()
    expect(said(await pay(server, approved, 'TX 1'))).toEqual([409, 'reference_used'])
    const { id } = (await openIn(server))['TX 1']!
    expect(said(await explain(server, id))).toEqual([200, undefined])
  })

  test('one administrator alone pays nothing a second time by listing a payout that was never made', async () => {
    const server = await afterRestore()
    const invented = { userId: ada.id, amount: 100, reference: 'TX 99' }
    expect((await post(server, anna, '/payout-block/payouts', invented)).status).toBe(201)
    expect(said(await pay(server, approved, 'TX 99'))).toEqual([409, 'payouts_blocked'])
    expect(said(await pay(server, approved, 'TX 1'))).toEqual([200, undefined])
  })

  test('a second server, and one that starts long after, add nothing to what was dealt with', async () => {
    const server = await afterRestore()
    const second = await serve(server.database)
    await mkdir(second.folder, { recursive: true })
    await cp(seenFile(live), seenFile(second))
    const late = await serve(server.database)
    await mkdir(late.folder, { recursive: true })
    await cp(seenFile(live), seenFile(late))

    await second.look()
    await second.look()
    const block = await blockIn(server)
    expect(block).toMatchObject({ total: 4, open: 4 })
    await settleAll(second)
    await lift(second, anna, block)
    expect((await agreeToLift(second, ben)).status).toBe(200)
    await Promise.all([server.look(), late.look()])
    expect(await blockIn(late)).toMatchObject({ id: block.id, status: 'lifted' })
    const { rows } = await late.database.owner.query<{ outcome: string }>(
      `select outcome from desk.commands where kind = 'BlockPayouts'`,
    )
    expect(rows).toEqual([{ outcome: 'done' }])
  })

  test('a payout that was recorded just before the last command that is left is missed all the same', async () => {
    const server = restored.pop()!
    await server.look()
    const own = JSON.parse(await readFile(seenFile(server), 'utf8'))
    const { payouts } = JSON.parse(await readFile(seenFile(live), 'utf8'))
    await writeFile(seenFile(server), JSON.stringify({ ...own, payouts }))
    const again = await serve(server.database, server.folder)
    await again.look()
    expect(await blockIn(again)).toMatchObject({ total: 4 })
  })
})

describe('A server that has seen no more than there is', () => {
  test('blocks nothing, however often it looks and is started', async () => {
    await live.look()
    const again = await serve(live.database, live.folder)
    await again.look()
    await again.look()
    expect(await blockIn(again)).toBeNull()
  })

  test('holds nothing against another database', async () => {
    const other = await serve(restored.pop()!.database, live.folder)
    await other.database.owner.query(
      `begin; set local session_replication_role = replica; update house set created_at = now(); commit`,
    )
    await other.look()
    const { rows } = await other.database.owner.query('select from payout_blocks')
    expect(rows).toEqual([])
  })

  test('pays where it can’t keep what it has seen', async () => {
    const server = restored.pop()!
    await writeFile(server.folder, 'not a folder')
    expect(said(await pay(server, others, 'TX 9'))).toEqual([200, undefined])
  })

  test('refuses to start on what it can’t read', async () => {
    const server = restored.pop()!
    await mkdir(server.folder, { recursive: true })
    await writeFile(seenFile(server), '{')
    await expect(server.look()).rejects.toThrow('is damaged')
  })
})

describe('J5: a file for the bank that was handed out after the moment of a restore', () => {
  const exporting = (at: Server, who: Somebody) =>
    post(at, who, '/bank-exports', { format: 'csv', withdrawals: [approved] })
  const release = (at: Server, who: Somebody, file: string) =>
    post(at, who, `/bank-exports/${file}/release`, { amount: 100, payments: 1 })
  const reference = approved.replaceAll('-', '')
  /** A server on a copy of this database that has what another one had seen. */
  async function rewound(database: TestDatabase, seen: Server): Promise<Server> {
    const server = await serve(await copyOf(database))
    await mkdir(server.folder, { recursive: true })
    await cp(seenFile(seen), seenFile(server))
    await server.look()
    return server
  }

  test('is in the list of what was paid, and what it pays is in no other file', async () => {
    const paying = await serve(await copyOf(before))
    const file = (await exporting(paying, anna)).body.data.id
    expect((await release(paying, anna, file)).status).toBe(200)
    expect((await post(paying, anna, `/bank-exports/${file}/file`)).status).toBe(200)
    const server = await rewound(before, paying)
    expect(Object.keys(await openIn(server))).toEqual([reference])
    expect(said(await exporting(server, ben))).toEqual([409, 'payouts_blocked'])
    expect((await pay(server, approved, reference)).status).toBe(200)
    expect(await openIn(server)).toEqual({})
  })

  test('is released again alone, where its export is still known, and is not handed out meanwhile', async () => {
    const building = await serve(await copyOf(before))
    const file = (await exporting(building, anna)).body.data.id
    await building.look()
    await building.app.close()
    const paying = await rewound(building.database, building)
    expect((await release(paying, anna, file)).status).toBe(200)
    const server = await rewound(building.database, paying)
    expect(Object.keys(await openIn(server))).toEqual([reference])
    expect(said(await exporting(server, ben))).toEqual([409, 'payouts_blocked'])
    expect((await release(server, anna, file)).status).toBe(200)
    const handed = await post(server, anna, `/bank-exports/${file}/file`)
    expect(said(handed)).toEqual([409, 'payouts_blocked'])
    expect(await openIn(server)).toEqual({})
  })
})
