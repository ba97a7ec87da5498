/**
 * `npm run evidence -- --from DAY --to DAY DIR`: writes what an auditor needs to rebuild the books of a period with software
 * that isn't ours. `--with-persons` adds people's names and words. docs/evidence-format.md says what is in it.
 */
import '../src/platform/node-version.ts'
import { parseArgs } from 'node:util'
import { makeEvidence } from '../src/domains/evidence/make.ts'
import { CannotStart } from '../src/platform/cannot-start.ts'
import { readConfig } from '../src/platform/config.ts'
import { createPool } from '../src/platform/database.ts'
import { runScript, say } from './script.ts'
import { withDatabase } from './which-database.ts'

const usage =
  'Ask for `npm run evidence -- --from 2026-01-01 --to 2026-01-31 DIR`, with `--with-persons` for names and words.'

function asked(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        from: { type: 'string' },
        to: { type: 'string' },
        'with-persons': { type: 'boolean', default: false },
      },
    })
    const { from, to, 'with-persons': withPersons } = values
    const [folder] = positionals
    if (from !== undefined && to !== undefined && folder !== undefined && positionals.length === 1)
      return { from, to, folder, withPersons }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
  throw new CannotStart(usage)
}

async function evidence(): Promise<void> {
  const { folder, ...options } = asked(process.argv.slice(2))
  await withDatabase(readConfig(process.env), async ({ signIn, config }) => {
    const pool = createPool({ ...signIn, name: 'glasshouse evidence', readOnly: true, max: 4 })
    try {
      sayMade(folder, await makeEvidence(pool, folder, { ...options, mode: config.mode }))
    } finally {
      await pool.end()
    }
  })
}

function sayMade(
  folder: string,
  { period, commands, files, manifest }: Awaited<ReturnType<typeof makeEvidence>>,
): void {
  const { opening, closing } = period
  say(`${commands} commands in ${files.length} files, in ${folder}.`)
  say(
    opening
      ? `It begins after the root of ${opening.day}: ${opening.root}`
      : 'It begins with the first command of all: no root is before it.',
  )
  say(
    closing
      ? `It ends with the root of ${closing.day}: ${closing.root}`
      : 'No root covers its last day yet: its end is as of now, and hangs on no root.',
  )
  say(`SHA-256 of manifest.json, to be handed over by another way: ${manifest}`)
  say(`Whoever gets it checks it with: python3 ${folder}/verify.py ${folder}`)
}

await runScript(evidence)
