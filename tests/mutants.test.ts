/** The short part of `npm run mutants`: a mutant is seen, and the table can fail. */
import { spawnSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { inMemory } from '../proofs/mutants/checkers.ts'
import { mutants } from '../proofs/mutants/mutants.ts'
import { Laboratory, type Mutant, type Proof } from '../proofs/mutants/prove.ts'
import { summaryOf, writeReport } from '../proofs/mutants/report.ts'
import { copyProject, edited } from '../proofs/mutants/tree.ts'
import { newFolder } from './support/folder.ts'
import { skippedBy } from './support/outside.ts'
import { root } from './support/source.ts'

let folder: string
let laboratory: Laboratory

/** Only what git knows is copied: a folder that was downloaded has nothing to tell it by. */
const isCheckout = spawnSync('git', ['ls-files'], { cwd: root, stdio: 'ignore' }).status === 0
const skipped = skippedBy(isCheckout ? null : 'this is no checkout of git')

beforeAll(async () => {
  if (!isCheckout) return
  folder = await newFolder()
  await mkdir(join(folder, 'original'))
  await copyProject(join(folder, 'original'))
  laboratory = new Laboratory({ folder, databaseUrl: null, seed: 1 })
}, 60_000)

const named = (name: string) => mutants.find((mutant) => mutant.name === name)!
const prove = async (changed: Partial<Mutant>) =>
  (await laboratory.prove({ ...named('form-version'), checker: inMemory(3_000), ...changed }))
    .verdict
const rules = 'src/domains/corrections/rules.ts'

describe('what a run has shown', () => {
  const proof = (name: string, changed: Partial<Proof> = {}): Proof => ({
    mutant: named(name),
    verdict: 'red',
    seen: 'it',
    seconds: 1,
    ...changed,
  })
  const summary = summaryOf(
    [
      proof('rounding'),
      proof('owner-lock', { verdict: 'SURVIVED', seen: 'nothing' }),
      proof('profit-twice'),
    ],
    '7',
  )

  test('is counted, and whatever was not seen is told', () => {
    expect(summary).toMatch(/^Seed 7: 2 of 3 mutants were seen\.$/m)
    expect(summary).toMatch(/^- SURVIVED owner-lock \(.+\), `.+`: expected `.+`, saw nothing$/m)
  })

  test('takes its place on the page, which stays as it is', async () => {
    const page = await readFile(join(root, 'docs/mutants.md'), 'utf8')
    const [before] = page.split('\nSeed ')
    const path = join(await newFolder(), 'mutants.md')
    await writeFile(path, page)
    await writeReport(path, summary)
    expect(await readFile(path, 'utf8')).toBe(
      `${before}\n${summary}\n\n<!-- end of the last run -->\n`,
    )
  })
})

describe('the texts that mutants change', () => {
  test.for(mutants.map(({ name }) => name))('of %s stand in the code, once', async (name) => {
    await expect(edited(root, named(name).edits)).resolves.toBeInstanceOf(Map)
  })
})

test('the text of a function that a later migration makes anew is stale', async () => {
  const made = (body: string) => `create or replace function ledger.sum() as $$ ${body} $$;`
  const files = { '002-first.sql': made('select 1'), '193-later.sql': made('select 2') }
  const tree = await newFolder()
  await mkdir(join(tree, 'db/migrations'), { recursive: true })
  for (const [name, sql] of Object.entries(files))
    await writeFile(join(tree, 'db/migrations', name), sql)
  const change = (name: string) =>
    edited(tree, [{ file: `db/migrations/${name}`, find: 'select', replace: '' }])
  await expect(change('002-first.sql')).rejects.toThrow(
    'db/migrations/002-first.sql says what ledger.sum was before 193-later.sql',
  )
  await expect(change('193-later.sql')).resolves.toBeInstanceOf(Map)
})

describe.skipIf(!isCheckout)(`a mutant${skipped}`, () => {
  const verdicts: [what: string, verdict: Proof['verdict'], changed: Partial<Mutant>][] = [
    ['that takes a check away is seen', 'red', {}],
    ['that changes nothing survives', 'SURVIVED', { edits: [] }],
    [
      'that only ends in a crash proves nothing',
      'NOT PROVEN',
      {
        edits: [
          {
            file: rules,
            find: 'export const correctUser',
            replace: `throw new Error('a crash')\nexport const correctUser`,
          },
        ],
      },
    ],
    ['that is seen as something else proves nothing', 'NOT PROVEN', { sign: /no such words/ }],
    [
      'whose text is gone is stale',
      'STALE',
      { edits: [{ file: rules, find: 'no such text', replace: '' }] },
    ],
    [
      'whose text stands there twice is stale',
      'STALE',
      { edits: [{ file: rules, find: 'return', replace: '' }] },
    ],
    [
      'whose checker is red without it proves nothing',
      'NO CONTROL',
      {
        checker: {
          ...inMemory(3_000),
          says: 'a checker that finds faults everywhere',
          read: async () => ({ word: 'red', faults: ['a fault'] }),
        },
      },
    ],
  ]
  test.for(verdicts)('%s', { timeout: 60_000 }, async ([, verdict, changed]) =>
    expect(await prove(changed)).toBe(verdict),
  )
})
