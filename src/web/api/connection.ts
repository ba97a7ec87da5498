/** Whether the server can be reached: what the browser knows of its connection, and what came of the calls. */
import { useSyncExternalStore } from 'react'

export type Connection = 'there' | 'offline' | 'unreached'

const firstWaitMs = 2_000
const longestWaitMs = 30_000

let lost = false
let asking = false
const listeners = new Set<() => void>()

function tell(isLost: boolean): void {
  if (lost === isLost) return
  lost = isLost
  for (const listener of listeners) listener()
}

/** Any answer, even an error, shows that the server is reachable. */
export function serverAnswered(): void {
  tell(false)
}

/** A call had no answer. That may be about this call alone, so the server is asked whether it is there, until it is. */
export function noAnswerCame(): void {
  if (!asking) void askUntilThere()
}

async function askUntilThere(): Promise<void> {
  asking = true
  for (let waitMs = firstWaitMs; !(await isThere()); waitMs = Math.min(2 * waitMs, longestWaitMs)) {
    tell(true)
    await laterOrOnline(waitMs)
  }
  asking = false
  tell(false)
}

const isThere = () =>
  fetch('/healthz', { cache: 'no-store' }).then(
    () => true,
    () => false,
  )

function laterOrOnline(waitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer)
      removeEventListener('online', go)
      resolve()
    }
    const timer = setTimeout(go, waitMs)
    addEventListener('online', go)
  })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

const now = (): Connection => (!navigator.onLine ? 'offline' : lost ? 'unreached' : 'there')

export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, now, () => 'there')
}
