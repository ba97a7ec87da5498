/**
 * `npm run coins`: bitcoin arrives on a chain that is reorganised by up to eight blocks, while the watchers and PostgreSQL are killed.
 * After each run what is credited is compared with what the final chain says. Then as many runs of USDT on a simulated TRON (`tron.ts`).
 * `-- --runs 1000 --seed 1`, and `--only tron` or `--only bitcoin`. Exit code 0: all is right; 1: something was wrong, and its seed;
 * 3: it could not run.
 */
import '../../src/platform/node-version.ts'
import { parseArgs } from 'node:util'
import { auditBooks } from '../../src/ledger/store/audit.ts'
import { createPool } from '../../src/platform/database.ts'
import { noBitcoinNode } from '../../tests/support/bitcoin-node/node-process.ts'
import { runHistory, type Run } from './history.ts'
import { faultsOf } from './oracle.ts'
import { proveTron } from './tron.ts'
import { openWorld, type World } from './world.ts'

/** What a miner of this chain gets halves every 150 blocks: then another world begins. */
const runsOfWorld = 25

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: 'both' },
  },
})
const say = (line: string) => void process.stdout.write(`${line}\n`)
const counts: Record<string, number> = {}

async function booksAreWhole({ databaseUrl }: World): Promise<string[]> {
  const pool = createPool({ url: databaseUrl, name: 'coins audit', max: 1 })
  return (await auditBooks(pool).finally(() => pool.end())).faults
}

/** A watcher that is slow may book its last while the other has ended its looks: what is wrong stays wrong. */
async function faultsAtRest(world: World, run: Run): Promise<string[]> {
  for (let tries = 1; ; tries += 1) {
    const faults = await faultsOf(world, run)
    if (faults.length === 0 || tries === 5) return faults
    await world.settle()
  }
}

async function someRuns(first: number, count: number): Promise<string[]> {
  const world = await openWorld()
  try {
    for (let seed = first; seed < first + count; seed += 1) {
      const run = await runHistory(world, seed)
      for (const strike of run.strikes) counts[strike] = (counts[strike] ?? 0) + 1
      const faults = await faultsAtRest(world, run)
      if (faults.length > 0) return [`Seed ${seed}:`, ...faults]
    }
    const { rows } = await world.query<{ reversed: number; again: number; all: number }>(
      `select count(*) filter (where status = 'reversed')::int as reversed, count(*) filter (where times > 0)::int as again, count(*)::int as all from coin_deposits`,
    )
    for (const [what, count_] of Object.entries(rows[0]!))
      counts[what] = (counts[what] ?? 0) + count_
    return await booksAreWhole(world)
  } finally {
    await world.close()
  }
}

async function prove(runs: number, seed: number): Promise<number> {
  const since = performance.now()
  for (let done = 0; done < runs; done += runsOfWorld) {
    const faults = await someRuns(seed + done, Math.min(runsOfWorld, runs - done))
    if (faults.length > 0) {
      say(faults.join('\n'))
      return 1
    }
    const seconds = Math.round((performance.now() - since) / 1000)
    say(`${Math.min(done + runsOfWorld, runs)} of ${runs} runs, ${seconds} s`)
  }
  say(
    `Nothing twice, nothing missing: ${counts.all} credited, ${counts.reversed} of them taken away, ${counts.again} credited again; ` +
      `PostgreSQL killed ${counts['PostgreSQL killed'] ?? 0} times, watchers ${counts['watcher killed'] ?? 0} times, blocks repeated ${counts['blocks repeated'] ?? 0} times, transactions mined on both branches ${counts['sent on both'] ?? 0} times, sent again after ${counts['sent again'] ?? 0} times.`,
  )
  return 0
}

const [runs, seed] = [Number(options.runs), Number(options.seed)]

async function proveBitcoin(): Promise<number> {
  if (!noBitcoinNode) return prove(runs, seed)
  say(`Could not run: ${noBitcoinNode}.`)
  return 3
}

async function proveUsdt(): Promise<number> {
  const faults = await proveTron(runs, seed, say)
  if (faults.length > 0) say(faults.join('\n'))
  return faults.length > 0 ? 1 : 0
}

const ofBitcoin = options.only === 'tron' ? 0 : await proveBitcoin()
const ofTron = options.only === 'bitcoin' ? 0 : await proveUsdt()
process.exitCode = ofBitcoin || ofTron
