/**
 * Scripts and style sheets, fetched before the browser is asked to run them. A browser remembers for good that a script
 * could not be had, and those that it imports: once asked for too early, a part would be gone until the page is reloaded.
 */

/** Longer than anybody waits without a word; the line says meanwhile that something is under way. */
const patienceMs = 30_000

/** `gone`: the server answers, and has no such file any more, since a newer version of the site runs there. */
export class FileMissing extends Error {
  readonly why: 'unreached' | 'gone'
  constructor(why: 'unreached' | 'gone') {
    super(`A file of the site: ${why}`)
    this.why = why
  }
}

/** The browser keeps assets for good, so the next request needs no connection. */
const fetched = new Map<string, Promise<void>>()

/** Into the browser's keeping; nothing of it runs. Rejects with `FileMissing`. */
export function fetchOnce(url: string): Promise<void> {
  const known = fetched.get(url)
  if (known) return known
  const coming = fetchWhole(url)
  fetched.set(url, coming)
  coming.catch(() => fetched.delete(url))
  return coming
}

async function fetchWhole(url: string): Promise<void> {
  const reply = await fetch(url, { signal: AbortSignal.timeout(patienceMs) }).catch(() => null)
  if (!reply?.ok) throw new FileMissing(reply?.status === 404 ? 'gone' : 'unreached')
  await reply.arrayBuffer().catch(() => Promise.reject(new FileMissing('unreached')))
}

/** Whether the document has this file already. The framework marks the address of a sheet that several routes share with an empty fragment. */
export const isLinked = (url: string): boolean =>
  document.querySelector(`link:is([href="${url}"], [href="${url}#"])`) !== null

/** Puts a style sheet on that was fetched, under the address by which the router sees that it is there. */
export function wear(sheet: string): Promise<void> {
  if (document.querySelector(`link[rel="stylesheet"]:is([href="${sheet}"], [href="${sheet}#"])`))
    return Promise.resolve()
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = sheet
  return new Promise((resolve, reject) => {
    link.onload = () => resolve()
    link.onerror = () => reject(new FileMissing('unreached'))
    document.head.append(link)
  })
}
