/**
 * How long a slow processor takes from pressing the sign-in until home can be used: the balance shows, and the page
 * has been idle for a moment, so that a press is answered at once. The server and the line are this machine's own.
 */
import { chromium, type Browser, type Page } from 'playwright-core'
import { browserFlags, findBrowser } from '../../tests/support/find-browser.ts'
import { makeRow, type Row } from './results.ts'

/** How many times slower than this machine the browser's processor is made. */
export const slowdown = 4
const targetMs = 1000

type SignIn = { shownMs: number; usableMs: number; scriptBytes: number }

/** Runs in the page: answers when the balance of home has been painted, and when the page was first idle after that. */
const untilUsable = () =>
  new Promise<{ shownMs: number; usableMs: number }>((resolve) => {
    let pressed: number | null = null
    document.addEventListener(
      'click',
      ({ timeStamp }) => {
        pressed ??= timeStamp
      },
      { capture: true },
    )
    const seen = new MutationObserver(() => {
      if (
        pressed === null ||
        !document.querySelector('[aria-label="How Account Balance is made up"]')
      )
        return
      seen.disconnect()
      const since = pressed
      requestAnimationFrame(() =>
        setTimeout(() => {
          const shownMs = performance.now() - since
          requestIdleCallback(() => resolve({ shownMs, usableMs: performance.now() - since }))
        }),
      )
    })
    seen.observe(document, { childList: true, subtree: true })
  })

async function signIn(page: Page, url: string): Promise<SignIn> {
  const slow = await page.context().newCDPSession(page)
  await slow.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.goto(`${url}login`, { waitUntil: 'networkidle' })
  // What the browser has already is answered from its keeping, with less than no body.
  let scriptBytes = 0
  const weighed: Promise<void>[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script')
      weighed.push(
        request.sizes().then(
          ({ responseBodySize }) => void (scriptBytes += Math.max(0, responseBodySize)),
          () => {},
        ),
      )
  })
  const usable = page.evaluate(untilUsable)
  await page.getByRole('button', { name: /^Investor/ }).click()
  const times = await usable
  await page.waitForLoadState('networkidle')
  await Promise.all(weighed)
  return { ...times, scriptBytes }
}

/** Has nothing kept. */
export async function inNewBrowser<T>(use: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserFlags })
  try {
    return await use(browser)
  } finally {
    await browser.close()
  }
}

/** `url` ends with a slash. Each sign-in has a browser of its own, with nothing kept. */
export async function signInRows(
  url: string,
  runs: number,
  say: (line: string) => void,
): Promise<Row[]> {
  const found: SignIn[] = []
  for (let run = 1; run <= runs; run += 1) {
    const signedIn = await inNewBrowser(async (browser) =>
      signIn(await browser.newPage({ viewport: { width: 390, height: 844 } }), url),
    )
    found.push(signedIn)
    say(`sign-in ${run}: home usable after ${Math.round(signedIn.usableMs)} ms`)
  }
  const row = (name: string, unit: string, rounds: number[]) => ({ name, unit, rounds, limits: '' })
  return [
    makeRow(
      row(
        'balance shown after sign-in',
        'ms',
        found.map(({ shownMs }) => shownMs),
      ),
    ),
    makeRow({
      ...row(
        'home usable after sign-in',
        'ms',
        found.map(({ usableMs }) => usableMs),
      ),
      bound: { atMost: targetMs },
    }),
    makeRow(
      row(
        'scripts loaded after sign-in',
        'kB',
        found.map(({ scriptBytes }) => scriptBytes / 1000),
      ),
    ),
  ]
}
