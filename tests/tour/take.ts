/**
 * `npm run tour`: starts a demonstration of its own, takes the pictures of the tour and writes docs/tour.md. A demonstration
 * begins today, so the dates in the pictures do too.
 */
import '../../src/platform/node-version.ts'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { ensureWebBuild } from '../../src/platform/web-build.ts'
import { startBrowser } from '../support/browser.ts'
import { signUp } from '../support/client.ts'
import { startServer, stopServers } from '../support/server.ts'
import { windowOf } from '../support/visitor.ts'
import { stops, type Stop } from './stops.ts'

const folder = join(import.meta.dirname, '../../docs/tour')
const windows = { desk: { width: 1280, height: 800 }, phone: { width: 375, height: 812 } }

async function windowFor({ who }: Stop, browser: Browser, origin: string): Promise<Page> {
  return who === null
    ? windowOf(browser, origin, '/dashboard', {
        as: await signUp(origin, { fullName: 'Nora Newcomer' }),
      })
    : windowOf(browser, origin, who === 'Investor' ? '/dashboard' : '/admin', { who })
}

async function take(stop: Stop, browser: Browser, origin: string): Promise<void> {
  const page = await windowFor(stop, browser, origin)
  await page.setViewportSize(stop.phone ? windows.phone : windows.desk)
  await stop.open(page, origin)
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready.then(() => null))
  await page.screenshot({ path: join(folder, `${stop.name}.png`) })
  await page.context().close()
  process.stdout.write(`${stop.title}\n`)
}

/** The page of the tour: each picture with its sentence. */
function pageOf(all: readonly Stop[]): string {
  const sections = all.map(
    ({ name, title, says }) => `## ${title}\n\n${says}\n\n![${title}](tour/${name}.png)\n`,
  )
  return `# A tour\n\nWhat the demonstration shows, taken by \`npm run tour\` from a world that had just been created.\n\n${sections.join('\n')}`
}

await ensureWebBuild((line) => process.stdout.write(`${line}\n`))
await mkdir(folder, { recursive: true })
const browser = await startBrowser()
try {
  const { url } = await startServer()
  for (const stop of stops) await take(stop, browser, url)
  await writeFile(join(folder, '../tour.md'), pageOf(stops))
} finally {
  await browser.close()
  await stopServers()
}
