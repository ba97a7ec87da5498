/** Makes the copies that people asked for: one after the other, each in parts that are locked as documents are. */
import type { Pool } from 'pg'
import type { Log } from '../../platform/log.ts'
import { inParts, keepPart } from '../documents/parts.ts'
import { keysOf } from '../documents/take.ts'
import type { Files } from '../house-desk.ts'
import { entriesOf, type Sources } from './entries.ts'
import {
  addPart,
  claimArchive,
  finishArchive,
  letGo,
  noteProgress,
  ofPart,
  Superseded,
  type Claim,
} from './files.ts'
import { zipped } from './zip.ts'

export type Maker = Sources & { pool: Pool; files: Files; log: Log }

async function make(maker: Maker, claim: Claim): Promise<void> {
  const { pool, files } = maker
  const keys = keysOf(files)
  const entries = await entriesOf(maker, claim.owner, keys)
  const steps = entries.length
  const bytes = zipped(entries, (done) => noteProgress(pool, claim, { done, steps }))
  let number = 0
  let size = 0
  for await (const part of inParts(bytes)) {
    await keepPart({ pool, keys }, ofPart(claim.owner, claim.archive, number), part, (content) =>
      addPart(pool, claim, { number, content }),
    )
    number += 1
    size += part.length
  }
  await finishArchive(pool, claim, size)
}

/** Answers whether there was one to make. */
export async function makeNextArchive(maker: Maker): Promise<boolean> {
  const { pool, log } = maker
  const claim = await claimArchive(pool)
  if (claim === null) return false
  try {
    await make(maker, claim)
  } catch (error) {
    if (error instanceof Superseded) return true
    log.error(
      { err: error, archive: claim.archive, attempt: claim.attempt },
      'a copy of somebody’s data could not be made',
    )
    await letGo(pool, claim)
  }
  return true
}
