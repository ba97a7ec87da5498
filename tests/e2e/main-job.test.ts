/** The whole main job in a browser (`tests/support/main-job.ts`). */
import { afterAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { chromiumEngine } from '../support/engines/chromium.ts'
import { doMainJob } from '../support/main-job.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'

const [server, browser] = await Promise.all([startSite(), openBrowser()])
afterAll(stopServers)

describe('the main job', () => {
  test('runs from signing up to the payout, and every figure is right', async () => {
    expect(await doMainJob(chromiumEngine(browser), server.url)).toEqual([])
  })
})
