/** When a page has come to rest: everything that it asked for is there, and its browser has had nothing better to do since. */
import type { BrowserContext, Page, Request } from 'playwright-core'

type Watched = { underWay: Set<Request>; told: () => void }
const watched = new WeakMap<BrowserContext, Watched>()

/** From now on it is known what the pages of this window wait for; but a stream of events, which never ends. */
export function watchRequests(context: BrowserContext): void {
  const seen: Watched = { underWay: new Set(), told() {} }
  watched.set(context, seen)
  const isOver = (request: Request) => {
    if (seen.underWay.delete(request)) seen.told()
  }
  context.on('request', (request) => {
    if (request.resourceType() !== 'eventsource') seen.underWay.add(request)
  })
  context.on('requestfinished', isOver)
  context.on('requestfailed', isOver)
}

function watchedOf(page: Page): Watched {
  const seen = watched.get(page.context())
  if (!seen)
    throw new Error('Nobody watches the requests of this window: sitDown does, or watchRequests')
  return seen
}

/** When everything that its window asked for is there: also where its clock stands still. */
export async function allAnswered(page: Page): Promise<void> {
  const seen = watchedOf(page)
  while (seen.underWay.size > 0) await new Promise<void>((resolve) => (seen.told = resolve))
}

/** What comes late is begun when the browser is idle: so it has to be idle, and to have begun nothing, nor to lay out what is further down. */
export async function atRest(page: Page): Promise<void> {
  const seen = watchedOf(page)
  let isLaidOut = false
  do {
    await allAnswered(page)
    isLaidOut = await page.evaluate(
      () =>
        new Promise((resolve) =>
          requestIdleCallback(
            () =>
              requestAnimationFrame(() => resolve(document.querySelector('[data-later]') === null)),
            { timeout: 1_000 },
          ),
        ),
    )
  } while (seen.underWay.size > 0 || !isLaidOut)
}

/** The clock of this page stands from here on, a little later: so little that no call which is under way is given up, whose next try would wait for the clock. */
export async function standStill(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5_000)
  await aTurn(page)
  await allAnswered(page)
  // What drew a line meanwhile has its answer, and takes the line away.
  await page.locator('[data-progress]').first().waitFor({ state: 'detached' })
}

/** Its scripts have had a turn; no clock that is stopped stands in the way of it. */
const aTurn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => resolve())
        port1.start()
        port2.postMessage(null)
      }),
  )
