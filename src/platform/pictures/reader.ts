/**
 * Reads strangers' files in a process of its own, one at a time. It stays warm for a while, and is killed when a file takes
 * too long or too much memory; the next file starts another.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { readFileSync, realpathSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { createLimiter } from '../limiter.ts'
import type { Accepted, Answer, Refused, Task } from './task.ts'

export type Reader = {
  accept(bytes: Uint8Array): Promise<Accepted | Refused>
  /** A JPEG of one page of a PDF, counted from 1. */
  page(bytes: Uint8Array, page: number): Promise<Uint8Array | Refused>
  close(): Promise<void>
}

export type ReaderLimits = {
  /** Of the processor's time; and of the clock's four times as much, since it waits for whoever serves people. */
  longestMs: number
  /** By how much it may grow, in MB, resident: it begins with 70 to 110, by machine, and takes 40 more for PDFium and up to 21 for a page. */
  grownMb: number
  /** What it may have grown by before a file is given to it, so that the file still fits: above that the next picture or PDF gets another process. */
  usedMemory: { picture: number; pdf: number }
  warmMs: number
}

const defaultLimits: ReaderLimits = {
  longestMs: 15_000,
  grownMb: 76,
  usedMemory: { picture: 25, pdf: 50 },
  warmMs: 30_000,
}

const project = join(import.meta.dirname, '../../..')
/** Packages may lie elsewhere, behind a link. */
const packages = realpathSync(join(project, 'node_modules'))
/** Of 64 kB each: 80 MB, in which ten of a file and a scanned page fit. */
const wasmPages = 1280
const lookMs = 20
const pageBytes = 4096

const options = [
  '--max-old-space-size=48',
  `--wasm-max-mem-pages=${wasmPages}`,
  '--disable-warning=SecurityWarning',
  '--permission',
  `--allow-fs-read=${join(project, '*')}`,
  `--allow-fs-read=${join(packages, '*')}`,
  '--allow-addons',
]

/** Null after exit, and off Linux. */
function residentMb({ pid }: ChildProcess): number {
  try {
    return (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * pageBytes) / 1e6
  } catch {
    return 0
  }
}

/** Of the processor, in clock ticks of 10 ms, which is what Linux counts in for programs whatever its own are. Elsewhere it is not known. */
function spentMs({ pid }: ChildProcess): number {
  try {
    // The name of the program comes before, in brackets.
    const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .slice(11, 13)
    return (Number(user) + Number(system)) * 10
  } catch {
    return 0
  }
}

/** `beganMb`: what it had in memory once its code was loaded. */
type Started = { child: ChildProcess; beganMb: Promise<number> }

function start(longestMs: number): Started {
  const child = fork(join(import.meta.dirname, 'child.ts'), {
    execArgv: options,
    // Fewer arenas of the allocator: freed memory goes back sooner.
    env: { MALLOC_ARENA_MAX: '2' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // Whoever waits for nothing else may end.
  child.unref()
  child.channel?.unref()
  child.on('error', () => {})
  try {
    // It leaves the processor to whoever serves people.
    setPriority(child.pid!, 10)
  } catch {
    // It has ended already, and says so.
  }
  return { child, beganMb: loaded(child, longestMs).then(() => residentMb(child)) }
}

/** It says so itself. One that has ended, or takes too long, is waited for no longer: its first task will tell. */
function loaded(child: ChildProcess, longestMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, longestMs)
  const done = () => resolve()
  child.once('message', done).once('exit', done).once('error', done)
  return promise.finally(() => {
    clearTimeout(timer)
    child.off('message', done).off('exit', done).off('error', done)
  })
}

const exited = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.ref()
    child.once('exit', () => resolve())
  })

/** Only for how much memory it will need. */
const looksLikePdf = ({ bytes }: Task) =>
  Buffer.from(bytes.subarray(0, 4)).equals(Buffer.from('%PDF'))

/** What the child answers, or what its end means. */
function answerOf(
  { child, atFirstMb }: { child: ChildProcess; atFirstMb: number },
  task: Task,
  { longestMs, grownMb }: ReaderLimits,
): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<Answer>()
  const answer = (message: Answer | { loaded: true }) => {
    if (!('loaded' in message)) resolve(message)
  }
  const end = () => resolve({ refused: 'damaged' })
  const kill = () => {
    resolve({ refused: 'too-costly' })
    child.kill('SIGKILL')
  }
  const timer = setTimeout(kill, 4 * longestMs)
  const before = spentMs(child)
  const watch = setInterval(() => {
    if (residentMb(child) - atFirstMb > grownMb || spentMs(child) - before > longestMs) kill()
  }, lookMs)
  child.on('message', answer).once('exit', end)
  child.send(task, (error) => {
    if (error) end()
  })
  return promise.finally(() => {
    clearTimeout(timer)
    clearInterval(watch)
    child.off('message', answer).off('exit', end)
  })
}

export function createReader(changes: Partial<ReaderLimits> = {}): Reader {
  const limits = { ...defaultLimits, ...changes }
  const limited = createLimiter({ concurrency: 1, maxWaiting: 20, perAsker: 8 })
  let current: Started | null = null
  let cooling: NodeJS.Timeout | undefined

  async function letGo(): Promise<void> {
    clearTimeout(cooling)
    if (current === null) return
    const { child } = current
    current = null
    child.kill('SIGKILL')
    await exited(child)
  }

  async function isUsedUp({ child, beganMb }: Started, task: Task): Promise<boolean> {
    if (!child.connected || child.killed) return true
    const { picture, pdf } = limits.usedMemory
    return residentMb(child) - (await beganMb) > (looksLikePdf(task) ? pdf : picture)
  }

  async function run(task: Task): Promise<Answer> {
    clearTimeout(cooling)
    if (current && (await isUsedUp(current, task))) await letGo()
    const own = (current ??= start(limits.longestMs))
    const started = { child: own.child, atFirstMb: await own.beganMb }
    const answer = await answerOf(started, task, limits)
    // Where it was let go meanwhile, nothing is left to do.
    if (current !== own) return answer
    if (own.child.killed) await letGo()
    cooling = setTimeout(() => void letGo(), limits.warmMs)
    cooling.unref()
    return answer
  }

  return {
    async accept(bytes) {
      const answer = await limited(() => run({ what: 'accept', bytes }))
      return 'accepted' in answer
        ? answer.accepted
        : 'refused' in answer
          ? answer.refused
          : 'damaged'
    },
    async page(bytes, page) {
      const answer = await limited(() => run({ what: 'page', bytes, page }))
      return 'picture' in answer ? answer.picture : 'refused' in answer ? answer.refused : 'damaged'
    },
    close: letGo,
  }
}
