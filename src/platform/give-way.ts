import { setPriority } from 'node:os'

/** Lowers the priority of this thread alone, which only Linux can do: elsewhere it would be the whole process. 19 is the least. */
export function giveWay(priority: number): void {
  if (process.platform === 'linux') setPriority(priority)
}
