/** What every process of the house opens first: the database, brought up to this release or found so, and all that works on it. */
import { join } from 'node:path'
import { createContext, type Context } from './context.ts'
import { seedDemo } from './demo/seed.ts'
import { areMacsBegun, beginMacs } from './desk/mac-times.ts'
import type { FirmFacts } from './domains/house-desk.ts'
import { strangeKeys } from './domains/sign-in/row-macs.ts'
import { CannotStart } from './platform/cannot-start.ts'
import { isEmbedded, type Config } from './platform/config.ts'
import { withClient } from './platform/database.ts'
import type { Lifecycle } from './platform/lifecycle.ts'
import type { Log } from './platform/log.ts'
import { macKeysOf, type MacKeys } from './platform/mac.ts'
import type { Metrics } from './platform/metrics.ts'
import { checkMigrated, migrate } from './platform/migrations/migrate.ts'
import { checkDatabase, openDatabase } from './platform/postgres/open-database.ts'
import { readSecret } from './platform/secret.ts'
import { judgeRole, readRoleFacts, type SignedInAs } from './platform/signed-in-role.ts'
import { say, throwIfStopped, type Starting } from './process.ts'

export const migrationsFolder = join(import.meta.dirname, '../db/migrations')

export type Books = { url: string; as: SignedInAs }

/** Servers and workers of their own share a database; the embedded one belongs to `npm start`. */
export function requireSharedDatabase(config: Config, what: string): void {
  if (isEmbedded(config))
    throw new CannotStart(
      `${what} needs DATABASE_URL: the embedded database belongs to npm start, which is server and worker in one.`,
    )
}

/** The owner's process brings the database up by itself; the application's finds it so, or doesn't start. */
async function bringUp(url: string, { settings, log }: Starting): Promise<SignedInAs> {
  const given = { url, mode: settings.mode, folder: migrationsFolder }
  const asking = { url, name: 'glasshouse check', as: 'owner' } as const
  const role = await withClient(asking, readRoleFacts)
  // First what npm run migrate brings about: it takes rights away, too.
  if (role.isApplication && !role.isOwner) await checkMigrated(given)
  const as = judgeRole(role)
  if (as === 'application') return as
  const applied = await migrate(given)
  if (applied.length > 0) log.info({ applied }, 'migrated')
  return as
}

export async function openBooks(starting: Starting): Promise<Books> {
  const { settings, log, lifecycle } = starting
  const database = await openDatabase(settings, {
    say,
    onLost: (reason) => log.error({ reason }, 'the embedded database is lost; starting it again'),
    onTakenOver() {
      log.fatal('another server has taken over the database')
      process.kill(process.pid, 'SIGTERM')
    },
  })
  lifecycle.opened({ name: 'database', close: () => database.close(), withinMs: 5_500 })
  await checkDatabase(database.url)
  return { url: database.url, as: await bringUp(database.url, starting) }
}

/** What people sign in with must be of a secret that this process has; otherwise nobody could. */
export async function checkMacs({ url, as }: Books, macKeys: MacKeys): Promise<void> {
  await withClient({ url, name: 'glasshouse start', as }, async (client) => {
    if (as === 'owner') await beginMacs(client, macKeys)
    else if (!(await areMacsBegun(client)))
      throw new CannotStart(
        'This database was not brought up with a secret yet: run npm run migrate first, with the secret of the servers.',
      )
    const strange = await strangeKeys(client, macKeys)
    if (strange.length > 0)
      throw new CannotStart(
        `This database was written with another secret (key ${strange.join(', ')}). Give it in GLASSHOUSE_EARLIER_SECRETS; if it is lost, docs/runbooks/keys.md says what to do.`,
      )
  })
}

export type Opening = {
  config: Config
  publicUrl: string
  metrics: Metrics
  firm: FirmFacts
  log: Log
  lifecycle: Lifecycle
}

/** All that works on the books; in the demonstration with its world in them. */
export async function openHouse(books: Books, opening: Opening): Promise<Context> {
  const { config, lifecycle } = opening
  const secret = await readSecret(config)
  const macKeys = macKeysOf(secret, config.earlierSecrets)
  await checkMacs(books, macKeys)
  const context = await createContext({
    ...opening,
    databaseUrl: books.url,
    secret,
    earlierSecrets: config.earlierSecrets,
    macKeys,
  })
  throwIfStopped(lifecycle)
  // Before anybody is let in, and before a mail could be sent: its people never asked for any.
  if (context.policy.playMoney) await seedDemo(context, config.contentFolder)
  throwIfStopped(lifecycle)
  return context
}
