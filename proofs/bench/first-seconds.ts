/**
 * How long /login and /dashboard take until they can be used, in a browser that holds nothing of the site, on a slow phone
 * and a slow line. Signing in can be used when its fields take what is typed and its button takes a press: it is sent once
 * the scripts run, and when they answer at once is told apart. Home can be used when the balance shows and the page has been
 * idle for a moment.
 */
import type { BrowserContext, Page, Request } from 'playwright-core'
import { makeRow, type Bound, type Row } from './results.ts'
import { inNewBrowser, slowdown } from './sign-in.ts'

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

/** Lighthouse's own slow 4G: 150 ms there and back, 1.6 Mbit/s down, 750 kbit/s up. */
const line = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}
const viewport = { width: 390, height: 844 }

type Times = { paintMs: number; takesMs: number; answersMs: number; blockedMs: number }
type Found = Times & { requests: number; kB: number }

/** By page: what is there once it takes a press, and once it answers. */
const signs = {
  '/login': {
    takes: 'form [type=submit]:not(:disabled)',
    answers: 'section button:not(:disabled)',
  },
  '/dashboard': {
    takes: '[aria-label="How Account Balance is made up"]',
    answers: '[aria-label="How Account Balance is made up"]',
  },
} as const
type Path = keyof typeof signs

/** Runs in the page before anything else does. A sign counts when it was painted, and the page's answer when it was idle after that. */
function watchTimes({ takes, answers }: { takes: string; answers: string }): void {
  const blocked: PerformanceEntry[] = []
  new PerformanceObserver((list) => blocked.push(...list.getEntries())).observe({
    type: 'longtask',
    buffered: true,
  })
  const painted = (selector: string) =>
    new Promise<number>((resolve) => {
      const look = () => {
        if (!document.querySelector(selector)) return requestAnimationFrame(look)
        return requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
      }
      look()
    })
  const idle = () => new Promise<void>((resolve) => requestIdleCallback(() => resolve()))
  const times = async (): Promise<Times> => {
    const shownMs = await painted(takes)
    await painted(answers)
    await idle()
    const answersMs = performance.now()
    const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
    const over = blocked.filter(({ startTime }) => startTime < answersMs)
    return {
      paintMs: paint,
      takesMs: Math.max(shownMs, paint),
      answersMs,
      blockedMs: over.reduce((sum, { duration }) => sum + duration - 50, 0),
    }
  }
  Object.assign(window, { firstSeconds: times() })
}

async function visit(page: Page, url: string, path: Path): Promise<Found> {
  const slow = await page.context().newCDPSession(page)
  await slow.send('Network.enable')
  await slow.send('Network.emulateNetworkConditions', line)
  await slow.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const finished: Request[] = []
  page.on('requestfinished', (request) => finished.push(request))
  await page.addInitScript(watchTimes, signs[path])
  await page.goto(new URL(path, url).href, { waitUntil: 'commit' })
  const times = await page.evaluate(
    () => (window as unknown as { firstSeconds: Promise<Times> }).firstSeconds,
  )
  await page.waitForLoadState('networkidle')
  const sizes = await Promise.all(finished.map((request) => request.sizes()))
  // What the browser has already is answered from its keeping, with no body.
  const sent = sizes.filter(({ responseBodySize }) => responseBodySize > 0)
  const bytes = sent.reduce((sum, one) => sum + one.responseBodySize + one.responseHeadersSize, 0)
  return { ...times, requests: sent.length, kB: bytes / 1000 }
}

/** What a browser keeps of somebody who has signed in, without any file of the site. */
const signedIn = (url: string): Promise<StorageState> =>
  inNewBrowser(async (browser) => {
    const page = await browser.newPage()
    await page.goto(new URL('/login', url).href)
    await page.getByRole('button', { name: /^Investor/ }).click()
    await page.waitForURL('**/dashboard')
    return page.context().storageState()
  })

const figures: [name: string, unit: string, key: keyof Found][] = [
  ['first paint', 'ms', 'paintMs'],
  ['takes a press', 'ms', 'takesMs'],
  ['answers at once', 'ms', 'answersMs'],
  ['blocking time', 'ms', 'blockedMs'],
  ['requests', '', 'requests'],
  ['transfer', 'kB', 'kB'],
]

const bounds: Record<Path, { key: keyof Found; bound: Bound }> = {
  '/login': { key: 'takesMs', bound: { atMost: 1200 } },
  '/dashboard': { key: 'answersMs', bound: { atMost: 1800 } },
}

/** `url` ends with a slash. Each visit has a browser of its own. */
export async function firstSecondsRows(
  url: string,
  runs: number,
  say: (line: string) => void,
): Promise<Row[]> {
  const storageState = await signedIn(url)
  const rows: Row[] = []
  for (const path of Object.keys(signs) as Path[]) {
    const found: Found[] = []
    for (let run = 1; run <= runs; run += 1) {
      const kept = path === '/dashboard' ? { storageState } : {}
      const one = await inNewBrowser(async (browser) =>
        visit(await browser.newPage({ viewport, ...kept }), url, path),
      )
      found.push(one)
      say(`${path} ${run}: takes a press after ${Math.round(one.takesMs)} ms`)
    }
    const { key: held, bound } = bounds[path]
    for (const [name, unit, key] of figures)
      rows.push(
        makeRow({
          name: `${path}: ${name}`,
          unit,
          rounds: found.map((one) => one[key]),
          limits: '',
          ...(key === held ? { bound } : {}),
        }),
      )
  }
  return rows
}
