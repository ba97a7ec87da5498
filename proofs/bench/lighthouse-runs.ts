/** Lighthouse on pages of a running server, in a browser of its own. */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import lighthouse, { type Result } from 'lighthouse'
import { browserFlags, findBrowser } from '../../tests/support/find-browser.ts'
import { makeRow, type Bound, type Row } from './results.ts'

/** Nothing is fetched for the browser itself while a page is measured. */
const flags = [
  ...browserFlags,
  '--disable-extensions',
  '--disable-default-apps',
  '--remote-debugging-port=0',
]

/** Starts a browser, passes on its control port, and ends it. */
export async function withBrowser<T>(use: (port: number) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'glasshouse-lighthouse-'))
  const child = spawn(await findBrowser(), [...flags, `--user-data-dir=${folder}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  // The whole group: where the browser is started by a script, killing that alone would leave it running.
  const kill = () => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, 'SIGKILL')
  }
  process.once('exit', kill)
  const ended = new Promise<void>((resolve) => child.once('close', resolve))
  try {
    const port = new Promise<number>((resolve) => {
      let said = ''
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        said += text
        const found = /DevTools listening on ws:\/\/[^:]+:(\d+)\//.exec(said)?.[1]
        if (found !== undefined) resolve(Number(found))
      })
    })
    return await use(
      await Promise.race([
        port,
        ended.then(() => Promise.reject(new Error('The browser ended before it could be used.'))),
      ]),
    )
  } finally {
    kill()
    await ended
    process.off('exit', kill)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

export type Visit = {
  url: string
  /** Sent with every request: the cookie of the person signed in. */
  headers?: Record<string, string>
  categories?: readonly string[]
}

/** The browser didn't report the page's start, or the like: that says nothing about the page. */
export class NotMeasured extends Error {}

/** One run of the mobile preset: a slow phone on a slow line, simulated from a load on this machine. */
export async function runLighthouse(
  port: number,
  { url, headers, categories = ['performance', 'accessibility', 'best-practices'] }: Visit,
): Promise<Result> {
  const found = await lighthouse(url, {
    port,
    onlyCategories: [...categories],
    logLevel: 'error',
    ...(headers ? { extraHeaders: headers } : {}),
  })
  if (!found) throw new Error(`Lighthouse said nothing of ${url}`)
  const { lhr } = found
  if (lhr.runtimeError)
    throw new NotMeasured(`Lighthouse could not measure ${url}: ${lhr.runtimeError.message}`)
  return lhr
}

const seconds = (audit: string) => ({
  unit: 's',
  read: ({ audits }: Result) => (audits[audit]?.numericValue ?? Number.NaN) / 1000,
})
const score = (category: string) => ({
  unit: 'of 100',
  read: ({ categories }: Result) => Math.round((categories[category]?.score ?? Number.NaN) * 100),
})

const figures = {
  performance: score('performance'),
  accessibility: score('accessibility'),
  'best practices': score('best-practices'),
  'first paint': seconds('first-contentful-paint'),
  'largest paint': seconds('largest-contentful-paint'),
  'layout shift': {
    unit: '',
    read: ({ audits }: Result) => audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
  },
  'blocking time': {
    unit: 'ms',
    read: ({ audits }: Result) => audits['total-blocking-time']?.numericValue ?? Number.NaN,
  },
} satisfies Record<string, { unit: string; read: (result: Result) => number }>

export type Targets = Partial<Record<keyof typeof figures, Bound>>

/** The medians of several runs, each against its target. */
export function lighthouseRows(results: readonly Result[], targets: Targets): Row[] {
  return Object.entries(figures).map(([name, { unit, read }]) => {
    const bound = targets[name as keyof typeof figures]
    return makeRow({
      name,
      unit,
      rounds: results.map(read),
      limits: '',
      ...(bound ? { bound } : {}),
    })
  })
}

/** What is less than perfect, as Lighthouse names it. */
export function complaintsOf({ audits }: Result): string[] {
  return Object.values(audits)
    .filter(
      ({ score: points, scoreDisplayMode }) =>
        points !== null && points < 1 && scoreDisplayMode !== 'metricSavings',
    )
    .map(({ id, displayValue }) => `${id}${displayValue ? `: ${displayValue}` : ''}`)
}
