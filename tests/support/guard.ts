/**
 * Clears up after a test run, however it ended: `node tests/support/guard.ts <folder>`. It waits until its standard input
 * closes, which the death of the runner does too, then ends what still runs of that run and removes its folder.
 */
import { execFile } from 'node:child_process'
import { glob, readdir, readFile, readlink, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Which folder?')

type Process = { pid: number; isPostgres: boolean }

/** The processes of a run name its folder in their command or their environment, or work in it. */
async function processesOf(place: string): Promise<Process[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter(
    (name) => /^\d+$/.test(name) && Number(name) !== process.pid,
  )
  if (pids.length === 0) return listedBy(place)
  const about = async (pid: string) => {
    const [command, environment, folder] = await Promise.all(
      [
        readFile(`/proc/${pid}/cmdline`, 'utf8'),
        readFile(`/proc/${pid}/environ`, 'utf8'),
        readlink(`/proc/${pid}/cwd`),
      ].map((text) => text.catch(() => '')),
    )
    return { pid: Number(pid), command: command!, text: [command, environment, folder].join(' ') }
  }
  const found = (await Promise.all(pids.map(about))).filter(({ text }) => text.includes(place))
  return found.map(({ pid, command }) => ({ pid, isPostgres: isPostgres(command) }))
}

/** Where there is no /proc, `ps` tells commands and, of one's own processes, their environment. */
async function listedBy(place: string): Promise<Process[]> {
  const { stdout } = await run('ps', ['-A', '-E', '-o', 'pid=,command='], {
    maxBuffer: 64 * 1024 * 1024,
  })
  const found = stdout
    .split('\n')
    .filter((line) => line.includes(place))
    .map((line) => line.trim().split(/ (.*)/) as [string, string])
  return found
    .map(([pid, command]) => ({ pid: Number(pid), isPostgres: isPostgres(command) }))
    .filter(({ pid }) => pid !== process.pid)
}

const isPostgres = (command: string) => /\/bin\/postgres\b|^postgres:/.test(command)

/** Small disks of the torture, the innermost first. */
async function unmountAll(place: string): Promise<void> {
  const mounts = await readFile('/proc/self/mounts', 'utf8').catch(() => '')
  const below = mounts
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((point) => point.startsWith(`${place}/`))
  for (const point of below.reverse()) await run('umount', ['--lazy', point]).catch(() => {})
}

/** How long PostgreSQL may take to give its shared memory back, which it doesn't when it is killed. */
const patienceMs = 3_000

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // Gone by itself meanwhile.
  }
}

/** A process that is being ended may have begun another: asks until there is none. */
async function endAll(place: string): Promise<void> {
  const begun = performance.now()
  for (;;) {
    const left = await processesOf(place)
    if (left.length === 0) return
    const isPatient = performance.now() - begun < patienceMs
    for (const { pid, isPostgres } of left)
      send(pid, isPostgres && isPatient ? 'SIGQUIT' : 'SIGKILL')
    await wait(50)
  }
}

/** Where PostgreSQL could not reach the folder its data went elsewhere, and a line in the folder says where. */
async function placesElsewhere(place: string): Promise<string[]> {
  const pointers: string[] = []
  for await (const file of glob('{*,*/*,*/*/*}/postgres-folder', { cwd: place }))
    pointers.push(join(place, file))
  return Promise.all(pointers.map(async (file) => (await readFile(file, 'utf8')).trim()))
}

process.stdin.resume()
await new Promise((resolve) => process.stdin.once('close', resolve))
for (const place of [...(await placesElsewhere(folder)), folder]) {
  await endAll(place)
  await unmountAll(place)
  await rm(place, { recursive: true, force: true })
}
