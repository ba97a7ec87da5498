/** A file of people held against who is here now: for the dry run, and again whenever it is proposed or agreed to. */
import { createHash } from 'node:crypto'
import { setImmediate as others } from 'node:timers/promises'
import { largestImportBytes } from '../../contract/imports.ts'
import { ProblemError } from '../../contract/problems.ts'
import { isoFromInstant } from '../../lib/instant.ts'
import { readBusinessNow } from '../../platform/business-time.ts'
import type { Database } from '../../platform/database.ts'
import { createLimiter } from '../../platform/limiter.ts'
import {
  emailsOf,
  ImportReader,
  ImportTally,
  rowsOfImport,
  type ImportFile,
  type Taken,
} from './check.ts'
import { ImportFileFault } from './columns.ts'
import { readTaken } from './queries.ts'

const faulty = (message: string) =>
  new ProblemError({ code: 'validation_failed', message, fields: { file: message } })

function fileOf(text: string): ImportFile {
  if (Buffer.byteLength(text) > largestImportBytes)
    throw faulty('The file is larger than 16 MB. Import it in parts.')
  try {
    return rowsOfImport(text)
  } catch (error) {
    throw error instanceof ImportFileFault ? faulty(error.message) : error
  }
}

/** After so many lines others have their turn. */
const linesAtOnce = 500

/** Reads all lines, one after the other, and gives each to `found`. */
export async function readLines(
  { head, rows }: ImportFile,
  { taken, today }: { taken: Taken; today: string },
  found: (line: number, read: ReturnType<ImportReader['read']>) => void,
): Promise<void> {
  const reader = new ImportReader(head, taken, today)
  for (const [at, row] of rows.entries()) {
    if (at > 0 && at % linesAtOnce === 0) await others()
    found(row.line, reader.read(row))
  }
}

export const digestOf = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex')

type Examined = { digest: string; file: ImportFile; tally: ImportTally }

async function look(db: Database, text: string): Promise<Examined> {
  const file = fileOf(text)
  const [taken, now] = await Promise.all([readTaken(db, emailsOf(file)), readBusinessNow(db)])
  const tally = new ImportTally()
  await readLines(file, { taken, today: isoFromInstant(now).slice(0, 10) }, (line, read) =>
    tally.add(line, read),
  )
  return { digest: digestOf(text), file, tally }
}

/** Each that waits holds a file. */
const limited = createLimiter({ concurrency: 1, maxWaiting: 8, perAsker: 2 })

/** Throws `validation_failed` where it isn't such a file, and `busy` where too many wait. */
export const examine = (db: Database, text: string): Promise<Examined> =>
  limited(() => look(db, text))
