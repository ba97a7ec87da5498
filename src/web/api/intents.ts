/**
 * One idempotency key per intent. The same request sent again before its outcome is known (no answer,
 * a timeout, a fault of the server) is the same intent and carries the same key, so it is booked at
 * most once. After a definite answer the next request is a new intent, even with an equal body.
 */
const forgottenAfterMs = 10 * 60_000

type Intent = { key: string; since: number }

export type Intents = {
  keyOf(request: string): string
  /** Tells the outcome: an HTTP status, or null when no answer came. */
  settle(request: string, status: number | null): void
}

export function makeIntents(now: () => number, newKey: () => string): Intents {
  const open = new Map<string, Intent>()
  return {
    keyOf(request) {
      const known = open.get(request)
      if (known && now() - known.since < forgottenAfterMs) return known.key
      const key = newKey()
      open.set(request, { key, since: now() })
      return key
    },
    settle(request, status) {
      const unknown = status === null || status >= 500 || status === 429
      if (!unknown) open.delete(request)
    },
  }
}
