/** The project's checkers: how each is called in a copy of the tree, and how it reports what it found. */
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Red means that it names what is wrong; a checker that could not run, or found something else, has proved nothing. */
export type Seen =
  | { word: 'green' }
  | { word: 'red'; faults: string[] }
  | { word: 'broken'; why: string }

type Ended = { code: number | null; stdout: string; stderr: string; folder: string }

export type Checker = {
  /** As one would type it. */
  says: string
  args(seed: number): string[]
  read(ended: Ended): Promise<Seen>
}

const lastLines = (text: string) => text.trim().split('\n').slice(-3).join(' / ')
const broken = ({ code, stdout, stderr }: Ended): Seen => ({
  word: 'broken',
  why: `exit ${code ?? 'by a signal'}: ${lastLines(stderr) || lastLines(stdout)}`,
})

function simulation(...options: string[]): Checker {
  return {
    says: `proofs/simulation/run.ts ${options.join(' ')}`,
    args: (seed) => ['proofs/simulation/run.ts', ...options, '--seed', String(seed)],
    async read(ended) {
      const found = /^DIFFERENCE: [^]*/m.exec(ended.stderr)
      if (ended.code === 1 && found) return { word: 'red', faults: [found[0]] }
      return ended.code === 0 ? { word: 'green' } : broken(ended)
    },
  }
}

export const inMemory = (commands: number) => simulation('--commands', String(commands))
export const loansAlone = (histories: number) => simulation('--loans', String(histories))
export const throughDatabase = (commands: number) =>
  simulation('--database', '--commands', String(commands))

const jsonFile = '.cache/found.json'

async function readJson<T>(folder: string): Promise<T | null> {
  return JSON.parse(await readFile(join(folder, jsonFile), 'utf8').catch(() => 'null')) as T | null
}

/** This many strikes of one fault of the torture. */
export function torture(fault: string, strikes: number): Checker {
  const options = ['--only', fault, '--rounds', '1', '--strikes', String(strikes)]
  return {
    says: `proofs/torture/run.ts ${options.join(' ')}`,
    args: (seed) => [
      'proofs/torture/run.ts',
      ...options,
      '--seed',
      String(seed),
      '--json',
      jsonFile,
      '--keep',
      '.cache/kept',
    ],
    async read(ended) {
      const found = await readJson<{ faults: string[] }>(ended.folder)
      if (ended.code === 1 && found) return { word: 'red', faults: found.faults }
      return ended.code === 0 ? { word: 'green' } : broken(ended)
    },
  }
}

type Report = {
  numPassedTests: number
  testResults: {
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

/** A file of the tests. A file that can't be loaded fails as well, but no test of it does. */
export function tests(file: string): Checker {
  return {
    says: `vitest run ${file}`,
    args: () => [
      'node_modules/.bin/vitest',
      'run',
      '--project',
      'unit',
      '--project',
      'integration',
      file,
      '--reporter=json',
      `--outputFile.json=${jsonFile}`,
    ],
    async read(ended) {
      const report = await readJson<Report>(ended.folder)
      const failed =
        report?.testResults
          .flatMap(({ assertionResults }) => assertionResults)
          .filter(({ status }) => status === 'failed') ?? []
      if (failed.length > 0)
        return {
          word: 'red',
          faults: failed.map(
            ({ fullName, failureMessages }) => `${fullName}: ${failureMessages.join('\n')}`,
          ),
        }
      return ended.code === 0 && report && report.numPassedTests > 0
        ? { word: 'green' }
        : broken(ended)
    },
  }
}

/** No checker takes nearly as long. One that does hangs. */
const patienceMs = 300_000

export type Place = { folder: string; databaseUrl: string | null; seed: number }

/** Runs a checker in a copy of the tree. `more` are options beside its own. */
export async function check(
  checker: Checker,
  { folder, databaseUrl, seed }: Place,
  more: readonly string[] = [],
): Promise<Seen> {
  const child = spawn(process.execPath, [...checker.args(seed), ...more], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: {
      ...process.env,
      NO_COLOR: '1',
      GLASSHOUSE_TESTS: 'all',
      ...(databaseUrl ? { TEST_DATABASE_URL: databaseUrl } : {}),
    },
  })
  let hung = false
  const watch = setTimeout(() => {
    hung = true
    process.kill(-child.pid!, 'SIGKILL')
  }, patienceMs)
  const written = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => (written[name] += text))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  clearTimeout(watch)
  return hung
    ? { word: 'broken', why: `it hung, and was ended after ${patienceMs / 1000} s` }
    : checker.read({ code, ...written, folder })
}
