import type { ClientBase, Pool } from 'pg'
import type { MacKeys } from '../platform/mac.ts'
import { readWhole } from '../platform/snapshot.ts'
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
export async function followChains(
  db: ClientBase,
  macKeys: MacKeys | null = null,
): Promise<ChainsReport> {
  const chains = await verifyChains(db, macKeys)
  const { faults, ...roots } = await verifyRoots(db)
  return { ...chains, ...roots, faults: [...chains.faults, ...faults] }
}

/** Follows all chains and makes all roots again in one snapshot, changing nothing. Needs read rights only. */
export function auditChains(pool: Pool, macKeys: MacKeys | null = null): Promise<ChainsReport> {
  return readWhole(pool, (client) => followChains(client, macKeys))
}
