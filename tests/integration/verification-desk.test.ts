/** KYC at the desk: what whoever decides has opened, confirmed and taken from the document, and where its number never stands. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { auditState } from '../../src/domains/audit-state.ts'
import { createTestDatabase } from '../support/database.ts'
import { addDocument, approval, openPapers } from '../support/documents.ts'
import { createHouse } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'
import { setRole, testMacKeys } from '../support/stamp.ts'

const database = await createTestDatabase()
const house = createHouse(database)
const app = await createTestApp(database)

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>
let cora: Somebody
let carl: Somebody
let auditor: Somebody
let support: Somebody

const give = (who: Somebody, path: string, payload?: object, key = randomUUID()) =>
  ask(app, 'POST', api + path, {
    token: who.token,
    headers: { 'idempotency-key': key },
    ...(payload ? { payload } : {}),
  })
const get = (who: Somebody, path: string) => ask(app, 'GET', api + path, { token: who.token })
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [
  status,
  body.code,
]
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const entered = {
  legalName: 'Ada Example',
  birthDate: '1990-04-23',
  country: 'DE',
  address: 'Example Street 1\n10115 Berlin',
}
async function sendIn(ada: Somebody, kinds: ('identity' | 'address' | 'income')[]) {
  const documents: string[] = []
  for (const kind of kinds) documents.push(await addDocument(house, ada.id, kind))
  return sendAgain(ada, documents)
}
async function sendAgain(ada: Somebody, documents: string[]) {
  expect((await give(ada, '/verification', { ...entered, documents })).status).toBe(201)
  return { id: (await get(ada, '/verification')).body.data.lastCase.id as string, documents }
}
async function submitted(kinds: ('identity' | 'address' | 'income')[] = ['identity', 'address']) {
  const ada = await signUpSomebody(app, { fullName: 'Ada Example' })
  return { ada, ...(await sendIn(ada, kinds)) }
}
const approve = (id: string, given: object = {}, who = cora) =>
  give(who, `/verifications/${id}/approval`, approval(dayIn(1000), given))
const caseOf = async (id: string, who = cora) =>
  (await get(who, `/verifications/${id}`)).body.data.verification
const numberOf = (id: string, who = cora) => give(who, `/verifications/${id}/document-number/view`)
const refuse = (id: string, given: object = {}) =>
  give(cora, `/verifications/${id}/refusal`, { reason: 'The letter is too old', ...given })

beforeAll(async () => {
  ;[cora, carl, auditor, support] = [
    await signUpSomebody(app, { fullName: 'Cora Compliance' }),
    await signUpSomebody(app, { fullName: 'Carl Compliance' }),
    await signUpSomebody(app),
    await signUpSomebody(app),
  ]
  for (const { id } of [cora, carl]) await setRole(database, id, 'compliance')
  await setRole(database, auditor.id, 'auditor')
  await setRole(database, support.id, 'support')
})

describe('documents', () => {
  test('J11: must have been opened since they were sent in: an opening of before doesn’t count', async () => {
    const { ada, id, documents } = await submitted()
    await openPapers(house, id, cora.id)
    expect((await refuse(id)).status).toBe(200)
    const again = await sendAgain(ada, documents)
    expect((await caseOf(again.id)).openings).toEqual([])
    expect(codeOf(await approve(again.id))).toEqual([409, 'documents_unopened'])
    // Opened within the hour of before, all the same: it is recorded anew.
    await openPapers(house, again.id, cora.id)
    expect((await caseOf(again.id)).openings).toHaveLength(2)
    expect((await approve(again.id)).status).toBe(200)
  })

  test('that take the place of others are opened themselves', async () => {
    const { ada, id, documents } = await submitted()
    await openPapers(house, id, cora.id)
    expect((await refuse(id)).status).toBe(200)
    const other = await addDocument(house, ada.id, 'identity')
    const again = await sendAgain(ada, [other, documents[1]!])
    for (const one of [documents[0]!, documents[1]!])
      await house.run('ViewDocument', { document: one }, cora.id)
    expect(codeOf(await approve(again.id))).toEqual([409, 'documents_unopened'])
    await house.run('ViewDocument', { document: other }, cora.id)
    expect((await approve(again.id)).status).toBe(200)
  })

  test('of somebody else say nothing about these', async () => {
    const [one, other] = [await submitted(), await submitted()]
    await openPapers(house, other.id, cora.id)
    await openPapers(house, one.id, carl.id)
    expect(codeOf(await approve(one.id))).toEqual([409, 'documents_unopened'])
  })

  test('needn’t be opened to refuse, and what was confirmed is kept', async () => {
    const { id } = await submitted()
    const checks = ['identity.readable', 'identity.name', 'identity.name']
    expect((await refuse(id, { checks })).status).toBe(200)
    expect(await caseOf(id)).toMatchObject({
      status: 'refused',
      checks: ['identity.name', 'identity.readable'],
      hasNumber: false,
    })
  })
})

describe('the checklist', () => {
  test('is confirmed wholly, for each kind of document that was sent in', async () => {
    const { id } = await submitted(['identity', 'address', 'income'])
    await openPapers(house, id, cora.id)
    const missing = [422, 'checks_missing']
    // The proof of income was sent in as well.
    expect(codeOf(await approve(id))).toEqual(missing)
    const { checks } = approval('')
    expect(codeOf(await approve(id, { checks: [] }))).toEqual(missing)
    const whole = [...checks, 'income.readable', 'income.name']
    for (const one of whole)
      expect(codeOf(await approve(id, { checks: whole.filter((any) => any !== one) }))).toEqual(
        missing,
      )
    expect((await approve(id, { checks: [...whole, 'something.else'] })).status).toBe(400)
    expect((await approve(id, { checks: undefined })).status).toBe(400)
    expect((await approve(id, { checks: whole })).status).toBe(200)
    expect((await caseOf(id, auditor)).checks).toEqual(whole.toSorted())
  })

  test('taken back, a verification keeps what it rested on', async () => {
    const { id } = await submitted()
    await openPapers(house, id, cora.id)
    await approve(id)
    expect((await refuse(id, { checks: [] })).status).toBe(200)
    expect((await caseOf(id)).checks).toHaveLength(9)
  })
})

describe('the number of the document', () => {
  const number = 'X7 9-Q4411 ZK'
  const places = async (word: string): Promise<string[]> => {
    const { rows } = await database.owner.query(
      `select table_schema, table_name, column_name from information_schema.columns
        where table_schema in ('public', 'auth', 'desk', 'ledger', 'chain')`,
    )
    const found: string[] = []
    for (const { table_schema: schema, table_name: table, column_name: column } of rows) {
      const { rowCount } = await database.owner.query(
        `select from ${schema}.${table} held where position($1 in held."${column}"::text) > 0 limit 1`,
        [word],
      )
      if (rowCount) found.push(`${table}.${column}`)
    }
    return found
  }

  test('stands nowhere in the clear, and only whoever may read cases opens it, recorded and told', async () => {
    const { ada, id } = await submitted()
    await openPapers(house, id, cora.id)
    const expiresOn = dayIn(2000)
    expect((await approve(id, { identity: { number, expiresOn } })).status).toBe(200)
    for (const word of [number, 'X79Q4411ZK', 'Q4411', expiresOn]) {
      expect(await places(word)).toEqual([])
    }
    for (const path of [
      `/verifications/${id}`,
      '/verifications',
      `/verifications?userId=${ada.id}`,
      '/audit?search=Q4411',
      '/audit.csv',
      `/users?search=${encodeURIComponent(number)}`,
      '/users.csv',
      `/activity/user/${ada.id}`,
    ]) {
      const reply = await get(cora, path)
      expect(reply.text).not.toContain('Q4411')
      expect(reply.text).not.toContain(expiresOn)
    }
    const before = (await get(ada, '/activity')).body.data.activity.length
    for (const who of [cora, auditor])
      expect((await numberOf(id, who)).body.data).toEqual({ number, expiresOn })
    expect(codeOf(await numberOf(id, support))).toEqual([403, 'forbidden'])
    expect(codeOf(await numberOf(id, ada))).toEqual([403, 'forbidden'])
    const { activity } = (await get(ada, '/activity')).body.data
    expect(activity.slice(0, activity.length - before)).toMatchObject([
      { kind: 'document-viewed' },
      { kind: 'document-viewed', staffName: 'Cora Compliance' },
    ])
    const { items } = (await get(auditor, '/audit?kind=ViewDocumentNumber')).body.data
    expect(items.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['done', 'done'])
  })

  test('isn’t there before a decision, and is nobody’s of their own', async () => {
    const { id } = await submitted()
    expect(codeOf(await numberOf(id))).toEqual([404, 'unknown_document'])
    expect(codeOf(await numberOf(randomUUID()))).toEqual([404, 'unknown_document'])
    const own = await sendIn(carl, ['identity', 'address'])
    await openPapers(house, own.id, cora.id)
    expect((await approve(own.id)).status).toBe(200)
    expect(codeOf(await numberOf(own.id, carl))).toEqual([403, 'not_on_yourself'])
  })

  test('at two people is said to whoever decides, who says that they have compared both', async () => {
    const same = `P${randomUUID().slice(0, 8)}`
    const [one, other] = [await submitted(), await submitted()]
    for (const { id } of [one, other]) await openPapers(house, id, cora.id)
    const taken = { number: same, expiresOn: null }
    // Whoever hasn't opened the documents learns nothing by trying numbers.
    expect((await approve(one.id, { identity: taken })).status).toBe(200)
    expect(codeOf(await approve(other.id, { identity: taken }, carl))).toEqual([
      409,
      'documents_unopened',
    ])
    const spelt = { number: ` ${same.toLowerCase().slice(0, 4)} ${same.slice(4)}`, expiresOn: null }
    const known = await approve(other.id, { identity: spelt })
    expect(codeOf(known)).toEqual([409, 'document_known'])
    expect(known.body.message).toContain(`Ada Example (${one.ada.user.accountId})`)
    expect(known.text).not.toContain(same)
    expect((await approve(other.id, { identity: spelt, sameNumberSeen: true })).status).toBe(200)
    const { items } = (await get(auditor, '/audit?kind=VerifyPerson')).body.data
    expect(items[0].details.sameNumberSeen).toBe('true')
    // One's own of before is no other's.
    expect((await refuse(one.id)).status).toBe(200)
    const again = await sendAgain(one.ada, one.documents)
    await openPapers(house, again.id, cora.id)
    await refuse(other.id)
  })

  test('is sealed once, however often a decision is sent, and not at all where it is refused', async () => {
    const { ada, id } = await submitted()
    const count = async () =>
      Number(
        (
          await database.owner.query('select count(*) from document_contents where owner_id = $1', [
            ada.id,
          ])
        ).rows[0].count,
      )
    expect(codeOf(await approve(id))).toEqual([409, 'documents_unopened'])
    expect(await count()).toBe(0)
    await openPapers(house, id, cora.id)
    const [key, body] = [randomUUID(), approval(dayIn(1000))]
    const path = `/verifications/${id}/approval`
    const replies = await Promise.all([1, 2, 3].map(() => give(cora, path, body, key)))
    replies.push(await give(cora, path, body, key))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await count()).toBe(1)
    await expect(
      database.pool.query('delete from document_contents where owner_id = $1', [ada.id]),
    ).rejects.toThrow('a document still has these bytes')
  })

  test('must be one, and the document must still be good', async () => {
    const { id } = await submitted()
    await openPapers(house, id, cora.id)
    for (const identity of [
      undefined,
      {},
      { number: '', expiresOn: null },
      { number: '---', expiresOn: null },
      { number: 'X'.repeat(41), expiresOn: null },
      { number: 'X1234567' },
      { number: 'X1234567', expiresOn: '2031-02-30' },
    ])
      expect((await approve(id, { identity })).status).toBe(400)
    expect(
      codeOf(await approve(id, { identity: { number: 'X1234567', expiresOn: dayIn(-2) } })),
    ).toEqual([422, 'document_expired'])
  })

  test('and its last day end the verification where they come first', async () => {
    const { ada, id } = await submitted()
    await openPapers(house, id, cora.id)
    const expiresOn = dayIn(40)
    const identity = { number: randomUUID(), expiresOn }
    expect((await approve(id, { identity })).status).toBe(200)
    expect((await get(ada, '/verification')).body.data.verifiedUntil).toBe(
      `${expiresOn}T23:59:59.999Z`,
    )
    const later = await submitted()
    await openPapers(house, later.id, cora.id)
    await approve(later.id, { identity: { number: randomUUID(), expiresOn: dayIn(3000) } })
    expect((await get(later.ada, '/verification')).body.data.verifiedUntil).toBe(
      `${dayIn(1000)}T23:59:59.999Z`,
    )
  })

  test('goes with the person, and the books can still be decided again', async () => {
    const { ada, id } = await submitted()
    await openPapers(house, id, cora.id)
    await approve(id)
    const admin = await signUpSomebody(app)
    await setRole(database, admin.id, 'admin')
    const reply = await ask(app, 'DELETE', `${api}/${ada.id}`, { token: admin.token })
    expect(reply.status, reply.text).toBe(200)
    const { rows } = await database.owner.query(
      `select digest, (select count(*)::int from document_contents where owner_id = $1) as left from document_numbers where owner_id = $1`,
      [ada.id],
    )
    expect(rows).toEqual([{ digest: null, left: 0 }])
    expect(codeOf(await numberOf(id))).toEqual([404, 'unknown_document'])
  })

  test('and what was confirmed with it are decided again from the journal, before and after the person left', async () => {
    const other = await createTestDatabase()
    const { run, person } = createHouse(other)
    const there = { ...house, run, database: other }
    const [ada, staff, verification] = [
      await person(),
      await person({ role: 'admin' }),
      randomUUID(),
    ]
    const documents = [
      await addDocument(there, ada, 'identity'),
      await addDocument(there, ada, 'address'),
    ]
    await run('SubmitVerification', { owner: ada, ...entered, documents }, ada, {
      id: verification,
    })
    await openPapers(there, verification, staff)
    const number = {
      content: randomUUID(),
      digest: 'a'.repeat(36),
      expiresOn: dayIn(300),
      sameNumber: 'seen',
    } as const
    const { checks } = approval('')
    const command = { verification, until: dayIn(1000), mustBeOpened: true, checks, number }
    expect((await run('VerifyPerson', command, staff)).outcome).toBe('done')
    const differences = async () => (await auditState(other.pool, testMacKeys)).differences
    expect(await differences()).toEqual([])
    expect((await run('CloseUser', { user: ada }, staff)).outcome).toBe('done')
    expect(await differences()).toEqual([])
  })
})

test('who may not decide on cases doesn’t, and who may not read them reads none', async () => {
  const { id } = await submitted()
  await openPapers(house, id, auditor.id)
  for (const who of [auditor, support])
    expect(codeOf(await approve(id, {}, who))).toEqual([403, 'forbidden'])
  expect(codeOf(await get(support, `/verifications/${id}`))).toEqual([403, 'forbidden'])
  expect((await get(auditor, `/verifications/${id}`)).status).toBe(200)
})
