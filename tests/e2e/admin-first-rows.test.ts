/** Every list of the back office begins high in the window of a small desk: what is worked on is seen without scrolling. */
import { afterAll, expect, test } from 'vitest'
import { places, placesBeside } from '../../src/web/admin/places.ts'
import { atRest } from '../support/at-rest.ts'
import { openBrowser } from '../support/browser.ts'
import { startSite } from '../support/site.ts'
import { stopServers } from '../support/server.ts'
import { sitDownAs } from '../support/visitor.ts'

const [server, browser] = await Promise.all([startSite(), openBrowser()])
afterAll(stopServers)

/** By its address, what a row of a page's first list is; null: the page is about one person or a few figures. */
const rowOf: Record<string, string | null> = {
  '/admin': 'tbody tr',
  '/admin/withdrawals': 'tbody tr',
  '/admin/verifications': 'tbody tr',
  '/admin/waiting': 'tbody tr',
  '/admin/staff': 'tbody tr',
  '/admin/audit': 'tbody tr',
  '/admin/live': 'tbody tr',
  '/admin/statements': 'tbody tr',
  '/admin/payout-block': 'tbody tr',
  '/admin/payout-batches': 'tbody tr',
  '/admin/payout-lists': 'tbody tr',
  '/admin/receipts': 'ul > li',
  '/admin/screening': 'ul > li',
  '/admin/loans': 'tbody tr',
  '/admin/evidence': 'ul > li',
  '/admin/kept': 'dl > dt',
  '/admin/messages': 'ul > li',
  '/admin/announcements': 'ul > li',
  '/admin/books': null,
  '/admin/months': 'tbody tr',
  '/admin/policies': 'tbody tr, li',
  '/admin/imports': null,
  '/admin/plans': 'dl > div',
  '/admin/treasury': 'li',
  '/admin/users/': null,
  '/admin/wallet': null,
  '/admin/coins': null,
}
const within = 300
/** What says that a list is empty stands where the head of its table would. */
const tableHead = 32

test('no page of staff is forgotten here', () => {
  expect(Object.keys(rowOf).toSorted()).toEqual(
    [...places.map(({ to }) => to), ...Object.keys(placesBeside)].toSorted(),
  )
})

const { page } = await sitDownAs(browser, server.url, 'Admin')
await page.setViewportSize({ width: 1280, height: 800 })

test.each(Object.entries(rowOf).flatMap(([path, row]) => (row === null ? [] : [{ path, row }])))(
  `the first row of $path begins within ${within} px`,
  async ({ path, row }) => {
    await page.goto(server.url + path)
    const first = page.locator(`main :is(${row}, [data-empty])`).filter({ visible: true }).first()
    await first.waitFor()
    await atRest(page)
    const isEmpty = (await first.getAttribute('data-empty')) !== null
    expect((await first.boundingBox())!.y).toBeLessThanOrEqual(
      isEmpty ? within - tableHead : within,
    )
  },
)
