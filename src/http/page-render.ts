/** Renders every page of the site through the server build. */
import type { RouterContextProvider, ServerBuild } from 'react-router'
import type { Plan } from '../contract/plan.ts'
import { centsFromDollars, formatUsd } from '../lib/money.ts'
import type { Mode } from '../platform/config.ts'

/** What the pages are told about the installation; `src/web/site.ts` reads it. */
export type SiteFacts = { mode: Mode; plans: Pick<Plan, 'title' | 'range' | 'minimum' | 'maximum' | 'durationDays' | 'profitPercent'>[] }

/** The server build says by itself how to hand facts to a rendering: see `contextOf` in `src/web/entry.server.tsx`. */
type SiteEntry = { contextOf(site: unknown): RouterContextProvider }

const origin = 'http://pages.invalid'

/** An address that no route knows, so that the page for unknown addresses is rendered. */
const unknownPath = '/page-not-found'

/** Every path with a page, parameters as `:name`; the catch-all is not among them. */
export function pagePaths({ routes }: Pick<ServerBuild, 'routes'>): string[] {
  const whole = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id]
    return route ? `${whole(route.parentId)}${route.path ? `/${route.path}` : ''}` : ''
  }
  const parents = new Set(Object.values(routes).map((route) => route?.parentId))
  const leaves = Object.keys(routes).filter((id) => !parents.has(id))
  return leaves.map((id) => whole(id) || '/').filter((path) => !path.includes('*'))
}

/** Answers with the HTML of a path; parameters get a placeholder, since such a page is a shell. */
export async function pageRenderer(build: ServerBuild, facts: SiteFacts, mode: 'production' | 'development') {
  // Loaded late: React decides by NODE_ENV at its first import, and the process sets that when it starts.
  const { createRequestHandler } = await import('react-router')
  const handle = createRequestHandler(build, mode)
  const entry = build.entry.module as unknown as SiteEntry
  const site = { mode: facts.mode, plans: facts.plans.map(planCard) }
  return async function render(path: string | null): Promise<string> {
    const url = origin + (path ?? unknownPath).replace(/:\w+/g, 'placeholder')
    const response = await handle(new Request(url), entry.contextOf(site))
    const html = await response.text()
    if (response.status !== 200 || !html.startsWith('<!DOCTYPE html>')) throw new Error(`The page ${path ?? 'for unknown paths'} could not be rendered: ${response.status}`)
    return html
  }
}

function planCard({ minimum, maximum, ...plan }: SiteFacts['plans'][number]) {
  return { ...plan, minimum: usd(minimum), maximum: maximum === null ? 'no maximum' : usd(maximum) }
}

function usd(dollars: number): string {
  const cents = centsFromDollars(dollars)
  if (cents === null) throw new RangeError(`${dollars} is not an amount of money`)
  return formatUsd(cents)
}
