/** What a page knows about the installation it belongs to: handed in by the server when it renders. */
import { createContext, useRouteLoaderData } from 'react-router'

export type PlanCard = {
  title: string
  range: string
  /** Dollars, as the plan words them. */
  minimum: string
  maximum: string
  durationDays: number
  profitPercent: number
}

export type Site = {
  mode: 'demo' | 'live'
  plans: PlanCard[]
}

export const siteContext = createContext<Site>()

/** Undefined only where the root itself failed to load; then the page is treated as a demonstration. */
export function useSite(): Site {
  return useRouteLoaderData<Site>('root') ?? { mode: 'demo', plans: [] }
}
