/** A file of people from another system, checked over HTTP: what it would come to, and that nothing comes of it yet. */
import { beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../support/database.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'
import { setRole } from '../support/stamp.ts'

const database = await createTestDatabase()
const app = await createTestApp(database)

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>
let adam: Somebody
let ada: Somebody

beforeAll(async () => {
  ;[adam, ada] = [await signUpSomebody(app), await signUpSomebody(app)]
  await setRole(database, adam.id, 'admin')
})

const head = 'reference,full name,email,balance,currency'
const check = (file: string, who = adam) =>
  ask(app, 'POST', `${api}/imports/check`, { token: who.token, payload: { file } })

const people = (count: number) =>
  Array.from(
    { length: count },
    (_, n) => `A-${n},Person ${n},person${n}@people.example,${n}.25,USD`,
  )

/** Everything that an import could have changed. */
async function contents() {
  const { rows } = await database.pool.query(
    `select (select count(*) from auth.persons) as persons, (select count(*) from desk.commands) as commands,
      (select count(*) from ledger.postings) as postings, (select count(*) from outbox) as mails`,
  )
  return rows[0]
}

test('people of this file are counted and added up, and nothing is kept', async () => {
  const before = await contents()
  const { status, body } = await check([head, ...people(2_000)].join('\n'))
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ lines: 2_000, people: 2_000, wrong: 0, faults: [], counts: [] })
  expect(body.data.sum).toBe(1_999_000 + 500)
  expect(body.data.first).toHaveLength(50)
  expect(await contents()).toEqual(before)
})

test('who is here already and who works here is told apart, however the address is written', async () => {
  const emails = [ada.email.toUpperCase(), adam.email]
  const { body } = await check(
    [head, ...emails.map((email, n) => `${n},Ada,${email},1,USD`)].join('\n'),
  )
  expect(body.data.faults.map(({ code }: { code: string }) => code)).toEqual([
    'email-here',
    'email-staff',
  ])
})

test('of many wrong lines the first thousand are listed, and all are counted', async () => {
  const lines = people(1_500).map((line) => line.replace('USD', 'EUR'))
  const { body } = await check([head, ...lines].join('\n'))
  expect(body.data).toMatchObject({ people: 0, sum: 0, wrong: 1_500 })
  expect(body.data.counts).toEqual([{ code: 'currency-other', count: 1_500 }])
  expect(body.data.faults).toHaveLength(1_000)
})

test.each([
  [
    'one cell that is as large as the file',
    `${head}\n1,"${'x'.repeat(1_000_000)}",a@b.example,1,USD`,
    'name-long',
  ],
  ['a cell that never ends', `${head}\n1,"${'x'.repeat(1_000_000)}`, null],
])('%s is refused in its turn', async (_, file, code) => {
  const { status, body } = await check(file)
  expect([status, body.data?.faults[0]?.code ?? null]).toEqual([code ? 200 : 400, code])
})

test('a person may not ask', async () => expect((await check(head, ada)).status).toBe(403))
