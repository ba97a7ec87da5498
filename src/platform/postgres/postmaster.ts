/** The running PostgreSQL of a data directory, as its `postmaster.pid` tells it. */
import { execFile } from 'node:child_process'
import { link, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isAlive } from '../alive.ts'

export type Postmaster = { pid: number; socketFolder: string; port: number; status: string }

async function commandOf(pid: number): Promise<string> {
  const fromProc = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null)
  if (fromProc !== null) return fromProc.replaceAll('\0', ' ')
  const { stdout } = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(
    () => ({ stdout: '' }),
  )
  return stdout
}

/** The lines of the file: pid, data directory, start, port, socket folder, address, shared memory, status. */
function parse(text: string): Postmaster | null {
  const lines = text.split('\n').map((line) => line.trim())
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return null
  return {
    pid,
    port: Number(lines[3] || 5432),
    socketFolder: lines[4] ?? '',
    status: lines[7] ?? 'starting',
  }
}

const fileOf = (dataDirectory: string) => join(dataDirectory, 'postmaster.pid')

async function read(file: string): Promise<Postmaster | null> {
  return parse(
    await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return ''
      throw error
    }),
  )
}

/** A number may have passed to another process, or to one that is dead but not yet buried. */
async function runsOn(dataDirectory: string, { pid }: Postmaster): Promise<boolean> {
  if (!isAlive(pid)) return false
  const command = await commandOf(pid)
  return command.includes('postgres') && command.includes(dataDirectory)
}

/** The PostgreSQL that runs on a data directory, or null. */
export async function findPostmaster(dataDirectory: string): Promise<Postmaster | null> {
  const postmaster = await read(fileOf(dataDirectory))
  return postmaster && (await runsOn(dataDirectory, postmaster)) ? postmaster : null
}

/**
 * Removes what a killed PostgreSQL left behind. It does so itself when its number is free, but
 * refuses to start when another process has the number now. Another start may have put a new file
 * there meanwhile: it is taken aside first, and put back when it isn't the one that was meant.
 */
export async function removeStaleFile(dataDirectory: string): Promise<void> {
  const file = fileOf(dataDirectory)
  const found = await read(file)
  if (!found || (await runsOn(dataDirectory, found))) return
  const aside = `${file}.${process.pid}`
  try {
    await rename(file, aside)
    if ((await read(aside))?.pid !== found.pid) await link(aside, file)
    await rm(aside)
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}
