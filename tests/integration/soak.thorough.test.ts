/** The loops, streams and retries of a house with its database keep nothing of what they have done; tests/soak.test.ts has those without one. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { afterAll, describe, expect, test } from 'vitest'
import { workOf } from '../../src/background.ts'
import { Connection, NotSent, statementOf } from '../../src/desk/connection.ts'
import { createLive } from '../../src/domains/activity/live.ts'
import { createStaffLive } from '../../src/domains/activity/staff-live.ts'
import { PackFile } from '../../src/domains/evidence/pack-file.ts'
import { createClient, inTransaction } from '../../src/platform/database.ts'
import type { Principal } from '../../src/platform/route.ts'
import { createTestDatabase } from '../support/database.ts'
import { newFolder, removeFolders } from '../support/folder.ts'
import { testContext } from '../support/http.ts'
import { leftByTurns } from '../support/live-objects.ts'

const database = await createTestDatabase()
const context = testContext(database)
afterAll(removeFolders)

/** Turns that ask a database take a millisecond each and more. */
const some = 500
const few = 0.5

/** `expect(…).rejects` would itself keep each promise. */
const refusalOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => error,
  )

describe('J14: a worker at rest', () => {
  test.each(workOf(context, [], null))('keeps nothing of its turns: %s', async (_, turn) =>
    expect(await leftByTurns(200, () => turn(() => true))).toBeLessThan(few),
  )
})

describe('J14: a stream of events', () => {
  const ended = async (stream: Readable) => {
    stream.destroy()
    await once(stream, 'close')
  }
  const principal = () => ({ owner: randomUUID(), session: { id: randomUUID() } }) as Principal

  test('keeps nothing of listeners who came and went', async () => {
    const live = createLive(context)
    const staff = createStaffLive(context)
    const come = async () => {
      await ended(live.listen(principal(), null))
      await ended(
        staff.listen({ person: randomUUID(), may: new Set(), stillMay: async () => {} }, null),
      )
    }
    expect(await leftByTurns(10_000, come)).toBeLessThan(few)
  })
})

describe('J14: what is tried again', () => {
  test('keeps nothing of connections that nobody accepted', async () => {
    const nowhere = new URL(database.url)
    nowhere.port = '1'
    const connection = new Connection(() => createClient({ url: nowhere.href, name: 'soak' }))
    expect(await leftByTurns(some, () => refusalOf(connection.begin([])))).toBeLessThan(few)
    expect(await refusalOf(connection.begin([]))).toBeInstanceOf(NotSent)
  })

  test('keeps nothing of flights that failed and of those that arrived, on one connection', async () => {
    const connection = new Connection(() =>
      createClient({ url: database.url, name: 'soak', pipeline: true }),
    )
    const left = await leftByTurns(some, async () => {
      await connection.begin([statementOf('select 1')])
      await refusalOf(connection.pipeline([statementOf('select 1 / 0')]))
      await connection.rollback()
    })
    await connection.close()
    expect(left).toBeLessThan(few)
  })

  test('keeps nothing of transactions that failed', async () => {
    const failing = () =>
      refusalOf(inTransaction(database.pool, (client) => client.query('select 1 / 0')))
    expect(await failing()).toBeInstanceOf(Error)
    expect(await leftByTurns(some, failing)).toBeLessThan(few)
  })
})

test('J14: a file of a pack keeps nothing of the times that it waited for its disk', async () => {
  const file = new PackFile(await newFolder(), 'lines')
  const part = 'x'.repeat(256 * 1024)
  const left = await leftByTurns(200, () => file.write(part, 1))
  await file.end()
  expect(left).toBeLessThan(few)
})
