/** `npm run demo:reset`: removes the demonstration's world; the next start makes a new one. */
import '../src/platform/node-version.ts'
import { CannotStart } from '../src/platform/cannot-start.ts'
import { readConfig, type Config } from '../src/platform/config.ts'
import { withClient } from '../src/platform/database.ts'
import { readMode } from '../src/platform/migrations/migrate.ts'
import { removeEmbeddedPostgres } from '../src/platform/postgres/embedded.ts'
import { checkOwner, joinDatabase, ownersAddress } from '../src/platform/open-database.ts'
import type pg from 'pg'

const print = (line: string) => process.stdout.write(`${line}\n`)

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

async function resetGiven(url: string): Promise<void> {
  await checkOwner(url)
  await withClient({ url, name: 'demo reset', as: 'owner' }, async (client) => {
    await checkIsDemo(client)
    await checkIsIdle(client)
    await dropEverything(client)
  })
}

async function resetEmbedded(config: Config): Promise<void> {
  const database = await joinDatabase(config, print)
  try {
    await withClient({ url: database.url, name: 'demo reset', as: 'owner' }, async (client) => {
      await checkIsDemo(client)
      await checkIsIdle(client)
    })
  } finally {
    await database.close()
  }
  await removeEmbeddedPostgres(config.dataFolder)
}

try {
  const config = readConfig(process.env)
  if (config.mode !== 'demo')
    throw new CannotStart('Only a demonstration can be reset: GLASSHOUSE_MODE is not demo.')
  const url = ownersAddress(config)
  await (url === null ? resetEmbedded(config) : resetGiven(url))
  print('The demonstration is gone. The next start makes a new one.')
} catch (error) {
  if (!(error instanceof CannotStart)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
