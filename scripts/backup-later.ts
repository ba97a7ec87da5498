/**
 * `npm run backup:later [-- BACKUP]`: after a restore to a moment, lists what the archive has and the database hasn't any
 * more: each command by its id, when it was recorded, what it did and about what. The bank and a chain were not rewound:
 * payouts among them have been made. The archive is that of the latest backup, or of the one with this label. Changes nothing.
 */
import '../src/platform/node-version.ts'
import type pg from 'pg'
import { CannotStart } from '../src/platform/cannot-start.ts'
import { readConfig } from '../src/platform/config.ts'
import { createPool } from '../src/platform/database.ts'
import { ownersUrl, withCopy } from './backup-copy.ts'
import { sayLater } from './later-commands.ts'

async function listLater(url: string, copy: pg.Pool): Promise<void> {
  const live = createPool({ url, name: 'glasshouse later', max: 1 })
  try {
    await sayLater(live, copy)
  } finally {
    await live.end()
  }
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
