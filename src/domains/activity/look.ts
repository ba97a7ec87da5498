/** How streams of events are served: by one look for all listeners of a process, again and again while there are any. */
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
