/** What is typed before the scripts ran is what a form begins with. */
import { afterAll, expect, test } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { firstOf } from '../support/extent.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import { hold, sitDown } from '../support/visitor.ts'

const [server, browser] = await Promise.all([startSite(), openBrowser()])
afterAll(stopServers)

const forms = [
  [
    '/signup',
    {
      'Full name': 'Early Bird',
      Email: 'early@people.example',
      Password: 'typed-too-early',
      'Confirm password': 'typed-too-early',
    },
    'Sign Up',
  ],
  ['/login', { Email: 'early@people.example', Password: 'typed-too-early' }, 'Log In'],
  ['/forgot-password', { Email: 'early@people.example' }, 'Send Reset Link'],
] as const

test.each(firstOf(forms))(
  '%s keeps what was typed before its scripts ran, and sends it',
  async (path, fields, button) => {
    const { page } = await sitDown(browser, { width: 375 })
    const letArrive = await hold(page, '**/assets/*.js')
    await page.goto(server.url + path, { waitUntil: 'commit' })
    const form = page.locator('form')
    for (const [label, text] of Object.entries(fields))
      await form.getByLabel(label, { exact: true }).fill(text)
    const sent = page.waitForRequest((request) => request.method() === 'POST')
    letArrive()
    await page.waitForLoadState('networkidle')
    for (const [label, text] of Object.entries(fields))
      expect(await form.getByLabel(label, { exact: true }).inputValue()).toBe(text)
    await form.getByRole('button', { name: button, exact: true }).click()
    const body = (await sent).postDataJSON() as Record<string, string>
    expect(Object.values(body)).toEqual(expect.arrayContaining(Object.values(fields)))
  },
)

test('/login takes its press before its scripts ran, and sends the form once they do', async () => {
  const { page } = await sitDown(browser, { width: 375 })
  const letArrive = await hold(page, '**/assets/*.js')
  await page.goto(server.url + '/login', { waitUntil: 'commit' })
  const form = page.locator('form')
  await form.getByLabel('Email', { exact: true }).fill('unknown@people.example')
  await form.getByLabel('Password', { exact: true }).fill('typed-too-early')
  await form.getByRole('button', { name: 'Log In', exact: true }).click()
  expect(await form.getAttribute('aria-busy')).toBe('true')
  expect(new URL(page.url()).search).toBe('')
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  letArrive()
  expect((await sent).postDataJSON()).toEqual({
    email: 'unknown@people.example',
    password: 'typed-too-early',
  })
  await form.getByText('The email or the password is wrong.').waitFor()
  expect(await form.getAttribute('aria-busy')).toBe(null)
  // From then on the form is the page's own.
  const again = page.waitForRequest((request) => request.method() === 'POST')
  await form.getByRole('button', { name: 'Log In', exact: true }).click()
  await again
})

test('/login that was pressed before its scripts ran leads to the dashboard', async () => {
  const { page } = await sitDown(browser, { width: 375 })
  const letArrive = await hold(page, '**/assets/*.js')
  await page.goto(server.url + '/login', { waitUntil: 'commit' })
  const form = page.locator('form')
  await form.getByLabel('Email', { exact: true }).fill('investor@glasshouse.example')
  await form.getByLabel('Password', { exact: true }).fill('glasshouse-investor')
  // Enter sends nothing while the button is disabled: until the end of the document has come.
  await form.locator('[type=submit]:enabled').waitFor()
  await form.getByLabel('Password', { exact: true }).press('Enter')
  letArrive()
  await page.waitForURL('**/dashboard')
  await page.getByRole('heading', { name: /^Welcome/ }).waitFor()
})

test('/login that was opened without a press sends nothing by itself', async () => {
  const { page } = await sitDown(browser, { width: 375 })
  const posted: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') posted.push(request.url())
  })
  await page.goto(server.url + '/login')
  await page.waitForLoadState('networkidle')
  expect(posted).toEqual([])
})
