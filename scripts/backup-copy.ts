/** A copy of the database, made of a backup and of what was archived since, for as long as somebody looks at it. */
import type pg from 'pg'
import {
  findBackup,
  restoreInto,
  type Backup,
  type Run,
} from '../src/platform/backup/pgbackrest.ts'
import { withScratchCluster } from '../src/platform/backup/scratch-cluster.ts'
import { CannotStart } from '../src/platform/cannot-start.ts'
import type { Config } from '../src/platform/config.ts'
import { createPool } from '../src/platform/database.ts'
import { ownersAddress } from '../src/platform/postgres/open-database.ts'
import { runAs, runsAsRoot, systemUser, type SystemUser } from '../src/platform/postgres/home.ts'
import { say, utc } from './script.ts'

/** Where the copy lies, unless TMPDIR says otherwise: folders in memory are too small. */
const usualFolder = '/var/tmp'

const oneDigit = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })
export const seconds = (from: number, to = Date.now()) => `${oneDigit.format((to - from) / 1000)} s`

/** pgBackRest and PostgreSQL run as who owns the data; root lends that user. */
export async function postgresUser(): Promise<SystemUser> {
  if (!runsAsRoot) return null
  const user = await systemUser('postgres')
  if (user) return user
  throw new CannotStart(
    'There is no user postgres here: run this as the user that PostgreSQL runs as.',
  )
}

/** Throws `CannotStart` where the embedded database would be meant. */
export function refuseEmbedded(config: Config): void {
  if (ownersAddress(config) === null)
    throw new CannotStart(
      'DATABASE_OWNER_URL is missing: backups are the database owner’s affair. The embedded database has none of pgBackRest.',
    )
}

/** Ends what it runs when it is told to stop, and knows pgBackRest's own settings. */
export function runnerFor(user: SystemUser): Run {
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort())
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => name.startsWith('PGBACKREST_')),
  ) as Record<string, string>
  return (command, args) => runAs(user, command, args, { env, signal: stopping.signal })
}

export type Copy = { pool: pg.Pool; backup: Backup; startedAt: number }

/** Lends the copy of the database at this address, as the same role and to be read alone; whatever happens, it is gone afterwards. `timeline` as of `restoreInto`, `label` as of `findBackup`. */
export async function withCopy<T>(
  url: string,
  { timeline, label }: { timeline: 'latest' | 'current'; label?: string | undefined },
  use: (copy: Copy) => Promise<T>,
): Promise<T> {
  const user = await postgresUser()
  const run = runnerFor(user)
  const startedAt = Date.now()
  const backup = await findBackup(run, label)
  const parent = process.env.TMPDIR ?? usualFolder
  const { username, pathname } = new URL(url)
  const [role, database] = [username, pathname.slice(1)].map(decodeURIComponent) as [string, string]
  return withScratchCluster({ run, user, parent, backup }, async ({ data, start, urlOf }) => {
    say(`Restoring ${backup.label} of ${utc(backup.completedAt)} in ${parent}.`)
    await restoreInto(run, backup, data, timeline)
    await start()
    say(`It answers after ${seconds(startedAt)}.`)
    const copied = { url: urlOf(role, database), as: 'owner', readOnly: true } as const
    const pool = createPool({ ...copied, name: 'glasshouse copy', max: 2 })
    try {
      return await use({ pool, backup, startedAt })
    } finally {
      await pool.end()
    }
  })
}
