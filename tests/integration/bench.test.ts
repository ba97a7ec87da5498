import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stemOf, type Row } from '../../proofs/bench/results.ts'
import { extent, thorough } from '../support/extent.ts'
import { projectFolder } from '../support/server.ts'

/** What each measurement has to tell at least, by the names that `--only` knows. */
const measured: Record<string, string[]> = {
  withdrawals: [
    'Floor of RequestWithdrawal',
    'RequestWithdrawal through the desk',
    'RequestWithdrawal through the desk, to its floor',
  ],
  http: [8, 16].flatMap((connections) => {
    const name = `POST /requestWithdrawal, ${connections} connections`
    return [name, `${name}, p99`]
  }),
  alone: ['One command alone, p50', 'A bare insert with its commit, p50'],
  investments: ['OpenInvestment', 'OpenInvestment, the pool left out'],
  lock: ['Others, while one owner is locked for 0.3 s'],
  settling: ['Floor of settling', 'Settling 400 investments', 'A person’s command meanwhile, p99'],
  due: [
    '3 due among 2,000 running: found, p99',
    '3 due among 2,000 running: counted for a moved clock, p99',
  ],
  growth: ['RequestWithdrawal after 400 postings', 'RequestWithdrawal after 4,000 postings'],
  memory: ['Memory of Node: the server', 'Memory of Node: the desk in process'],
  users: ['GET /users: first page by age, name or email, p99'],
  'withdrawals-list': ['Withdrawals: first page, p99', 'Withdrawals: details of one request, p99'],
  site: ['GET /, per processor', 'GET / that the visitor has already, per processor'],
  logins: [
    'POST /requestWithdrawal beside 200 logins, p99',
    'GET /healthz beside 200 logins, p99',
    'POST /login, 200 at once',
  ],
  statement: [
    'A statement of 2,000 lines, read and compared',
    'POST /requestWithdrawal beside a statement of 2,000 lines, p99',
    'GET /healthz beside a statement of 2,000 lines, p99',
  ],
  activity: ['GET /activity, first page, p50', 'GET /activity, first page, p99'],
}

/** A command by itself. */
const always = ['alone']
const chosen = extent(
  always,
  Object.keys(measured).filter((name) => !always.includes(name)),
)

/** A quick run takes few of everything: what it shows is that everything is measured, not how fast it is. */
describe('a quick run of the bench', () => {
  let folder: string
  let table: string
  let rows: Row[]

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'glasshouse-bench-test-'))
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['proofs/bench/run.ts', '--quick', '--only', chosen.join(','), '--out', folder],
      { cwd: projectFolder },
    )
    table = stdout
    rows = JSON.parse(await readFile(join(folder, 'results.json'), 'utf8'))
    // It takes some seconds; a machine that is busy with the other tests may take long.
  }, 600_000)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** Where pgbench isn't installed, what is compared with it has no ratio; everything else has all there is. */
  const needsPgbench = ({ name, of }: Row) => name.startsWith('pgbench') || of === 'pgbench'

  test.each(chosen.flatMap((name) => measured[name]!))('measures %s', (name) => {
    const row = rows.find((one) => one.name === name)
    expect(row?.value).toBeGreaterThan(0)
    expect(table).toContain(name)
  })

  test('compares whatever has a yardstick, and judges whatever has a target', () => {
    for (const row of rows.filter((one) => !needsPgbench(one))) {
      if (row.of !== null) expect(row.ratio, row.name).toBeGreaterThan(0)
      expect(typeof row.met, row.name).toBe(row.target === null ? 'object' : 'boolean')
    }
  })

  const counted =
    /^(Floor of|POST \/requestWithdrawal, \d+ connections$|OpenInvestment|Settling)|through the desk$/

  test('says what each command cost both sides, and one of pgbench’s', () => {
    for (const row of rows.filter(({ name }) => counted.test(name))) {
      expect(row, row.name).toMatchObject({
        node: expect.any(Number),
        postgres: expect.any(Number),
      })
      // So few take less than the system counts, on one side or the other.
      expect(row.node! + row.postgres!, row.name).toBeGreaterThan(0)
    }
    for (const row of rows.filter(({ name, value }) => name.startsWith('pgbench') && value))
      expect(row).toMatchObject({ node: null, postgres: expect.any(Number) })
  })

  test('says of each row what limits it, and on what it was measured', async () => {
    const report = await readFile(join(folder, 'RESULTS.md'), 'utf8')
    for (const { name } of rows) expect(report).toContain(`- **${stemOf(name)}**: `)
    expect(report).toMatch(/^- Node: v\d+/m)
    expect(report).toMatch(/^- PostgreSQL: \d+\.\d+; shared_buffers/m)
  })
})

/** Both pasts are measured the same way, so that one row of each says it. */
const measuredAtScale = [
  'Disk for each posting at 4,000 postings',
  'RequestWithdrawal at 12,400 postings',
  'One command alone, p50 at 12,400 postings',
  'Ceiling: commands through the desk at 12,400 postings',
  'Ceiling: POST /requestWithdrawal, 16 connections at 12,400 postings',
  ...[
    'own activity',
    'own investments',
    'own withdrawals',
    'users by age',
    'users by balance',
    'queue of withdrawals',
    'pending withdrawals',
    'audit log',
    'search of the audit log',
  ].map((list) => `First page, ${list}, p99 at 12,400 postings`),
  'Audit of the books at 12,400 postings',
  'The daily root at 4,000 postings',
  'The day’s proof of what is owed at 12,400 postings',
  'Vacuum of everything at 12,400 postings',
  'Backup at 12,400 postings',
  'Restore at 12,400 postings',
  'Following the chains',
  'Deciding again',
]

describe('a quick run of the bench at scale', { tags: [thorough] }, () => {
  let folder: string
  let rows: Row[]

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'glasshouse-bench-test-'))
    await promisify(execFile)(
      process.execPath,
      ['proofs/bench/run.ts', '--scale', '--quick', '--out', folder],
      { cwd: projectFolder },
    )
    rows = JSON.parse(await readFile(join(folder, 'scale.json'), 'utf8'))
  }, 600_000)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test.each(measuredAtScale)('measures %s', (name) => {
    expect(rows.find((one) => one.name === name)?.value).toBeGreaterThan(0)
  })

  test('says how far it got, and what was run', async () => {
    const report = await readFile(join(folder, 'SCALE.md'), 'utf8')
    expect(report).toContain('# Results of `npm run bench -- --scale`')
    expect(report).toContain('12,400 postings of 400 people were filled in')
    for (const { name } of rows) expect(report).toContain(`- **${stemOf(name)}**: `)
  })
})
