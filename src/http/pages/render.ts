/** Renders every page of the site through the server build. */
import type { RouterContextProvider, ServerBuild } from 'react-router'
import type { PublicPages, Site } from '../../contract/site.ts'

/** What the pages are told about the installation; `src/web/site.ts` reads it. */
export type PageFacts = {
  site: Site
  pages: PublicPages
  /** The module that gives the public pages their behaviour: its address on this server. */
  behaviour: string
}

/** The server build says by itself how to hand facts to a rendering: see `contextOf` in `src/web/entry.server.tsx`. */
type SiteEntry = { contextOf(facts: unknown): RouterContextProvider }

const origin = 'http://pages.invalid'

/** An address that no route knows, so that the page for unknown addresses is rendered. */
const unknownPath = '/page-not-found'

/** The page that stands for every other one until the firm is open. */
export const notOpenPath = '/not-open-yet'

type Routes = Pick<ServerBuild, 'routes'>

function wholePath({ routes }: Routes, id: string | undefined): string {
  const route = id === undefined ? undefined : routes[id]
  return route
    ? `${wholePath({ routes }, route.parentId)}${route.path ? `/${route.path}` : ''}`
    : ''
}

/** What a route says of its page: that it lives without React in the browser, that its address is nobody else's business, that it is a frame, that it is there before the firm is open. */
type Said =
  | {
      static?: boolean
      secretAddress?: boolean
      filled?: boolean
      beforeOpening?: boolean
    }
  | undefined

/** `filled`: for each request, by the room that binds its path; only in a demonstration. */
export type PagePath = { path: string } & Record<
  'static' | 'secretAddress' | 'filled' | 'beforeOpening',
  boolean
>

/** Every path with a page, parameters as `:name`; the catch-all is not among them. */
export function pagePaths(build: Routes): PagePath[] {
  const parents = new Set(Object.values(build.routes).map((route) => route?.parentId))
  return Object.entries(build.routes)
    .filter(([id]) => !parents.has(id))
    .map(([id, route]) => {
      const said = route?.module.handle as Said
      return {
        path: wholePath(build, id) || '/',
        static: said?.static === true,
        secretAddress: said?.secretAddress === true,
        filled: said?.filled === true,
        beforeOpening: said?.beforeOpening === true,
      }
    })
    .filter(({ path }) => !path.includes('*'))
}

/** Answers with the HTML of a path; parameters get a placeholder, since such a page is a shell. */
export async function pageRenderer(
  build: ServerBuild,
  facts: PageFacts,
  mode: 'production' | 'development',
) {
  // Loaded late: React decides by NODE_ENV at its first import, and the process sets that when it starts.
  const { createRequestHandler } = await import('react-router')
  const handle = createRequestHandler(build, mode)
  const entry = build.entry.module as unknown as SiteEntry
  return async function render(path: string | null): Promise<string> {
    const url = origin + (path ?? unknownPath).replace(/:\w+/g, 'placeholder')
    const response = await handle(new Request(url), entry.contextOf(facts))
    const html = await response.text()
    if (response.status !== 200 || !html.startsWith('<!DOCTYPE html>'))
      throw new Error(
        `The page ${path ?? 'for unknown paths'} could not be rendered: ${response.status}`,
      )
    return html
  }
}
