/** What the search was asked to do on the page that it leads to. */
import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'

const askedFor = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'does' in state ? String(state.does) : null

/** Starts what this page was opened for, once. It stands in the step of the browser's history, so that no address starts anything. */
export function useAsked(starts: Readonly<Record<string, () => void>>) {
  const { state, pathname, search } = useLocation()
  const navigate = useNavigate()
  const does = askedFor(state)
  const start = useEffectEvent((asked: string) => {
    if (!Object.hasOwn(starts, asked)) return
    void navigate({ pathname, search }, { replace: true, state: null, preventScrollReset: true })
    starts[asked]!()
  })
  useEffect(() => {
    if (does !== null) start(does)
  }, [does])
}
