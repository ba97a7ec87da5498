/** What `npm test` does: builds, checks, runs the tests, and closes with how long each part took and one line of counts. */
import { spawn } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { runChecks } from '../scripts/checks.ts'
import { ensureWebBuild } from '../src/platform/web-build.ts'
import { isLeftToAll } from './support/extent.ts'
import { findBrowser } from './support/find-browser.ts'

const root = join(import.meta.dirname, '..')
const reportFile = join(tmpdir(), 'tests.json')
/** How long every test took, for whoever makes them quicker. */
const lastReport = join(root, '.cache/tests.json')

type Count = { passed: number; failed: number }
type Part = { name: string; seconds: number }

const print = (line: string) => process.stdout.write(`${line}\n`)
const took: Part[] = []

async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const begun = performance.now()
  const result = await work()
  took.push({ name, seconds: (performance.now() - begun) / 1000 })
  return result
}

/** One thing that must work before others can; its failure is counted and told, and the rest still runs. */
async function prepare(name: string, work: () => Promise<unknown>): Promise<Count> {
  try {
    await work()
    print(`✓ ${name}`)
    return { passed: 1, failed: 0 }
  } catch (error) {
    print(`✗ ${name}: ${(error as Error).message}`)
    return { passed: 0, failed: 1 }
  }
}

type Report = {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    startTime: number
    endTime: number
    message: string
    assertionResults: {
      fullName: string
      status: string
      tags: string[]
      failureMessages: string[]
    }[]
  }[]
}

function runVitest(args: string[]): Promise<number | null> {
  const child = spawn(
    process.execPath,
    [
      join(root, 'node_modules/.bin/vitest'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${reportFile}`,
      ...args,
    ],
    { cwd: root, stdio: 'inherit' },
  )
  return new Promise((resolve) => child.once('close', (code) => resolve(code)))
}

/** What couldn't run here is named; what is left to the whole run is counted. */
function nameSkipped({ testResults }: Report): void {
  let left = 0
  for (const { name, assertionResults } of testResults) {
    for (const { fullName, status, tags } of assertionResults) {
      if (status === 'passed' || status === 'failed') continue
      if (isLeftToAll(tags)) left += 1
      else print(`skipped: ${relative(root, name)}: ${fullName}`)
    }
  }
  if (left > 0) print(`${left} tests are left to npm run test:all`)
}

const firstLine = (text = '') => text.split('\n', 1)[0]!

/** Each failure in a line of its own: whoever sees only the end of a long run sees them all. */
function nameFailed({ testResults }: Report): void {
  for (const { name, status, message, assertionResults } of testResults) {
    const file = relative(root, name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    for (const { fullName, failureMessages } of failed)
      print(`failed: ${file}: ${fullName}: ${firstLine(failureMessages[0])}`)
    if (status === 'failed' && failed.length === 0) print(`failed: ${file}: ${firstLine(message)}`)
  }
}

/** The kinds of tests run one after the other: from the first that began to the last that ended. */
function addKinds({ testResults }: Report): void {
  const kinds = Object.groupBy(
    testResults,
    ({ name }) => /tests\/(e2e|integration)\//.exec(name)?.[1] ?? 'unit',
  )
  for (const [name, files] of Object.entries(kinds)) {
    const [begun, ended] = [
      Math.min(...files!.map(({ startTime }) => startTime)),
      Math.max(...files!.map(({ endTime }) => endTime)),
    ]
    took.push({ name: `${name}, ${files!.length} files`, seconds: (ended - begun) / 1000 })
  }
}

/** A file that can't be loaded has no tests to fail, and an error outside of a test belongs to none: both count as one. */
async function countVitest(args: string[]): Promise<Count> {
  const code = await timed('all tests', () => runVitest(args))
  const text = await readFile(reportFile, 'utf8').catch(() => null)
  if (text === null) return { passed: 0, failed: 1 }
  await mkdir(dirname(lastReport), { recursive: true })
  await writeFile(lastReport, text)
  const report = JSON.parse(text) as Report
  nameSkipped(report)
  nameFailed(report)
  addKinds(report)
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  const failed = report.numFailedTests + unloaded.length
  return { passed: report.numPassedTests, failed: code !== 0 && failed === 0 ? 1 : failed }
}

function inMinutes(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), Math.round(seconds % 60)]
  return minutes === 0 ? `${rest} s` : `${minutes} min ${rest} s`
}

const args = process.argv.slice(2)
const counts = [
  await timed('build', () => prepare('a build of the web app', () => ensureWebBuild(print))),
  // Whoever says what to run wants to know about that.
  ...(args.length > 0 ? [] : [await timed('checks', runChecks)]),
  await prepare('a browser', async () => {
    process.env.GLASSHOUSE_TEST_BROWSER = await findBrowser()
  }),
  await countVitest(args),
]
for (const { name, seconds } of took) print(`${inMinutes(seconds).padStart(12)}  ${name}`)
const total = counts.reduce((sum, { passed, failed }) => ({
  passed: sum.passed + passed,
  failed: sum.failed + failed,
}))
print(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1
