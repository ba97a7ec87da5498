/** Whoever was asked for something else is reminded of it, twice at most and a week apart. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { remindOfDocuments } from '../../src/domains/verification/reminders.ts'
import { createTestDatabase } from '../support/database.ts'
import { addDocument } from '../support/documents.ts'
import { createHouse, moveDays } from '../support/house.ts'

const database = await createTestDatabase()
const house = createHouse(database)
const { run, person, desk } = house
const parts = { pool: database.pool, desk }
const staff = await person({ role: 'admin' })

async function sendIn(owner: string): Promise<string> {
  const verification = randomUUID()
  const documents = [
    await addDocument(house, owner, 'identity'),
    await addDocument(house, owner, 'address'),
  ]
  const entered = { legalName: 'A', birthDate: '1990-04-23', country: 'DE', address: 'Street 1' }
  await run('SubmitVerification', { owner, ...entered, documents }, owner, { id: verification })
  return verification
}
async function refused(given: object = {}) {
  const owner = await person(given)
  await database.owner.query('update owners set email_verified = true where id = $1', [owner])
  const verification = await sendIn(owner)
  await run('RefuseVerification', { verification, reason: 'The letter is too old' }, staff)
  return { owner, verification }
}
/** By mail, and where the bell reads. */
async function told(owner: string) {
  const { rows } = await database.owner.query(
    `select (select count(*)::int from outbox where owner_id = $1 and template = 'verification-reminder') as mails,
       (select count(*)::int from desk.activity where owner_id = $1 and kind = 'verification-reminded') as items`,
    [owner],
  )
  return [rows[0].mails, rows[0].items]
}
const look = async () => {
  await Promise.all([remindOfDocuments(parts), remindOfDocuments(parts)])
}

describe('a reminder', () => {
  test('comes a week after a refusal, once more a week later, and never again', async () => {
    const { owner } = await refused()
    await look()
    expect(await told(owner)).toEqual([0, 0])
    await moveDays(database, 8)
    await look()
    await look()
    expect(await told(owner)).toEqual([1, 1])
    await moveDays(database, 6)
    await look()
    expect(await told(owner)).toEqual([1, 1])
    await moveDays(database, 2)
    await look()
    expect(await told(owner)).toEqual([2, 2])
    await moveDays(database, 20)
    await look()
    expect(await told(owner)).toEqual([2, 2])
  })

  test('late by weeks, the second doesn’t come with the first', async () => {
    const { owner } = await refused()
    await moveDays(database, 21)
    await look()
    await look()
    expect(await told(owner)).toEqual([1, 1])
    await moveDays(database, 8)
    await look()
    expect(await told(owner)).toEqual([2, 2])
  })

  test('isn’t for who sent in something since, was frozen, or has an address that nobody confirmed', async () => {
    const [again, frozen, unconfirmed] = [await refused(), await refused(), await refused()]
    await sendIn(again.owner)
    await run('FreezeUser', { user: frozen.owner, reason: 'Asked for' }, staff)
    await database.owner.query('update owners set email_verified = false where id = $1', [
      unconfirmed.owner,
    ])
    await moveDays(database, 10)
    await look()
    for (const { owner } of [again, frozen, unconfirmed]) expect(await told(owner)).toEqual([0, 0])
  })

  test('is the house’s alone, and of nothing that isn’t missing', async () => {
    const { owner, verification } = await refused()
    const remind = (number: number, by: string | null = null) =>
      run('RemindOfDocuments', { owner, verification, number }, by).then(({ outcome }) => outcome)
    expect(await remind(1)).toBe('nothing_to_change')
    await moveDays(database, 8)
    expect(await remind(1, staff)).toBe('forbidden')
    expect(await remind(2)).toBe('nothing_to_change')
    expect(await remind(3)).toBe('nothing_to_change')
    await sendIn(owner)
    expect(await remind(1)).toBe('nothing_to_change')
    expect(await told(owner)).toEqual([0, 0])
  })
})

describe('a reminder by hand', () => {
  const byHand = (verification: string, by: string | null = staff) =>
    run('RemindByHand', { verification, reason: 'It is nearly done' }, by).then(
      ({ outcome }) => outcome,
    )

  test('waits a week from what was said last, whoever said it, and counts among those of the system', async () => {
    const { owner, verification } = await refused()
    expect(await byHand(verification)).toBe('reminded_lately')
    await moveDays(database, 8)
    expect(await Promise.all([byHand(verification), byHand(verification)])).toEqual(
      expect.arrayContaining(['done', 'reminded_lately']),
    )
    await look()
    expect(await told(owner)).toEqual([1, 1])
    await moveDays(database, 8)
    await look()
    expect(await told(owner)).toEqual([2, 2])
    expect(await byHand(verification)).toBe('reminded_lately')
    await moveDays(database, 8)
    await look()
    expect(await told(owner)).toEqual([2, 2])
    expect(await byHand(verification)).toBe('done')
    expect(await told(owner)).toEqual([3, 3])
    const { rows } = await database.owner.query(
      `select values ->> 'note' as note from outbox where owner_id = $1 and template = 'verification-reminder' order by created_at desc limit 1`,
      [owner],
    )
    expect(rows).toEqual([{ note: 'It is nearly done' }])
  })

  test('is for nobody else than the system reminds, and by who decides on verifications', async () => {
    const [again, frozen, unconfirmed, plain] = [
      await refused(),
      await refused(),
      await refused(),
      await refused(),
    ]
    await sendIn(again.owner)
    await run('FreezeUser', { user: frozen.owner, reason: 'Asked for' }, staff)
    await database.owner.query('update owners set email_verified = false where id = $1', [
      unconfirmed.owner,
    ])
    await moveDays(database, 8)
    expect([
      await byHand(again.verification),
      await byHand(frozen.verification),
      await byHand(unconfirmed.verification),
      await byHand(randomUUID()),
      await byHand(plain.verification, plain.owner),
    ]).toEqual([
      'nothing_missing',
      'account_frozen',
      'email_unverified',
      'unknown_verification',
      'forbidden',
    ])
  })
})
