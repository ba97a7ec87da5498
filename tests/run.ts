/** `npm test`: builds, checks, runs every test, and closes with one line of counts. */
import '../src/platform/node-version.ts'
import { spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { runChecks } from '../scripts/checks.ts'
import { ensureWebBuild } from '../src/platform/web-build.ts'
import { findBrowser } from './support/find-browser.ts'

const root = join(import.meta.dirname, '..')
const reportFile = join(root, '.cache', `tests-${process.pid}.json`)

type Count = { passed: number; failed: number }

const print = (line: string) => process.stdout.write(`${line}\n`)

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
    assertionResults: { fullName: string; status: string }[]
  }[]
}

function runVitest(args: string[]): Promise<number | null> {
  const child = spawn(
    process.execPath,
    [join(root, 'node_modules/.bin/vitest'), 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`, ...args],
    { cwd: root, stdio: 'inherit' },
  )
  return new Promise((resolve) => child.once('close', (code) => resolve(code)))
}

function nameSkipped(report: Report): void {
  for (const file of report.testResults) {
    for (const { fullName, status } of file.assertionResults) {
      if (status === 'passed' || status === 'failed') continue
      print(`skipped: ${relative(root, file.name)}: ${fullName}`)
    }
  }
}

/** A file that can't be loaded has no tests to fail, and an error outside of a test belongs to none: both count as one. */
async function countVitest(args: string[]): Promise<Count> {
  const code = await runVitest(args)
  const text = await readFile(reportFile, 'utf8').catch(() => null)
  await rm(reportFile, { force: true })
  if (text === null) return { passed: 0, failed: 1 }
  const report = JSON.parse(text) as Report
  nameSkipped(report)
  const unloaded = report.testResults.filter(({ status, assertionResults }) =>
    status === 'failed' && !assertionResults.some((test) => test.status === 'failed'))
  const failed = report.numFailedTests + unloaded.length
  return { passed: report.numPassedTests, failed: code !== 0 && failed === 0 ? 1 : failed }
}

const counts = [
  await prepare('a build of the web app', () => ensureWebBuild(print)),
  await runChecks(),
  await prepare('a browser', async () => {
    process.env.GLASSHOUSE_TEST_BROWSER = await findBrowser()
  }),
  await countVitest(process.argv.slice(2)),
]
const total = counts.reduce((sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }))
print(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1
