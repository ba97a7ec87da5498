/** How far addresses were drawn is kept outside the database; what a restore has forgotten of them is drawn for nobody else. */
import type { Pool } from 'pg'
import { newId } from '../../platform/ids.ts'
import type { HouseDesk } from '../house-desk.ts'
import { readNextIndices, type NextIndex } from './queries.ts'

/** By the descriptor of a wallet, with its network. */
export type NextAddresses = Readonly<Record<string, number>>

const nameOf = ({ network, descriptor }: Pick<NextIndex, 'network' | 'descriptor'>) =>
  `${network} ${descriptor}`

/** What was kept, and what the database says, whichever is further. */
export function furthest(kept: NextAddresses, read: readonly NextIndex[]): NextAddresses {
  const found = { ...kept }
  for (const wallet of read)
    found[nameOf(wallet)] = Math.max(found[nameOf(wallet)] ?? 0, wallet.nextIndex)
  return found
}

/** Each place between is the firm's from now on. */
export async function reserveForgotten(
  { pool, desk }: { pool: Pool; desk: HouseDesk },
  kept: NextAddresses,
): Promise<void> {
  for (const { nextIndex, ...wallet } of await readNextIndices(pool))
    for (let index = nextIndex; index < (kept[nameOf(wallet)] ?? 0); index += 1) {
      const id = newId()
      await desk.run({
        kind: 'ReserveAddress',
        id,
        command: { ...wallet, index },
        actor: null,
        key: null,
        bodyHash: '',
        requestId: id,
      })
    }
}
