/**
 * The files of a page, fetched before the router asks for them. The router takes a file that can't be had for a reason
 * to reload the document, which without a connection ends in the browser's own error page.
 */
import { useContext } from 'react'
import { matchRoutes, UNSAFE_DataRouterContext, UNSAFE_FrameworkContext } from 'react-router'

/** Longer than anybody waits without a word; the line says meanwhile that something is under way. */
const patienceMs = 30_000

/** `gone`: the server answers, and has no such file any more, since a newer version of the site runs there. */
export class PageMissing extends Error {
  readonly why: 'unreached' | 'gone'
  constructor(why: 'unreached' | 'gone') {
    super(`The files of a page: ${why}`)
    this.why = why
  }
}

/** The browser keeps assets for good, so the next request needs no connection. */
const fetched = new Map<string, Promise<void>>()

function fetchOnce(url: string): Promise<void> {
  const known = fetched.get(url)
  if (known) return known
  const coming = fetchWhole(url)
  fetched.set(url, coming)
  coming.catch(() => fetched.delete(url))
  return coming
}

async function fetchWhole(url: string): Promise<void> {
  const reply = await fetch(url, { signal: AbortSignal.timeout(patienceMs) }).catch(() => null)
  if (!reply?.ok) throw new PageMissing(reply?.status === 404 ? 'gone' : 'unreached')
  await reply.arrayBuffer().catch(() => Promise.reject(new PageMissing('unreached')))
}

type PageFiles = {
  /** Whether the router would have to wait for any file of this page. */
  lacks(path: string): boolean
  /** Into the browser's keeping; nothing of it runs. */
  fetch(path: string): Promise<void>
  /** So that the router has nothing left to wait for. Rejects with `PageMissing`. */
  load(path: string): Promise<void>
}

/** Pages of the app alone: the public ones are documents of their own. */
const app = 'connected'

export function usePageFiles(): PageFiles {
  const framework = useContext(UNSAFE_FrameworkContext)
  const router = useContext(UNSAFE_DataRouterContext)?.router
  const missing = (path: string) => {
    if (!framework || !router) return []
    const ids = matchRoutes(router.routes, path)?.map(({ route }) => route.id!) ?? []
    return ids.includes(app)
      ? ids
          .filter((id) => !(id in framework.routeModules))
          .flatMap((id) => framework.manifest.routes[id] ?? [])
      : []
  }
  const fetchFiles = async (path: string) => {
    await Promise.all(
      missing(path)
        .flatMap(({ module, imports = [], css = [] }) => [module, ...imports, ...css])
        .map(fetchOnce),
    )
  }
  return {
    lacks: (path) => missing(path).length > 0,
    fetch: fetchFiles,
    async load(path) {
      await fetchFiles(path)
      // What was just here and can't be run is not for want of a connection.
      await Promise.all(missing(path).map(({ module }) => import(/* @vite-ignore */ module))).catch(
        () => Promise.reject(new PageMissing('gone')),
      )
    },
  }
}
