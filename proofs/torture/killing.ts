/** Ends and stops processes: only those that the torture has started, and their children. Everything at once, so that the moment is the caller's. */
import { readdirSync, readFileSync } from 'node:fs'
import { until } from './patience.ts'

function stateOf(pid: number): { parent: number; state: string } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const [state, parent] = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { state: state!, parent: Number(parent) }
  } catch {
    return null
  }
}

export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ').trim()
  } catch {
    return ''
  }
}

/** Dead, or a zombie. */
function isGone(pid: number): boolean {
  const found = stateOf(pid)
  return found === null || found.state === 'Z'
}

export function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1')
      .split(' ')
      .filter(Boolean)
      .map(Number)
  } catch {
    // A kernel that doesn't list them.
    return readdirSync('/proc')
      .map(Number)
      .filter((child) => child > 0 && stateOf(child)?.parent === pid)
  }
}

export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

/** Throws unless the process is the expected one: pids are reused. */
export function mustBe(pid: number, part: string): void {
  if (!commandOf(pid).includes(part)) throw new Error(`Process ${pid} is not ${part}`)
}

/** Kills a postmaster and all its children at once, and returns the numbers. */
export function killTree(postmaster: number): number[] {
  const children = childrenOf(postmaster)
  // The postmaster first: it would answer the death of a child by ending the others in order.
  for (const pid of [postmaster, ...children]) signal(pid, 'SIGKILL')
  return [postmaster, ...children]
}

export async function allGone(pids: readonly number[]): Promise<void> {
  await until('the killed processes have ended', () => pids.every(isGone), 60_000, 2)
}

/** A backend that serves this user and is in the middle of something, by its title. */
export function findBusyBackend(postmaster: number, user: string): number | null {
  return (
    childrenOf(postmaster).find((pid) => {
      const title = commandOf(pid)
      return title.startsWith(`postgres: ${user} `) && !title.endsWith(' idle')
    }) ?? null
  )
}
