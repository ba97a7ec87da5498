/**
 * `npm run audit`: recomputes the books from their postings and names the first difference; with `-- --chain` it follows
 * every owner's hash chain and makes every daily root again, and names the first broken row; with `-- --replay` it decides
 * every command again and compares all state with what must stand there. Exits 1 when there is one.
 */
import '../src/platform/node-version.ts'
import type { Pool } from 'pg'
import { auditChains } from '../src/desk/audit-chains.ts'
import { auditState } from '../src/domains/audit-state.ts'
import { auditBooks } from '../src/ledger/store/audit.ts'
import { CannotStart } from '../src/platform/cannot-start.ts'
import { readConfig, type Config } from '../src/platform/config.ts'
import { createPool } from '../src/platform/database.ts'
import { macKeysOf, type MacKeys } from '../src/platform/mac.ts'
import { joinDatabase } from '../src/platform/open-database.ts'
import { findSecret } from '../src/platform/secret.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)

async function checkBooks(pool: Pool): Promise<boolean> {
  const { faults, checked } = await auditBooks(pool)
  for (const fault of faults) say(fault)
  const looked = `${checked.checks} checks over ${checked.accounts} accounts, ${checked.postings} postings and ${checked.commands} commands`
  say(
    faults.length === 0
      ? `The books are in order: ${looked}.`
      : `The books are NOT in order: ${faults.length} of ${looked}.`,
  )
  return faults.length === 0
}

/** Of many broken chains, and of many old commands, the first say enough. */
const shown = 100
const inShort = (names: readonly string[]) =>
  `${names.slice(0, shown).join(', ')}${names.length > shown ? ` and ${names.length - shown} more` : ''}`

async function checkChains(pool: Pool, macKeys: MacKeys | null): Promise<boolean> {
  const { faults, rows, unchained, unlisted, older, respoken, withoutMac, owners, roots, last } =
    await auditChains(pool, macKeys)
  for (const fault of faults.slice(0, shown)) say(`Broken: ${fault}`)
  const first = unchained > 0n ? `, ${unchained} of them from before there were chains,` : ''
  const looked = `${rows} rows${first} and ${unlisted} unlisted commands in the chains of ${owners} owners, and ${roots} daily roots`
  say(
    faults.length === 0
      ? `The chains are whole: ${looked}.`
      : `The chains are BROKEN in ${faults.length} places: ${looked}.`,
  )
  if (older.length > 0)
    say(
      `Unchained: ${older.length} commands in nobody's list are from before such commands were chained: ${inShort(older)}.`,
    )
  if (respoken > 0n)
    say(
      `Names were taken out of ${respoken} replies after they were chained: they are compared with the list of these.`,
    )
  if (macKeys !== null && withoutMac > 0n)
    say(`${withoutMac} links are of commands from before they carried a MAC.`)
  if (last)
    say(`The last root, of ${last.day}, is ${last.root}: compare it with what was kept elsewhere.`)
  return faults.length === 0
}

type Check = (pool: Pool, macKeys: MacKeys | null) => Promise<boolean>

/** An auditor who may only read has no secret: then everything is checked but the MACs. */
async function readMacKeys(config: Config): Promise<MacKeys | null> {
  const secret = await findSecret(config)
  if (secret !== null) return macKeysOf(secret, config.earlierSecrets)
  say('Without GLASSHOUSE_SECRET the MACs of commands are not checked.')
  return null
}

async function audit(check: Check): Promise<number> {
  const config = readConfig(process.env)
  const macKeys = check === checkBooks ? null : await readMacKeys(config)
  const database = await joinDatabase(config, say)
  const pool = createPool({ url: database.url, name: 'glasshouse audit', max: 1 })
  try {
    return (await check(pool, macKeys)) ? 0 : 1
  } finally {
    await pool.end()
    await database.close()
  }
}

async function checkState(pool: Pool, macKeys: MacKeys | null): Promise<boolean> {
  const { differences, commands, rows } = await auditState(pool, macKeys)
  for (const difference of differences) say(`Different: ${difference}`)
  const looked = `${commands} commands decided again, and ${rows} rows`
  say(
    differences.length === 0
      ? `The state is what the journal says: ${looked}.`
      : `The state is NOT what the journal says: ${looked}.`,
  )
  return differences.length === 0
}

const checks: Record<string, Check> = {
  '': checkBooks,
  '--chain': checkChains,
  '--replay': checkState,
}

/** What is to be checked, by what was asked for; null for what isn't known. */
function chosen(options: readonly string[]): Check | null {
  return options.length <= 1 ? (checks[options[0] ?? ''] ?? null) : null
}

try {
  const check = chosen(process.argv.slice(2))
  if (!check)
    throw new CannotStart(
      'Ask for `npm run audit`, `npm run audit -- --chain` or `npm run audit -- --replay`.',
    )
  process.exitCode = await audit(check)
} catch (error) {
  if (!(error instanceof CannotStart)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
