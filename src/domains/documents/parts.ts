/** A long file, made in the background: its parts are locked each, as documents are. */
import type { Pool } from 'pg'
import type { DocumentKeys } from '../../platform/document-keys.ts'
import { deleteContentsStatement, keepContent, type About } from './contents.ts'

/** All parts of a file but the last one have this size, so that a range of it is found without reading others. It is held in memory whole. */
export const partBytes = 4 * 1024 * 1024

/** Of exactly `partBytes` each, the last one shorter. */
export async function* inParts(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let size = 0
  for await (const chunk of bytes) {
    held.push(chunk)
    size += chunk.length
    if (size < partBytes) continue
    let whole = Buffer.concat(held)
    for (; whole.length >= partBytes; whole = whole.subarray(partBytes))
      yield whole.subarray(0, partBytes)
    held = [whole]
    size = whole.length
  }
  if (size > 0) yield Buffer.concat(held)
}

/** Locks a part, and has its place noted; bytes whose place can't be noted don't stay. */
export async function keepPart(
  { pool, keys }: { pool: Pool; keys: DocumentKeys },
  about: About,
  bytes: Buffer,
  note: (content: string) => Promise<void>,
): Promise<void> {
  const content = await keepContent(pool, keys, about, bytes)
  await note(content).catch(async (error: unknown) => {
    await pool.query(deleteContentsStatement([content]))
    throw error
  })
}
