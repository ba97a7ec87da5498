/** `.ci/run`, with others in the place of npm and of the bare root: what it runs, and how it sums up. */
import { execFile } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { missingParts, skippedBy } from './support/outside.ts'
import { filesThatImport } from './outside.ts'
import { root } from './support/source.ts'

const folders: string[] = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))

type Says = { says: string; code?: number }
type Parts = { bare: Says; here?: Says; files?: string }

/** What it prints last, its exit code, and what npm was called with. */
async function run({
  bare,
  here = { says: '' },
  files = 'tests/a.test.ts\ntests/b.test.ts\n',
}: Parts) {
  const folder = mkdtempSync(join(tmpdir(), 'glasshouse-ci-'))
  folders.push(folder)
  const program = (path: string, lines: string) => {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `#!/bin/sh\n${lines}\n`)
    chmodSync(file, 0o755)
  }
  const said = ({ says, code = 0 }: Says) => `printf '%s\\n' '${says}'; exit ${code}`
  const calls = join(folder, 'calls')
  writeFileSync(calls, '')
  program('programs/npm', `echo "$*" >> ${calls}\n[ "$1" = test ] || exit 0\n${said(here)}`)
  for (const name of ['id', 'apt-get']) program(`programs/${name}`, 'echo 1000')
  program('.ci/bare', said(bare))
  program('node_modules/.bin/node', `printf '%s' '${files}'`)
  copyFileSync(join(root, '.ci/run'), join(folder, '.ci/run'))
  const env = { PATH: `${join(folder, 'programs')}:${process.env.PATH}` }
  const [code, stdout] = await new Promise<[number, string]>((resolve) =>
    execFile('bash', [join(folder, '.ci/run')], { env }, (error, out) =>
      resolve([error ? Number(error.code) : 0, out]),
    ),
  )
  const [install, ...tests] = readFileSync(calls, 'utf8').trim().split('\n')
  expect(install).toBe('ci --no-progress')
  return { code, last: stdout.trimEnd().split('\n').at(-1), said: stdout, tests }
}

const few = 'test --silent -- tests/a.test.ts tests/b.test.ts'

test('CI names all that failed right before its counts', async () => {
  const bare = { says: 'failed: tests/a.test.ts: adds\n✗ a build\n1 passed, 2 failed', code: 1 }
  const here = { says: 'b\nfailed: tests/b.test.ts: takes\n3 passed, 1 failed', code: 1 }
  const { said } = await run({ bare, here })
  expect(said.trimEnd().split('\n').slice(-4)).toEqual([
    'failed: tests/a.test.ts: adds',
    '✗ a build',
    'failed: tests/b.test.ts: takes',
    '4 passed, 3 failed',
  ])
})

test('CI adds up the run in a bare root and that of the files which use what is there', async () => {
  const here = { says: '7 passed, 0 failed' }
  expect(await run({ bare: { says: 'a\n120 passed, 0 failed' }, here })).toMatchObject({
    code: 0,
    last: '127 passed, 0 failed',
    tests: [few],
  })
})

test.each<[string, Parts, string]>([
  [
    'in the bare root',
    { bare: { says: '9 passed, 1 failed', code: 1 }, here: { says: '1 passed, 0 failed' } },
    '10 passed, 1 failed',
  ],
  [
    'here',
    { bare: { says: '9 passed, 0 failed' }, here: { says: '1 passed, 2 failed', code: 1 } },
    '10 passed, 2 failed',
  ],
  [
    'by ending without a count',
    { bare: { says: 'Killed', code: 137 }, here: { says: '1 passed, 0 failed' } },
    '1 passed, 1 failed',
  ],
  [
    'by its exit code alone',
    { bare: { says: '9 passed, 0 failed', code: 1 }, here: { says: '1 passed, 0 failed' } },
    '10 passed, 1 failed',
  ],
  [
    'by finding no file that uses anything',
    { bare: { says: '9 passed, 0 failed' }, files: '' },
    '9 passed, 1 failed',
  ],
])('CI fails %s', async (_, given, last) => {
  expect(await run(given)).toMatchObject({ code: 1, last })
})

test('CI runs everything here where there can be no bare root', async () => {
  const bare = { says: 'There can be no bare root here: it takes root.', code: 69 }
  expect(await run({ bare, here: { says: '130 passed, 0 failed' } })).toMatchObject({
    code: 0,
    last: '130 passed, 0 failed',
    tests: ['test --silent'],
  })
})

test('the files that use a part from outside are found by what they import, also through other support', () => {
  expect(filesThatImport('tests/support/outside.ts')).toEqual(
    expect.arrayContaining([
      'tests/integration/proofs.test.ts',
      'tests/integration/reserves.test.ts',
      'tests/integration/restore.test.ts',
    ]),
  )
})

test('what lacks is said by name, so that a skipped test says it too', () => {
  expect([null, 'it takes root']).toContain(missingParts('root'))
  for (const part of ['electrum', 'postgresql', 'podman'] as const)
    expect([null, `there is no ${part} here`]).toContain(missingParts(part))
  expect(skippedBy(missingParts('npm'))).toBe('')
  expect(skippedBy('there is no electrum here')).toBe(' (skipped: there is no electrum here)')
})
