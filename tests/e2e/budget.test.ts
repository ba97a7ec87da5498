/** What the landing page weighs over the wire, as a browser loads it: a budget for each kind. */
import { afterAll, expect, test } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { startServer, stopServers } from '../support/server.ts'
import { sitDown, widths } from '../support/visitor.ts'

const [server, browser] = await Promise.all([startServer(), openBrowser()])
afterAll(stopServers)

/** The document holds its style sheets, so that all of it counts as script and style; `other` is the icon of the tab. */
const kinds = { document: 'code', script: 'code', stylesheet: 'code', fetch: 'code', font: 'fonts', image: 'pictures', other: 'pictures' } as Record<string, 'code' | 'fonts' | 'pictures'>

/** Bytes with their headers. Of the pictures everything that is fetched without scrolling, which is more than the first view. */
type Weight = { code: number; fonts: number; pictures: number }

/** The first row is what was promised; the page weighs much less, and is held to that. */
const promised: Weight = { code: 160_000, fonts: 60_000, pictures: 120_000 }
const held: Weight = { code: 24_000, fonts: 57_000, pictures: 30_000 }

async function weigh(path: string, looks: { width: number; colorScheme: 'light' | 'dark' }): Promise<Weight> {
  const { context, page } = await sitDown(browser, { ...looks, motion: true })
  const weight: Weight = { code: 0, fonts: 0, pictures: 0 }
  const strange: string[] = []
  const weighed: Promise<void>[] = []
  page.on('requestfinished', (request) => {
    const kind = kinds[request.resourceType()]
    if (!kind) strange.push(`${request.resourceType()} ${request.url()}`)
    else weighed.push(request.sizes().then(({ responseBodySize, responseHeadersSize }) => void (weight[kind] += responseBodySize + responseHeadersSize)))
  })
  await page.goto(server.url + path, { waitUntil: 'networkidle' })
  await Promise.all(weighed)
  await context.close()
  expect(strange).toEqual([])
  return weight
}

const looks = widths.flatMap((width) => (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })))

test.each(looks)('the landing page keeps to its budget at $width px in the $colorScheme scheme', async (look) => {
  const weight = await weigh('/', look)
  for (const kind of ['code', 'fonts', 'pictures'] as const) {
    expect(weight[kind], kind).toBeGreaterThan(2000)
    expect(weight[kind], kind).toBeLessThanOrEqual(Math.min(held[kind], promised[kind]))
  }
})
