/** Hears from the server when something has happened to the own account. */
import { useEffect, useEffectEvent } from 'react'
import { getEvents } from '../../contract/activity.ts'
import { api, ownMoney } from './api.ts'
import { identity } from './identity.ts'
import { shareListening } from './listening.ts'
import { mayLack } from './shown-versions.ts'
import { useAppDispatch, useAppStore } from './store.ts'

/** If the session has ended, the reply to this request removes the page before anyone else reads on. */
export function useAskWho(): () => void {
  const dispatch = useAppDispatch()
  return () =>
    void dispatch(identity.me.initiate(undefined, { forceRefetch: true, subscribe: false }))
}

/** What is being asked for is looked at when its answer is there. */
const pauseMs = 200

/** Of several pages only the last is known by its version. */
const hasPages = (data: unknown) =>
  typeof data === 'object' && data !== null && 'pages' in data && (data.pages as []).length > 1

/** Asks anew for everything shown of the person's own account, if some of it may lack what the event tells of. */
export function useLive(person: string): void {
  const dispatch = useAppDispatch()
  const store = useAppStore()
  const askWho = useEffectEvent(useAskWho())
  useEffect(() => {
    const stopping = new AbortController()
    let told = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    function catchUp(): void {
      clearTimeout(timer)
      const state = store.getState()
      const { queries } = state.api
      if (Object.values(queries).some((query) => query?.status === 'pending'))
        return void (timer = setTimeout(catchUp, pauseMs))
      const isBehind = api.util
        .selectInvalidatedBy(state, [...ownMoney])
        .map(({ queryCacheKey: key }) => ({ key, data: queries[key]?.data }))
        // What couldn't be had shows nothing that may lack it, and waits for its Retry.
        .some(({ key, data }) => data !== undefined && (mayLack(key, told) || hasPages(data)))
      if (isBehind) dispatch(api.util.invalidateTags([...ownMoney]))
    }
    shareListening({
      endpoint: getEvents,
      events: ['changed'],
      person,
      hear({ data }) {
        told = Number(data)
        catchUp()
      },
      refused: () => askWho(),
      stopping: stopping.signal,
    })
    return () => {
      clearTimeout(timer)
      stopping.abort()
    }
  }, [person, dispatch, store])
}
