/** Somebody who opens the site in a browser: with a window, a hand and habits of their own. */
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { userInfoOf } from '../../src/web/api/session.ts'
import { watchRequests } from './at-rest.ts'
import { logIn, signUp, type Client } from './client.ts'
import { extent, firstOf, isSlow, widthsOr } from './extent.ts'

export type Looks = {
  width?: number
  colorScheme?: 'light' | 'dark'
  /** A finger instead of a mouse. */
  touch?: boolean
  /** Reduced unless said. */
  motion?: boolean
  scripts?: boolean
  timezone?: string
  /** With the worker that keeps the page for when one is offline. */
  offlinePage?: boolean
  /** Signs in here as if by the form. */
  as?: Client
}

/** The widths of the specification: the narrowest and a desk, then both sides of its breakpoint and a wall. */
export const widths = extent([320, 1280], [767, 768, 2560])
/** Every page is looked at in both (every-page.test.ts); what is opened on it in the light one, unless everything is tested. */
export const schemes = extent(['light'] as const, ['dark'] as const)
/** For what is done, rather than how it lies: on a phone, and by staff at a desk, unless everything is tested. */
export const flowWidths = widthsOr(extent([320], [1280]))
export const staffWidths = widthsOr(extent([1280], [375]))
export const isNarrow = (width: number) => width < 768

export async function sitDown(
  browser: Browser,
  {
    width = 1280,
    colorScheme = 'light',
    touch = false,
    motion = false,
    scripts = true,
    timezone,
    offlinePage = false,
    as,
  }: Looks = {},
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme,
    hasTouch: touch,
    javaScriptEnabled: scripts,
    // What a worker answers, no test could hold or count.
    serviceWorkers: offlinePage ? 'allow' : 'block',
    reducedMotion: motion ? 'no-preference' : 'reduce',
    ...(timezone === undefined ? {} : { timezoneId: timezone }),
  })
  watchRequests(context)
  const page = await context.newPage()
  page.setDefaultTimeout(isSlow ? 60_000 : 15_000)
  if (isSlow) await slowDown(page)
  if (as) await signIn(page, as)
  return { context, page }
}

/** Slow 4G, as Chromium's tools call it, and a quarter of the processor. */
async function slowDown(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await cdp.send('Network.enable')
  const bytesPerSecond = 1_600_000 / 8
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond / 2,
  })
}

export type SampleUser = 'Investor' | 'Admin' | 'Auditor'

/** Uses the demonstration's one-click sign-in, on the site at this origin. */
export async function enterAs(page: Page, origin: string, who: SampleUser): Promise<void> {
  await page.goto(`${origin}/login`)
  await page.getByRole('button', { name: new RegExp(`^${who}`) }).click()
  await page.waitForURL(who === 'Investor' ? '**/dashboard' : '**/admin')
}

/** Until the scripts of a form for signing in run: what is typed before, they don't know of. */
export const formRuns = (page: Page): Promise<void> =>
  page.locator('form button[type=submit]:enabled').first().waitFor()

/** Signs in by the form, and waits for the dashboard. */
export async function logInBy(
  page: Page,
  origin: string,
  email: string,
  password: string,
): Promise<void> {
  await page.goto(`${origin}/login`)
  await formRuns(page)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await page.waitForURL('**/dashboard')
}

/** Leaves in a window what signing in leaves there: the cookie, and what the site remembers, which the first page of the site finds. */
async function signIn(page: Page, { url, token, user }: Client): Promise<void> {
  const { origin } = new URL(url)
  const userInfo = JSON.stringify(userInfoOf({ status: 'success', message: '', data: { user } }))
  await page
    .context()
    .addCookies([{ name: 'session', value: token, url, httpOnly: true, sameSite: 'Lax' }])
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Page.enable')
  const { identifier } = await cdp.send('Page.addScriptToEvaluateOnNewDocument', {
    source: `if (location.origin === ${JSON.stringify(origin)}) localStorage.setItem('userInfo', ${JSON.stringify(userInfo)})`,
  })
  // Once: whoever signs out stays signed out.
  const atSite = () => {
    if (new URL(page.url()).origin !== origin) return
    page.off('domcontentloaded', atSite)
    // Not detached: that would take the virtual authenticators of the whole page with it.
    void cdp.send('Page.removeScriptToEvaluateOnNewDocument', { identifier }).catch(() => {})
  }
  page.on('domcontentloaded', atSite)
}

type Newcomer = Looks & {
  fullName?: string
  path?: string
  prepare?: (client: Client) => Promise<unknown>
}

/** Somebody new at a page of their dashboard, home unless said, after whatever `prepare` does in their name; gone when the test ends. */
export async function sitDownAsNewcomer(
  browser: Browser,
  origin: string,
  { fullName = 'Nora Newcomer', path = '/dashboard', prepare, ...looks }: Newcomer = {},
) {
  const client = await signUp(origin, { fullName })
  await prepare?.(client)
  const page = await windowOf(browser, origin, path, { ...looks, as: client })
  return { context: page.context(), page, client }
}

const passwords: Record<SampleUser, string> = {
  Investor: 'glasshouse-investor',
  Admin: 'glasshouse-admin',
  Auditor: 'glasshouse-auditor',
}
const signedIn = new Map<string, Promise<Client>>()

/** One of the demonstration's people, signed in once for all windows of a file. */
function sampleUser(origin: string, who: SampleUser): Promise<Client> {
  const known =
    signedIn.get(`${origin} ${who}`) ??
    logIn(origin, `${who.toLowerCase()}@glasshouse.example`, passwords[who])
  signedIn.set(`${origin} ${who}`, known)
  return known
}

/** A window in which one of the demonstration's people is signed in, as if they had used the form. */
export async function sitDownAs(
  browser: Browser,
  origin: string,
  who: SampleUser,
  looks: Looks = {},
) {
  return sitDown(browser, { ...looks, as: await sampleUser(origin, who) })
}

/** A window of one of them, or of whoever `as` names, at this path of the site; gone when the test ends. */
export async function windowOf(
  browser: Browser,
  origin: string,
  path: string,
  { who = 'Admin', ...looks }: Looks & { who?: SampleUser } = {},
): Promise<Page> {
  const { page } = await sitDown(browser, {
    ...looks,
    as: looks.as ?? (await sampleUser(origin, who)),
  })
  await page.goto(origin + path)
  return page
}

/** Holds the answers to these calls until they are let go. */
export async function hold(page: Page, calls: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(calls, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/**
 * From here on these calls reach the server again. They are still intercepted: a request that is under way while
 * Playwright stops intercepting can be lost, and its page then waits for it for ever.
 */
export async function letThrough(page: Page, calls: string | RegExp = '**/*'): Promise<void> {
  await page.route(calls, (route) => route.continue())
}

/** How somebody presses a thing. */
export type Hand = 'mouse' | 'keyboard' | 'touch'
export const hands: Hand[] = extent(['keyboard'], ['mouse', 'touch'])

/** The width and the hand that something is done with. */
export type Way = { width: number; hand: Hand }

const allWays = (widths: readonly number[], of: readonly Hand[]): Way[] =>
  widths.flatMap((width) => of.map((hand) => ({ width, hand })))

/** Investors use a phone: narrow, and without a mouse. */
export const ways = firstOf(allWays(widthsOr([320, 1280]), ['keyboard', 'mouse', 'touch']))

/** Staff work at a desk: nothing of theirs is tried by touch. */
export const staffWays = firstOf(allWays(widthsOr([1280, 375]), ['mouse', 'keyboard']))

/** A figure that opens, by the label that stands above it. */
export const figureOf = (page: Page, label: string): Locator =>
  page.getByRole('heading', { name: label, exact: true }).locator('xpath=following-sibling::button')

/** How wide a window is, and in which scheme. */
type Look = { width: number; colorScheme: 'light' | 'dark' }

const allLooks = (widths: readonly number[]): Look[] =>
  widths.flatMap((width) =>
    (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
  )

/** A phone and a desk, in either scheme; for staff the desk comes first. */
export const looks = firstOf(allLooks([375, 1280]))
export const staffLooks = firstOf(allLooks([1280, 375]))

const withHands = (of: readonly Look[], hands: (width: number) => readonly Hand[]) =>
  of.flatMap((look) => hands(look.width).map((hand) => ({ ...look, hand })))

/** What is walked through from its beginning to its end: in every look, by each hand that goes with it. */
export const walks = firstOf(
  withHands(allLooks([375, 1280, 320]), (width) => [
    'keyboard',
    isNarrow(width) ? 'touch' : 'mouse',
  ]),
)
export const staffWalks = firstOf(withHands(allLooks([1280, 375]), () => ['mouse', 'keyboard']))

export async function press(thing: Locator, hand: Hand): Promise<void> {
  if (hand === 'mouse') return thing.click()
  if (hand === 'touch') return thing.tap()
  await thing.focus()
  await thing.press('Enter')
}

/** From here on time stands still for the timers of the page, until `page.clock.runFor` lets it pass. Call before the page is opened. */
export async function stopTheClock(
  page: Page,
  at = new Date('2026-01-05T12:00:00Z'),
): Promise<void> {
  await page.clock.install({ time: at })
  await page.clock.pauseAt(new Date(at.getTime() + 1000))
}

/** Animations begin, and stay at their beginning until somebody finishes them. */
export async function freezeMotion(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Animation.enable')
  await session.send('Animation.setPlaybackRate', { playbackRate: 0 })
}

export type Motion = { name: string; duration: number; delay: number }

/** What moves: animations by their id, transitions by their property; times in milliseconds. */
export function motionsOf(thing: Locator): Promise<Motion[]> {
  return thing.evaluate((element) =>
    element.getAnimations({ subtree: true }).map((animation) => {
      const { duration, delay } = animation.effect!.getTiming()
      return {
        name: animation.id || (animation as CSSTransition).transitionProperty,
        duration: Math.round(Number(duration)),
        delay: Math.round(delay!),
      }
    }),
  )
}

export async function finishMotions(thing: Locator): Promise<void> {
  await thing.evaluate((element) => {
    for (const animation of element.getAnimations({ subtree: true })) animation.finish()
  })
}

/** Until the browser has drawn what was changed, and has told the observers of it. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}

/** Of a list of activity the field of all kinds, which stands behind More. */
export async function allKinds(page: Page): Promise<Locator> {
  const field = page.getByLabel('Show', { exact: true })
  if (!(await field.isVisible())) await page.locator('summary', { hasText: /^More$/ }).click()
  return field
}
