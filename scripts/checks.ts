/** What is checked without running the product. `npm run check` prints each step, `npm test` counts each as a test. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

type Check = { name: string; command: string; args: string[] }

/** Import rules, file names and the lengths of functions and files are held by tests/tidy.test.ts. */
export const checks: Check[] = [
  { name: 'types of the routes', command: 'react-router', args: ['typegen'] },
  { name: 'types', command: 'tsc', args: ['-b'] },
  { name: 'format', command: 'oxfmt', args: ['--check'] },
  { name: 'lint', command: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
  { name: 'unused code', command: 'knip', args: ['--no-progress'] },
]

/** Runs a tool of the project and returns its exit code and everything it wrote. */
export function runTool(
  command: string,
  args: string[],
): Promise<{ passed: boolean; output: string }> {
  const child = spawn(process.execPath, [join(root, 'node_modules/.bin', command), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1' },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ passed: false, output: error.message }))
    child.once('close', (code) => resolve({ passed: code === 0, output }))
  })
}

/** Runs every check in order, prints its outcome, and returns how many passed and failed. */
export async function runChecks(): Promise<{ passed: number; failed: number }> {
  const count = { passed: 0, failed: 0 }
  for (const { name, command, args } of checks) {
    const begun = performance.now()
    const { passed, output } = await runTool(command, args)
    count[passed ? 'passed' : 'failed'] += 1
    process.stdout.write(
      `${passed ? '✓' : '✗'} ${name} (${((performance.now() - begun) / 1000).toLocaleString('en', { maximumFractionDigits: 1 })} s)\n`,
    )
    if (!passed) process.stdout.write(`${output.trim()}\n`)
  }
  return count
}
