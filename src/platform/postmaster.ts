/** The running PostgreSQL of a data directory, as its `postmaster.pid` tells it. */
import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

export type Postmaster = { pid: number; socketFolder: string; port: number; status: string }

/** Whether a process exists, even one of another user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function commandOf(pid: number): Promise<string> {
  const fromProc = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null)
  if (fromProc !== null) return fromProc.replaceAll('\0', ' ')
  const { stdout } = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
  return stdout
}

/** The lines of the file: pid, data directory, start, port, socket folder, address, shared memory, status. */
function parse(text: string): Postmaster | null {
  const lines = text.split('\n').map((line) => line.trim())
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return null
  return { pid, port: Number(lines[3] || 5432), socketFolder: lines[4] ?? '', status: lines[7] ?? 'starting' }
}

/**
 * The PostgreSQL that runs on a data directory, or null. A file that a killed one left behind is
 * removed when its number now belongs to another process, since PostgreSQL would refuse to start.
 */
export async function findPostmaster(dataDirectory: string): Promise<Postmaster | null> {
  const file = join(dataDirectory, 'postmaster.pid')
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const postmaster = parse(text)
  if (!postmaster || !isAlive(postmaster.pid)) return null
  const command = await commandOf(postmaster.pid)
  if (command.includes('postgres') && command.includes(dataDirectory)) return postmaster
  await rm(file, { force: true })
  return null
}
