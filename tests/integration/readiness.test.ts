/** A server is ready while its database commits changes, not only while it answers. */
import type pg from 'pg'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { barrierChange } from '../../src/desk/write.ts'
import { createPool } from '../../src/platform/database.ts'
import { WriteProbe, type Limits } from '../../src/platform/write-probe.ts'
import { times } from '../support/answers.ts'
import { createTestDatabase } from '../support/database.ts'
import { ask, createTestApp, testContext } from '../support/http.ts'

const database = await createTestDatabase()
const name = new URL(database.url).pathname.slice(1)
const asked = { patienceMs: 10_000, slowMs: 10_000 }

/** Settings of a database hold for connections made from then on. */
async function setReadOnly(isReadOnly: boolean): Promise<void> {
  await database.owner.query(
    isReadOnly
      ? `alter database ${name} set default_transaction_read_only = on`
      : `begin; set local transaction_read_only = off; alter database ${name} reset default_transaction_read_only; commit`,
  )
}

const opened: { end(): Promise<void> }[] = []
function newPool(max = 2) {
  const pool = createPool({ url: database.url, name: 'readiness', max })
  opened.push(pool)
  return pool
}
afterAll(() => Promise.all(opened.map((pool) => pool.end())))

const probing = (pool: pg.Pool, limits: Limits) =>
  new WriteProbe({ pool, change: barrierChange }, limits)

const barrier = async () =>
  (await database.owner.query('select count(*)::int as rows from desk.barrier')).rows[0].rows

describe('readiness', () => {
  afterEach(async () => {
    await database.owner.query('grant insert (raised_at) on desk.barrier to glasshouse_app')
  })

  test('comes from a change that is committed, which leaves nothing behind', async () => {
    const probe = probing(newPool(), { ...asked, restMs: 0 })
    for (const _ of times(5, () => null)) expect(await probe.whyNot()).toBeNull()
    expect(await barrier()).toBe(0)
  })

  test('asked often makes no change each time: one that was committed stands for a while', async () => {
    const probe = probing(newPool(), { ...asked, restMs: 3_600_000 })
    expect(await probe.whyNot()).toBeNull()
    await database.owner.query('revoke insert on desk.barrier from glasshouse_app')
    expect(await Promise.all(times(20, () => probe.whyNot()))).toEqual(times(20, () => null))
    const another = probing(newPool(), { ...asked, restMs: 3_600_000 })
    expect(await another.whyNot()).toBe('the database takes no changes')
  })

  test('says no over a database that is read-only, in /readyz and in metrics, and yes once it isn’t', async () => {
    const pool = newPool()
    const context = testContext(database, { probe: { pool, change: barrierChange } })
    const app = await createTestApp(database, context)
    const said = async () => {
      const { status, body } = await ask(app, 'GET', '/readyz')
      const figures = await context.metrics.registry.metrics()
      return [status, body.reason, /^glasshouse_ready (\d)$/m.exec(figures)?.[1]]
    }
    await setReadOnly(true)
    expect(await said()).toEqual([503, 'the database takes no changes', '0'])
    expect((await ask(app, 'GET', '/healthz')).status).toBe(200)
    await setReadOnly(false)
    // What it asked with was given up.
    await expect.poll(said, { timeout: 40_000 }).toEqual([200, undefined, '1'])
  })

  test('says at once that nothing answers, and goes on when it does again', async () => {
    const lost = new URL(database.url)
    lost.port = '1'
    const pool = createPool({ url: lost.href, name: 'readiness', max: 2 })
    opened.push(pool)
    const probe = probing(pool, { ...asked, restMs: 0 })
    expect(await probe.whyNot()).toBe('the database does not answer')
  })

  test('isn’t held up by a change that takes long: it says no in time, and leaves no second one waiting', async () => {
    const holder = await database.owner.connect()
    await holder.query('begin; lock table desk.barrier in access exclusive mode')
    const probe = probing(newPool(), { patienceMs: 500, restMs: 0, slowMs: 0 })
    for (const _ of times(4, () => null))
      expect(await probe.whyNot()).toBe('the database confirms no changes')
    const { rows } = await holder.query(
      `select count(*)::int as waiting from pg_locks where relation = 'desk.barrier'::regclass and not granted`,
    )
    expect(rows[0].waiting).toBe(1)
    await holder.query('rollback')
    holder.release()
    await expect.poll(() => probe.whyNot()).toBeNull()
  })
})
