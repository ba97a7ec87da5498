import type { ClientBase, Pool } from 'pg'
import type { Root } from './roots.ts'
import { verifyChains, type ChainReport } from './verify-chain.ts'
import { verifyRoots } from './verify-roots.ts'

/** `faults` name the first broken row of each owner, in their order, and then the roots that don't fit. */
export type ChainsReport = ChainReport & {
  roots: bigint
  /** To be compared with what was kept elsewhere. */
  last: Root | null
}

/** Within the caller's transaction. */
export async function followChains(db: ClientBase): Promise<ChainsReport> {
  const chains = await verifyChains(db)
  const { faults, ...roots } = await verifyRoots(db)
  return { ...chains, ...roots, faults: [...chains.faults, ...faults] }
}

/** Follows all chains and makes all roots again in one snapshot, changing nothing. Needs read rights only. */
export async function auditChains(pool: Pool): Promise<ChainsReport> {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    // All of it is read: the plan that is through soonest, not the one that begins soonest.
    await client.query('set local statement_timeout = 0; set local cursor_tuple_fraction = 1')
    return await followChains(client)
  } finally {
    await client.query('rollback').catch(() => {})
    client.release()
  }
}
