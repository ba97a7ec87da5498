/**
 * `npm run torture`: a house with two servers and a PostgreSQL of its own is killed, cut, filled and locked
 * while people are at work, and after every fault everything is compared with a journal of what was sent and
 * acknowledged. Exit code 0: all is right; 1: something was wrong; 2: nothing was proved; 3: it could not run.
 */
import '../../src/platform/node-version.ts'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CannotStart } from '../../src/platform/cannot-start.ts'
import { Campaign, type Result, type Setting } from './campaign.ts'
import { Cluster } from './cluster.ts'
import { Door } from './doors.ts'
import { keepEvidence } from './evidence.ts'
import { Journal } from './journal.ts'
import { Nemesis } from './nemesis-process.ts'
import { readOptions, type Options } from './options.ts'
import { summary, verdictOf, writeReport } from './report.ts'
import { closeConnections } from './wire.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)

/** Anything that aborts a run is a finding, unless it could not even begin. */
async function runToEnd(campaign: Campaign): Promise<Result> {
  try {
    return await campaign.run()
  } catch (error) {
    if (error instanceof CannotStart) throw error
    campaign.result.faults.push(`The run broke off: ${(error as Error).message}`)
    say((error as Error).stack ?? '')
    return campaign.result
  } finally {
    await campaign.end()
  }
}

async function torture(options: Options, cluster: Cluster): Promise<Result> {
  const nemesis = await Nemesis.start(options.seed)
  const journal = await Journal.open(join(cluster.folder, 'journal.jsonl'))
  try {
    const doors = [new Door(0, cluster, nemesis), new Door(1, cluster, nemesis)] as const
    const setting: Setting = { cluster, nemesis, doors, journal, options, say }
    const campaign = new Campaign(setting)
    const result = await runToEnd(campaign)
    if (result.faults.length > 0)
      say(`Kept: ${await keepEvidence(options.keep, setting, campaign.house, result)}`)
    return result
  } finally {
    await nemesis.stop()
    await journal.close()
  }
}

async function run(): Promise<number> {
  const options = readOptions(process.argv.slice(2))
  say(`Seed ${options.seed}`)
  const cluster = await Cluster.create(options.postgresSettings)
  process.once('SIGINT', () => void cluster.remove().then(() => process.exit(3)))
  try {
    const result = await torture(options, cluster)
    const verdict = verdictOf(result)
    say(summary(result, options, verdict))
    if (options.json) await writeFile(options.json, JSON.stringify({ verdict, ...result }, null, 1))
    if (options.report) await writeReport(options.report, result, options, verdict)
    return { passed: 0, failed: 1, invalid: 2 }[verdict.word]
  } finally {
    closeConnections()
    await cluster.remove()
  }
}

try {
  process.exitCode = await run()
} catch (error) {
  process.stderr.write(`${error instanceof CannotStart ? error.message : (error as Error).stack}\n`)
  process.exitCode = 3
}
