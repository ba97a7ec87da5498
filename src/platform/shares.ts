/** A fixed number of places, of which each caller gets only a share, so that nobody takes them from the others. */
import { ProblemError } from '../contract/problems.ts'
import { asker } from './asker.ts'

/** `each`: the most that one asker holds. The house itself has no share: it asks no more than it was built to. */
export type Places = { whole?: number; each: number }

/** Takes a place, and answers with what gives it back, once. Throws `too_many_requests` for the asker's own share, `busy` for the whole. */
export type Take = (who?: string | null) => () => void

export function createShares({ whole = Number.POSITIVE_INFINITY, each }: Places): Take {
  const held = new Map<string, number>()
  let taken = 0
  return function take(who = asker()) {
    const own = who === null ? 0 : (held.get(who) ?? 0)
    if (own >= each) throw new ProblemError('too_many_requests', 1)
    if (taken >= whole) throw new ProblemError('busy', 1)
    taken += 1
    if (who !== null) held.set(who, own + 1)
    let given = false
    return () => {
      if (given) return
      given = true
      taken -= 1
      if (who === null) return
      const left = held.get(who)! - 1
      if (left === 0) held.delete(who)
      else held.set(who, left)
    }
  }
}
