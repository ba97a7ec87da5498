/** What a list or a feed is narrowed to stands in the address of its page: a shared link and the way back show the same. */
import { useLocation, useSearchParams } from 'react-router'

/**
 * The address's query, and how it is changed: from what it says by then, since a second choice may come before the first
 * one has been drawn. `replace` makes it no step to go back to.
 */
export function useAddress() {
  const [query, setQuery] = useSearchParams()
  const { state } = useLocation()
  const change = (changed: (now: URLSearchParams) => URLSearchParams, { replace = false } = {}) =>
    setQuery(changed(new URLSearchParams(window.location.search)), {
      replace,
      preventScrollReset: true,
      // What the page was opened with holds for its other views too.
      state,
    })
  return [query, change] as const
}

/** The query with this name set, or left out when nothing is chosen. */
export function withChosen(query: URLSearchParams, name: string, value: string): URLSearchParams {
  const changed = new URLSearchParams(query)
  if (value) changed.set(name, value)
  else changed.delete(name)
  return changed
}
