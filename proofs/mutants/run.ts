/**
 * `npm run mutants`: breaks the product in copies of the tree, one thing at a time, and tests whether the responsible
 * checker turns red. `-- --only name,name` takes some, `--seed S` another seed, `--report docs/mutants.md`
 * puts the table into that page. Exit code 0: every mutant was seen; 1: one was not; 3: it could not run.
 */
import '../../src/platform/node-version.ts'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { CannotStart } from '../../src/platform/cannot-start.ts'
import { startEmbeddedPostgres } from '../../src/platform/postgres/embedded.ts'
import { ensureWebBuild } from '../../src/platform/web-build.ts'
import { mutants } from './mutants.ts'
import { Laboratory, type Mutant, type Proof } from './prove.ts'
import { summaryOf, writeReport } from './report.ts'
import { copyProject } from './tree.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    seed: { type: 'string', default: '1' },
    report: { type: 'string' },
  },
})

function chosen(only: string | undefined): readonly Mutant[] {
  if (only === undefined) return mutants
  return only.split(',').map((name) => {
    const mutant = mutants.find((known) => known.name === name.trim())
    if (!mutant)
      throw new CannotStart(
        `There is no mutant ${name}; there are ${mutants.map((known) => known.name).join(', ')}.`,
      )
    return mutant
  })
}

/** One PostgreSQL for all that need one; the torture has its own, which it kills. */
async function openLaboratory(): Promise<{ laboratory: Laboratory; close(): Promise<void> }> {
  const seed = Number(values.seed)
  if (!Number.isInteger(seed) || seed < 0) throw new CannotStart('--seed is a whole number.')
  const folder = await mkdtemp(join(tmpdir(), 'glasshouse-mutants-'))
  // As root, PostgreSQL runs as another user, who has to get through here to a folder of its own.
  await chmod(folder, 0o711)
  const data = join(folder, 'postgres')
  await mkdir(data, { mode: 0o711 })
  const postgres = await startEmbeddedPostgres({ dataFolder: data, say: () => {} })
  const close = async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
  await copyProject(join(folder, 'original'))
  return { laboratory: new Laboratory({ folder, databaseUrl: postgres.url, seed }), close }
}

async function run(): Promise<number> {
  const asked = chosen(values.only)
  // Servers that find no build would make one, each in its own copy.
  await ensureWebBuild(say)
  const { laboratory, close } = await openLaboratory()
  process.once('SIGINT', () => void close().then(() => process.exit(3)))
  const proofs: Proof[] = []
  try {
    for (const mutant of asked) {
      const proof = await laboratory.prove(mutant)
      proofs.push(proof)
      say(
        `${proof.verdict.padEnd(10)} ${mutant.name.padEnd(34)} ${proof.seconds.toFixed(1).padStart(5)} s  ${proof.seen}`,
      )
    }
  } finally {
    await close()
  }
  const summary = summaryOf(proofs, values.seed)
  say(`\n${summary}`)
  if (values.report) await writeReport(values.report, summary)
  return proofs.every(({ verdict }) => verdict === 'red') ? 0 : 1
}

try {
  process.exitCode = await run()
} catch (error) {
  process.stderr.write(`${error instanceof CannotStart ? error.message : (error as Error).stack}\n`)
  process.exitCode = 3
}
