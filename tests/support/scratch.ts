/** Where the tests keep their databases: in shared memory where the system has room there, since what they write need not outlive them. */
import { statfsSync } from 'node:fs'

/** More than a whole run has been seen to take at a time. */
const neededBytes = 4_000_000_000

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= neededBytes
  } catch {
    return false
  }
}

/** Short, since the path of a socket has to fit below it, and open to the user that PostgreSQL runs as. */
export const scratchFolder =
  process.env.GLASSHOUSE_TEST_FOLDER ?? (hasRoom('/dev/shm') ? '/dev/shm' : '/tmp')
