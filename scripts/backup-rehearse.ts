/**
 * `npm run backup:rehearse`: brings the latest backup of pgBackRest and all that was archived since into a database of its
 * own, audits it, compares it with the one that it is a copy of, throws it away and records when and how long. A backup that
 * nobody has tried isn't one. Settings of pgBackRest are its own (PGBACKREST_STANZA, PGBACKREST_CONFIG …).
 */
import '../src/platform/node-version.ts'
import { keepRehearsal } from '../src/domains/backups/rehearsals.ts'
import { CannotStart } from '../src/platform/cannot-start.ts'
import { readConfig } from '../src/platform/config.ts'
import { withClient, type Database } from '../src/platform/database.ts'
import type { MacKeys } from '../src/platform/mac.ts'
import { checkBooks, checkChains, readMacKeys, say } from './audit-checks.ts'
import { ownersUrl, seconds, utc, withCopy, type Copy } from './backup-copy.ts'

/** What a database's own journal and roots say of how far it is. */
type End = {
  commands: bigint
  last: string | null
  lastAt: number | null
  rootDay: string | null
  root: string | null
}

async function readEnd(db: Database): Promise<End> {
  const { rows } = await db.query<End>(
    `select (select count(*) from desk.commands) as commands, command.id as last, command.recorded_at as "lastAt",
        root.day as "rootDay", encode(root.root, 'hex') as root
      from (select) one left join (select id, recorded_at from desk.commands order by recorded_at desc, id desc limit 1) command on true
        left join (select day, root from desk.roots order by day desc limit 1) root on true`,
  )
  return rows[0]!
}

/** Throws `CannotStart` where the audit finds something; each fault was said before. */
async function auditCopy({ pool }: Copy, macKeys: MacKeys | null): Promise<End> {
  const isWhole = [await checkBooks(pool), await checkChains(pool, macKeys)].every(Boolean)
  if (!isWhole)
    throw new CannotStart('What came back is NOT in order: see above. Nothing was recorded.')
  return readEnd(pool)
}

/** Throws `CannotStart` unless the end of what came back is in the database too: what differs is another one, or one that lost something. */
async function checkSame(live: Database, { last, rootDay, root }: End): Promise<void> {
  const { rows } = await live.query<{ isKnown: boolean; root: string | null }>(
    `select exists (select from desk.commands where id = $1) as "isKnown", (select encode(root, 'hex') from desk.roots where day = $2) as root`,
    [last, rootDay],
  )
  const { isKnown, root: here } = rows[0]!
  if (last !== null && !isKnown)
    throw new CannotStart(
      `The backup holds a command, ${last}, that the database doesn’t know: it is of another database, or this one has lost something. Nothing was recorded.`,
    )
  if (root !== here)
    throw new CannotStart(
      `The root of ${rootDay} is ${root} in the backup and ${here ?? 'missing'} in the database. Nothing was recorded.`,
    )
}

function sayEnd({ rootDay, lastAt }: End): void {
  const root =
    rootDay === null
      ? 'There is no daily root yet'
      : `The last root, of ${rootDay}, is the same in both`
  say(`${root}; the copy has ${lastAt === null ? 'no command' : `commands up to ${utc(lastAt)}`}.`)
}

async function rehearse(url: string, macKeys: MacKeys | null): Promise<void> {
  const { end, backup, startedAt } = await withCopy(url, { timeline: 'latest' }, async (copy) => ({
    ...copy,
    end: await auditCopy(copy, macKeys),
  }))
  await withClient({ url, name: 'glasshouse rehearsal', as: 'owner' }, async (live) => {
    await checkSame(live, end)
    sayEnd(end)
    const { commands, rootDay, root } = end
    const endedAt = Date.now()
    await keepRehearsal(live, {
      startedAt,
      endedAt,
      backup: backup.label,
      backupAt: backup.completedAt,
      commands,
      rootDay,
      root,
    })
    say(`Recorded: ${backup.label} can be restored, in ${seconds(startedAt, endedAt)}.`)
  })
}

try {
  const config = readConfig(process.env)
  await rehearse(await ownersUrl(config), await readMacKeys(config))
} catch (error) {
  if (!(error instanceof CannotStart)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
