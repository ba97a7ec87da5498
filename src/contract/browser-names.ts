/**
 * The names under which a browser keeps something for this product: the one list of them. The code that sets and reads
 * uses these, the policies are filled from them, and a test holds that there are no others.
 */

export const cookieNames = {
  session: 'session',
  knownBrowser: 'known-browser',
  /** Only of a demonstration, and only of who opened its outbox by the key. */
  outbox: 'outbox',
} as const

export type CookieName = keyof typeof cookieNames

/** So long a browser keeps the cookie of the outbox. */
export const outboxKeyDays = 30

/** Browsers hold a cookie of this beginning to this host, this path and https; over plain http they would drop it. */
export const hostCookie = (name: string, secure: boolean): string =>
  secure ? `__Host-${name}` : name

/** Of local storage, which stays when the browser is closed. */
export const storageNames = {
  signedIn: 'userInfo',
  proof: 'proof',
  /** The library’s own name for it: pages that are rendered without React read it too. */
  scheme: 'mantine-color-scheme-value',
  /** Whose times one of staff chose to read. */
  zone: 'zone',
} as const

/** Of session storage, which goes with its tab. React Router sets the last two. */
export const tabNames = {
  draft: 'draft',
  scroll: 'react-router-scroll-positions',
  build: 'react-router-manifest-version',
} as const

/** Of what a service worker keeps: a page, and nothing of a person. */
export const workerNames = { offline: 'offline' } as const

export const offlinePath = '/offline'
export const workerPath = '/offline-worker.js'
/** The one rule by which a page may name a script: it names that worker. */
export const trustedTypeOfWorker = 'offline-worker'

export type StorageName =
  | keyof typeof storageNames
  | keyof typeof tabNames
  | keyof typeof workerNames
