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
import { fetchOnce, FileMissing, wear } from './files.ts'

type PageFiles = {
  /** Whether the router would have to wait for any file of this page. */
  lacks(path: string): boolean
  /** Into the browser's keeping; nothing of it runs. */
  fetch(path: string): Promise<void>
  /** So that the router has nothing left to wait for. Rejects with `FileMissing`. */
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
    ).catch(() => Promise.reject(new FileMissing('gone')))
  }
  return {
    lacks: (path) => missing(path).length > 0,
    fetch: fetchFiles,
    load,
    async prepare(path) {
      const sheets = missing(path).flatMap(({ css = [] }) => css)
      await load(path)
      await Promise.all(sheets.map(wear))
    },
  }
}
