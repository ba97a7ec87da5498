/**
 * `npm run backup:rehearse`: brings the latest backup of pgBackRest and all that was archived since into a database of its
 * own, audits it, compares it with the one that it is a copy of, throws it away and records when and how long. A backup that
 * nobody has tried isn't one. Settings of pgBackRest are its own (PGBACKREST_STANZA, PGBACKREST_CONFIG …).
 */
import '../src/platform/node-version.ts'
import { findJournalEnd, readJournalEnd, type JournalEnd } from '../src/desk/journal-end.ts'
import { keepRehearsal } from '../src/domains/backups/rehearsals.ts'
import { CannotStart } from '../src/platform/cannot-start.ts'
import { readConfig } from '../src/platform/config.ts'
import { withClient, type Database } from '../src/platform/database.ts'
import type { MacKeys } from '../src/platform/mac.ts'
import { checkBooks, checkChains, readMacKeys } from './audit-checks.ts'
import { refuseEmbedded, seconds, withCopy, type Copy } from './backup-copy.ts'
import { runScript, say, utc } from './script.ts'
import { withOwnersDatabase } from './which-database.ts'

/** Throws `CannotStart` where the audit finds something; each fault was said before. */
async function auditCopy({ pool }: Copy, macKeys: MacKeys | null): Promise<JournalEnd> {
  const isWhole = [await checkBooks(pool), await checkChains(pool, macKeys)].every(Boolean)
  if (!isWhole)
    throw new CannotStart('What came back is NOT in order: see above. Nothing was recorded.')
  return readJournalEnd(pool)
}

/** Throws `CannotStart` unless the end of what came back is in the database too: what differs is another one, or one that lost something. */
async function checkSame(live: Database, { last, rootDay, root }: JournalEnd): Promise<void> {
  const { hasLast, root: here } = await findJournalEnd(live, { last, rootDay })
  if (!hasLast)
    throw new CannotStart(
      `The backup holds a command, ${last}, that the database doesn’t know: it is of another database, or this one has lost something. Nothing was recorded.`,
    )
  if (root !== here)
    throw new CannotStart(
      `The root of ${rootDay} is ${root} in the backup and ${here ?? 'missing'} in the database. Nothing was recorded.`,
    )
}

function sayEnd({ rootDay, lastAt }: JournalEnd): void {
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

await runScript(async () => {
  const given = readConfig(process.env)
  refuseEmbedded(given)
  await withOwnersDatabase(given, async ({ signIn, config }) =>
    rehearse(signIn.url, await readMacKeys(config)),
  )
})
