/**
 * `npm run lighthouse`: the landing page as Lighthouse sees it with its mobile preset, the first seconds of /login and
 * /dashboard on a slow phone and a slow line, and signing in on a slow processor, several times each, on a server and a database of its own. Prints the medians against their targets, and ends with 1 when one is missed. `-- --runs 9` takes
 * more runs, `-- --keep folder` keeps what each run found. A busy machine makes every time worse: measure on a quiet one.
 */
import '../../src/platform/node-version.ts'
import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Result } from 'lighthouse'
import { ensureWebBuild } from '../../src/platform/web-build.ts'
import { firstSecondsRows } from './first-seconds.ts'
import { openHouse } from './house.ts'
import { startServer } from './http.ts'
import {
  complaintsOf,
  lighthouseRows,
  NotMeasured,
  runLighthouse,
  withBrowser,
  type Targets,
} from './lighthouse-runs.ts'
import { median } from './measure.ts'
import { tableOf, type Row } from './results.ts'
import { signInRows } from './sign-in.ts'

/** Indexing is no target: the demonstration asks not to be indexed. */
const targets: Targets = {
  performance: { atLeast: 98 },
  accessibility: { atLeast: 100 },
  'best practices': { atLeast: 100 },
  'largest paint': { atMost: 1.5 },
  'layout shift': { atMost: 0.01 },
  'blocking time': { atMost: 50 },
}

const { values: options } = parseArgs({
  options: { runs: { type: 'string', default: '5' }, keep: { type: 'string' } },
})
const say = (line: string) => process.stderr.write(`${line}\n`)

const attempts = 3

/** A browser of its own for each run, so that none profits from the one before. A run that measured nothing is repeated. */
async function measureOnce(url: string, attempt = 1): Promise<Result> {
  try {
    return await withBrowser((port) => runLighthouse(port, { url }))
  } catch (error) {
    if (!(error instanceof NotMeasured) || attempt === attempts) throw error
    say(`${error.message} Again, ${attempt + 1} of ${attempts}.`)
    return measureOnce(url, attempt + 1)
  }
}

async function measure(url: string, runs: number): Promise<{ results: Result[]; others: Row[] }> {
  const results: Result[] = []
  for (let run = 1; run <= runs; run += 1) {
    const result = await measureOnce(url)
    results.push(result)
    say(
      `run ${run}: performance ${Math.round((result.categories['performance']?.score ?? 0) * 100)}`,
    )
  }
  const firstSeconds = await firstSecondsRows(url, runs, say)
  return { results, others: [...firstSeconds, ...(await signInRows(url, runs, say))] }
}

async function keep(folder: string, results: readonly Result[]): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const [index, result] of results.entries())
    await writeFile(join(folder, `run-${index + 1}.json`), JSON.stringify(result, null, 2))
}

await ensureWebBuild(say)
const house = await openHouse({ audited: false })
// An interrupted measurement leaves no server running and nothing on the disk.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void house.stop().then(() => process.exit(1)))
try {
  const server = await startServer(
    await house.empty('lighthouse'),
    randomBytes(32).toString('base64url'),
  )
  const url = `http://localhost:${server.port}/`
  const runs = Number(options.runs)
  const { results, others } = await measure(url, runs).finally(() => server.stop())
  if (options.keep !== undefined) await keep(options.keep, results)
  const rows = [...lighthouseRows(results, targets), ...others]
  process.stdout.write(`${tableOf(rows)}\n`)
  process.stdout.write(
    `This machine: ${Math.round(median(results.map(({ environment }) => environment.benchmarkIndex)))} by Lighthouse’s own yardstick.\n`,
  )
  for (const complaint of new Set(results.flatMap(complaintsOf)))
    process.stdout.write(`- ${complaint}\n`)
  if (rows.some(({ met }) => met === false)) process.exitCode = 1
} finally {
  await house.stop()
}
