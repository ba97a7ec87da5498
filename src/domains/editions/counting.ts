/** Which edition of a policy counts at a moment. Pure. */
import type { Instant } from '../../lib/instant.ts'

type Counted = { id: string; policy: string; status: string; countsFrom: Instant }

/** The one of each policy that counts then: the last that has begun to. */
export function countingAt<E extends Counted>(all: readonly E[], at: Instant): E[] {
  const last = new Map<string, E>()
  for (const one of all) {
    const before = last.get(one.policy)
    if (one.status === 'published' && one.countsFrom <= at)
      if (!before || one.countsFrom > before.countsFrom) last.set(one.policy, one)
  }
  return [...last.values()]
}

/** Those that will begin to count, soonest first. */
export const comingAfter = <E extends Counted>(all: readonly E[], at: Instant): E[] =>
  all
    .filter(({ status, countsFrom }) => status === 'published' && countsFrom > at)
    .toSorted((a, b) => a.countsFrom - b.countsFrom)

/** What counts then and isn't accepted. */
export const toAccept = <E extends Counted>(
  all: readonly E[],
  accepted: ReadonlySet<string>,
  at: Instant,
): E[] => countingAt(all, at).filter(({ id }) => !accepted.has(id))
