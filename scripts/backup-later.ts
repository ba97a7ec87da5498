/**
 * `npm run backup:later [-- BACKUP]`: after a restore to a moment, lists what the archive has and the database hasn't any
 * more: each command by its id, when it was recorded, what it did and about what. The bank and a chain were not rewound:
 * payouts among them have been made. The archive is that of the latest backup, or of the one with this label. Changes nothing.
 */
import '../src/platform/node-version.ts'
import type pg from 'pg'
import { missingFrom, type Recorded } from '../src/desk/journal-end.ts'
import { CannotStart } from '../src/platform/cannot-start.ts'
import { readConfig } from '../src/platform/config.ts'
import { createPool } from '../src/platform/database.ts'
import { say } from './audit-checks.ts'
import { ownersUrl, withCopy } from './backup-copy.ts'

const lineOf = ({ recordedAt, id, kind, outcome, input }: Recorded) =>
  [new Date(recordedAt).toISOString(), id, kind, outcome, JSON.stringify(input)].join('\t')

async function listLater(url: string, copy: pg.Pool): Promise<void> {
  const live = createPool({ url, name: 'glasshouse later', max: 1 })
  let count = 0
  try {
    for await (const command of missingFrom(live, copy)) {
      count += 1
      say(lineOf(command))
    }
  } finally {
    await live.end()
  }
  say(
    count === 0
      ? 'The database has every command that the archive has.'
      : `${count} commands came later than what the database was restored to. Nothing of them is in the books.`,
  )
}

try {
  const url = await ownersUrl(readConfig(process.env))
  const [label] = process.argv.slice(2)
  await withCopy(url, { timeline: 'current', label }, ({ pool }) => listLater(url, pool))
} catch (error) {
  if (!(error instanceof CannotStart)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
