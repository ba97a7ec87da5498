import { createHash } from 'node:crypto'
import { setImmediate as others } from 'node:timers/promises'
import { checkImport, largestImportBytes, type ImportCheck } from '../../contract/imports.ts'
import { ProblemError } from '../../contract/problems.ts'
import { isoFromInstant } from '../../lib/instant.ts'
import { dollarsFromCents } from '../../lib/money.ts'
import type { Database } from '../../platform/database.ts'
import { createLimiter } from '../../platform/limiter.ts'
import { route, succeeded } from '../../platform/route.ts'
import type { RoutesOf } from '../routes.ts'
import { readBusinessNow } from '../../platform/business-time.ts'
import { emailsOf, ImportReader, ImportTally, rowsOfImport, type ImportFile } from './check.ts'
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

async function check(db: Database, text: string): Promise<ImportCheck> {
  const file = fileOf(text)
  const { head, rows } = file
  const [taken, now] = await Promise.all([readTaken(db, emailsOf(file)), readBusinessNow(db)])
  const reader = new ImportReader(head, taken, isoFromInstant(now).slice(0, 10))
  const tally = new ImportTally()
  for (const [at, row] of rows.entries()) {
    if (at > 0 && at % linesAtOnce === 0) await others()
    tally.add(row.line, reader.read(row))
  }
  return {
    digest: createHash('sha256').update(text).digest('hex'),
    ...{ columns: head.columns, leftOut: head.leftOut },
    ...{ lines: rows.length, people: tally.people, wrong: tally.wrong, counts: tally.counts },
    sum: dollarsFromCents(tally.sum),
    faults: tally.faults,
    first: tally.first.map(({ line, reference, fullName, email, balance }) => ({
      ...{ line, reference, fullName, email, balance: dollarsFromCents(balance) },
    })),
  }
}

/** Each that waits holds a file. */
const limited = createLimiter({ concurrency: 1, maxWaiting: 8, perAsker: 2 })

export const routes: RoutesOf = ({ pool }) => [
  route(checkImport, async ({ body: { file } }) =>
    succeeded(await limited(() => check(pool, file))),
  ),
]
