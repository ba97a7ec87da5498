/** Backups that were restored and checked. Only the database's owner writes them (`npm run backup:rehearse`); the application reads. */
import type { Instant } from '../../lib/instant.ts'
import type { Database } from '../../platform/database.ts'

/** Wall time. `backup` is the label that pgBackRest gave it. */
export type Rehearsal = {
  startedAt: Instant
  endedAt: Instant
  backup: string
  backupAt: Instant
  /** How many the restored journal had. */
  commands: bigint
  /** The last daily root in it, the same as in the database that it is a copy of; null: there was none yet. */
  rootDay: string | null
  root: string | null
}

/** The last one that passed; null: there was none. */
export async function readLastRehearsal(db: Database): Promise<Rehearsal | null> {
  const { rows } = await db.query<Rehearsal>({
    name: 'backups.last',
    text: `select started_at as "startedAt", ended_at as "endedAt", backup, backup_at as "backupAt", commands,
        root_day as "rootDay", encode(root, 'hex') as root
      from backup_rehearsals where ended_at <= (select clock_timestamp()) order by ended_at desc limit 1`,
  })
  return rows[0] ?? null
}

/** When the last one ended; null: there was none. */
export async function lastRehearsal(db: Database): Promise<Instant | null> {
  return (await readLastRehearsal(db))?.endedAt ?? null
}

/** As the database's owner: the application's role may not. */
export async function keepRehearsal(db: Database, rehearsal: Rehearsal): Promise<void> {
  const { startedAt, endedAt, backup, backupAt, commands, rootDay, root } = rehearsal
  await db.query(
    `insert into backup_rehearsals (started_at, ended_at, backup, backup_at, commands, root_day, root)
      values (to_timestamp($1::float8 / 1000), to_timestamp($2::float8 / 1000), $3, to_timestamp($4::float8 / 1000), $5, $6, decode($7, 'hex'))`,
    [startedAt, endedAt, backup, backupAt, commands, rootDay, root],
  )
}
