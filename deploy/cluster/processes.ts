/** The processes of a cluster on one machine, each in its host's namespace, known by pid and by when it began. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { idsOf } from './shell.ts'

export type Running = { name: string; pid: number; began: string }

export type Program = {
  /** Of its log and of the file with its pid. */
  name: string
  namespace: string
  user: string
  folder: string
  command: readonly string[]
  env?: Record<string, string>
}

/** When the process began, in ticks since the machine did; null where there is none. A pid alone may be somebody else's by now. */
export function beganAt(pid: number): string | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state, ...rest] = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' ? null : (rest[18] ?? null)
  } catch {
    return null
  }
}

export const isAlive = ({ pid, began }: Running) => beganAt(pid) === began

/** Whether it was there to be told. */
export function signal(running: Running, name: NodeJS.Signals): boolean {
  if (!isAlive(running)) return false
  try {
    return process.kill(running.pid, name)
  } catch {
    return false
  }
}

export class Processes {
  readonly #logs: string
  readonly #pids: string

  constructor(folder: string) {
    this.#logs = join(folder, 'logs')
    this.#pids = join(folder, 'pids')
  }

  logOf(name: string): string {
    return join(this.#logs, `${name}.log`)
  }

  async start({ name, namespace, user, folder, command, env }: Program): Promise<Running> {
    await Promise.all([this.#logs, this.#pids].map((at) => mkdir(at, { recursive: true })))
    const log = await open(this.logOf(name), 'a')
    const [uid, gid] = await idsOf(user)
    // Each of these becomes the next one: the pid stays that of the program.
    const become = [`--reuid=${uid}`, `--regid=${gid}`, '--init-groups', '--', ...command]
    const as = user === 'root' ? command : ['setpriv', ...become]
    const child = spawn('ip', ['netns', 'exec', namespace, ...as], {
      cwd: folder,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8', TZ: 'UTC', ...env },
    })
    await log.close()
    child.on('error', () => {})
    child.unref()
    const { pid } = child
    const began = pid === undefined ? null : beganAt(pid)
    if (pid === undefined || began === null) throw new Error(`${name} did not start`)
    await writeFile(join(this.#pids, name), `${pid} ${began}\n`)
    return { name, pid, began }
  }

  async find(name: string): Promise<Running | null> {
    const path = join(this.#pids, name)
    if (!existsSync(path)) return null
    const [pid, began = ''] = (await readFile(path, 'utf8')).trim().split(' ')
    const running = { name, pid: Number(pid), began }
    return isAlive(running) ? running : null
  }

  async all(): Promise<Running[]> {
    const names = await readdir(this.#pids).catch(() => [])
    const found = await Promise.all(names.map((name) => this.find(name)))
    return found.filter((running) => running !== null)
  }

  async forget(): Promise<void> {
    await rm(this.#pids, { recursive: true, force: true })
  }
}
