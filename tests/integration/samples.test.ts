/** Samples of users that an auditor draws: nobody chooses who is in one, every draw stays, and marks are commands. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../support/database.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'
import { setRole } from '../support/stamp.ts'

const database = await createTestDatabase()
const app = await createTestApp(database)

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>
let [auditor, other, admin] = [] as unknown as Somebody[]
const users: Somebody[] = []
beforeAll(async () => {
  for (let i = 0; i < 5; i += 1) users.push(await signUpSomebody(app))
  auditor = await signUpSomebody(app)
  other = await signUpSomebody(app)
  admin = await signUpSomebody(app)
  await setRole(database, auditor.id, 'auditor')
  await setRole(database, other.id, 'auditor')
  await setRole(database, admin.id, 'admin')
})

const give = (who: { token: string }, path: string, payload: object) =>
  ask(app, 'POST', api + path, {
    token: who.token,
    headers: { 'idempotency-key': randomUUID() },
    payload,
  })
const read = async (path: string) => {
  const { body } = await ask(app, 'GET', api + path, { token: admin!.token })
  return body.data
}

async function drawn(size: number): Promise<string> {
  const reply = await give(auditor!, '/samples', { size })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.id
}
type User = { user: { id: string; fullName: string }; closed: boolean; marks: { id: string }[] }
const usersOf = async (id: string): Promise<User[]> => (await read(`/samples/${id}`)).users
const idsOf = async (id: string) => (await usersOf(id)).map(({ user }) => user.id)

const mark = (who: Somebody, sample: string, userId: string, note = 'As its statement says') =>
  give(who, `/samples/${sample}/marks`, { userId, note })
const withdrawMark = (who: Somebody, id: string) =>
  give(who, `/sample-marks/${id}/withdrawal`, { reason: 'Another one was meant' })

describe('a sample', () => {
  test('is drawn from those who are users, each once, and is recorded', async () => {
    const id = await drawn(50)
    const ids = await idsOf(id)
    expect(ids.toSorted()).toEqual(users.map((user) => user.id).toSorted())
    expect((await read(`/samples/${id}`)).sample).toMatchObject({
      size: 5,
      among: 5,
      lookedAt: 0,
      closed: 0,
      drawnBy: { id: auditor!.id },
    })
    const { rows } = await database.owner.query('select input from desk.commands where id = $1', [
      id,
    ])
    expect(rows[0].input).toEqual({ people: ids, among: 5 })
  })

  test('falls on everybody', async () => {
    const seen = new Set<string>()
    for (let i = 0; i < 60 && seen.size < users.length; i += 1)
      for (const one of await idsOf(await drawn(1))) seen.add(one)
    // One in 100,000 times somebody isn't in sixty.
    expect(seen.size).toBe(users.length)
  })

  test('that is drawn until it suits shows: every draw stays in the list', async () => {
    const before = (await read('/samples?limit=200')).samples.length
    const made = [await drawn(2), await drawn(2), await drawn(2)]
    const { samples } = await read('/samples?limit=200')
    expect(samples.length).toBe(before + 3)
    expect(samples.slice(0, 3).map(({ id }: { id: string }) => id)).toEqual(made.toReversed())
    const first = await read('/samples?limit=2')
    const second = await read(`/samples?limit=2&cursor=${first.nextCursor}`)
    expect([...first.samples, ...second.samples]).toEqual(samples.slice(0, 4))
    for (const text of [
      'delete from audit_samples',
      'delete from audit_sample_people',
      'update audit_samples set size = 1',
      'update audit_sample_people set person_id = owner_id',
    ])
      await expect(database.pool.query(text), text).rejects.toThrow(/permission/)
    const { body } = await ask(app, 'GET', `${api}/audit?kind=DrawSample&limit=1`, {
      token: admin!.token,
    })
    expect(body.data.items[0].sentence).toBe(`${auditor!.user.fullName} drew a sample of users.`)
  })

  test('is drawn by auditors alone, of one to fifty', async () => {
    expect((await give(admin!, '/samples', { size: 1 })).body.code).toBe('forbidden')
    expect((await give(users[0]!, '/samples', { size: 1 })).body.code).toBe('forbidden')
    for (const size of [0, 51, 1.5, '3'])
      expect((await give(auditor!, '/samples', { size })).status).toBe(400)
    const unknown = await ask(app, 'GET', `${api}/samples/${randomUUID()}`, {
      token: admin!.token,
    })
    expect(unknown.body.code).toBe('unknown_sample')
  })
})

describe('a mark', () => {
  test('is made by an auditor, once, on somebody of the sample', async () => {
    const id = await drawn(2)
    const [first] = await idsOf(id)
    const outside = users.find((user) => user.id !== first)!
    for (const one of [admin!, users[0]!])
      expect((await mark(one, id, first!)).body.code).toBe('forbidden')
    expect((await mark(auditor!, randomUUID(), first!)).body.code).toBe('unknown_sample')
    const { id: single } = await read(`/samples/${await drawn(1)}`).then(({ sample }) => sample)
    const [inSingle] = await idsOf(single)
    const notIn = users.find((user) => user.id !== inSingle) ?? outside
    expect((await mark(auditor!, single, notIn.id)).body.code).toBe('not_in_sample')
    expect((await mark(auditor!, id, first!)).status).toBe(201)
    for (const one of [auditor!, other!]) {
      const again = await mark(one, id, first!)
      expect([again.status, again.body.code]).toEqual([409, 'already_marked'])
    }
    expect((await read(`/samples/${id}`)).sample).toMatchObject({ lookedAt: 1, size: 2 })
    expect((await read('/samples?limit=200')).samples).toContainEqual(
      expect.objectContaining({ id, lookedAt: 1 }),
    )
  })

  test('is seen by whom it is about, without its note', async () => {
    const id = await drawn(5)
    const ada = users[0]!
    await mark(auditor!, id, ada.id, 'Her passport is blurred')
    const { text, body } = await ask(app, 'GET', `${api}/activity?limit=1`, { token: ada.token })
    expect(body.data.activity).toMatchObject([
      { kind: 'audit-reviewed', by: 'staff', staffName: auditor!.user.fullName },
    ])
    expect(text).not.toContain('blurred')
    expect((await usersOf(id)).find(({ user }) => user.id === ada.id)!.marks).toMatchObject([
      { note: 'Her passport is blurred', by: { id: auditor!.id }, withdrawn: null },
    ])
  })

  test('is taken back with a reason by who made it, and stays listed', async () => {
    const id = await drawn(5)
    const ada = users[1]!
    const marksOf = async () => (await usersOf(id)).find(({ user }) => user.id === ada.id)!.marks
    await mark(auditor!, id, ada.id)
    const [made] = await marksOf()
    expect((await withdrawMark(auditor!, randomUUID())).body.code).toBe('unknown_mark')
    for (const one of [other!, admin!, ada])
      expect((await withdrawMark(one, made!.id)).body.code).toBe('forbidden')
    expect((await withdrawMark(auditor!, made!.id)).status).toBe(200)
    expect((await withdrawMark(auditor!, made!.id)).body.code).toBe('already_decided')
    expect((await mark(other!, id, ada.id, 'Looked at again')).status).toBe(201)
    expect(await marksOf()).toMatchObject([
      { note: 'As its statement says', withdrawn: { reason: 'Another one was meant' } },
      { note: 'Looked at again', withdrawn: null, by: { id: other!.id } },
    ])
    expect((await read(`/samples/${id}`)).sample.lookedAt).toBe(1)
  })

  test('goes on saying that somebody who left was reviewed, and loses its words', async () => {
    const [gone, unseen] = [await signUpSomebody(app), await signUpSomebody(app)]
    const id = await drawn(50)
    expect((await mark(auditor!, id, gone.id, 'Her letters')).status).toBe(201)
    for (const { id: user } of [gone, unseen])
      expect((await ask(app, 'DELETE', `${api}/${user}`, { token: admin!.token })).status).toBe(200)
    const { sample, users: left } = await read(`/samples/${id}`)
    expect(sample).toMatchObject({ lookedAt: 1, closed: 1 })
    const of = (user: string) => left.find((one: User) => one.user.id === user)
    expect(of(gone.id)).toMatchObject({ closed: true, marks: [{ note: null, withdrawn: null }] })
    expect(JSON.stringify(left)).not.toContain(gone.user.fullName)
    expect((await mark(auditor!, id, unseen.id)).body.code).toBe('account_closed')
  })

  test('can’t be changed, or taken back twice, by who writes to the database', async () => {
    for (const text of [
      `update audit_marks set note = 'Something else' where note is not null`,
      'update audit_marks set withdrawn_at = now() where withdrawn_at is not null',
      'delete from audit_marks',
    ])
      await expect(database.pool.query(text), text).rejects.toThrow(/permission|change|refuse/)
  })
})
