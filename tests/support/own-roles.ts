/** A database as an operator makes one: its owner may do nothing to the cluster, and another role signs in for the application. */
import { randomBytes } from 'node:crypto'
import { afterAll, inject } from 'vitest'
import { asOwner } from './cluster.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

export type OperatorsDatabase = TestDatabase & {
  /** For DATABASE_OWNER_URL. */
  ownerUrl: string
  /** For DATABASE_URL. */
  serverUrl: string
  /** The role of the latter. */
  server: string
}

const withUser = (url: string, user: string) => {
  const changed = new URL(url)
  changed.username = user
  return changed.href
}

/** Call at the top of a test file. Empty, until `npm run migrate`; the role of the application is there. */
export async function createOperatorsDatabase(): Promise<OperatorsDatabase> {
  const cluster = inject('cluster')
  const [owner, server] = ['owner', 'server'].map(
    (who) => `glasshouse_${who}_${randomBytes(4).toString('hex')}`,
  ) as [string, string]
  await asOwner(cluster.url, async (client) => {
    await client.query(`create role ${owner} login`)
    await client.query(`create role ${server} login in role glasshouse_app`)
  })
  // Before the database's own: hooks run backwards, and roles that own something can't be dropped.
  afterAll(() => asOwner(cluster.url, (client) => client.query(`drop role ${owner}, ${server}`)))
  const database = await createTestDatabase({ empty: true })
  const name = new URL(database.url).pathname.slice(1)
  await database.owner.query(`alter database ${name} owner to ${owner}`)
  return {
    ...database,
    ownerUrl: withUser(database.url, owner),
    serverUrl: withUser(database.url, server),
    server,
  }
}
