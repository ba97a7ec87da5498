/**
 * What a page is about to ask, asked while its scripts are still on their way: on a slow line the answers are there when the
 * page can draw them. A page names its addresses in its `handle`, and the frame of every document asks them where somebody
 * is signed in. The first call to an address takes the answer that came early, and any later one asks again.
 */

/** The script that stands in the document, behind the mark of whoever is signed in; none where nothing is asked. Unanswered means null, so that the call itself finds out why. */
export const askEarly = (addresses: readonly string[]): string =>
  addresses.length === 0
    ? ''
    : `{if('signedIn' in document.documentElement.dataset)window.askedEarly=Object.fromEntries(${JSON.stringify(addresses)}.map(a=>[a,fetch(a).catch(()=>null)]))}`

/** An answer that is older than this tells of a page that took too long to be of use. */
const usefulMs = 20_000

const early = (): Record<string, Promise<Response | null>> =>
  (globalThis as { askedEarly?: Record<string, Promise<Response | null>> }).askedEarly ?? {}

/** In the place of `fetch`. */
export async function fetchOrTake(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const asked = early()
  const coming = request.method === 'GET' ? asked[pathname + search] : undefined
  if (!coming) return fetch(request)
  delete asked[pathname + search]
  if (performance.now() > usefulMs) return fetch(request)
  const answer = await Promise.race([coming, givenUp(request.signal)])
  return answer ?? fetch(request)
}

/** What was asked for somebody is for nobody who comes after them. */
export function forgetAskedEarly(): void {
  delete (globalThis as { askedEarly?: unknown }).askedEarly
}

/** Null when nobody waits for the answer any more: a call that was given up is refused by `fetch` itself. */
const givenUp = (signal: AbortSignal) =>
  new Promise<null>((resolve) => {
    if (signal.aborted) resolve(null)
    else signal.addEventListener('abort', () => resolve(null), { once: true })
  })
