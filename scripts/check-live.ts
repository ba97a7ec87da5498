/** `npm run check:live`: what is missing before this firm can open in live, a line each. Starts nothing, changes nothing. */
import '../src/platform/node-version.ts'
import {
  askDatabase,
  askChanging,
  contentFactsOf,
  settingFactsOf,
} from '../src/domains/gate/ask.ts'
import type { ChangingFacts } from '../src/domains/gate/lines.ts'
import { gateLines, lineText, missingOf } from '../src/domains/gate/lines.ts'
import { CannotStart } from '../src/platform/cannot-start.ts'
import { readConfig, type Config } from '../src/platform/config.ts'
import { createPool } from '../src/platform/database.ts'
import { macKeysOf } from '../src/platform/mac.ts'
import { mailServerFault } from '../src/platform/mail/mailer.ts'
import { checkMigrated } from '../src/platform/migrations/migrate.ts'
import { findSecret } from '../src/platform/secret.ts'
import { migrationsFolder } from '../src/open-house.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)

/** Of a database that was brought up; else its people and backups can't be asked yet. */
async function askBooks(config: Config, url: string): Promise<ChangingFacts> {
  await checkMigrated({ url, mode: 'live', folder: migrationsFolder })
  const secret = await findSecret(config)
  if (secret === null)
    throw new CannotStart('GLASSHOUSE_SECRET is missing: give the one of the servers.')
  const pool = createPool({ url, name: 'glasshouse check', max: 2 })
  try {
    return await askChanging({ config, pool, macKeys: macKeysOf(secret, config.earlierSecrets) })
  } finally {
    await pool.end()
  }
}

async function run(): Promise<number> {
  const config = readConfig({ ...process.env, GLASSHOUSE_MODE: 'live' })
  const database = await askDatabase(config)
  const changing: ChangingFacts =
    database?.server === null && config.databaseUrl !== null
      ? await askBooks(config, config.databaseUrl)
      : {
          mail: config.smtpUrl === null ? undefined : await mailServerFault(config.smtpUrl),
          administrators: null,
          rehearsedAt: undefined,
          shortestOnSaleDays: null,
        }
  const missing = missingOf(
    gateLines({
      settings: settingFactsOf(config),
      content: contentFactsOf(config.contentFolder),
      database,
      changing,
      now: Date.now(),
    }),
  )
  for (const line of missing) print(lineText(line))
  if (missing.length === 0) print('Nothing is missing: two administrators can open the firm.')
  return missing.length === 0 ? 0 : 1
}

try {
  process.exitCode = await run()
} catch (error) {
  if (!(error instanceof CannotStart)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
