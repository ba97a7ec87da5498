/** Work that must not crowd out other work: so much of it at once, the rest in a queue with an end. */
import { ProblemError } from '../contract/problems.ts'

/** Runs what it is given as soon as a place is free. Whoever comes when `mostWaiting` wait already gets `busy` at once. */
export function createTurns({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }) {
  let running = 0
  const queue: (() => void)[] = []
  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (queue.length >= mostWaiting) throw new ProblemError('busy', 2)
      await new Promise<void>((resolve) => queue.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      // The place passes on to the next in the queue, or is free.
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
