/**
 * `npm test` runs what finds most, `npm run test:all` everything there is; what follows `--` goes to Vitest, which then
 * runs alone. Whatever it starts and writes belongs to one folder, and is gone within seconds when it ends, however it ends.
 */
import '../src/platform/node-version.ts'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { scratchFolder } from './support/scratch.ts'

const folder = await mkdtemp(join(scratchFolder, 'glasshouse-tests-'))
// Tests run as other users too, who have to get through here to folders of their own.
await chmod(folder, 0o711)

const asked = process.argv.slice(2)
const settings = {
  TMPDIR: folder,
  GLASSHOUSE_TEST_FOLDER: folder,
  ...(asked.includes('--all') ? { GLASSHOUSE_TESTS: 'all' } : {}),
}

/** In a session of its own: what the terminal sends to all reaches neither, only the runner. */
function start(
  [file, ...args]: [string, ...string[]],
  input: 'pipe' | 'ignore',
  more: Record<string, string> = {},
): ChildProcess {
  return spawn(process.execPath, [join(import.meta.dirname, file), ...args], {
    detached: true,
    stdio: [input, 'inherit', 'inherit'],
    env: { ...process.env, ...more },
  })
}

const guard = start(['support/guard.ts', folder], 'pipe')
const parts = start(['parts.ts', ...asked.filter((arg) => arg !== '--all')], 'ignore', settings)

const interrupted = new Promise<number>((resolve) => {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)
    process.once(signal, () => resolve(code))
})
const code = await Promise.race([
  once(parts, 'close').then(([status]) => (status as number | null) ?? 1),
  interrupted,
])
guard.stdin!.end()
await once(guard, 'close')
process.exitCode = code
