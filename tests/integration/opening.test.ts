/**
 * A firm in live: closed until two administrators open it, and only while nothing is missing; later, what is missing
 * pauses new business.
 *
 * @module-tag story
 */
import { administrators, noRoles } from '../../src/contract/roles.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fullPath, type Endpoint } from '../../src/contract/endpoint.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import { createGate } from '../../src/domains/gate/gate.ts'
import { addPerson } from '../../src/domains/sign-in/add-person.ts'
import { createApp } from '../../src/app.ts'
import { readConfig } from '../../src/platform/config.ts'
import { createPool } from '../../src/platform/database.ts'
import { migrate } from '../../src/platform/migrations/migrate.ts'
import { livePolicy } from '../../src/platform/policy.ts'
import { writeDocumentKeys } from '../support/document-keys.ts'
import { setUpApp } from '../support/authenticator.ts'
import { migrationsFolder } from '../support/cluster.ts'
import { createHouse } from '../support/house.ts'
import { api, ask, testContext } from '../support/http.ts'
import { listOf, loadText } from '../support/listed.ts'
import { honestPack, writePack } from '../support/live-pack.ts'
import { startMailServer } from '../support/mail-server.ts'
import { createOperatorsDatabase } from '../support/own-roles.ts'
import { testMacKeys } from '../support/stamp.ts'

const operators = await createOperatorsDatabase()
await migrate({
  url: operators.ownerUrl,
  mode: 'live',
  folder: migrationsFolder,
  isServer: false,
})
const pool = createPool({ url: operators.serverUrl, name: 'glasshouse test' })
afterAll(() => pool.end())
const database = { ...operators, url: operators.serverUrl, pool }
const mailServer = await startMailServer()
const contentFolder = await writePack(honestPack())

const settings = {
  GLASSHOUSE_MODE: 'live',
  GLASSHOUSE_CONTENT: contentFolder,
  DATABASE_URL: operators.serverUrl,
  PUBLIC_URL: 'https://firm.example',
  SMTP_URL: mailServer.url,
  GLASSHOUSE_MAIL_FROM: 'Firm <office@firm.example>',
  GLASSHOUSE_SECOND_APPROVAL_ABOVE: '10000',
  GLASSHOUSE_DOCUMENT_KEYS_FILE: await writeDocumentKeys(),
  LOG_LEVEL: 'silent',
}

/** The firm with these settings, as a server of its own has it. */
async function firmWith(changes: Record<string, string> = {}) {
  const config = readConfig({ ...settings, ...changes })
  const context = testContext(database, {
    config,
    policy: livePolicy,
  })
  const gate = createGate({ ...context, pool, config })
  const app = await createApp({ ...context, gate })
  afterAll(() => app.close())
  return { app, gate }
}

const { app, gate } = await firmWith()
const house = createHouse(database)

type Administrator = { id: string; token: string }
const password = 'a long enough password of hers'

async function logIn(email: string): Promise<string> {
  const reply = await ask(app, 'POST', `${api}/login`, {
    payload: { email, password },
  })
  expect(reply.status).toBe(200)
  return reply.body.token
}

async function administrator(fullName: string): Promise<Administrator> {
  const email = `${randomUUID()}@firm.example`
  const id = (await addPerson({ pool, macKeys: testMacKeys }, { fullName, email, password }))!
  const reply = await house.run(
    'OpenOwner',
    { owner: id, fullName, email, role: 'admin', referralCode: null, fixed: false },
    id,
    { id },
  )
  expect(reply.outcome).toBe('done')
  return { id, token: await logIn(email) }
}

const call = (
  who: { token: string } | null,
  method: 'GET' | 'POST',
  path: string,
  payload?: object,
  through = app,
) =>
  ask(through, method, api + path, {
    ...(who ? { token: who.token } : {}),
    headers: method === 'POST' ? { 'idempotency-key': randomUUID() } : {},
    ...(payload ? { payload } : {}),
  })
const lacks = async (who: { token: string }) =>
  (await call(who, 'GET', '/gate')).body.data.lines
    .filter((line: { missing: boolean }) => line.missing)
    .map((line: { what: string }) => line.what)
const rehearse = () =>
  database.owner.query(
    `insert into backup_rehearsals (started_at, ended_at, backup, backup_at, commands) values (now(), now(), '20271101-120000F', now(), 0)`,
  )
/** Nobody may change one, so the guards are off for a moment. */
const letThemAge = () =>
  database.owner.query(
    `begin; set local session_replication_role = replica;
     update backup_rehearsals set started_at = started_at - interval '31 days', ended_at = ended_at - interval '31 days'; commit`,
  )
const openingId = async () =>
  (await database.owner.query(`select id from proposals where status = 'open'`)).rows[0]?.id
const agree = (who: { token: string }, id: string, through = app) =>
  call(who, 'POST', `/proposals/${id}/agreement`, { shown: {} }, through)
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [
  status,
  body?.code ?? null,
]

let adam: Administrator
let bea: Administrator
const second = 'Two people for everything that takes two, with a second factor'
const backup = 'A backup that was restored and checked in the last 30 days'
const oldList = 'A list “OpenSanctions” that was loaded in the last 7 days'
const letListsAge = () =>
  database.owner.query(`update screening_lists set loaded_at = loaded_at - interval '8 days'`)

beforeAll(async () => {
  adam = await administrator('Adam Admin')
  bea = await administrator('Bea Admin')
})

const concrete = (endpoint: Endpoint) => fullPath(endpoint).replace(/:\w+/g, randomUUID())

describe('C7 before it is open', () => {
  test('every call but those that set it up says so, to everybody', async () => {
    const all: [string, Endpoint][] = Object.entries(endpoints)
    const closed = all.filter(
      ([, endpoint]) => !endpoint.beforeOpening && !endpoint.demoOnly && endpoint.reply,
    )
    expect(closed.length).toBeGreaterThan(80)
    for (const [name, endpoint] of closed)
      for (const token of [null, adam.token]) {
        const reply = await ask(app, endpoint.method, concrete(endpoint), {
          ...(token ? { token } : {}),
        })
        expect([name, ...codeOf(reply)]).toEqual([name, 503, 'not_open_yet'])
        expect(reply.headers['retry-after']).toBe('60')
      }
  })

  test('nobody can sign up, and no command of money is given', async () => {
    const before = await database.owner.query('select count(*) from desk.commands')
    const reply = await call(null, 'POST', '/signup', {
      fullName: 'Eve Early',
      email: 'eve@people.example',
      password,
      confirmPassword: password,
    })
    expect(codeOf(reply)).toEqual([503, 'not_open_yet'])
    expect(codeOf(await call(adam, 'POST', '/capital', { amount: 1, reference: 'x' }))).toEqual([
      503,
      'not_open_yet',
    ])
    const after = await database.owner.query('select count(*) from desk.commands')
    expect(after.rows).toEqual(before.rows)
  })

  test('health is answered, and what isn’t there says that it isn’t open', async () => {
    expect((await ask(app, 'GET', '/healthz')).status).toBe(200)
    expect((await ask(app, 'GET', '/readyz')).status).toBe(200)
    expect((await ask(app, 'GET', '/nowhere')).status).toBe(503)
    expect((await ask(app, 'GET', `${api}/nowhere`)).status).toBe(503)
  })

  test('an administrator without a second factor sees nothing but how to set one up', async () => {
    expect(codeOf(await call(adam, 'GET', '/gate'))).toEqual([403, 'second_factor_needed'])
    await setUpApp(app, adam.token)
    expect(await lacks(adam)).toEqual([second, backup])
  })

  test('nothing is proposed while something is missing, and the refusal names it', async () => {
    const reply = await call(adam, 'POST', '/openings')
    expect(codeOf(reply)).toEqual([409, 'not_ready_to_open'])
    expect(reply.body.message).toBe(
      `Something is still missing: ${second}; ${backup}. Nothing was opened.`,
    )
    expect(await openingId()).toBeUndefined()
  })

  test('a list that is old is missing, too, until it is loaded anew', async () => {
    await loadText(database, listOf([]))
    expect(await lacks(adam)).toEqual([second, backup])
    await letListsAge()
    expect(await lacks(adam)).toEqual([second, oldList, backup])
    const { message } = (await call(adam, 'POST', '/openings')).body
    expect(message).toContain(oldList)
    await database.owner.query('delete from screening_lists')
    expect(await lacks(adam)).toEqual([second, backup])
  })

  test('a role that was written into the database by hand counts for nothing', async () => {
    const email = `${randomUUID()}@firm.example`
    const id = (await addPerson(
      { pool, macKeys: testMacKeys },
      { fullName: 'Mal Admin', email, password },
    ))!
    await house.run(
      'OpenOwner',
      { owner: id, fullName: 'Mal Admin', email, role: 'user', referralCode: null, fixed: false },
      id,
      { id },
    )
    await database.owner.query(
      `update owners set role = 'admin', roles = '${administrators}' where id = $1`,
      [id],
    )
    await database.owner.query('update auth.persons set has_second_factor = true where id = $1', [
      id,
    ])
    expect(await lacks(adam)).toContain(second)
    await database.owner.query(
      `update owners set role = 'user', roles = '${noRoles}' where id = $1`,
      [id],
    )
  })

  test('nobody opens it alone, and a proposal can be taken back', async () => {
    await setUpApp(app, bea.token)
    await rehearse()
    expect(await lacks(adam)).toEqual([])
    expect((await call(adam, 'POST', '/openings')).status).toBe(202)
    const id = await openingId()
    expect(codeOf(await agree(adam, id))).toEqual([409, 'same_approver'])
    expect(codeOf(await call(bea, 'POST', '/openings'))).toEqual([409, 'change_open'])
    expect((await call(adam, 'GET', '/gate')).body.data).toMatchObject({
      mode: 'live',
      open: false,
    })
    expect((await call(bea, 'GET', '/proposals?mine=to-decide')).body.data.proposals).toMatchObject(
      [{ id, kind: 'opening', proposedBy: { fullName: 'Adam Admin' } }],
    )
    expect(
      (await call(adam, 'POST', `/proposals/${id}/withdrawal`, { reason: 'Tomorrow' })).body
        .message,
    ).toBe('Proposal withdrawn. Nothing was changed.')
    expect(codeOf(await agree(bea, id))).toEqual([409, 'already_decided'])
  })

  test('what has become missing since the proposal stops the approval', async () => {
    expect((await call(adam, 'POST', '/openings')).status).toBe(202)
    const id = await openingId()
    await letThemAge()
    expect(codeOf(await agree(bea, id))).toEqual([409, 'not_ready_to_open'])
    await rehearse()
  })

  test('of two who approve at once it is opened once, and stays open on every server', async () => {
    const other = await firmWith()
    const id = await openingId()
    const replies = await Promise.all([app, other.app].map((through) => agree(bea, id, through)))
    expect(replies.map(codeOf).toSorted()).toEqual([
      [200, null],
      [409, 'already_decided'],
    ])
    for (const through of [app, other.app])
      expect((await call(null, 'GET', '/plans', undefined, through)).status).toBe(200)
    expect(codeOf(await call(adam, 'POST', '/openings'))).toEqual([409, 'already_open'])
    const { rows } = await database.owner.query(
      `select recipient, template, owner_id from outbox where template = 'firm-opened'`,
    )
    expect(rows.map((row) => row.owner_id).toSorted()).toEqual([adam.id, bea.id].toSorted())
  })
})

test('I1 nobody moves the clock of a real firm, the application’s role neither', async () => {
  const move = `update business_clock set advance = interval '31 days'`
  for (const db of [pool, database.owner])
    await expect(db.query(move)).rejects.toThrow('business time is not moved in live')
})

test('new business is a sign-up, a receipt, an address for coins, an investment and an import, and nothing else', () => {
  const named = Object.entries<Endpoint>(endpoints).filter(([, endpoint]) => endpoint.newBusiness)
  expect(named.map(([name]) => name)).toEqual([
    'signUp',
    'openInvestment',
    'drawAddress',
    'proposeImport',
    'recordReceipt',
  ])
})

describe('an open firm', () => {
  const signUp = (through = app) =>
    call(
      null,
      'POST',
      '/signup',
      {
        fullName: 'Ada Example',
        email: `${randomUUID()}@people.example`,
        password,
        confirmPassword: password,
      },
      through,
    )
  let ada: { token: string }
  const withdrawal = {
    type: 'bank_transfer',
    amount: 100,
    bankName: 'Mine',
    bankNumber: '0x52908400098527886E0F7030069857D2E4169EE7',
  }

  test('takes new business while nothing is missing', async () => {
    await gate.watch()
    const reply = await signUp()
    expect(reply.status).toBe(201)
    ada = { token: reply.body.token }
  })

  test('pauses it as soon as a backup is too old, and nothing else', async () => {
    await letThemAge()
    await gate.watch()
    const paused = [503, 'new_business_paused']
    expect(codeOf(await signUp())).toEqual(paused)
    expect(
      codeOf(
        await call(ada, 'POST', '/investments', {
          planId: randomUUID(),
          amount: 100,
          acceptedTermsVersion: 1,
          acceptedRiskVersion: 1,
        }),
      ),
    ).toEqual(paused)
    expect(codeOf(await call(adam, 'POST', '/receipts', {}))).toEqual(paused)
    // Out goes as ever: refused for its own reasons only.
    expect(codeOf(await call(ada, 'POST', '/requestWithdrawal', withdrawal))).toEqual([
      403,
      'email_unverified',
    ])
    expect((await call(ada, 'GET', '/me')).status).toBe(200)
    expect(await lacks(adam)).toEqual([backup])
    await rehearse()
    await gate.watch()
    expect((await signUp()).status).toBe(201)
  })

  test('books no receipt in a pause that was recorded before it, and lets everything else at the bank go on', async () => {
    const atBank = (reference: string) => ({ amount: 900, reference, valueDate: '2026-11-02' })
    const charge = { ...atBank('FEE 1'), account: 'firm-bank', amount: 1 }
    const receipt = await call(adam, 'POST', '/receipts', atBank('EARLY 1'))
    const interest = await call(adam, 'POST', '/bank-interest', charge)
    expect([receipt.status, interest.status]).toEqual([202, 202])
    const agree = async ({ body }: typeof receipt) => {
      const { id, facts: shown } = body.data.proposal
      return codeOf(await call(bea, 'POST', `/proposals/${id}/agreement`, { shown }))
    }
    await letThemAge()
    await gate.watch()
    expect(await agree(receipt)).toEqual([503, 'new_business_paused'])
    expect(await agree(interest)).toEqual([200, null])
    await rehearse()
    await gate.watch()
    expect(await agree(receipt)).toEqual([200, null])
  })

  test('pauses it while a list that was loaded is old, and nothing else', async () => {
    const { gate: patient } = await firmWith({ GLASSHOUSE_SCREENING_DAYS: '9' })
    await loadText(database, listOf([]))
    await gate.watch()
    expect(gate.isPaused()).toBe(false)
    const { body } = await call(adam, 'GET', '/screening-lists')
    expect(body.data).toMatchObject({ lists: [{ isOld: false }], oldAfterDays: 7 })
    await letListsAge()
    expect((await call(adam, 'GET', '/screening-lists')).body.data.lists[0].isOld).toBe(true)
    await gate.watch()
    await patient.watch()
    expect([gate.isPaused(), patient.isPaused()]).toEqual([true, false])
    expect(codeOf(await signUp())).toEqual([503, 'new_business_paused'])
    expect(await lacks(adam)).toEqual([oldList])
    expect(codeOf(await call(ada, 'POST', '/requestWithdrawal', withdrawal))).toEqual([
      403,
      'email_unverified',
    ])
    await loadText(database, listOf([]))
    await gate.watch()
    expect((await signUp()).status).toBe(201)
  })

  test('pauses it for a mail server only when it was silent three times', async () => {
    const silent = await firmWith({ SMTP_URL: 'smtp://127.0.0.1:1' })
    for (const status of [201, 201, 503]) {
      await silent.gate.watch()
      expect((await signUp(silent.app)).status).toBe(status)
    }
  })

  test('pauses it when a second person is frozen', async () => {
    expect(
      (await call(adam, 'POST', `/users/${bea.id}/freeze`, { reason: 'On leave' })).status,
    ).toBe(200)
    await gate.watch()
    expect((await signUp()).status).toBe(503)
    expect((await call(adam, 'POST', `/users/${bea.id}/unfreeze`, { reason: 'Back' })).status).toBe(
      200,
    )
    await gate.watch()
    expect((await signUp()).status).toBe(201)
  })
})
