/** What rules count or add up: a value for each argument, read under locks that keep it as it is. */
import type { Instant } from '../lib/instant.ts'
import type { Decided } from './decide.ts'
import { answering, reading, type Answering, type Arg, type Read, type Source } from './read.ts'
import type { World } from './world.ts'

/** How a fact is found out in memory: it follows the journal. */
export type Remembered<A extends Arg, V = unknown> = {
  /** All that it remembers, if it remembers anything: plain values, which `inMemory` takes up again. */
  readonly state?: unknown
  add(decided: Decided, wall: Instant): void
  valueOf(arg: A, house: { world: World; now: Instant; wall: Instant }): V
}

export type Fact<A extends Arg, V> = Answering<A, V> & {
  of(arg: A): Read
  // oxlint-disable-next-line typescript/no-explicit-any -- each fact takes up what it has remembered itself
  inMemory(state?: any): Remembered<A, V>
}

export function defineFact<A extends Arg, V>({
  inMemory,
  ...definition
}: Omit<Answering<A, V>, 'fill'> & Pick<Fact<A, V>, 'inMemory'>): Fact<A, V> {
  const fact: Fact<A, V> = Object.assign(answering(definition), {
    of: (arg: A) => reading(fact, arg),
    inMemory,
  })
  return fact
}

/** Rows are no facts: a desk in memory has them all. */
export const isFact = (source: Source): source is Fact<Arg, unknown> => 'inMemory' in source
