/** What may be a moment old is read at a standby, says of when it is, and is never another database's nor older than it says. */
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { getAudit } from '../../src/contract/audit.ts'
import { createPool } from '../../src/platform/database.ts'
import { createOlderReads, olderCsv } from '../../src/platform/older-reads.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'
import { createPair } from '../support/standby.ts'
import { setRole } from '../support/stamp.ts'

const [pair, another] = await Promise.all([createPair(null), createTestDatabase()])
const house = createHouse(pair)
const standby = createPool({ url: pair.standbyUrl, name: 'test older reads', connectMs: 1_000 })
afterAll(() => standby.end())
let said: string[] = []
const log = { warn: ({ err }: { err: Error }) => void said.push(err.message) } as never
const readsOf = (changes: { behindMs?: number; standby?: typeof standby | null } = {}) =>
  createOlderReads({ primary: pair.pool as never, standby, log, ...changes })
const where = (db: { query: (text: string) => Promise<{ rows: { at: string }[] }> }) =>
  db
    .query(`select case when pg_is_in_recovery() then 'standby' else 'primary' end as at`)
    .then(({ rows }) => rows[0]!.at)

let isThere = true
afterEach(async () => {
  if (!isThere) await pair.startStandby()
  isThere = true
  said = []
})
/** Somebody changes something, which the standby has and has replayed. */
async function somethingHappens(): Promise<string> {
  const id = await house.person()
  const there = () => pair.standby.query('select from owners where id = $1', [id])
  while ((await there()).rowCount === 0);
  return id
}
describe('what may be a moment old', () => {
  test('is read at the standby, and says of when it is', async () => {
    const before = Date.now()
    await somethingHappens()
    const { value, asOf } = await readsOf().read(where as never)
    expect(value).toBe('standby')
    expect(asOf!).toBeGreaterThanOrEqual(before)
    expect(asOf!).toBeLessThanOrEqual(Date.now())
  })

  test('is read at the primary where there is no standby', async () =>
    expect(await readsOf({ standby: null }).read(where as never)).toEqual({
      value: 'primary',
      asOf: null,
    }))

  test('is read at the primary where the standby is too far behind, or was not where it has to be', async () => {
    await somethingHappens()
    const primary = { value: 'primary', asOf: null }
    expect(await readsOf({ behindMs: -1 }).read(where as never)).toEqual(primary)
    expect(await readsOf().read(where as never, Date.now() + 60_000)).toEqual(primary)
    expect(said).toEqual([])
  })

  test('is read at the primary where the standby fails, which isn’t asked again at once', async () => {
    const older = readsOf()
    await pair.stopStandby()
    isThere = false
    expect((await older.read(where as never)).value).toBe('primary')
    expect((await older.read(where as never)).value).toBe('primary')
    expect(said).toHaveLength(1)
    // What a standby can’t do, and a primary can.
    await pair.startStandby()
    isThere = true
    const text = 'select pg_current_wal_lsn()::text as at'
    const { asOf } = await readsOf().read((db) => db.query(text))
    expect(asOf).toBeNull()
  })

  test('is never another database’s, nor that of a second primary', async () => {
    await somethingHappens()
    const wrong = readsOf({ standby: another.pool as never })
    expect((await wrong.read(where as never)).value).toBe('primary')
    const second = readsOf({ standby: pair.pool as never })
    expect((await second.read(where as never)).asOf).toBeNull()
    expect(said).toEqual([
      'DATABASE_REPLICA_URL is no copy of this database',
      'DATABASE_REPLICA_URL is no standby',
    ])
  })

  test('can change nothing, wherever it is read', async () => {
    for (const older of [readsOf(), readsOf({ standby: null })])
      await expect(older.read((db) => db.query('delete from auth.link_requests'))).rejects.toThrow(
        /read-only/,
      )
  })

  test('as a file is of its first page’s moment or later on every page', async () => {
    await somethingHappens()
    const asked: (string | undefined)[] = []
    const { value, asOf } = await olderCsv(
      readsOf(),
      [['At', ({ at }: { at: string }) => at]],
      async (db, cursor) => {
        asked.push(cursor)
        const rows = [{ at: await where(db as never) }]
        return { rows, nextCursor: cursor === undefined ? 'next' : null }
      },
    )
    expect([asked, asOf !== null]).toEqual([[undefined], true])
    let file = ''
    for await (const part of value) file += part
    expect(file.match(/standby/g)).toHaveLength(2)
    expect(asked).toEqual([undefined, 'next'])
  })
})

test('a reply says of when it is in a header, and none where it is of now', async () => {
  const app = await createTestApp(pair, { older: readsOf() } as never)
  const anna = await signUpSomebody(app)
  await setRole(pair, anna.id, 'admin')
  await somethingHappens()
  const audit = await ask(app, 'GET', `${api}${getAudit.path}`, { token: anna.token })
  expect(audit.status).toBe(200)
  expect(Date.parse(String(audit.headers['glasshouse-as-of']))).toBeLessThanOrEqual(Date.now())
  const plain = await createTestApp(pair, { older: readsOf({ standby: null }) } as never)
  const now = await ask(plain, 'GET', `${api}${getAudit.path}`, { token: anna.token })
  expect([now.status, now.headers['glasshouse-as-of']]).toEqual([200, undefined])
})
