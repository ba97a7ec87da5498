/**
 * `npm run migrate`: brings the database up to this release, as its owner, and ends. Servers and workers, which sign in as
 * the application alone, start afterwards. Nothing happens where all is applied.
 */
import '../src/platform/node-version.ts'
import type pg from 'pg'
import { areMacsBegun } from '../src/desk/mac-times.ts'
import { checkMacs, migrationsFolder } from '../src/open-house.ts'
import { CannotStart } from '../src/platform/cannot-start.ts'
import { readConfig, type Config, type Mode } from '../src/platform/config.ts'
import { applicationRole, withClient } from '../src/platform/database.ts'
import { macKeysOf } from '../src/platform/mac.ts'
import { migrate, readMode } from '../src/platform/migrations/migrate.ts'
import { checkDatabase, ownersAddress } from '../src/platform/postgres/open-database.ts'
import { findSecret } from '../src/platform/secret.ts'
import { runScript, say } from './script.ts'
import { withOwnersDatabase } from './which-database.ts'

/** Who may sign in for the application. */
async function membersOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select rolname as name from pg_roles where rolcanlogin and not rolsuper and rolname <> session_user and pg_has_role(oid, $1, 'MEMBER') order by rolname`,
    [applicationRole],
  )
  return rows.map(({ name }) => name)
}

/** The mode of a new database is asked for: it keeps it for good. */
async function modeFor(client: pg.Client, { mode, modeGiven }: Config): Promise<Mode> {
  const created = await readMode(client)
  if (created === null && !modeGiven)
    throw new CannotStart(
      'GLASSHOUSE_MODE is missing: demo for play money, live for real money. A new database is one of the two for good.',
    )
  return created ?? mode
}

async function bringUp(url: string, config: Config): Promise<void> {
  await checkDatabase(url)
  const asOwner = { url, name: 'glasshouse migrate', as: 'owner' } as const
  const mode = await withClient(asOwner, (client) => modeFor(client, config))
  const secret = await findSecret(config)
  if (secret === null && !(await withClient(asOwner, areMacsBegun)))
    throw new CannotStart(
      'GLASSHOUSE_SECRET is missing: the database is brought up with the secret that the servers will have.',
    )
  const applied = await migrate({ url, mode, folder: migrationsFolder, isServer: false })
  for (const name of applied) say(`Applied ${name}.`)
  if (secret !== null)
    await checkMacs({ url, as: 'owner' }, macKeysOf(secret, config.earlierSecrets))
  const members = await withClient(asOwner, membersOf)
  if (members.length === 0)
    say(
      `Nobody signs in for the application yet: create role glasshouse_server login password '…' in role ${applicationRole};`,
    )
  say('The database is of this release.')
}

await runScript(async () => {
  const given = readConfig(process.env)
  if (ownersAddress(given) === null)
    throw new CannotStart(
      'DATABASE_OWNER_URL is missing. The embedded database is brought up by npm start.',
    )
  await withOwnersDatabase(given, ({ signIn, config }) => bringUp(signIn.url, config))
})
