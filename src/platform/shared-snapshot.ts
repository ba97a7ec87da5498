import type { Pool, PoolClient } from 'pg'
import { patiently } from './snapshot.ts'

/**
 * Several connections in one snapshot of the whole database, which can change nothing: the first exports it, the others
 * take it over, so that cursors of one moment are read side by side. Needs read rights only, and a pool with room for them.
 */
export async function inSharedSnapshot<T>(
  pool: Pool,
  count: number,
  read: (clients: PoolClient[]) => Promise<T>,
): Promise<T> {
  const clients: PoolClient[] = []
  try {
    let snapshot: string | null = null
    for (let i = 0; i < count; i += 1) {
      const client = await pool.connect()
      clients.push(client)
      await client.query('begin isolation level repeatable read read only')
      if (snapshot === null) {
        const { rows } = await client.query<{ id: string }>('select pg_export_snapshot() as id')
        snapshot = rows[0]!.id
      } else await client.query(`set transaction snapshot '${snapshot}'`)
      await client.query(patiently)
    }
    return await read(clients)
  } finally {
    for (const client of clients) {
      await client.query('rollback').catch(() => {})
      client.release()
    }
  }
}
