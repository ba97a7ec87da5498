/**
 * Hears from the server when something has happened to the own account. One tab of a browser listens, and tells the
 * others; when it closes, another takes over.
 */
import { useEffect } from 'react'
import { getEvents } from '../../contract/activity.ts'
import { api, ownMoney } from './api.ts'
import { identity } from './identity.ts'
import { pathOf } from './request.ts'
import { useAppDispatch, useAppStore } from './store.ts'

/** After a refused or lost connection that the browser itself gives up. */
const retryMs = 5_000

type Hear = (version: number) => void

/** Listens until it is stopped, through lost connections; `refused` is told when the server gave no stream, which doesn't say why. */
function listen(hear: Hear, refused: () => void, stopping: AbortSignal): void {
  const source = new EventSource(pathOf({ endpoint: getEvents }))
  source.addEventListener('changed', ({ data }) => hear(Number(data)))
  source.addEventListener('error', () => {
    if (source.readyState !== EventSource.CLOSED || stopping.aborted) return
    const timer = setTimeout(() => listen(hear, refused, stopping), retryMs)
    stopping.addEventListener('abort', () => clearTimeout(timer), { once: true })
    refused()
  })
  stopping.addEventListener('abort', () => source.close(), { once: true })
}

/** The tab that holds the lock listens for all tabs of this person. Without locks (plain http from elsewhere) each listens itself. */
function shareListening(
  person: string,
  hear: Hear,
  refused: () => void,
  stopping: AbortSignal,
): void {
  if (!('locks' in navigator)) return listen(hear, refused, stopping)
  const name = `glasshouse-live-${person}`
  const channel = new BroadcastChannel(name)
  channel.addEventListener('message', ({ data }) => hear(Number(data)))
  stopping.addEventListener('abort', () => channel.close(), { once: true })
  const untilStopped = () =>
    new Promise<void>((resolve) => {
      listen(
        (version) => {
          hear(version)
          channel.postMessage(version)
        },
        refused,
        stopping,
      )
      stopping.addEventListener('abort', () => resolve(), { once: true })
    })
  // A tab that goes away before its turn is refused its wait: that is no fault.
  navigator.locks.request(name, { signal: stopping }, untilStopped).catch(() => {})
}

/** Refetches everything shown of the person's own account that is older than the event. */
export function useLive(person: string): void {
  const dispatch = useAppDispatch()
  const store = useAppStore()
  useEffect(() => {
    const stopping = new AbortController()
    let isFirst = true
    // If the session has ended, the reply to this request removes the page before anyone else reads on.
    const askWho = () =>
      void dispatch(
        identity.endpoints.me.initiate(undefined, { forceRefetch: true, subscribe: false }),
      )
    shareListening(
      person,
      (version) => {
        const shown = identity.endpoints.me.select()(store.getState()).data?.data.user.version
        // What is told first is the version of now, which the page that just opened is asking for itself.
        const isKnown = shown === undefined ? isFirst : shown >= version
        isFirst = false
        if (!isKnown) dispatch(api.util.invalidateTags([...ownMoney]))
      },
      askWho,
      stopping.signal,
    )
    return () => stopping.abort()
  }, [person, dispatch, store])
}
