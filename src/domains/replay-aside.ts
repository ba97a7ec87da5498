/** The journal decided again in a thread of its own (`platform/worker.ts`), which takes minutes in a large house. */
import { serialize } from 'node:v8'
import { makeReplay, type Made } from '../desk/make-replay.ts'
import { withClient } from '../platform/database.ts'
import type { MacKeys } from '../platform/mac.ts'
import { partsOfState } from './audit-state.ts'

export type Given = { url: string; macKeys: MacKeys; secret: string; file: string }

/** What was made, or null; as bytes for `deserialize`. */
export default async function replayAside({ url, ...given }: Given): Promise<Uint8Array> {
  const made = await withClient(
    { url, name: 'glasshouse replay', limits: { statementMs: 0, idleInTransactionMs: 0 } },
    (db): Promise<Made | null> => makeReplay(db, { ...given, partsOf: partsOfState }),
  )
  return serialize(made)
}
