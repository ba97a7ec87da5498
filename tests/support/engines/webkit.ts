/** WebKitGTK as Debian has it, by plain WebDriver, in a screen that nobody sees. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { Builder, By, Capabilities, Key, type WebDriver } from 'selenium-webdriver'
import { vi } from 'vitest'
import { freePort } from '../free-ports.ts'
import { programPath } from '../outside.ts'
import { selectAll, Tab, type Engine } from './tab.ts'

/** It chooses a number that is free, and says it. */
async function startScreen(): Promise<{ screen: ChildProcess; display: string }> {
  const screen = spawn(
    programPath('Xvfb')!,
    ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  )
  const [line] = (await once(createInterface(screen.stdio[3] as Readable), 'line')) as [string]
  return { screen, display: `:${line}` }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill()
  await ended
}

/** The small browser that comes with the library. */
const miniBrowser = () =>
  globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')[0] ??
  globSync('/usr/libexec/webkit*/MiniBrowser')[0]

const keys: Record<string, string> = {
  Escape: Key.ESCAPE,
  Enter: Key.ENTER,
  Tab: Key.TAB,
  ArrowDown: Key.ARROW_DOWN,
  ArrowUp: Key.ARROW_UP,
}

/** A driver has one session, which is one window with cookies of its own. */
async function startDriver(display: string): Promise<{ child: ChildProcess; driver: WebDriver }> {
  const port = await freePort()
  const child = spawn(programPath('WebKitWebDriver')!, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: display,
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      GDK_BACKEND: 'x11',
    },
  })
  await vi.waitFor(() => fetch(`http://127.0.0.1:${port}/status`), { timeout: 15_000 })
  const driver = await new Builder()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities(
      new Capabilities({
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary: miniBrowser(), args: ['--automation'] },
      }),
    )
    .build()
  return { child, driver }
}

export async function openWebKit(): Promise<Engine> {
  const { screen, display } = await startScreen()
  const opened = [await startDriver(display)]
  const spare = [...opened]
  const version = (await opened[0]!.driver.getCapabilities()).getBrowserVersion() ?? ''
  return {
    name: 'WebKit',
    version,
    async open(origin) {
      const one = spare.pop() ?? (await startDriver(display))
      if (!opened.includes(one)) opened.push(one)
      const { driver } = one
      await driver.manage().window().setRect({ x: 0, y: 0, width: 1300, height: 980 })
      const find = (selector: string) => driver.findElement(By.css(selector))
      return new Tab(
        {
          goto: (url) => driver.get(url),
          run: (work, ...given) => driver.executeScript(work as never, ...given),
          click: (selector) => find(selector).click(),
          async type(selector, text) {
            await find(selector).click()
            await driver.executeScript(selectAll, selector)
            await find(selector).sendKeys(text)
          },
          press: (key) =>
            driver
              .actions()
              .sendKeys(keys[key] ?? key)
              .perform(),
          back: () => driver.navigate().back(),
          reload: () => driver.navigate().refresh(),
        },
        origin,
      )
    },
    async close() {
      for (const { driver, child } of opened) {
        await driver.quit().catch(() => {})
        await stop(child)
      }
      await stop(screen)
    },
  }
}
