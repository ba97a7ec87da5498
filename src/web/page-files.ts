/**
 * The files of a page, fetched before the router asks for them. The router takes a file that can't be had for a reason
 * to reload the document, which without a connection ends in the browser's own error page.
 */
import { useContext } from 'react'
import {
  matchRoutes,
  UNSAFE_DataRouterContext,
  UNSAFE_FrameworkContext,
  type UNSAFE_RouteModules as RouteModules,
} from 'react-router'

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
  /** As `load`, and its style sheets put on, for a page that is likely to be next: it is then drawn at once. */
  prepare(path: string): Promise<void>
}

type Listed = { module: string; imports?: string[] | undefined; css?: string[] | undefined }

const filesOf = (listed: Listed | undefined) =>
  listed ? [listed.module, ...(listed.imports ?? []), ...(listed.css ?? [])] : []

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
  /** Pages have most files in common: to ask again for what runs already would keep a slow processor busy for long. */
  const running = () => {
    const { entry, routes } = framework!.manifest
    const ids = Object.keys(framework!.routeModules)
    return new Set([...filesOf(entry), ...ids.flatMap((id) => filesOf(routes[id]))])
  }
  const fetchFiles = async (path: string) => {
    const needed = missing(path).flatMap(filesOf)
    if (needed.length === 0) return
    const here = running()
    await Promise.all(needed.filter((file) => !here.has(file)).map(fetchOnce))
  }
  const load = async (path: string) => {
    await fetchFiles(path)
    // What was just here and can't be run is not for want of a connection.
    await Promise.all(
      missing(path).map(async ({ id, module }) => {
        const page = (await import(/* @vite-ignore */ module)) as RouteModules[string]
        framework!.routeModules[id] ??= page
      }),
    ).catch(() => Promise.reject(new PageMissing('gone')))
  }
  return {
    lacks: (path) => missing(path).length > 0,
    fetch: fetchFiles,
    load,
    async prepare(path) {
      const sheets = missing(path).flatMap(({ css = [] }) => css)
      await load(path)
      for (const sheet of sheets) wear(sheet)
    },
  }
}

/** Under the address that the list has, by which the router sees that it is there. */
function wear(sheet: string): void {
  if (document.querySelector(`link[rel="stylesheet"][href="${sheet}"]`)) return
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = sheet
  document.head.append(link)
}
