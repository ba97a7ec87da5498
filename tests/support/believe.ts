/** For tests that write rows by hand: what stands there then counts as what the last command left. */
import type { Pool } from 'pg'
import { believeRows } from '../../src/desk/row-states.ts'
import { stateTables } from '../../src/domains/audit-state.ts'
import { testMacKeys } from './stamp.ts'

/** As the owner of the database; of all tables, or of those with these names. */
export async function believe(owner: Pool, ...names: string[]): Promise<void> {
  const tables = stateTables.filter(({ name }) => names.length === 0 || names.includes(name))
  const client = await owner.connect()
  try {
    await believeRows(client, testMacKeys, tables)
  } finally {
    client.release()
  }
}
