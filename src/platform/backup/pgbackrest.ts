/** pgBackRest, which makes the backups: which there are, and bringing one into a folder of its own. */
import { z } from 'zod'
import type { Instant } from '../../lib/instant.ts'
import { CannotStart } from '../cannot-start.ts'
import type { Outcome } from '../postgres/home.ts'

/** Runs a program to its end as the user of PostgreSQL. */
export type Run = (command: string, args: string[]) => Promise<Outcome>

export type Backup = {
  stanza: string
  /** As 20261124-031500F, or with what it builds on before it. */
  label: string
  completedAt: Instant
  /** The major version of the PostgreSQL that it is of. */
  postgres: string
  /** Of what comes back, uncompressed. */
  bytes: number
}

/** Of `pgbackrest info --output=json`, what is read here: https://pgbackrest.org/command.html#command-info */
const report = z.array(
  z.object({
    name: z.string(),
    db: z.array(z.object({ id: z.number(), 'repo-key': z.number(), version: z.string() })),
    backup: z.array(
      z.object({
        label: z.string(),
        error: z.boolean().nullish(),
        timestamp: z.object({ stop: z.number() }),
        database: z.object({ id: z.number(), 'repo-key': z.number() }),
        info: z.object({ size: z.number() }),
      }),
    ),
  }),
)

const notInstalled =
  'pgBackRest is not installed here. Install it (Debian: apt-get install pgbackrest) where the backups can be read.'

async function runPgBackRest(run: Run, args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run('pgbackrest', args)
  if (code === 0) return stdout
  if (code === null) throw new CannotStart(`${notInstalled} (${stderr.trim()})`)
  throw new CannotStart(
    `pgbackrest ${args.find((arg) => !arg.startsWith('-'))} ended with ${code}: ${(stderr || stdout).trim()}`,
  )
}

/**
 * The one with this label, or the last one that was completed without an error. Throws `CannotStart` where there is none, or
 * where more than one database has some.
 */
export async function findBackup(run: Run, label?: string): Promise<Backup> {
  const stanzas = report.parse(
    JSON.parse(await runPgBackRest(run, ['info', '--output=json', '--log-level-console=error'])),
  )
  const usable = stanzas.filter(({ backup }) => backup.some(({ error }) => error !== true))
  if (usable.length > 1)
    throw new CannotStart(
      `There are backups of ${usable.map(({ name }) => name).join(', ')}: say of which in PGBACKREST_STANZA.`,
    )
  const [stanza] = usable
  if (!stanza)
    throw new CannotStart(
      'There is no backup yet. Make the first one with `pgbackrest backup`; docs/runbooks/backup.md says how.',
    )
  const last = stanza.backup.findLast(
    (one) => one.error !== true && (label === undefined || one.label === label),
  )
  if (!last) throw new CannotStart(`There is no whole backup ${label} of ${stanza.name}.`)
  const { version } = stanza.db.find(
    (one) => one.id === last.database.id && one['repo-key'] === last.database['repo-key'],
  )!
  return {
    stanza: stanza.name,
    label: last.label,
    completedAt: last.timestamp.stop * 1000,
    postgres: version,
    bytes: last.info.size,
  }
}

/**
 * Brings a backup into `data`, an empty folder of the user's, ready to go on from it to the end of what was archived: of the
 * latest timeline, or of the one on which the backup was made, whatever was restored since. It archives nothing itself: the
 * repository belongs to the database that it is a copy of.
 */
export async function restoreInto(
  run: Run,
  { stanza, label }: Pick<Backup, 'stanza' | 'label'>,
  data: string,
  timeline: 'latest' | 'current',
): Promise<void> {
  await runPgBackRest(run, [
    'restore',
    `--stanza=${stanza}`,
    `--set=${label}`,
    `--pg1-path=${data}`,
    `--tablespace-map-all=${data}-tablespaces`,
    '--archive-mode=off',
    `--target-timeline=${timeline}`,
    '--log-level-console=error',
  ])
}
