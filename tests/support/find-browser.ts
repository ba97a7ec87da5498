/** Finds a Chromium on this machine, or gets one. */
import { execFile } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'

const run = promisify(execFile)

/** Without a window, and quiet towards the outside. */
export const browserFlags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
]

/** The headless shell first: it draws the same pages without a window's own parts, in two thirds of the time. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'microsoft-edge',
]
const macPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

async function works(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK)
    await run(path, ['--version'], { timeout: 20_000 })
    return true
  } catch {
    return false
  }
}

async function installed(): Promise<string | null> {
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    '/usr/bin',
    '/usr/local/bin',
    '/snap/bin',
  ]
  const places = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  for (const path of [
    process.env.CHROMIUM ?? '',
    ...places,
    ...macPaths,
    chromium.executablePath(),
  ]) {
    if (path && (await works(path))) return path
  }
  return null
}

async function download(): Promise<void> {
  const cli = join(import.meta.dirname, '../../node_modules/playwright-core/cli.js')
  await run(process.execPath, [cli, 'install', 'chromium'], { timeout: 240_000 })
}

/** The distribution's package; only root may install it, and only where there is apt. */
async function installPackage(): Promise<void> {
  if (process.getuid?.() !== 0) return
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update'], { timeout: 240_000, env })
  await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium-headless-shell'], {
    timeout: 480_000,
    env,
  })
}

/** The path of a browser that runs: what is there, else Playwright's download, else the distribution's package. */
export async function findBrowser(): Promise<string> {
  const complaints: string[] = []
  for (const get of [async () => {}, download, installPackage]) {
    try {
      await get()
    } catch (error) {
      complaints.push((error as Error).message.split('\n')[0]!)
    }
    const path = await installed()
    if (path) return path
  }
  throw new Error(
    `No Chromium was found and none could be installed: ${complaints.join('; ')}. CHROMIUM=<path> names one.`,
  )
}
