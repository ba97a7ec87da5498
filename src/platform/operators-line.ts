/** Errors that an operator can do something about, as one line each. Everything else is a fault of ours, and keeps its stack. */
import { CannotStart } from './cannot-start.ts'
import { isConnectionFault } from './connection-fault.ts'

type FileFault = NodeJS.ErrnoException & { path: string; code: string }

/** Of a folder or file that can't be used: its rights, its place, its disk. */
const fileCodes = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOENT',
  'ENOTDIR',
  'EISDIR',
  'EEXIST',
  'ENOSPC',
  'EDQUOT',
])

function isFileFault(error: unknown): error is FileFault {
  const { code, path } = (error ?? {}) as Partial<FileFault>
  return typeof path === 'string' && code !== undefined && fileCodes.has(code)
}

/** Node’s own words for the code, as "permission denied" in "EACCES: permission denied, open '/secret'". */
const reasonIn = ({ message, code }: FileFault): string =>
  /^[A-Z]+: ([^,]+),/.exec(message)?.[1] ?? code

/** What was done before it may stand; what wasn't finished is done again by the next run. Null for a fault of ours. */
export function operatorsLine(error: unknown): string | null {
  if (error instanceof CannotStart) return error.message
  if (isFileFault(error))
    return `${error.path} can’t be used: ${reasonIn(error)} (${error.code}, ${error.syscall}).`
  if (isConnectionFault(error)) {
    const { message, code } = error as NodeJS.ErrnoException
    return `The database can’t be reached: ${message || code}. Start again once it answers.`
  }
  return null
}
