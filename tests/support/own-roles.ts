/** A database as an operator makes one: its owner may do nothing to the cluster, and another role signs in for the application. */
import { randomBytes } from 'node:crypto'
import { afterAll, inject } from 'vitest'
import { asOwner, withUser } from './cluster.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { isOfTheApplication, rolesFile } from './roles-file.ts'

export type OperatorsDatabase = TestDatabase & {
  /** For DATABASE_URL. */
  serverUrl: string
  /** The role of the latter. */
  server: string
}

/** Call at the top of a test file. Empty, until `npm run migrate`; its roles are as deploy/roles.sh makes them. */
export async function createOperatorsDatabase(): Promise<OperatorsDatabase> {
  const cluster = inject('cluster')
  const [owner, server] = ['owner', 'server'].map(
    (who) => `glasshouse_${who}_${randomBytes(4).toString('hex')}`,
  ) as [string, string]
  // Before the database's own: hooks run backwards, and roles that own something can't be dropped.
  afterAll(() => asOwner(cluster.url, (client) => client.query(`drop role ${owner}, ${server}`)))
  const database = await createTestDatabase({
    made: (name) =>
      rolesFile({ owner, server, database: name }).filter((one) => !isOfTheApplication(one)),
  })
  return {
    ...database,
    ownerUrl: withUser(database.url, owner),
    serverUrl: withUser(database.url, server),
    server,
  }
}
