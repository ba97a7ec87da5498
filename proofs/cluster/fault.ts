/** What a fault is. */
import type { Cluster } from '../../deploy/cluster/cluster.ts'
import type { Host } from '../../deploy/cluster/site.ts'
import type { Chance } from '../torture/chance.ts'
import type { House } from './house.ts'

export type Scene = {
  cluster: Cluster
  primary: Host
  standby: Host
  chance: Chance
  house: House
  /** A line of the report. */
  note(line: string): void
}

export type Fault = {
  name: string
  says: string
  /** Returns what mends it. */
  strike(scene: Scene): Promise<() => Promise<unknown>>
  /** At least this long until it is mended; otherwise it is as soon as the house can be written again. */
  mendAfterMs?: number
  /** Nobody can write before it is mended: the time counts from there. */
  countsFromMending?: boolean
  /** What this machine lacks for it, or null. */
  lacks?(): string | null
}
