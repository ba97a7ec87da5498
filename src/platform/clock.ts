/** Business time: the database's clock, moved by whatever the demonstration's clock is ahead or behind. */
import type { ClientBase, Pool } from 'pg'
import type { Instant } from '../lib/instant.ts'

export type Database = Pick<Pool | ClientBase, 'query'>

export type BusinessClock = { now(db: Database): Promise<Instant> }

export const businessClock: BusinessClock = {
  async now(db) {
    const { rows } = await (db as Pool).query<{ now: Instant }>('select business_now() as now')
    return rows[0]!.now
  },
}
