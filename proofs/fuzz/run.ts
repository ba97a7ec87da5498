/**
 * `npm run fuzz`: malformed requests of every kind over all routes of a real server, by every caller, from one seed.
 * `--requests N`, `--seed S`; `--only I` sends the one request with that number again. Exit code 0: all were refused
 * properly and nothing changed; 1: something was wrong; 2: too few were malformed to prove anything; 3: it
 * could not run.
 */
import '../../src/platform/node-version.ts'
import { writeFile } from 'node:fs/promises'
import { CannotStart } from '../../src/platform/cannot-start.ts'
import { campaign } from './campaign.ts'
import { openHouse } from './house.ts'
import { readOptions } from './options.ts'
import { summary, verdictOf } from './report.ts'
import { closeConnections } from './send.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)

async function run(): Promise<number> {
  const options = readOptions(process.argv.slice(2))
  say(`Seed ${options.seed}`)
  const house = await openHouse()
  try {
    const result = await campaign(house, options, say)
    const verdict = verdictOf(result, options)
    say(summary(result, verdict))
    if (options.json) await writeFile(options.json, JSON.stringify({ verdict, ...result }, null, 1))
    return { passed: 0, failed: 1, invalid: 2 }[verdict.word]
  } finally {
    closeConnections()
    await house.end()
  }
}

try {
  process.exitCode = await run()
} catch (error) {
  process.stderr.write(`${error instanceof CannotStart ? error.message : (error as Error).stack}\n`)
  process.exitCode = 3
}
