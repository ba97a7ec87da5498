/** How streams of events are served: by one look for all listeners of a process, again and again while there are any. */
import type { Duplex } from 'node:stream'
import type { Log } from '../../platform/log.ts'

/** Keeps the way open through whatever closes silent connections. */
export const beatMs = 15_000
/** Then a stream ends; a browser that still listens comes back, and its session is checked as at the beginning. */
export const longestMs = 5 * 60_000
/** A browser that leaves this much unread isn't listening. */
export const maxUnread = 16 * 1024

/** Answers with what is called when somebody begins to listen. */
export function lookWhileHeard(
  listeners: { readonly size: number },
  everyMs: number,
  look: () => Promise<void>,
  log: Log,
): () => Promise<void> {
  let looking = false
  return async () => {
    if (looking) return
    looking = true
    while (listeners.size > 0) {
      await look().catch((error: unknown) =>
        log.error({ err: error }, 'open pages could not be told of changes'),
      )
      await new Promise((resolve) => setTimeout(resolve, everyMs))
    }
    looking = false
  }
}

/**
 * Whether there is room for one more listener of this person. Where all places are taken, the person with most of them
 * loses the oldest, unless that left them fewer than the newcomer then has: places are shared evenly, and a browser whose
 * stream ends comes back by itself.
 */
export function makeRoom<Listener extends { person: string; stream: Duplex }>(
  listeners: Set<Listener>,
  person: string,
  most: number,
): boolean {
  if (listeners.size < most) return true
  const held = Map.groupBy(listeners, (listener) => listener.person)
  const greedy = [...held.values()].reduce(
    (one, other) => (other.length > one.length ? other : one),
    [],
  )
  if (greedy.length < (held.get(person)?.length ?? 0) + 2) return false
  const [oldest] = greedy
  listeners.delete(oldest!)
  oldest!.stream.end()
  return true
}
