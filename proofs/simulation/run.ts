/**
 * `npm run simulate`: plays long random histories through the real engine and through the model, and
 * compares every reply and every figure. In memory, or with `--database` through PostgreSQL by several
 * desks in two processes. `--commands N`, `--seed S`, `--history H` for one history of the seed.
 * `--loans N` plays so many histories of one loan each, by the rules of loans alone.
 * `--books` compares what pages say of the firm's accounts with the postings of 1,000 histories, or of `--histories N`.
 * Exits with 1 and a line that begins with DIFFERENCE when they disagree, with 2 when it can't run.
 */
import '../../src/platform/node-version.ts'
import { parseArgs } from 'node:util'
import { createPool } from '../../src/platform/database.ts'
import { openOwnDatabase } from './database/own-database.ts'
import { simulateInDatabase, type SeenInDatabase } from './database/simulate.ts'
import { Difference } from './difference.ts'
import { compareBooks } from './firm-books.ts'
import { simulateInMemory, type Seen } from './histories.ts'
import { simulateLoans } from './loan-histories.ts'

const { values } = parseArgs({
  options: {
    commands: { type: 'string' },
    seed: { type: 'string' },
    history: { type: 'string' },
    database: { type: 'boolean', default: false },
    books: { type: 'boolean', default: false },
    histories: { type: 'string' },
    loans: { type: 'string' },
    outcomes: { type: 'boolean', default: false },
  },
})

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new Error(`--${name} is a whole number, not ${text}`)
  return Number(text)
}

const say = (line: string) => process.stdout.write(`${line}\n`)
const figure = (value: number) => value.toLocaleString('en')

/** Now and then, to show progress. */
function everySoOften<T extends { commands: number }>(
  step: number,
  line: (seen: T) => string,
): (seen: T) => void {
  let told = 0
  return (seen) => {
    if (seen.commands - told < step) return
    told = seen.commands
    say(line(seen))
  }
}

function inMemory(seed: number): { outcomes: Map<string, number>; said: string } {
  const commands = wholeNumber('commands', values.commands ?? '1000000')
  const only = values.history === undefined ? null : wholeNumber('history', values.history)
  const line = (seen: Seen) =>
    `${figure(seen.commands)} commands in ${figure(seen.histories)} histories`
  const seen = simulateInMemory({ seed, commands, only }, everySoOften(100_000, line))
  return { outcomes: seen.outcomes, said: line(seen) }
}

function ofLoans(seed: number): { outcomes: Map<string, number>; said: string } {
  const histories = wholeNumber('loans', values.loans!)
  const { steps, outcomes } = simulateLoans({ seed, histories }, (seen) => {
    if (seen.histories % 100_000 === 0) say(`${figure(seen.histories)} loans`)
  })
  return { outcomes, said: `${figure(steps)} steps of ${figure(histories)} loans` }
}

async function throughDatabase(
  seed: number,
): Promise<{ outcomes: Map<string, number>; said: string }> {
  const commands = wholeNumber('commands', values.commands ?? '30000')
  const line = (seen: SeenInDatabase) =>
    `${figure(seen.commands)} commands in ${figure(seen.waves)} waves, ${figure(seen.repeated)} of them answered from the journal, ${figure(seen.busy)} turned away as busy`
  const database = await openOwnDatabase()
  try {
    const seen = await simulateInDatabase(
      { url: database.url, seed, commands },
      everySoOften(5_000, line),
    )
    return { outcomes: seen.outcomes, said: line(seen) }
  } finally {
    await database.remove()
  }
}

/** On a database of its own, which stays without a posting. */
async function booksAndPostings(seed: number): Promise<void> {
  const histories = wholeNumber('histories', values.histories ?? '1000')
  const database = await openOwnDatabase()
  const pool = createPool({ url: database.url, name: 'glasshouse simulation', as: 'owner', max: 1 })
  try {
    const { postings, events } = await compareBooks(pool, { seed, histories }, (done) => {
      if (done % 100 === 0) say(`${figure(done)} histories`)
    })
    say(
      `${figure(histories)} histories, ${figure(postings)} postings of ${events.size} events: the firm’s accounts agree with them`,
    )
  } finally {
    await pool.end()
    await database.remove()
  }
}

async function run(): Promise<void> {
  const seed = wholeNumber(
    'seed',
    values.seed ?? String(crypto.getRandomValues(new Uint32Array(1))[0]),
  )
  say(`Seed ${seed}`)
  if (values.books) return booksAndPostings(seed)
  const started = performance.now()
  const play = () => (values.loans === undefined ? inMemory(seed) : ofLoans(seed))
  const { outcomes, said } = values.database ? await throughDatabase(seed) : play()
  if (values.outcomes)
    for (const [outcome, times] of [...outcomes].toSorted(([a], [b]) => (a < b ? -1 : 1)))
      say(`${figure(times).padStart(10)}  ${outcome}`)
  say(
    `${said}, ${outcomes.size} kinds of outcome, ${figure(Math.round((performance.now() - started) / 1000))} s: engine and model agree`,
  )
}

try {
  await run()
} catch (error) {
  const differs = error instanceof Difference
  process.stderr.write(differs ? `DIFFERENCE: ${error.message}\n` : `${(error as Error).stack}\n`)
  process.exitCode = differs ? 1 : 2
}
