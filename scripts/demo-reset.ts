/** `npm run demo:reset`: removes the demonstration's world; the next start makes a new one. */
import '../src/platform/node-version.ts'
import { CannotStart } from '../src/platform/cannot-start.ts'
import { readConfig } from '../src/platform/config.ts'
import { withClient } from '../src/platform/database.ts'
import { readMode } from '../src/platform/migrations/migrate.ts'
import { removeEmbeddedPostgres } from '../src/platform/postgres/embedded.ts'
import { ownersAddress } from '../src/platform/postgres/open-database.ts'
import type pg from 'pg'
import { runScript, say } from './script.ts'
import { withOwnersDatabase, type WhichDatabase } from './which-database.ts'

/** What the migrations create besides the tables in public. */
const schemas = ['auth', 'chain', 'desk', 'ledger']

async function checkIsDemo(client: pg.Client): Promise<void> {
  const mode = await readMode(client)
  if (mode !== null && mode !== 'demo')
    throw new CannotStart(`This database is in ${mode} mode: only a demonstration can be reset.`)
}

async function checkIsIdle(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name like 'glasshouse%'`,
  )
  if (rowCount)
    throw new CannotStart('A Glasshouse server is running on this database. Stop it first.')
}

/** All in one transaction: a reset that is cut short has done nothing. */
async function dropEverything(client: pg.Client): Promise<void> {
  await client.query(`begin; drop schema if exists ${schemas.join(', ')} cascade; drop schema public cascade;
    create schema public; grant usage on schema public to public; commit`)
}

/** An embedded one is thrown away whole, afterwards. */
const reset = ({ signIn }: WhichDatabase, isEmbedded: boolean): Promise<void> =>
  withClient({ ...signIn, name: 'demo reset' }, async (client) => {
    await checkIsDemo(client)
    await checkIsIdle(client)
    if (!isEmbedded) await dropEverything(client)
  })

await runScript(async () => {
  const config = readConfig(process.env)
  if (config.mode !== 'demo')
    throw new CannotStart('Only a demonstration can be reset: GLASSHOUSE_MODE is not demo.')
  const isEmbedded = ownersAddress(config) === null
  await withOwnersDatabase({ ...config, modeGiven: false }, (which) => reset(which, isEmbedded))
  if (isEmbedded) await removeEmbeddedPostgres(config.dataFolder)
  say('The demonstration is gone. The next start makes a new one.')
})
