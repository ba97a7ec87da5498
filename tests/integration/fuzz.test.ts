/** `npm run fuzz` in short: malformed requests of every kind are refused, and nothing changes. */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import type { Result } from '../../proofs/fuzz/campaign.ts'
import { heapBound, heapGrowth, type Verdict } from '../../proofs/fuzz/report.ts'
import { chosenSeed, everything } from '../support/extent.ts'
import { newFolder } from '../support/folder.ts'
import { projectFolder } from '../support/server.ts'

/** Either few, or as many as `npm run fuzz`: between them the heap grows by what is compiled then, without being left behind. */
const requests = everything ? 100_000 : 800

let result: Result & { verdict: Verdict }

beforeAll(async () => {
  const file = join(await newFolder(), 'fuzz.json')
  const counts = ['--requests', String(requests), '--seed', String(chosenSeed())]
  const args = ['proofs/fuzz/run.ts', ...counts, '--json', file]
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, {
    cwd: projectFolder,
    env: { ...process.env, TEST_DATABASE_URL: inject('cluster').url },
    maxBuffer: 64 * 1024 * 1024,
  }).catch((error: { stdout: string; stderr: string }) => error)
  const said = `${stdout}${stderr}`
  process.stdout.write(`fuzz: ${said.split('\n')[0]}\n`)
  result = JSON.parse(
    await readFile(file, 'utf8').catch(() => {
      throw new Error(said)
    }),
  ) as typeof result
}, 300_000)

const shareOf = (...statuses: number[]) =>
  statuses.reduce((sum, status) => sum + (result.statuses[status] ?? 0), 0) / result.replies

describe('F2 malformed requests by everybody, over all routes and over bare sockets', () => {
  test('are answered in an orderly way: no fault of the server, none without a reply, none that says what the contract does not', () => {
    expect(result.faults).toEqual([])
  })

  test('change nothing, to the byte', () => expect(result.changed).toEqual([]))

  test('leave nothing behind in memory', () =>
    expect(heapGrowth(result.heap)).toBeLessThan(heapBound))

  test('are mostly refused for what is wrong with them, not for who asks, where, or how often', () => {
    expect(shareOf(400, 413, 414, 415, 421, 431)).toBeGreaterThan(0.5)
    expect(shareOf(429, 503)).toBeLessThan(0.01)
    expect(result.verdict.word, result.verdict.why).toBe('passed')
  })
})
