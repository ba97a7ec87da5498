import { runInThisContext } from 'node:vm'
import { afterEach, expect, test, vi } from 'vitest'
import { askEarly, fetchOrTake, forgetAskedEarly } from './asked-early.ts'

const address = '/invest/api/v1/me?a=1'
const asking = (method = 'GET', signal = new AbortController().signal) =>
  new Request(`http://localhost${address}`, { method, signal })

/** Runs the script of the document, where somebody is signed in or nobody is; answers say the how-manieth they are. */
function openDocument({ isSignedIn = true, isReached = true } = {}) {
  let count = 0
  const fetched = vi.fn<() => Promise<Response>>(() =>
    isReached || count > 0
      ? Promise.resolve(new Response(String((count += 1))))
      : ((count += 1), Promise.reject(new TypeError('offline'))),
  )
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('document', { documentElement: { dataset: isSignedIn ? { signedIn: '' } : {} } })
  // The document was opened just now, however long this process has been running.
  vi.spyOn(performance, 'now').mockReturnValue(500)
  runInThisContext(askEarly([address]))
  return fetched
}
const told = async (request: Request) => (await fetchOrTake(request)).text()

afterEach(() => {
  forgetAskedEarly()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('an answer that came early is taken once, and asked for anew after that', async () => {
  const fetched = openDocument()
  expect(await told(asking())).toBe('1')
  expect(fetched).toHaveBeenCalledTimes(1)
  expect(await told(asking())).toBe('2')
})

test('nothing is asked early where nobody is signed in, or a page has nothing to ask', () => {
  expect(openDocument({ isSignedIn: false })).not.toHaveBeenCalled()
  expect(askEarly([])).toBe('')
})

test('a change takes no early answer', async () => {
  openDocument()
  expect(await told(asking('POST'))).toBe('2')
})

test('whoever comes after takes none either', async () => {
  openDocument()
  forgetAskedEarly()
  expect(await told(asking())).toBe('2')
})

test('a question that could not be asked early is asked again', async () => {
  openDocument({ isReached: false })
  expect(await told(asking())).toBe('2')
})
