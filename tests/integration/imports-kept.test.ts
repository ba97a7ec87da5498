/** The file of an import is kept no longer than it is needed: until its proposal has ended, for 30 days, or until one of its people leaves. */
import { expect, test } from 'vitest'
import { newId } from '../../src/platform/ids.ts'
import { agreementTo } from '../support/agreements.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse, moveDays } from '../support/house.ts'
import { bookImports, digestOf, fileWith, keepImport } from '../support/importing.ts'

async function setUp() {
  const database = await createTestDatabase()
  const house = createHouse(database)
  const [one, two] = [
    await house.person({ role: 'admin', vouched: true }),
    await house.person({ role: 'admin', vouched: true }),
  ]
  await database.owner.query('alter table import_files disable trigger all')
  const file = fileWith('1,Ada,ada@people.example,0,USD')
  const digest = digestOf(file)
  const found = { digest, people: '1', amount: '0', wrong: '0' }
  const id = await keepImport(database, file)
  const facts = { file: id, digest, people: 1, amount: '0' }
  const proposed = await house.run('ProposeImport', { ...facts, found }, one)
  return {
    ...{ database, house, two },
    agree: () => house.run('AgreeToProposal', agreementTo(proposed, found), two, { id: newId() }),
    /** After more than an hour, whether the worker has left it. */
    async isKept(): Promise<boolean> {
      await database.owner.query(
        `update import_files set kept_at = kept_at - interval '2 hours' where id = $1`,
        [id],
      )
      await bookImports(database, house)
      return (await database.owner.query('select from import_files')).rowCount === 1
    },
  }
}

test('it waits with its proposal, and goes when that can’t be agreed to any more', async () => {
  const { database, isKept } = await setUp()
  expect(await isKept()).toBe(true)
  await moveDays(database, 8)
  expect(await isKept()).toBe(false)
})

test('it stays for 30 days after it was booked', async () => {
  const { database, agree, isKept } = await setUp()
  expect((await agree()).outcome).toBe('done')
  expect(await isKept()).toBe(true)
  await moveDays(database, 29)
  expect(await isKept()).toBe(true)
  await moveDays(database, 2)
  expect(await isKept()).toBe(false)
})

test('it goes when one of its people leaves', async () => {
  const { database, house, two, agree, isKept } = await setUp()
  await agree()
  expect(await isKept()).toBe(true)
  const { rows } = await database.owner.query(
    `select id from auth.persons where email = 'ada@people.example'`,
  )
  const closed = await house.run('CloseUser', { user: rows[0].id }, two)
  expect(closed.outcome, closed.text).toBe('done')
  expect(await isKept()).toBe(false)
  const line = await database.owner.query('select reference from imported_lines')
  expect(line.rows).toEqual([{ reference: null }])
})
