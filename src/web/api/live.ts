/** Hears from the server when something has happened to the own account. */
import { useEffect, useEffectEvent } from 'react'
import { getEvents } from '../../contract/activity.ts'
import { api, ownMoney } from './api.ts'
import { identity } from './identity.ts'
import { shareListening } from './listening.ts'
import { useAppDispatch, useAppStore } from './store.ts'

/** If the session has ended, the reply to this request removes the page before anyone else reads on. */
export function useAskWho(): () => void {
  const dispatch = useAppDispatch()
  return () =>
    void dispatch(
      identity.endpoints.me.initiate(undefined, { forceRefetch: true, subscribe: false }),
    )
}

/** Refetches everything shown of the person's own account that is older than the event. */
export function useLive(person: string): void {
  const dispatch = useAppDispatch()
  const store = useAppStore()
  const askWho = useEffectEvent(useAskWho())
  useEffect(() => {
    const stopping = new AbortController()
    let isFirst = true
    shareListening({
      endpoint: getEvents,
      events: ['changed'],
      person,
      hear({ data }) {
        const version = Number(data)
        const shown = identity.endpoints.me.select()(store.getState()).data?.data.user.version
        // What is told first is the version of now, which the page that just opened is asking for itself.
        const isKnown = shown === undefined ? isFirst : shown >= version
        isFirst = false
        if (!isKnown) dispatch(api.util.invalidateTags([...ownMoney]))
      },
      refused: () => askWho(),
      stopping: stopping.signal,
    })
    return () => stopping.abort()
  }, [person, dispatch, store])
}
