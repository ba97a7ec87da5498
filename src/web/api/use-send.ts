import { useRef, useState } from 'react'
import type { Failure } from './failure.ts'

export type Outcome<R> = { data: R; failure?: undefined } | { data?: undefined; failure: Failure }
export type Trigger<A, R> = (argument: A) => { unwrap(): Promise<R> }

/**
 * Sends one thing at a time. A second call while the first is under way does nothing and answers null:
 * a double click never sends twice, whatever the button looks like at that moment.
 */
export function useSend<A, R>(trigger: Trigger<A, R>) {
  const underWay = useRef(false)
  const [busy, setBusy] = useState(false)

  async function send(argument: A): Promise<Outcome<R> | null> {
    if (underWay.current) return null
    underWay.current = true
    try {
      // Sent before anything is drawn, so that the server is at work meanwhile.
      const answer = trigger(argument).unwrap()
      setBusy(true)
      return { data: await answer }
    } catch (failure) {
      return { failure: failure as Failure }
    } finally {
      underWay.current = false
      setBusy(false)
    }
  }

  return { send, busy }
}
