/** What the law asks to keep of whom the firm verified: it outlives the account, unseen, and goes by itself. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ScheduledData } from '../../src/contract/kept-data.ts'
import { readKeptDocuments } from '../../src/domains/documents/queries.ts'
import { deleteDueRecords } from '../../src/domains/kept-records/keep.ts'
import { sweepEnded } from '../../src/domains/sign-in/sweep.ts'
import { auditState } from '../../src/domains/audit-state.ts'
import { newId } from '../../src/platform/ids.ts'
import { agreementTo, agreementToEntry } from '../support/agreements.ts'
import { createTestDatabase } from '../support/database.ts'
import { addDocument } from '../support/documents.ts'
import { photo } from '../support/files.ts'
import { createHouse } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'
import { setRole, testMacKeys } from '../support/stamp.ts'

const database = await createTestDatabase()
const nothing = { day: null, whole: null }
const limits = { in: nothing, invested: nothing, out: nothing }
const law = 'Section 8 of the Sample Act'
const firmThatKeeps = (years: number) => ({
  name: 'A Sample Firm',
  sample: true,
  wallets: [],
  verification: {
    countries: null,
    minimumAge: 18,
    kept: { years, law: years === 0 ? null : law },
    limits: { unverified: limits, submitted: limits, verified: limits },
  },
})
const app = await createTestApp(database, { firm: firmThatKeeps(5) })
const lawless = await createTestApp(database, { firm: firmThatKeeps(0) })

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>
let [admin, auditor]: Somebody[] = []
beforeAll(async () => {
  admin = await signUpSomebody(app)
  auditor = await signUpSomebody(app)
  await setRole(database, admin.id, 'admin')
  await setRole(database, auditor.id, 'auditor')
})

const words = { legalName: 'Zephyrine Quellmoor', address: 'Kestrel Lane 7719\nOldwick' }

async function add(who: Somebody, kind: string): Promise<string> {
  const reply = await ask(app, 'POST', `${api}/documents?kind=${kind}`, {
    token: who.token,
    payload: await photo(),
    headers: { 'content-type': 'application/octet-stream', 'idempotency-key': randomUUID() },
  })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.document.id
}

/** Somebody who sent in who they are, with two documents, and has added a third. */
async function sentIn(given: object = {}): Promise<Somebody> {
  const person = await signUpSomebody(app)
  const documents = [await add(person, 'identity'), await add(person, 'address')]
  await add(person, 'income')
  const reply = await ask(app, 'POST', `${api}/verification`, {
    token: person.token,
    payload: { ...words, birthDate: '1990-04-23', country: 'DE', documents, ...given },
    headers: { 'idempotency-key': randomUUID() },
  })
  expect(reply.status, reply.text).toBe(201)
  return person
}

async function close({ id }: Somebody, by = app) {
  const reply = await ask(by, 'DELETE', `${api}/${id}`, { token: admin!.token })
  expect(reply.status, reply.text).toBe(200)
}

const kept = async (who: Somebody, accountId?: string) =>
  ask(app, 'GET', `${api}/kept-records${accountId ? `?accountId=${accountId}` : ''}`, {
    token: who.token,
  })
const recordsOf = async ({ user }: Somebody) =>
  (await kept(admin!, user.accountId)).body.data.keptRecords
const contentsOf = async ({ id }: Somebody) =>
  (
    await database.owner.query(
      'select kept_until from document_contents where owner_id = $1 order by created_at',
      [id],
    )
  ).rows

/** Business time goes on, as an administrator of the demonstration moves it. */
async function pass(years: number): Promise<void> {
  for (let year = 0; year < years; year += 1) {
    const reply = await ask(app, 'POST', `${api}/demo/clock`, {
      token: admin!.token,
      payload: { days: 365 },
    })
    expect(reply.status, reply.text).toBe(200)
  }
}
async function deleteAllDue(): Promise<void> {
  while (await deleteDueRecords(database.pool)) continue
}

/** Where one of these words stands, by table and column. */
async function placesOf(word: string): Promise<string[]> {
  const { rows: columns } = await database.owner.query(
    `select table_schema, table_name, column_name from information_schema.columns
      where table_schema in ('public', 'auth', 'desk', 'ledger', 'chain')`,
  )
  const found: string[] = []
  for (const { table_schema: schema, table_name: table, column_name: column } of columns) {
    const { rowCount } = await database.owner.query(
      `select from ${schema}.${table} held where position($1 in held."${column}"::text) > 0 limit 1`,
      [word],
    )
    if (rowCount) found.push(`${table}.${column}`)
  }
  return found.toSorted()
}

describe('where the law asks for five years', () => {
  test('what somebody sent in outlives their account, and nothing else of them does', async () => {
    const ada = await sentIn()
    expect(await placesOf('Zephyrine')).not.toEqual([])
    await close(ada)
    expect(await placesOf('Zephyrine')).toEqual(['kept_records.legal_name'])
    expect(await placesOf('Kestrel Lane')).toEqual(['kept_records.address'])
    const contents = await contentsOf(ada)
    expect(contents).toHaveLength(2)
    expect(await readKeptDocuments(database.pool, ada.id)).toEqual([])
    const { rows } = await database.owner.query(
      'select distinct status from documents where owner_id = $1',
      [ada.id],
    )
    expect(rows).toEqual([{ status: 'erased' }])
    const [record, ...more] = await recordsOf(ada)
    expect(more).toEqual([])
    expect(record).toMatchObject({
      userId: ada.id,
      accountId: ada.user.accountId,
      outcome: 'submitted',
      law,
    })
    expect(contents.every(({ kept_until: until }) => until === Date.parse(record.keptUntil))).toBe(
      true,
    )
    const { rows: closed } = await database.owner.query(
      `select at from desk.commands where subject = $1 and kind = 'CloseUser'`,
      [ada.id],
    )
    const until = new Date(closed[0].at)
    until.setUTCFullYear(until.getUTCFullYear() + 5)
    expect(record.keptUntil).toBe(until.toISOString())
  })

  test('the journal, decided again, comes to the same', async () => {
    const other = await createTestDatabase()
    const house = createHouse(other)
    const [by, owner] = [await house.person({ role: 'admin' }), await house.person()]
    const documents = [
      await addDocument(house, owner, 'identity'),
      await addDocument(house, owner, 'address'),
    ]
    const entered = { ...words, birthDate: '1990-04-23', country: 'DE', documents }
    await house.run('SubmitVerification', { owner, ...entered }, owner)
    const closed = await house.run('CloseUser', { user: owner, kept: { years: 5, law } }, by)
    expect(closed.status).toBe(200)
    const { rows } = await other.owner.query('select law from kept_records')
    expect(rows).toEqual([{ law }])
    expect((await auditState(other.pool, testMacKeys)).differences).toEqual([])
  })

  test('so does that of somebody whose money went back to where it came from before they left', async () => {
    const other = await createTestDatabase()
    const house = createHouse(other)
    const [adam, bea] = [
      await house.person({ role: 'admin' }),
      await house.person({ role: 'admin' }),
    ]
    const ada = await house.person()
    const run: typeof house.run = async (...command) => {
      const reply = await house.run(...command)
      expect(reply.status, reply.text).toBeLessThan(300)
      return reply
    }
    const [receipt, verification, withdrawal] = [newId(), newId(), newId()]
    const account = 'DE89370400440532013000'
    const valueDate = new Date().toISOString().slice(0, 10)
    const line = { reference: 'IN 1', valueDate, payerText: null, payerAccount: account }
    const recorded = await run('RecordReceipt', { owner: null, amount: 40_00n, ...line }, adam)
    await run('AgreeToProposal', agreementToEntry(recorded), bea, { id: receipt })
    const assigned = { receipt, owner: ada, reason: 'She wrote to us' }
    const assignment = await run('AssignReceipt', assigned, adam)
    await run('AgreeToProposal', agreementToEntry(assignment), bea)
    const documents = [
      await addDocument(house, ada, 'identity'),
      await addDocument(house, ada, 'address'),
    ]
    const entered = { ...words, birthDate: '1990-04-23', country: 'DE', documents }
    await run('SubmitVerification', { owner: ada, ...entered }, ada, { id: verification })
    const proposed = await run('ProposeFinalRefusal', { verification, reason: 'Forged' }, adam)
    await run('AgreeToProposal', agreementTo(proposed), bea)
    const target = { type: 'bank_account', holder: 'Ada', account } as const
    const asked = { owner: ada, amount: 40_00n, target, limits: null }
    await run('RequestWithdrawal', asked, ada, { id: withdrawal })
    for (const by of [adam, bea])
      await run('ApproveWithdrawal', { withdrawal, secondApprovalAbove: null, limits: null }, by)
    await run('PayWithdrawal', { withdrawal, reference: 'OUT 1' }, adam)
    await run('CloseUser', { user: ada }, adam)
    expect((await auditState(other.pool, testMacKeys)).differences).toEqual([])
  })

  test('of who sent in nothing, nothing is kept', async () => {
    const ben = await signUpSomebody(app)
    await add(ben, 'identity')
    await close(ben)
    expect(await recordsOf(ben)).toEqual([])
    expect(await contentsOf(ben)).toEqual([])
  })

  test('nobody but administrators learns that it is kept, and nobody reads what', async () => {
    const ada = await sentIn()
    await close(ada)
    expect((await kept(auditor!)).status).toBe(403)
    expect((await kept(await signUpSomebody(app))).status).toBe(403)
    const reply = await kept(admin!)
    expect(reply.status).toBe(200)
    expect(reply.text).not.toMatch(/Zephyrine|Kestrel|1990-04-23/)
  })

  test('the application’s role can neither delete it before its time nor make it earlier', async () => {
    const ada = await sentIn()
    await close(ada)
    const refused = (text: string) =>
      expect(database.pool.query(text, [ada.id])).rejects.toMatchObject({ code: '42501' })
    await refused('delete from kept_records where owner_id = $1')
    await refused('delete from document_contents where owner_id = $1')
    await refused('update document_contents set kept_until = null where owner_id = $1')
    await expect(
      database.pool.query('update kept_records set kept_until = now()'),
    ).rejects.toMatchObject({ code: '42501' })
  })

  test('it is deleted by itself when its time has come, and not before', async () => {
    const ada = await sentIn()
    await close(ada)
    await pass(4)
    await deleteAllDue()
    expect(await recordsOf(ada)).toHaveLength(1)
    expect(await contentsOf(ada)).toHaveLength(2)
    await pass(2)
    await deleteAllDue()
    expect(await recordsOf(ada)).toEqual([])
    expect(await contentsOf(ada)).toEqual([])
    expect(await placesOf('Zephyrine')).toEqual([])
  })
})

describe('the schedule for staff', () => {
  const scheduleOf = async (by: typeof app = app) => {
    const reply = await ask(by, 'GET', `${api}/kept-schedule`, { token: auditor!.token })
    expect(reply.status, reply.text).toBe(200)
    const { schedule }: { schedule: ScheduledData[] } = reply.body.data
    return (kind: ScheduledData['kind']) => schedule.find((one) => one.kind === kind)!
  }

  test('counts what is kept for the law as due once its time has come, and no more after the sweep', async () => {
    await deleteAllDue()
    const before = (await scheduleOf())('verification')
    const ada = await sentIn()
    await close(ada)
    const [record] = await recordsOf(ada)
    const held = (await scheduleOf())('verification')
    // What was sent in, and its two documents.
    expect(held.count).toBe(before.count! + 3)
    expect(held).toMatchObject({ law, due: { now: 0, next: { count: expect.any(Number) } } })
    await pass(4)
    expect((await scheduleOf())('verification').due?.now).toBe(0)
    await pass(2)
    const due = (await scheduleOf())('verification')
    expect(due.due!.now).toBeGreaterThanOrEqual(3)
    expect(due.due!.next).toBeNull()
    expect(record).toBeDefined()
    await deleteAllDue()
    const after = (await scheduleOf())('verification')
    expect(after).toMatchObject({ due: { now: 0, next: null } })
    expect(after.count).toBe(due.count! - due.due!.now)
  })

  test('says when the next day is, and how many end on it', async () => {
    const [ada, ben] = [await sentIn(), await sentIn()]
    await close(ada)
    await pass(1)
    await close(ben)
    const [first] = await recordsOf(ada)
    expect((await scheduleOf())('verification').due).toEqual({
      now: 0,
      next: { at: first.keptUntil, count: 3 },
    })
  })

  test('has every kind that people read of, in the same words, and names the law of the pack alone', async () => {
    const ada = await signUpSomebody(app)
    const own = await ask(app, 'GET', `${api}/kept-data`, { token: ada.token })
    const scheduled = await scheduleOf()
    for (const { kind, title, what, why, until } of own.body.data.kept)
      expect(scheduled(kind)).toMatchObject({ kind, title, what, why, until })
    expect((await scheduleOf(lawless))('verification').law).toBeNull()
  })

  test('counts sessions whose time has come as due', async () => {
    const before = (await scheduleOf())('sign-in')
    const ada = await signUpSomebody(app)
    await database.owner.query(
      `update auth.sessions set expires_at = clock_timestamp() - interval '1 second' where person_id = $1`,
      [ada.id],
    )
    const sessions = (await scheduleOf())('sign-in')
    expect(sessions.count).toBe(before.count! + 1)
    expect(sessions.due!.now).toBe(before.due!.now + 1)
    await sweepEnded(database.pool)
    expect((await scheduleOf())('sign-in').due!.now).toBe(0)
  })

  test('is read by nobody without the right to the audit', async () => {
    const { token } = await signUpSomebody(app)
    expect((await ask(app, 'GET', `${api}/kept-schedule`, { token })).status).toBe(403)
  })
})

test('without a law everything goes with the account', async () => {
  const ada = await sentIn({ legalName: 'Ivolar Zanterheide' })
  await close(ada, lawless)
  expect(await placesOf('Zanterheide')).toEqual([])
  expect(await contentsOf(ada)).toEqual([])
  expect(await recordsOf(ada)).toEqual([])
})

describe('what a person reads about it', () => {
  const untilOf = async (by: typeof app) => {
    const ada = await signUpSomebody(app)
    const reply = await ask(by, 'GET', `${api}/kept-data`, { token: ada.token })
    expect(reply.status, reply.text).toBe(200)
    return reply.body.data.kept.find(({ kind }: { kind: string }) => kind === 'verification').until
  }
  test('says the law, and for how many years', async () => {
    expect(await untilOf(app)).toMatch(/For 5 years after .* Section 8 of the Sample Act/)
  })
  test('says until the account is deleted where there is no law', async () => {
    expect(await untilOf(lawless)).toMatch(/^Until your account is deleted/)
  })
})

test('what is kept is counted for its person, and for nobody else', async () => {
  const ada = await sentIn()
  const countsOf = async ({ token }: Somebody) => {
    const { body } = await ask(app, 'GET', `${api}/kept-data`, { token })
    return Object.fromEntries(
      body.data.kept.map(({ kind, count }: { kind: string; count: number }) => [kind, count]),
    )
  }
  expect(await countsOf(ada)).toMatchObject({
    verification: 4,
    answers: 0,
    notes: 0,
    profile: null,
  })
  expect(await countsOf(await signUpSomebody(app))).toMatchObject({ verification: 0 })
})
