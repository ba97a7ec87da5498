/** One stream of events for all tabs of a browser: one tab listens and tells the others; when it closes, another takes over. */
import type { Endpoint } from '../../contract/endpoint.ts'
import { pathOf } from './request.ts'

/** After a refused or lost connection that the browser itself gives up: longer each time, until something is heard again. */
const firstRetryMs = 3_000
const longestRetryMs = 60_000

export type Heard = { event: string; data: string }

export type Listening = {
  endpoint: Endpoint
  events: readonly string[]
  /** Whose tabs share it. */
  person: string
  hear(heard: Heard): void
  /** The server gave no stream, which doesn't say why. */
  refused(): void
  stopping: AbortSignal
}

/** Listens until it is stopped, through lost connections. */
function listen(
  { endpoint, events, hear, refused, stopping }: Omit<Listening, 'person'>,
  retryMs = firstRetryMs,
): void {
  const source = new EventSource(pathOf({ endpoint }))
  let nextMs = Math.min(2 * retryMs, longestRetryMs)
  for (const event of events)
    source.addEventListener(event, ({ data }) => {
      nextMs = firstRetryMs
      hear({ event, data })
    })
  source.addEventListener('error', () => {
    if (source.readyState !== EventSource.CLOSED || stopping.aborted) return
    const timer = setTimeout(
      () => listen({ endpoint, events, hear, refused, stopping }, nextMs),
      retryMs,
    )
    stopping.addEventListener('abort', () => clearTimeout(timer), { once: true })
    refused()
  })
  stopping.addEventListener('abort', () => source.close(), { once: true })
}

/** The tab that holds the lock listens for all tabs of this person. Without locks (plain http from elsewhere) each listens itself. */
export function shareListening({ person, ...listening }: Listening): void {
  const { endpoint, hear, stopping } = listening
  if (!('locks' in navigator)) return listen(listening)
  const name = `glasshouse-live-${person}-${endpoint.path}`
  const channel = new BroadcastChannel(name)
  channel.addEventListener('message', ({ data }) => hear(data as Heard))
  stopping.addEventListener('abort', () => channel.close(), { once: true })
  const untilStopped = () =>
    new Promise<void>((resolve) => {
      listen({
        ...listening,
        hear(heard) {
          hear(heard)
          channel.postMessage(heard)
        },
      })
      stopping.addEventListener('abort', () => resolve(), { once: true })
    })
  // A tab that goes away before its turn is refused its wait: that is no fault.
  navigator.locks.request(name, { signal: stopping }, untilStopped).catch(() => {})
}
