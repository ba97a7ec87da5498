/** Limits how much of one kind of work runs at once. The rest waits in a bounded queue that serves all askers in turn. */
import { asker } from './asker.ts'
import { createShares } from './shares.ts'

/** `perAsker` counts what one asker has running and waiting. */
export type LimiterOptions = { concurrency: number; maxWaiting: number; perAsker: number }

/** The queue: one piece of work of each asker, then round again. */
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
 * Runs work as soon as a slot is free. An asker beyond their share gets `too_many_requests` at once; when `maxWaiting`
 * wait already, everybody gets `busy`.
 */
export function createLimiter({ concurrency, maxWaiting, perAsker }: LimiterOptions) {
  const take = createShares({ whole: concurrency + maxWaiting, each: perAsker })
  const rotation = createRotation()
  let running = 0
  return async function limited<T>(work: () => Promise<T>, who = asker()): Promise<T> {
    const giveBack = take(who)
    if (running >= concurrency) await rotation.wait(who ?? '')
    else running += 1
    try {
      return await work()
    } finally {
      giveBack()
      // The slot passes on to the next in the queue, or is free.
      const next = rotation.next()
      if (next) next()
      else running -= 1
    }
  }
}

/** A limiter for each asker: how much of theirs runs at once, whatever others do. */
export function createLimiterPerAsker({
  concurrency,
  maxWaiting,
}: Omit<LimiterOptions, 'perAsker'>) {
  const limiters = new Map<string, { limited: ReturnType<typeof createLimiter>; users: number }>()
  return async function limitedPerAsker<T>(work: () => Promise<T>, who = asker()): Promise<T> {
    if (who === null) return work()
    const own = limiters.get(who) ?? {
      limited: createLimiter({ concurrency, maxWaiting, perAsker: concurrency + maxWaiting }),
      users: 0,
    }
    limiters.set(who, own)
    own.users += 1
    try {
      return await own.limited(work, who)
    } finally {
      own.users -= 1
      if (own.users === 0) limiters.delete(who)
    }
  }
}
