/** A fixed number of places, of which each caller gets only a share, so that nobody takes them from the others. */
import { ProblemError } from '../contract/problems.ts'
import { asker } from './asker.ts'

/**
 * `each`: the most that one asker holds. The house itself has no share: it asks no more than it was built to. `scarceFrom`:
 * from as many taken on, nobody gets a further one beside those they hold.
 */
export type Places = { whole?: number; each: number; scarceFrom?: number }

/** Takes so many places, and answers with what gives them back, once. Throws `too_many_requests` for the asker's own share, `busy` for the whole. */
export type Take = (who?: string | null, places?: number) => () => void

export function createShares({ whole = Infinity, each, scarceFrom = Infinity }: Places): Take {
  const held = new Map<string, number>()
  let taken = 0
  return function take(who = asker(), places = 1) {
    const own = who === null ? 0 : (held.get(who) ?? 0)
    if (own + places > each) throw new ProblemError('too_many_requests', 1)
    if (taken + places > whole || (own > 0 && taken >= scarceFrom))
      throw new ProblemError('busy', 1)
    taken += places
    if (who !== null) held.set(who, own + places)
    let given = false
    return () => {
      if (given) return
      given = true
      taken -= places
      if (who === null) return
      const left = held.get(who)! - places
      if (left === 0) held.delete(who)
      else held.set(who, left)
    }
  }
}

/** Takes a place of each kind, or none: what was taken is given back where a later one is refused. */
export function takeEach(...takes: readonly (() => () => void)[]): () => void {
  const taken: (() => void)[] = []
  const giveBack = () => {
    for (const give of taken.splice(0)) give()
  }
  try {
    for (const take of takes) taken.push(take())
  } catch (error) {
    giveBack()
    throw error
  }
  return giveBack
}
