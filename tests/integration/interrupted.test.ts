/** A test run that is ended before its time, by a key or by force, leaves neither a process nor a folder behind. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { extent } from '../support/extent.ts'
import { scratchFolder } from '../support/scratch.ts'
import { projectFolder } from '../support/server.ts'

/** By what they were called with, or told by their environment. */
async function processesOf(folder: string): Promise<string[]> {
  const found: string[] = []
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const [command, environment] = await Promise.all(
      ['cmdline', 'environ'].map((file) =>
        readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => ''),
      ),
    )
    if (`${command}${environment}`.includes(folder)) found.push(command!.replaceAll('\0', ' '))
  }
  return found
}

const ways = extent(
  [['kill -9', 'SIGKILL']] as const,
  [
    ['Ctrl-C', 'SIGINT'],
    ['SIGTERM', 'SIGTERM'],
  ] as const,
)

test.skipIf(process.platform !== 'linux').for(ways)(
  'a run ended by %s leaves no process and no folder',
  async ([, signal]) => {
    const place = await mkdtemp(join(scratchFolder, 'run-'))
    onTestFinished(() => rm(place, { recursive: true, force: true }))
    const ofRun = join(place, 'glasshouse-tests-')
    // PostgreSQL runs as another user where the tests run as root, who has to get through.
    await chmod(place, 0o711)
    const runner = spawn(process.execPath, ['tests/run.ts', 'tests/integration/drain.test.ts'], {
      cwd: projectFolder,
      stdio: 'ignore',
      env: { ...process.env, GLASSHOUSE_TEST_FOLDER: place },
    })
    const ended = once(runner, 'exit')
    // From then on there are a database, a server and whoever waits for them.
    await expect
      .poll(() => processesOf(ofRun), { timeout: 50_000 })
      .toContainEqual(expect.stringContaining('src/server.ts'))
    runner.kill(signal)
    await ended
    await expect.poll(() => processesOf(ofRun), { timeout: 10_000 }).toEqual([])
    expect(await readdir(place)).toEqual([])
  },
)
