/** `npm run check:live`: what is missing before this firm can open in live, a line each. Starts nothing, changes nothing. */
import { lackingTwo } from '../src/contract/roles.ts'
import '../src/platform/node-version.ts'
import { laterOf, missingOf } from '../src/contract/gate.ts'
import {
  askChanging,
  askDatabase,
  askFirstCoins,
  askMail,
  contentFactsOf,
  settingFactsOf,
} from '../src/domains/gate/ask.ts'
import {
  gateLines,
  lineText,
  notAskedOf,
  type DatabaseFacts,
  type GateFacts,
} from '../src/domains/gate/lines.ts'
import { migrationsFolder } from '../src/open-house.ts'
import { CannotStart } from '../src/platform/cannot-start.ts'
import { readConfig, type Config } from '../src/platform/config.ts'
import { createPool } from '../src/platform/database.ts'
import { macKeysOf } from '../src/platform/mac.ts'
import { checkMigrated, readMode } from '../src/platform/migrations/migrate.ts'
import { reach } from '../src/platform/postgres/open-database.ts'
import { askProofs } from '../src/platform/tron/settings.ts'
import { findSecret } from '../src/platform/secret.ts'
import { runScript, say } from './script.ts'
import { rightsAt, sayDatabase } from './which-database.ts'

/** Why it isn't of this release, or is none of a firm in live; null where it is. */
async function releaseFault(url: string): Promise<string | null> {
  try {
    const as = await rightsAt(url)
    await checkMigrated({ url, mode: 'live', folder: migrationsFolder, as })
    return null
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error
    return error.message.replace(/\.$/, '')
  }
}

/** Null where there is none to ask. */
async function askOwnDatabase(config: Config): Promise<DatabaseFacts | null> {
  const { databaseUrl } = config
  const database = await askDatabase(config)
  if (databaseUrl === null || database === null || database.server !== null) return database
  await sayDatabase(databaseUrl)
  return { ...database, release: await releaseFault(databaseUrl) }
}

/** An empty database has no staff and no backup; one of another release, or none, can't be asked. */
async function askBooks(
  config: Config,
  database: DatabaseFacts | null,
): Promise<Pick<GateFacts, 'changing' | 'firstCoins'>> {
  const { databaseUrl: url } = config
  if (url !== null && database?.release === null) {
    const secret = await findSecret(config)
    const macKeys = secret === null ? null : macKeysOf(secret, config.earlierSecrets)
    const signIn = { url, as: await rightsAt(url) }
    const pool = createPool({ ...signIn, name: 'glasshouse check', readOnly: true, max: 2 })
    try {
      const changing = await askChanging({ config, pool, macKeys })
      return { changing, firstCoins: await askFirstCoins(config, pool) }
    } finally {
      await pool.end()
    }
  }
  const isEmpty = url !== null && database?.server === null && (await reach(url, readMode)) === null
  const changing = {
    mail: await askMail(config),
    lackingPairs: isEmpty ? lackingTwo([]) : null,
    rehearsedAt: isEmpty ? null : undefined,
    shortestOnSaleDays: null,
    waitsForStatement: null,
    importing: null,
    lists: [],
  }
  return { changing, firstCoins: null }
}

async function whyNotAsked(config: Config, database: DatabaseFacts | null): Promise<string> {
  if (database?.release === null && (await findSecret(config)) === null)
    return 'GLASSHOUSE_SECRET is missing: give the one of the servers'
  return 'the database can’t be asked yet'
}

await runScript(async () => {
  const config = readConfig({ ...process.env, GLASSHOUSE_MODE: 'live' })
  const database = await askOwnDatabase(config)
  const facts = {
    settings: settingFactsOf(config),
    content: contentFactsOf(config.contentFolder),
    database,
    ...(await askBooks(config, database)),
    tron: await askProofs(config),
    now: Date.now(),
  }
  const lines = gateLines(facts)
  const missing = missingOf(lines)
  for (const line of [...missing, ...laterOf(lines)]) say(lineText(line))
  const notAsked = notAskedOf(facts)
  if (notAsked.length > 0) {
    const why = await whyNotAsked(config, database)
    for (const what of notAsked) say(`Not asked: ${what} (${why}).`)
  }
  if (missing.length + notAsked.length > 0) return 1
  say('Nothing is missing: two people can open the firm.')
  return 0
})
