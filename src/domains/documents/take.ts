/** From the bytes that somebody sent to a document: looked at, made anew, locked, and only then added. */
import { createHash } from 'node:crypto'
import type { FileKind } from '../../contract/document.ts'
import { ProblemError } from '../../contract/problems.ts'
import type { DocumentKeys } from '../../platform/document-keys.ts'
import type { Log } from '../../platform/log.ts'
import type { Asked } from '../../platform/route.ts'
import type { Files, House } from '../house-desk.ts'
import { deleteUntaken, keepContent, ofDocument } from './contents.ts'
import { refusalOf } from './refusals.ts'

export function keysOf({ keys }: Files): DocumentKeys {
  if (keys) return keys
  throw new ProblemError({
    code: 'unavailable',
    message: 'Documents cannot be kept here yet. Nothing was stored; please try again later.',
  })
}

/** Closed where the scanner is silent: what nobody could look at isn't taken. */
async function refuseHarm({ scanner }: Files, log: Log, bytes: Uint8Array): Promise<void> {
  if (scanner === null) return
  const found = await scanner.scan(bytes).catch((error: unknown) => {
    log.error({ err: error }, 'the scanner of files does not answer')
    throw new ProblemError('files_unchecked', 30)
  })
  if (found === null) return
  log.warn({ event: 'file-refused', found }, 'a file was refused')
  throw new ProblemError('file_harmful')
}

type Given = { owner: string; kind: FileKind; bytes: Buffer; asked: Asked }

/** Throws why the file isn't taken. What the command refuses, or answers from the journal, leaves no bytes behind. */
export async function takeDocument(
  { files, log, pool, desk, policy }: House,
  { owner, kind, bytes, asked }: Given,
) {
  const keys = keysOf(files)
  let content: string | null = null
  const prepare = async () => {
    await refuseHarm(files, log, bytes)
    const accepted = await files.reader.accept(bytes)
    if (typeof accepted === 'string') throw refusalOf(accepted)
    const kept = accepted.bytes ?? bytes
    content = await keepContent(pool, keys, ofDocument(owner), kept)
    return {
      owner,
      kind,
      content,
      mediaType: accepted.mediaType,
      size: kept.length,
      digest: createHash('sha256').update(kept).digest('hex'),
      pages: accepted.pages,
      mustBeVerified: policy.emailMustBeVerified,
    }
  }
  const reply = await desk.runPrepared({ ...asked, kind: 'AddDocument', prepare })
  // The reply is recorded, whatever becomes of this; what it leaves behind is swept.
  if (content !== null)
    await deleteUntaken(pool, content).catch((error: unknown) => {
      log.warn({ err: error }, 'bytes that no command took are left to the sweep')
    })
  return reply
}
