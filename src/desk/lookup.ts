/** What a command names but doesn’t hold, such as whose a row is: read without a lock, since it never changes. All else is read again under the lock. */
import type { Found } from './read.ts'
import type { World } from './world.ts'

/** What is looked up before any lock is taken, to learn whose books a command touches; null where there is nothing like it. */
export type Lookup<V> = {
  name: string
  /** Selects at most one row. */
  text: string
  value: string
  from(row: Found): V | null
  inMemory(world: World): V | null
}
