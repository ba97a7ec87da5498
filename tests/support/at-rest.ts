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

/** The clock of this page stands from here on, when it has come to rest; by so little later that no call is given up. */
export async function standStill(page: Page): Promise<void> {
  await atRest(page)
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5_000)
  const line = page.locator('[data-progress]')
  // A call that began in between may wait for the clock before it is sent, or sent again.
  for (let tries = 0; tries < 30; tries += 1) {
    await aTurn(page)
    await allAnswered(page)
    if ((await line.count()) === 0) return
    await page.clock.runFor(500)
  }
}

/** Its scripts have done all that was waiting for a turn: the last in the queue comes last. No clock that is stopped stands in the way of it. */
export const aTurn = (page: Page): Promise<void> =>
  page.evaluate(() => scheduler.postTask(() => {}, { priority: 'background' }))
