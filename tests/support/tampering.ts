import type { PoolClient } from 'pg'
import { followChains } from '../../src/desk/audit-chains.ts'
import type { MacKeys } from '../../src/platform/mac.ts'
import type { TestDatabase } from './database.ts'

/** Somebody with all the rights of the owner changes rows with the guards off; what is read then is answered, and the change undone. */
export async function afterTampering<T>(
  { owner }: Pick<TestDatabase, 'owner'>,
  tampering: string,
  read: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await owner.connect()
  try {
    await client.query('begin; set local session_replication_role = replica')
    await client.query(tampering)
    return await read(client)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** What the chains say of it. */
export const chainFaultsAfter = (
  database: TestDatabase,
  tampering: string,
  macKeys: MacKeys | null = null,
): Promise<string[]> =>
  afterTampering(
    database,
    tampering,
    async (client) => (await followChains(client, macKeys)).faults,
  )
