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

/** Listens until it is stopped, through lost connections, however many there are. */
function listen({ endpoint, events, hear, refused, stopping }: Omit<Listening, 'person'>): void {
  let retryMs = firstRetryMs
  let timer: ReturnType<typeof setTimeout> | undefined
  let source = connect()

  function connect(): EventSource {
    const opened = new EventSource(pathOf({ endpoint }))
    for (const event of events)
      opened.addEventListener(event, ({ data }) => {
        retryMs = firstRetryMs
        hear({ event, data })
      })
    opened.addEventListener('error', () => {
      if (opened.readyState !== EventSource.CLOSED || stopping.aborted) return
      timer = setTimeout(() => (source = connect()), retryMs)
      retryMs = Math.min(2 * retryMs, longestRetryMs)
      refused()
    })
    return opened
  }
  // One for all connections: each of its own would keep what it listened to.
  stopping.addEventListener(
    'abort',
    () => {
      clearTimeout(timer)
      source.close()
    },
    { once: true },
  )
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
