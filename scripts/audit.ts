/** `npm run audit`: recomputes the books from their postings and names the first difference. Exits 1 when there is one. */
import '../src/platform/node-version.ts'
import { auditBooks } from '../src/ledger/store/audit.ts'
import { CannotStart } from '../src/platform/cannot-start.ts'
import { readConfig } from '../src/platform/config.ts'
import { createPool } from '../src/platform/database.ts'
import { joinDatabase } from '../src/platform/open-database.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)

async function audit(): Promise<number> {
  const database = await joinDatabase(readConfig(process.env), say)
  const pool = createPool({ url: database.url, name: 'glasshouse audit', max: 1 })
  try {
    const { faults, checked } = await auditBooks(pool)
    for (const fault of faults) say(fault)
    const looked = `${checked.questions} questions over ${checked.accounts} accounts, ${checked.postings} postings and ${checked.commands} commands`
    say(faults.length === 0 ? `The books are in order: ${looked}.` : `The books are NOT in order: ${faults.length} of ${looked}.`)
    return faults.length === 0 ? 0 : 1
  } finally {
    await pool.end()
    await database.close()
  }
}

try {
  process.exitCode = await audit()
} catch (error) {
  if (!(error instanceof CannotStart)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
