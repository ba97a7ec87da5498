/**
 * `npm run audit`: recomputes the books from their postings and names the first difference; with `-- --chain` it follows
 * every owner's hash chain and makes every daily root again, and names the first broken row; with `-- --replay` it decides
 * every command again and compares all state with what must stand there. Exits 1 when there is one.
 */
import '../src/platform/node-version.ts'
import type { Pool } from 'pg'
import { CannotStart } from '../src/platform/cannot-start.ts'
import { readConfig } from '../src/platform/config.ts'
import { createPool } from '../src/platform/database.ts'
import type { MacKeys } from '../src/platform/mac.ts'
import { checkBooks, checkChains, checkState, readMacKeys } from './audit-checks.ts'
import { runScript } from './script.ts'
import { withDatabase } from './which-database.ts'

type Check = (pool: Pool, macKeys: MacKeys | null) => Promise<boolean>

const audit = (check: Check): Promise<number> =>
  withDatabase(readConfig(process.env), async ({ signIn, config }) => {
    const macKeys = check === checkBooks ? null : await readMacKeys(config)
    const pool = createPool({ ...signIn, name: 'glasshouse audit', readOnly: true, max: 1 })
    try {
      return (await check(pool, macKeys)) ? 0 : 1
    } finally {
      await pool.end()
    }
  })

const checks: Record<string, Check> = {
  '': checkBooks,
  '--chain': checkChains,
  '--replay': checkState,
}

/** What is to be checked, by what was asked for; null for what isn't known. */
function chosen(options: readonly string[]): Check | null {
  return options.length <= 1 ? (checks[options[0] ?? ''] ?? null) : null
}

await runScript(async () => {
  const check = chosen(process.argv.slice(2))
  if (!check)
    throw new CannotStart(
      'Ask for `npm run audit`, `npm run audit -- --chain` or `npm run audit -- --replay`.',
    )
  return audit(check)
})
