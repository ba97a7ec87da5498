/** Is my money counted: the public page of proofs, the own check in a browser, the same in a file of one's own, and the quiet line at home. */
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Locator, Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { basePath } from '../../src/contract/endpoint.ts'
import { makeRoot } from '../../src/desk/roots.ts'
import { buildProof } from '../../src/domains/proofs/build.ts'
import { readPublished } from '../../src/domains/proofs/queries.ts'
import { insertReserves } from '../../src/domains/proofs/reserve-queries.ts'
import type { PublishedProof } from '../../src/contract/proof.ts'
import { proofText, readProof, type Proof } from '../../src/lib/liabilities/proof.ts'
import { formatUsd } from '../../src/lib/money.ts'
import { reservesText } from '../../src/lib/reserves.ts'
import { atRest } from '../support/at-rest.ts'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { extent, thorough } from '../support/extent.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { moveDays } from '../support/house.ts'
import { madeReserves } from '../support/reserves.ts'
import {
  serverAlone,
  smallWorld,
  startRefused,
  startServer,
  stopServers,
} from '../support/server.ts'
import {
  letThrough,
  sitDown,
  sitDownAs,
  sitDownAsNewcomer,
  windowOf,
  type Looks,
} from '../support/visitor.ts'

/** The sample world and a small one, in both of which nobody makes proofs but this test: while it runs, another day may begin. */
const [sample, small] = await Promise.all([
  createTestDatabase({ world: true }),
  createTestDatabase(),
])
const [server, unproved, browser] = await Promise.all([
  startServer({ databaseUrl: sample.url, command: serverAlone }),
  startServer({ databaseUrl: small.url, command: serverAlone, env: smallWorld }),
  openBrowser(),
])
afterAll(stopServers)

const prove = ({ pool }: TestDatabase, name: string) =>
  makeRoot(pool, (db, root) => buildProof(db, root, { name, sample: true }))

async function proveAfter(days: number): Promise<void> {
  await moveDays(small, days)
  await prove(small, 'Small Harbour')
}

await prove(sample, 'Sample Firm')
const published = await fetch(`${server.url}${basePath}/proofs`)
const last = ((await published.json()) as { data: { proofs: [PublishedProof] } }).data.proofs[0]
const total = formatUsd(BigInt(Math.round(last.total * 100)))

const own = '/dashboard/proof'
const ownCall = `**${basePath}/proofs/own*`
const folder = await mkdtemp(join(tmpdir(), 'proof-'))

const counted = (page: Page) => page.getByText(/^Counted: your \$[\d,.]+ of play money is in the /)
const atOwn = (looks: Looks = {}) =>
  windowOf(browser, server.url, own, { who: 'Investor', ...looks })

/** Answers with the own proof as this changes it. */
async function falsify(page: Page, change: (proof: Proof) => void): Promise<void> {
  await page.route(ownCall, async (route) => {
    const reply = await route.fetch()
    const json = (await reply.json()) as { data: { proof: string } }
    const proof = readProof(json.data.proof)
    change(proof)
    json.data.proof = proofText(proof)
    await route.fulfill({ response: reply, json })
  })
}

async function expectItFits(page: Page, width: number): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await inaccessible(page, { parts: ['main'] })).toEqual([])
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
}

describe('the public page', () => {
  /** The page is made again once there is a proof. */
  async function atPublic(looks: Looks): Promise<Page> {
    const { page } = await sitDown(browser, looks)
    await expect
      .poll(async () => {
        await page.goto(`${server.url}/proof`)
        return page.locator('main').innerText()
      })
      .toContain(last.hash)
    return page
  }

  test.each(extent([320, 1280], [375]))(
    'has the figures of the day with a sample label, what it can’t show, and all files, at %i px',
    async (width) => {
      const page = await atPublic({ width })
      const figures = page.locator('#figures')
      expect(await figures.innerText()).toContain(total)
      expect(await figures.innerText()).toContain('By the books, all that is owed is covered.')
      expect(await figures.innerText()).toContain('At banks: our statement, not provable')
      expect(await figures.innerText()).toContain('No proof of coins was published for this day')
      expect(await figures.getByText('Sample', { exact: true }).isVisible()).toBe(true)
      expect(await page.locator('#limits').innerText()).toMatch(/People who were left out/)
      const files = page.getByRole('list', { name: 'Proofs, the newest first' })
      const manifest = files.getByRole('link', { name: 'Manifest of ' }).first()
      const reply = await fetch(server.url + (await manifest.getAttribute('href')))
      expect(JSON.parse(await reply.text())).toMatchObject({ day: last.day, sample: true })
      await expectItFits(page, width)
    },
  )
  test('says the same without scripts, with where the files are and how they are checked', async () => {
    const page = await atPublic({ scripts: false })
    const said = await page.locator('main').innerText()
    for (const words of [total, '/proofs/all.jsonl', 'npm run proof:check', 'minisign -V'])
      expect(said).toContain(words)
    expect(await page.getByRole('link', { name: 'Proof of what we owe' }).isVisible()).toBe(true)
  })
})

describe('the proof on the landing page', () => {
  const checkOf = (page: Page) => page.getByRole('button', { name: 'Check it here' })
  const said = (page: Page) => page.locator('[data-day-proof] [role=status]')

  /** The page is made again once there is a proof. */
  async function atLanding(looks: Looks, before: (page: Page) => unknown = () => {}) {
    const { page } = await sitDown(browser, looks)
    await before(page)
    await expect
      .poll(async () => {
        await page.goto(server.url)
        return page.locator('[data-day-proof]').count()
      })
      .toBe(1)
    return page
  }

  test.each(extent([320, 1280], [375]))(
    'is checked in place by keyboard, and nothing of it is loaded before, at %i px',
    async (width) => {
      const asked: string[] = []
      const page = await atLanding({ width }, (opened) =>
        opened.on('request', (request) => void asked.push(new URL(request.url()).pathname)),
      )
      await atRest(page)
      const part = page.locator('[data-day-proof]')
      expect(await part.innerText()).toContain(`${total} of play money at the end of`)
      expect(await part.getByText('Sample', { exact: true }).isVisible()).toBe(true)
      await checkOf(page).and(page.locator(':enabled')).waitFor()
      const scripts = () => asked.filter((path) => path.endsWith('.js')).length
      const before = scripts()
      expect(asked.filter((path) => path.startsWith('/proofs/'))).toEqual([])
      await checkOf(page).focus()
      await page.keyboard.press('Enter')
      await page.getByText('It holds. Your browser has just checked:').waitFor()
      expect(await said(page).getByRole('listitem').allInnerTexts()).toEqual([
        `The day’s file has the hash that came with this page: ${last.hash}.`,
        `Its five kinds of claims come to ${total}, as shown here.`,
        'It is the first proof: there is none before it to rest on.',
        expect.stringMatching(/^The manifest is signed|^The firm has not signed/),
      ])
      expect(scripts()).toBeGreaterThan(before)
      expect(asked).toContain(`/proofs/${last.day}.json`)
      expect(await checkOf(page).evaluate((one) => one === document.activeElement)).toBe(true)
      await expectItFits(page, width)
      await page.setViewportSize({ width, height: 812 })
      if (width !== 375) return
      const height = await page.evaluate(() => document.documentElement.scrollHeight)
      const told = (await said(page).boundingBox())!.height
      expect((height - told) / 812).toBeLessThanOrEqual(9)
    },
  )
  test('isn’t shown by another file, and the page says what to do', async () => {
    const page = await atLanding({ width: 320 })
    await page.route(`**/proofs/${last.day}.json`, async (route) => {
      const reply = await route.fetch()
      await route.fulfill({ body: (await reply.text()).replace('"cash": "1', '"cash": "2') })
    })
    await checkOf(page).click()
    await page.getByText(/^Not shown\. The day’s file doesn’t have the hash/).waitFor()
    expect(await said(page).innerText()).toContain('Please ask our support, or an auditor.')
    await expectItFits(page, 320)
  })
  test('is checked by nothing that could not be loaded, and then by a second press', async () => {
    const page = await atLanding({})
    await page.route('**/proofs/*', (route) => route.abort())
    await checkOf(page).click()
    await page.getByText('Nothing was checked: a file could not be loaded.').waitFor()
    await letThrough(page, '**/proofs/*')
    await checkOf(page).click()
    await page.getByText('It holds. Your browser has just checked:').waitFor()
  })
  test('can’t be pressed in vain without scripts', { tags: [thorough] }, async () => {
    const page = await atLanding({ scripts: false })
    expect(await checkOf(page).isEnabled()).toBe(false)
    expect(await page.getByRole('link', { name: 'What it can’t show' }).isVisible()).toBe(true)
  })
})

test('a file is chosen by the house’s button on the page of the proof, and in the file that needs no server', async () => {
  const look = (input: Locator) =>
    input.evaluate((element) => {
      const { backgroundColor, borderRadius, borderTopStyle, minHeight } = getComputedStyle(
        element,
        '::file-selector-button',
      )
      const { height } = element.getBoundingClientRect()
      return { backgroundColor, borderRadius, borderTopStyle, minHeight, isTall: height >= 44 }
    })
  const house = { borderRadius: '2px', borderTopStyle: 'solid', minHeight: '36px', isTall: true }
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await atOwn({ width: 320, colorScheme })
    const own = await look(page.getByLabel('A manifest that you kept'))
    expect(own).toMatchObject(house)
    const check = join(folder, `check-${colorScheme}.html`)
    await writeFile(check, await (await fetch(`${server.url}/proofs/check.html`)).text())
    const { page: file } = await sitDown(browser, { width: 320, colorScheme })
    await file.goto(pathToFileURL(check).href)
    expect(await look(file.getByLabel('1. Your proof'))).toEqual(own)
    await expectItFits(file, 320)
  }
})

describe('before there is a proof', () => {
  test('the public page says when there will be one', async () => {
    const { page } = await sitDown(browser)
    await page.goto(`${unproved.url}/proof`)
    await page.getByText('No proof has been published yet.').waitFor()
    await expectItFits(page, 1280)
  })
  test('so does the own one, and home says nothing', async () => {
    const { page } = await sitDownAsNewcomer(browser, unproved.url)
    const asked = page.waitForResponse(ownCall)
    await page.reload()
    await asked
    expect(await page.getByText(/ proof/).count()).toBe(0)
    await page.goto(unproved.url + own)
    await page.getByText('There is no proof yet.').waitFor()
    await expectItFits(page, 1280)
  })
  test('whoever opens an account later is in none yet', async () => {
    const { page } = await sitDownAsNewcomer(browser, server.url, { path: own })
    await page.getByText(/^Your account was opened after the proof of /).waitFor()
  })
})

describe('one’s own money', () => {
  test.each(extent([320, 1280], [375]))(
    'is counted, and each step can be looked at, at %i px',
    async (width) => {
      const page = await atOwn({ width })
      await counted(page).waitFor()
      expect(await counted(page).innerText()).toContain(total)
      const part = page.locator('details').first()
      await part.locator('summary').click()
      const steps = await part.getByRole('listitem').allInnerTexts()
      expect(steps).toHaveLength(1 + Math.log2(last.leaves))
      expect(steps[0]).toMatch(/The leaf: GH-\d{10}, part 1/)
      expect(steps.at(-1)).toContain(`it makes ${total}: the sum of the manifest`)
      await expectItFits(page, width)
    },
  )
  test('is checked by plain http from another machine too, where the browser computes no hashes', async () => {
    const page = await atOwn()
    await page.addInitScript(() => {
      Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined })
    })
    await page.reload()
    await counted(page).waitFor()
  })
  test.each<[string, (proof: Proof) => void, RegExp]>([
    [
      'a cent more beside the way',
      ({ parts }) => {
        const { amounts } = parts[0]!.path[3]!
        amounts[0] = String(BigInt(amounts[0]!) + 1n)
      },
      /The path doesn’t lead to the manifest’s root/,
    ],
    [
      'another account’s proof',
      (proof) => (proof.account = 'GH-1000000000'),
      /It is another account’s/,
    ],
    [
      'another sum in the manifest',
      (proof) => (proof.manifest = proof.manifest.replace('"cash": "1', '"cash": "2')),
      /Not counted in this proof/,
    ],
    ['no way at all', ({ parts }) => (parts[1]!.path = null as never), /A path is longer/],
  ])('isn’t counted by %s, and it is said what to do', async (_, change, why) => {
    const { page } = await sitDownAs(browser, server.url, 'Investor')
    await falsify(page, change)
    await page.goto(server.url + own)
    const said = page.getByRole('alert').filter({ hasText: 'Not counted in this proof.' })
    await said.waitFor()
    expect(await said.innerText()).toMatch(why)
    expect(await said.innerText()).toContain('None of your money was moved')
    expect(await counted(page).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Download my proof' }).isVisible()).toBe(true)
  })
})

describe('what was kept', () => {
  const compared = async (page: Page, text: string) => {
    await page.getByLabel('Or its text, or its hash').fill(text)
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
  }

  test('is compared: the same manifest, its hash, another one, and something else', async () => {
    const page = await atOwn()
    await counted(page).waitFor()
    const manifest = await (await fetch(`${server.url}/proofs/${last.day}.json`)).text()
    const kept = join(folder, 'manifest.json')
    await writeFile(kept, manifest)
    await page.getByLabel('A manifest that you kept').setInputFiles(kept)
    await page.getByText(/^It is the manifest of .*, to the letter\./).waitFor()
    await compared(page, last.hash)
    await page.getByText(/^It is the manifest of .*, to the letter\./).waitFor()
    await compared(page, manifest.replace('"cash": "1', '"cash": "2'))
    await page.getByText(/^It differs: none of the manifests/).waitFor()
    await compared(page, 'f00d'.repeat(16))
    await page.getByText(/^It differs: none of the manifests/).waitFor()
    await compared(page, 'something else')
    await page.getByText(/^Nothing was compared\. This is neither a manifest/).waitFor()
    await expectItFits(page, 1280)
  })
  test('by the browser itself is told when the day’s manifest is another one, until it is forgotten', async () => {
    const page = await atOwn()
    await page.getByText('This browser now keeps the manifest’s hash until you log out').waitFor()
    expect(await page.evaluate(() => localStorage.getItem('proof'))).toBe(
      JSON.stringify({ day: last.day, hash: last.hash }),
    )
    await page.reload()
    await page.getByText('It is the manifest that this browser has kept').waitFor()
    const keep = (day: string) =>
      page.evaluate(
        (kept) => localStorage.setItem('proof', kept),
        JSON.stringify({ day, hash: 'f00d'.repeat(16) }),
      )
    await keep(last.day)
    await page.reload()
    await page.getByText(/It is of another manifest than the one that was kept/).waitFor()
    await keep('2026-01-31')
    await page.reload()
    await page
      .getByText(/and of Jan 31, 2026, which this browser has kept, aren’t in one chain/)
      .waitFor()
    await page.getByRole('button', { name: 'Forget the kept hash' }).click()
    await page.getByText('This browser has forgotten it.').waitFor()
    await page.reload()
    await counted(page).waitFor()
  })
})

describe('from day to day', () => {
  test('the browser connects each manifest with the one it has kept, also over days that it didn’t see', async () => {
    const { page } = await sitDownAsNewcomer(browser, unproved.url)
    const cdp = await page.context().newCDPSession(page)
    const look = async (words: RegExp) => {
      // The list may be a minute old.
      await cdp.send('Network.clearBrowserCache')
      await page.goto(unproved.url + own)
      await page.getByText(words).waitFor()
    }
    await proveAfter(0)
    await look(/This browser now keeps the manifest’s hash/)
    const kept = await page.evaluate(() => localStorage.getItem('proof')!)
    await proveAfter(1)
    await look(/It is in one chain with the manifest of .*, which this browser kept/)
    await proveAfter(1)
    await page.evaluate((old) => localStorage.setItem('proof', old), kept)
    await look(/It is in one chain with the manifest of .*, which this browser kept/)
    expect(await page.evaluate(() => localStorage.getItem('proof'))).not.toBe(kept)
    // An earlier day, before the one that is kept now.
    const day = page.getByLabel('Day', { exact: true })
    await day.selectOption({ index: 2 })
    await page.getByText(/It is in one chain with the manifest of/).waitFor()
    await page.getByLabel('Or its text, or its hash').fill(JSON.parse(kept).hash)
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    await page.getByText(/to the letter/).waitFor()
    await day.selectOption({ index: 0 })
    await page.getByLabel('Or its text, or its hash').fill(JSON.parse(kept).hash)
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    await page.getByText(/rests on it: nothing before was changed since/).waitFor()
  })
})

describe('coins that are proved by their keys', () => {
  /** As if published: signed by keys of the test's own, over the last manifest. */
  async function publishCoins(): Promise<string> {
    const [proof] = await readPublished(small.pool, 1)
    const made = madeReserves({ day: proof!.day, manifest: proof!.hash })
    const { day, number, height, block } = made
    const content = reservesText(made)
    const kept = { day, number, content, satoshi: 2_000_000n, coins: 2, height, block }
    expect(await insertReserves(small.owner, kept)).toBe(true)
    return content
  }

  test('stand beside what is owed, with what they don’t show, on a phone and without scripts', async () => {
    await proveAfter(1)
    const content = await publishCoins()
    for (const looks of [{ width: 320 }, { width: 1280, scripts: false }]) {
      const { page } = await sitDown(browser, looks)
      const coins = page.locator('#reserves')
      await expect
        .poll(async () => {
          await page.goto(`${unproved.url}/proof`)
          return coins.innerText()
        })
        .toContain('Bitcoin, proved by its keys, at the rate of that moment: 0.02 BTC')
      const said = await coins.innerText()
      for (const words of [
        'Owed, at the same moment',
        'The keys of 2 coins have signed for 0.02 BTC',
        'That is 0.02 BTC more than the books held at that moment',
        'unspent at block 812345',
        'bitcoin-cli gettxout',
        'coins can be borrowed for a day',
      ])
        expect(said).toContain(words)
      const file = await coins.getByRole('link', { name: /reserves\.json$/ }).getAttribute('href')
      expect(await (await fetch(unproved.url + file)).text()).toBe(content)
      if (looks.width === 320) await expectItFits(page, 320)
    }
  })
})

/** The own proof and the check, as a person downloads them. */
async function download(page: Page, name: string): Promise<string> {
  const begun = page.waitForEvent('download')
  await page.getByRole(name === 'Download the check' ? 'link' : 'button', { name }).click()
  const got = await begun
  const path = join(folder, got.suggestedFilename())
  await got.saveAs(path)
  return path
}

describe('without the site', () => {
  test('the file opened from the disk checks the downloaded proof, and so does the command', async () => {
    const page = await atOwn()
    await counted(page).waitFor()
    const sentence = await counted(page).innerText()
    const proof = await download(page, 'Download my proof')
    const { account } = readProof(await readFile(proof, 'utf8'))
    expect(proof).toMatch(new RegExp(`/glasshouse-proof-${account}-${last.day}\\.json$`))
    const check = await download(page, 'Download the check')
    const { page: file } = await sitDown(browser, { width: 375 })
    const asked: string[] = []
    file.on('request', (request) => asked.push(request.url()))
    await file.goto(pathToFileURL(check).href)
    await file.getByLabel('1. Your proof').setInputFiles(proof)
    await file.getByText(`${sentence} This holds for account ${account}`).waitFor()
    await file.getByLabel('2. Your account ID').fill(account)
    await file.getByLabel('Or its hash').fill(last.hash)
    await file.getByText('It is the manifest that you kept.').waitFor()
    await expectItFits(file, 375)
    await file.getByLabel('Or its hash').fill('f00d'.repeat(16))
    await file.getByText(/^Not shown\. It isn’t the manifest that you kept\./).waitFor()
    await file.getByLabel('Or its hash').fill('')
    await file.getByLabel('2. Your account ID').fill('GH-1000000000')
    await file.getByText(/^Not shown\. It is another account’s\./).waitFor()
    expect(asked).toEqual([pathToFileURL(check).href])
    const run = (...args: string[]) =>
      startRefused({ command: [process.execPath, 'scripts/proof-check.ts', ...args] })
    const said = await run(proof, '--account', account, '--hash', last.hash)
    expect(said).toMatchObject({ code: 0, stderr: '' })
    expect(said.stdout).toContain('It is the manifest that you kept.')
    expect(await run(proof, '--hash', 'f00d'.repeat(16))).toMatchObject({ code: 1, stdout: '' })
  })
})

describe('home', () => {
  test('says quietly that the money is counted, asks once, and leads there', async () => {
    const { page } = await sitDownAs(browser, server.url, 'Investor', { width: 320 })
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/proofs/own')) asked.push(request.url())
    })
    await page.goto(`${server.url}/dashboard`)
    const line = page.getByRole('link', { name: /^Counted in / })
    await line.click()
    await counted(page).waitFor()
    asked.length = 0
    await page.goBack()
    await line.waitFor()
    expect(asked).toEqual([])
  })
  test('says so to somebody who was left out, and so does the page', async () => {
    const { page } = await sitDownAs(browser, server.url, 'Investor', { width: 320 })
    await page.route(ownCall, (route) =>
      route.fulfill({ json: { status: 'success', data: { proof: null, kept: true } } }),
    )
    await page.goto(`${server.url}/dashboard`)
    await page.getByRole('link', { name: /^Your account isn’t in .*: see why$/ }).click()
    await page.getByText(/^Your account isn’t in the proof of .*, although it was open/).waitFor()
    await expectItFits(page, 320)
  })
  test('accuses nobody where what it takes is kept no longer', async () => {
    const { page } = await sitDownAs(browser, server.url, 'Investor', { width: 320 })
    await page.route(ownCall, (route) =>
      route.fulfill({ json: { status: 'success', data: { proof: null, kept: false } } }),
    )
    await page.goto(server.url + own)
    await page.getByText(/^An own proof of .* is no longer made/).waitFor()
  })
  test('says that nothing could be checked where no answer came', async () => {
    const { page } = await sitDownAs(browser, server.url, 'Investor', { width: 320 })
    await page.route(ownCall, (route) => route.abort())
    await page.goto(`${server.url}/dashboard`)
    await page
      .getByRole('link', { name: 'Whether your money is counted could not be checked' })
      .waitFor()
  })
  test('says plainly when it isn’t', async () => {
    const { page } = await sitDownAs(browser, server.url, 'Investor', { width: 320 })
    await falsify(page, ({ parts }) => (parts[0]!.nonce = '0'.repeat(64)))
    await page.goto(`${server.url}/dashboard`)
    await page.getByRole('link', { name: 'Your money wasn’t found in the last proof' }).waitFor()
    await expectItFits(page, 320)
  })
})

test('a check takes a slow phone a part of a second', { tags: [thorough] }, async () => {
  const page = await atOwn({ width: 375 })
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const took: number[] = []
  for (let n = 0; n < 5; n += 1) {
    await page.reload()
    await counted(page).waitFor()
    took.push(
      ...(await page.evaluate(() =>
        performance.getEntriesByName('proof-checked').map(({ duration }) => duration),
      )),
    )
  }
  const shown = took.map((ms) => `${Math.round(ms)} ms`).join(', ')
  process.stdout.write(`a check of the own proof, four times slowed: ${shown}\n`)
  expect(took).toHaveLength(5)
})
