/**
 * `npm run simulate`: plays long random histories through the real engine and through the model, and
 * compares every reply and every figure. In memory, or with `--database` through PostgreSQL by several
 * desks in two processes. `--commands N`, `--seed S`, `--history H` for one history of the seed.
 * Exits with 1 and a line that begins with DIFFERENCE when they disagree, with 2 when it can't run.
 */
import '../src/platform/node-version.ts'
import { parseArgs } from 'node:util'
import { Difference } from './difference.ts'
import { simulateInMemory, type Seen } from './histories.ts'

const { values } = parseArgs({
  options: {
    commands: { type: 'string' }, seed: { type: 'string' }, history: { type: 'string' },
    database: { type: 'boolean', default: false }, outcomes: { type: 'boolean', default: false },
  },
})

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new Error(`--${name} is a whole number, not ${text}`)
  return Number(text)
}

const say = (line: string) => process.stdout.write(`${line}\n`)
const figure = (value: number) => value.toLocaleString('en')

function inMemory(seed: number): Seen {
  const commands = wholeNumber('commands', values.commands ?? '1000000')
  const only = values.history === undefined ? null : wholeNumber('history', values.history)
  let told = 0
  return simulateInMemory({ seed, commands, only }, (seen) => {
    if (seen.commands - told < 100_000) return
    told = seen.commands
    say(`${figure(seen.commands)} commands in ${figure(seen.histories)} histories`)
  })
}

async function run(): Promise<void> {
  const seed = wholeNumber('seed', values.seed ?? String(crypto.getRandomValues(new Uint32Array(1))[0]))
  say(`Seed ${seed}`)
  const started = performance.now()
  const seen = inMemory(seed)
  const seconds = (performance.now() - started) / 1000
  if (values.outcomes) for (const [outcome, times] of [...seen.outcomes].toSorted()) say(`${figure(times).padStart(10)}  ${outcome}`)
  say(`${figure(seen.commands)} commands in ${figure(seen.histories)} histories, ${seen.outcomes.size} kinds of outcome, ${figure(Math.round(seconds))} s: engine and model agree`)
}

try {
  await run()
} catch (error) {
  const differs = error instanceof Difference
  process.stderr.write(differs ? `DIFFERENCE: ${error.message}\n` : `${(error as Error).stack}\n`)
  process.exitCode = differs ? 1 : 2
}
