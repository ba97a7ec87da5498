/** How much memory a process and those that it has started have, as Linux counts it. */
import { readdirSync, readFileSync } from 'node:fs'

function parentOf(pid: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return 0
  }
}

function ownMb(pid: number): number {
  try {
    return (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096) / 1e6
  } catch {
    return 0
  }
}

/** In MB; 0 where there is no /proc. */
export function residentMb(pid: number): number {
  let children: string[] = []
  try {
    children = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  } catch {
    return 0
  }
  const own = children.filter((child) => parentOf(child) === pid).map(Number)
  return own.reduce((sum, child) => sum + ownMb(child), ownMb(pid))
}

/** Looks again and again until it is stopped; answers the most that it saw. */
export function watchResident(pid: number, everyMs = 15): { stop(): number } {
  let most = residentMb(pid)
  const timer = setInterval(() => {
    most = Math.max(most, residentMb(pid))
  }, everyMs)
  return {
    stop() {
      clearInterval(timer)
      return most
    },
  }
}
