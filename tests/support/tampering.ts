import { followChains } from '../../src/desk/audit-chains.ts'
import type { MacKeys } from '../../src/platform/mac.ts'
import type { TestDatabase } from './database.ts'

/** Somebody with all the rights of the owner changes rows with the guards off; what the chains say is answered, and the change undone. */
export async function chainFaultsAfter(
  database: TestDatabase,
  tampering: string,
  macKeys: MacKeys | null = null,
): Promise<string[]> {
  const client = await database.owner.connect()
  try {
    await client.query('begin; set local session_replication_role = replica')
    await client.query(tampering)
    return (await followChains(client, macKeys)).faults
  } finally {
    await client.query('rollback')
    client.release()
  }
}
