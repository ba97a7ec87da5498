/** Hears from the server which requests and which users something has happened to, and asks anew for what is shown of them. */
import { useEffect, useEffectEvent } from 'react'
import { getStaffEvents, type StaffNews } from '../../contract/activity.ts'
import { api, books } from './api.ts'
import { identity } from './identity.ts'
import { shareListening } from './listening.ts'
import { useAskWho } from './live.ts'
import { useAppDispatch, useAppStore } from './store.ts'

/** However much happens, a list is asked for once in this time. */
const pauseMs = 1_000

type Tag = Parameters<typeof api.util.invalidateTags>[0][number]

/** Every list provides this id beside those of what it shows. */
const list = (type: 'User' | 'Withdrawals'): Tag => ({ type, id: 'LIST' })

/** Hands on what came during a pause at its end; what comes after a longer one at once. */
function gathered(handOn: (news: ReadonlySet<string>) => void) {
  let waiting = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | null = null
  function flush(): void {
    timer = null
    if (waiting.size === 0) return
    const news = waiting
    waiting = new Set()
    handOn(news)
    timer = setTimeout(flush, pauseMs)
  }
  return {
    add(...news: string[]): void {
      for (const one of news) waiting.add(one)
      if (timer === null) flush()
    },
    stop: () => timer !== null && clearTimeout(timer),
  }
}

const everything = 'everything'

/** For as long as somebody of staff has a page open. */
export function useStaffLive(person: string): void {
  const dispatch = useAppDispatch()
  const store = useAppStore()
  const askWho = useEffectEvent(useAskWho())
  useEffect(() => {
    const stopping = new AbortController()
    const isOpen = (user: string) => !identity.user.select(user)(store.getState()).isUninitialized
    const tagsOf = (news: ReadonlySet<string>): Tag[] => {
      if (news.has(everything)) return [...books, 'Proposals']
      const [users, requests] = ['user:', 'withdrawal:'].map((kind) =>
        [...news].filter((one) => one.startsWith(kind)).map((one) => one.slice(kind.length)),
      ) as [string[], string[]]
      return [
        ...(users.some(isOpen) ? ['User' as const] : users.length > 0 ? [list('User')] : []),
        ...(requests.length > 0 ? [list('Withdrawals')] : []),
        ...requests.map((id): Tag => ({ type: 'Withdrawals', id })),
      ]
    }
    const news = gathered((told) => dispatch(api.util.invalidateTags(tagsOf(told))))
    shareListening({
      endpoint: getStaffEvents,
      events: ['listening', 'changed', everything, 'ended'],
      person,
      hear({ event, data }) {
        if (event === 'ended') return askWho()
        if (event === everything) return news.add(everything)
        if (event !== 'changed') return
        const { withdrawals, users } = JSON.parse(data) as StaffNews
        news.add(...withdrawals.map((id) => `withdrawal:${id}`), ...users.map((id) => `user:${id}`))
      },
      // While there is no stream, each try to get one also asks for what is shown.
      refused() {
        askWho()
        news.add(everything)
      },
      stopping: stopping.signal,
    })
    return () => {
      stopping.abort()
      news.stop()
    }
  }, [person, dispatch, store])
}
