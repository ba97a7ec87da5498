/** The torture's link finds a COMMIT on its way, however it is sent: a fault beside it would prove nothing. */
import { afterAll, afterEach, expect, test } from 'vitest'
import { Chance } from '../../proofs/torture/chance.ts'
import { Link, type Toxic } from '../../proofs/torture/links.ts'
import { Connection, statementOf } from '../../src/desk/connection.ts'
import { createClient } from '../../src/platform/database.ts'
import { createTestDatabase } from '../support/database.ts'

const database = await createTestDatabase()
await database.owner.query(
  'create table notes (id int primary key); grant select, insert on notes to glasshouse_app',
)
afterEach(() => database.owner.query('truncate notes'))

const link = new Link({ speaks: 'postgres', chance: new Chance('links') })
const through = new URL(database.url)
const host = through.searchParams.get('host')
link.aim(
  host === null
    ? { host: through.hostname, port: Number(through.port) }
    : { path: `${host}/.s.PGSQL.${through.port}` },
)
through.searchParams.delete('host')
through.host = `127.0.0.1:${await link.listen()}`
afterAll(() => link.close())

const note = (id: number) => statementOf(`insert into notes values (${id})`)
const noted = async () =>
  (await database.pool.query('select id from notes order by id')).rows.map(({ id }) => id)

/** Begins a transaction and commits it; throws where the connection breaks. */
type Transactions = { run(id: number): Promise<unknown>; close(): Promise<void> }

async function flights(): Promise<Transactions> {
  const connection = new Connection(() =>
    createClient({ url: through.href, name: 'a link', pipeline: true }),
  )
  return {
    async run(id) {
      await connection.begin([note(id)])
      return connection.pipeline([statementOf('commit')])
    },
    close: () => connection.close(),
  }
}

async function queries(): Promise<Transactions> {
  const client = createClient({ url: through.href, name: 'a link' })
  client.on('error', () => {})
  await client.connect()
  return {
    async run(id) {
      await client.query('begin')
      await client.query(`insert into notes values (${id})`)
      return client.query('commit')
    },
    close: () => client.end(),
  }
}

test.each([
  ['a flight', flights, 'before', [1, 2]],
  ['a flight', flights, 'sent', [1, 2, 3]],
  ['a flight', flights, 'answered', [1, 2, 3]],
  ['a query', queries, 'before', [1, 2]],
  ['a query', queries, 'sent', [1, 2, 3]],
  ['a query', queries, 'answered', [1, 2, 3]],
] as const)('the third COMMIT of $0 is cut: $2', async (_, open, when, kept) => {
  const connection = await open()
  await connection.run(1)
  await connection.run(2)
  link.poison({ kind: 'commit', when, times: 1 } satisfies Toxic)
  await expect(connection.run(3)).rejects.toThrow(/terminated|lost|ECONNRESET/)
  expect(link.hits).toBe(1)
  link.poison(null)
  await expect.poll(noted).toEqual(kept)
  await connection.close()
})
