/**
 * `npm run cluster:torture`: people at work in a whole cluster whose parts are killed, stopped and cut off; after each
 * fault everything is compared with a journal of what was sent and acknowledged, and audited. As root, with the
 * packages of deploy/cluster/README.md. Exit code 0: all is right; 1: something was wrong; 3: it could not run.
 */
import '../../src/platform/node-version.ts'
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Cluster } from '../../deploy/cluster/cluster.ts'
import { CannotStart } from '../../src/platform/cannot-start.ts'
import { Chance } from '../torture/chance.ts'
import { House } from './house.ts'
import { readOptions, type Options } from './options.ts'
import { playRound, type Round } from './rounds.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const servers = 2

function told({ fault, from, to, gapMs, faults, notes }: Round, house: House): string {
  const { tally } = house.records
  const line = [
    new Date().toISOString().slice(11, 19),
    fault.padEnd(15),
    `${from} → ${to}`,
    `writable after ${seconds(gapMs).padStart(6)}`,
    `${tally.acknowledged} acknowledged`,
    `${tally.unknown} unknown, ${tally.resolved} of them resolved`,
    `${house.settled} settled`,
    faults.length === 0 ? 'all right' : 'WRONG',
  ].join('  ')
  return [line, ...notes].join('\n')
}

/** Each fault once in random order, then again. */
function* order(options: Options, chance: Chance) {
  for (let left = options.failovers; left > 0; left -= options.faults.length)
    yield* chance.shuffled(options.faults).slice(0, left)
}

async function play(options: Options, cluster: Cluster, rounds: Round[]): Promise<string[]> {
  const chance = new Chance(options.seed)
  const house = await House.open(cluster, options.seed)
  try {
    for (const fault of order(options, chance)) {
      const round = await playRound(fault, { cluster, house, chance })
      rounds.push(round)
      say(told(round, house))
      if (round.faults.length > 0) return round.faults
    }
    return await house.close()
  } finally {
    await house.end()
  }
}

function summary(rounds: readonly Round[], faults: readonly string[], { seed }: Options): string {
  const times = rounds.map(({ gapMs }) => gapMs).toSorted((a, b) => a - b)
  const count = (start: string) => faults.filter((fault) => fault.startsWith(start)).length
  const moved = rounds.filter(({ from, to }) => from !== to).length
  return [
    '',
    ...faults.slice(0, 20).map((fault) => `WRONG: ${fault}`),
    `${rounds.length} faults, ${moved} left another primary`,
    `acknowledged and lost ${count('Acknowledged and not there')}, doubled ${count('Two commands under one key')}`,
    `writable after: median ${seconds(times[Math.floor(times.length / 2)] ?? NaN)}, max ${seconds(times.at(-1) ?? NaN)}`,
    `${faults.length === 0 ? 'PASSED' : 'FAILED'} (seed ${seed})`,
  ].join('\n')
}

async function keepEvidence({ keep }: Options, cluster: Cluster, faults: string[]): Promise<void> {
  await mkdir(keep, { recursive: true })
  await writeFile(join(keep, 'faults.txt'), faults.join('\n'))
  for (const name of ['logs', 'journal.jsonl'])
    await cp(join(cluster.folder, name), join(keep, name), { recursive: true }).catch(() => {})
  say(`Kept: ${keep}`)
}

async function torture(options: Options, cluster: Cluster): Promise<number> {
  await cluster.start()
  await options.mutant?.spoil?.(cluster)
  const rounds: Round[] = []
  const faults = await play(options, cluster, rounds).catch((error: Error) => [
    `The run broke off: ${error.stack}`,
  ])
  if (faults.length > 0 || options.keepsAlways) await keepEvidence(options, cluster, faults)
  say(summary(rounds, faults, options))
  return faults.length === 0 ? 0 : 1
}

async function run(): Promise<number> {
  const options = readOptions(process.argv.slice(2))
  say(`Seed ${options.seed}${options.mutant ? `, mutant ${options.mutant.name}` : ''}`)
  for (const why of options.left) say(`Not done: ${why}`)
  const folder = await mkdtemp(join(tmpdir(), 'gh-cluster-'))
  await chmod(folder, 0o755)
  const project = await options.mutant?.projectIn?.(folder)
  const cluster = new Cluster(folder, { servers, say, ...(project && { project }) })
  const remove = async () => {
    await cluster.stop()
    await rm(folder, { recursive: true, force: true })
  }
  process.once('SIGINT', () => void remove().then(() => process.exit(3)))
  try {
    return await torture(options, cluster)
  } finally {
    await remove()
  }
}

try {
  process.exitCode = await run()
} catch (error) {
  process.stderr.write(`${error instanceof CannotStart ? error.message : (error as Error).stack}\n`)
  process.exitCode = 3
}
