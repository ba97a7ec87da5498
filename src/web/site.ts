/** What a page knows about the installation it belongs to: handed in by the server when it renders. */
import { createContext, useRouteLoaderData } from 'react-router'
import type { PublicPages, Site } from '../contract/site.ts'

/** `behaviour` is the address of the module that gives the public pages their behaviour. */
export type RootData = Site & { behaviour: string }

export const rootContext = createContext<RootData>()

/** Only the server has it: public pages are rendered there, once, and not again in the browser. */
export const publicPagesContext = createContext<PublicPages>()

const nothing = { src: '', dark: null, width: 0, height: 0, alt: '' }

/** Stands in only where the root itself failed to load; then the page is treated as a demonstration. */
const unknownSite: RootData = {
  mode: 'demo',
  sample: true,
  name: '',
  zone: 'UTC',
  origin: '',
  mark: nothing,
  view: nothing,
  icon: '',
  touchIcon: '',
  manifest: '',
  paper: { light: '', dark: '' },
  socialCard: nothing,
  support: '/',
  supportIsMessages: false,
  channel: '/',
  loans: null,
  manager: '/',
  signIns: [],
  shortestPassword: 6,
  coolingOffHours: 0,
  smallestWithdrawalCents: null,
  accepts: [],
  behaviour: '',
}

export function useSite(): RootData {
  return useRouteLoaderData<RootData>('root') ?? unknownSite
}
