/** A fault of each kind of `npm run torture`, or every fault once: what was acknowledged is there once, what was refused isn't, and what was unknown becomes known. */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Result } from '../../proofs/torture/campaign.ts'
import { faults } from '../../proofs/torture/faults.ts'
import { everything } from '../support/extent.ts'
import { newFolder } from '../support/folder.ts'
import { projectFolder } from '../support/server.ts'

/** A server and PostgreSQL, each killed exactly at a commit. */
const always = ['server-kill-after-commit', 'postgres-kill-at-commit']
const chosen = faults.filter(({ name }) => everything || always.includes(name))

type Outcome = Result & { verdict: { word: string; why: string } }

/** It kills by what the system tells of processes in /proc. */
const whyNot = process.platform === 'linux' ? null : 'the torture needs Linux'

let outcome: Outcome
let said = ''

beforeAll(async () => {
  if (whyNot) return
  const folder = await newFolder()
  const args = [
    'proofs/torture/run.ts',
    '--only',
    chosen.map(({ name }) => name).join(','),
    '--seed',
    '1',
    '--rounds',
    '1',
    '--strikes',
    '1',
    '--json',
    join(folder, 'result.json'),
    '--keep',
    join(projectFolder, '.cache/torture/test'),
  ]
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, {
    cwd: projectFolder,
  }).catch((error: { stdout: string; stderr: string }) => error)
  said = `${stdout}${stderr}`
  outcome = JSON.parse(
    await readFile(join(folder, 'result.json'), 'utf8').catch(() => {
      throw new Error(said)
    }),
  ) as Outcome
}, 300_000)

describe.skipIf(whyNot !== null)('a house under torture', () => {
  test.for(chosen)('withstands: $says', ({ name }, { skip }) => {
    const missing = outcome.notRun.find(({ fault }) => fault === name)
    if (missing) skip(missing.why)
    const line = outcome.lines.find(({ fault }) => fault === name)!
    expect(line.rounds).toBe(1)
    expect(line.hits, 'a fault that hits nothing proves nothing').toBeGreaterThan(0)
  })

  test('keeps what it acknowledged and books nothing else, once and for all', () => {
    expect(outcome.faults).toEqual([])
    expect(outcome.verdict.word, said).toBe('passed')
  })

  test('left outcomes unknown, hit commits exactly, and made every outcome known', () => {
    expect(outcome.tally.unknown).toBeGreaterThan(0)
    expect(outcome.tally.resolved).toBe(outcome.tally.unknown)
    expect(outcome.lines.reduce((sum, { crashPoints }) => sum + crashPoints, 0)).toBeGreaterThan(0)
  })
})
