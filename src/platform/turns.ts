/** Work that must not crowd out other work: so much of it at once, the rest in a queue with an end, in which everybody has a share. */
import { asker } from './asker.ts'
import { createShares } from './shares.ts'

/** `each`: the most of one asker, at work and waiting together. */
export type TurnLimits = { atOnce: number; mostWaiting: number; each: number }

/** Who waits, in the order in which they are served: one of each asker, and round again. */
function createRotation() {
  const waiting = new Map<string, (() => void)[]>()
  return {
    wait(who: string): Promise<void> {
      return new Promise((resolve) => {
        const own = waiting.get(who)
        if (own) own.push(resolve)
        else waiting.set(who, [resolve])
      })
    },
    next(): (() => void) | undefined {
      for (const [who, own] of waiting) {
        waiting.delete(who)
        const first = own.shift()
        if (own.length > 0) waiting.set(who, own)
        return first
      }
      return undefined
    },
  }
}

/**
 * Runs what it is given as soon as a place is free, those who ask one after the other. Whoever comes beyond their share
 * gets `too_many_requests` at once, and when `mostWaiting` wait already, everybody `busy`.
 */
export function createTurns({ atOnce, mostWaiting, each }: TurnLimits) {
  const take = createShares({ whole: atOnce + mostWaiting, each })
  const rotation = createRotation()
  let running = 0
  return async function inTurn<T>(work: () => Promise<T>, who = asker()): Promise<T> {
    const giveBack = take(who)
    if (running >= atOnce) await rotation.wait(who ?? '')
    else running += 1
    try {
      return await work()
    } finally {
      giveBack()
      // The place passes on to the next in the rotation, or is free.
      const next = rotation.next()
      if (next) next()
      else running -= 1
    }
  }
}

/** The same for everybody by themselves: so much of one asker's work at once, whatever others do. */
export function createOwnTurns({ atOnce, mostWaiting }: Omit<TurnLimits, 'each'>) {
  const lanes = new Map<string, { inTurn: ReturnType<typeof createTurns>; users: number }>()
  return async function inOwnTurn<T>(work: () => Promise<T>, who = asker()): Promise<T> {
    if (who === null) return work()
    const lane = lanes.get(who) ?? {
      inTurn: createTurns({ atOnce, mostWaiting, each: atOnce + mostWaiting }),
      users: 0,
    }
    lanes.set(who, lane)
    lane.users += 1
    try {
      return await lane.inTurn(work, who)
    } finally {
      lane.users -= 1
      if (lane.users === 0) lanes.delete(who)
    }
  }
}
