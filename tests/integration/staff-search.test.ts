/** `/found`: what an id, a reference, an address or a transaction names exactly, for whoever may read it. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../support/database.ts'
import { createHouse } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'
import { setRole } from '../support/stamp.ts'
import { confirmWallet } from '../support/wallets.ts'

const database = await createTestDatabase()
const app = await createTestApp(database)
const house = createHouse(database)
const wallet = await confirmWallet(house)

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>
type Thing = { kind: string; id: string; user: { id: string } | null; said: string }

async function staffAs(role: 'admin' | 'support' | 'treasurer' | 'auditor') {
  const somebody = await signUpSomebody(app)
  await setRole(database, somebody.id, role)
  return somebody
}
async function find({ token }: Somebody, search: string): Promise<Thing[]> {
  const path = `${api}/found?${new URLSearchParams({ search }).toString()}`
  return (await ask(app, 'GET', path, { token })).body.data.found
}
const kinds = async (who: Somebody, search: string) =>
  (await find(who, search)).map(({ kind }) => kind).toSorted()
const byKind = (one: Thing, other: Thing) => one.kind.localeCompare(other.kind)
const give = (who: Somebody, path: string, payload: object) =>
  ask(app, 'POST', api + path, {
    token: who.token,
    headers: { 'idempotency-key': randomUUID() },
    payload,
  })

const [adam, bea] = [await staffAs('admin'), await staffAs('admin')]
const ada = await signUpSomebody(app, { fullName: 'Ada Sought' })

test('an id is found with whose it is, with and without its hyphens, in any capitals', async () => {
  for (const typed of [ada.id, ada.id.replaceAll('-', ''), ` ${ada.id.toUpperCase()} `])
    expect((await find(adam, typed)).toSorted(byKind)).toMatchObject([
      { kind: 'action', id: ada.id, user: { id: ada.id, fullName: 'Ada Sought' } },
      { kind: 'person', id: ada.id, user: { id: ada.id, fullName: 'Ada Sought' } },
    ])
})

test('a bank’s reference is found however it is spelled', async () => {
  const reference = `ACME ${randomUUID().slice(0, 8)}`
  const recorded = await give(adam, '/receipts', {
    userId: ada.id,
    amount: 100,
    reference,
    valueDate: new Date().toISOString().slice(0, 10),
    payerText: 'From Ada',
    payerAccount: 'DE89 3704',
  })
  const { id, facts } = recorded.body.data.proposal
  await give(bea, `/proposals/${id}/agreement`, { shown: facts })
  for (const typed of [reference, reference.toLowerCase().replace(' ', '-')])
    expect(await find(adam, typed)).toMatchObject([
      { kind: 'bank-entry', user: { id: ada.id }, said: reference },
    ])
  expect(await kinds(adam, reference.slice(0, -1))).toEqual([])
})

test('an address for deposits leads to its person, copied with gaps or in capitals', async () => {
  const { address } = await wallet.draw(ada.id)
  for (const typed of [address, address.toUpperCase(), address.replaceAll(/(.{4})/g, '$1 ')])
    expect(await find(adam, typed)).toMatchObject([
      { kind: 'deposit-address', user: { id: ada.id }, said: address },
    ])
})

test('nobody finds what they may not read', async () => {
  const { address } = await wallet.draw((await signUpSomebody(app)).id)
  const [support, treasurer, auditor] = [
    await staffAs('support'),
    await staffAs('treasurer'),
    await staffAs('auditor'),
  ]
  expect(await kinds(support, ada.id)).toEqual(['person'])
  expect(await kinds(auditor, ada.id)).toEqual(['action', 'person'])
  expect(await kinds(treasurer, address)).toEqual(['deposit-address'])
  expect(
    (await ask(app, 'GET', `${api}/found?search=${ada.id}`, { token: ada.token })).status,
  ).toBe(403)
})

test('what names nothing finds nothing, and so does nothing typed', async () => {
  expect(await find(adam, 'Ada')).toEqual([])
  expect(await find(adam, randomUUID())).toEqual([])
  expect(await find(adam, 'ab'.repeat(32))).toEqual([])
  expect(await find(adam, ' ')).toEqual([])
})
