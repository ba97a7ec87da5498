/** The screens of the tour: who looks at what, at which width, and what is to be seen. */
import type { Page } from 'playwright-core'
import type { SampleUser } from '../support/visitor.ts'

export type Stop = {
  /** Of the picture's file. */
  name: string
  title: string
  says: string
  /** Null: somebody who has just signed up. */
  who: SampleUser | null
  phone: boolean
  open(page: Page, origin: string): Promise<void>
}

const at =
  (path: string, heading: string | RegExp): Stop['open'] =>
  async (page, origin) => {
    await page.goto(`${origin}${path}`)
    await page.getByRole('heading', { name: heading }).first().waitFor()
  }

export const stops: readonly Stop[] = [
  {
    name: 'home-new',
    title: 'A new account',
    says: 'The first visit says what comes first instead of showing empty figures.',
    who: null,
    phone: true,
    open: at('/dashboard', /Welcome/),
  },
  {
    name: 'home',
    title: 'Home',
    says: 'Every figure is a balance in the books, and opens to the entries that make it up.',
    who: 'Investor',
    phone: false,
    open: at('/dashboard', /Welcome/),
  },
  {
    name: 'invest',
    title: 'Invest',
    says: 'What will happen to the money stands beside the form, to the cent and with the risk.',
    who: 'Investor',
    phone: false,
    open: at('/dashboard/invest', /Invest/),
  },
  {
    name: 'withdraw',
    title: 'Withdraw',
    says: 'Where the money goes is typed once and read back before anything is asked for.',
    who: 'Investor',
    phone: true,
    async open(page, origin) {
      await page.goto(`${origin}/dashboard/transfer?to=wallet`)
      const form = page.getByRole('form', { name: 'Wallet transfer' })
      await form.getByLabel('Wallet name').fill('Hardware wallet')
      await form.getByLabel('Wallet address').fill('tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx')
      await form.getByLabel('Amount').fill('250')
      await form.getByRole('button', { name: 'Request withdrawal' }).click()
      await page.getByRole('button', { name: 'Request $250.00' }).waitFor()
    },
  },
  {
    name: 'request',
    title: 'A request',
    says: 'Each request has an address of its own, with who decided it, when and why.',
    who: 'Investor',
    phone: true,
    async open(page, origin) {
      await page.goto(`${origin}/dashboard/transfer`)
      await page.locator('a[href^="/dashboard/transfer/"]').first().click()
      await page.waitForURL('**/dashboard/transfer/*')
      await page.getByRole('heading').first().waitFor()
    },
  },
  {
    name: 'activity',
    title: 'Activity',
    says: 'Whatever touched the account, with the name of who did it and the reason.',
    who: 'Investor',
    phone: true,
    open: at('/dashboard/activity', /Activity/),
  },
  {
    name: 'queue',
    title: 'The queue of withdrawals',
    says: 'What waits for a decision, oldest first, with what is unusual about it.',
    who: 'Admin',
    phone: false,
    open: at('/admin/withdrawals', /Withdrawal/),
  },
  {
    name: 'panel',
    title: 'One request, as staff see it',
    says: 'Amount, destination, approvals and history of the person beside the decision.',
    who: 'Admin',
    phone: false,
    async open(page, origin) {
      await page.goto(`${origin}/admin/withdrawals`)
      await page
        .getByRole('button', { name: /Details/ })
        .first()
        .click()
    },
  },
  {
    name: 'user',
    title: 'A user, as staff see them',
    says: 'Figures, requests, notes and sign-ins in one place; every change asks for a reason.',
    who: 'Admin',
    phone: false,
    async open(page, origin) {
      await page.goto(`${origin}/admin`)
      await page.locator('a[href^="/admin/users/"]').first().click()
      await page.getByRole('heading', { level: 1 }).waitFor()
    },
  },
  {
    name: 'treasury',
    title: 'Treasury',
    says: 'What the firm owes and holds, and a trial balance that comes to zero.',
    who: 'Auditor',
    phone: false,
    open: at('/admin/treasury', 'Trial balance'),
  },
  {
    name: 'audit',
    title: 'Audit',
    says: 'Every command of staff, refused ones too, with the hash by which it hangs in its chain.',
    who: 'Auditor',
    phone: false,
    open: at('/admin/audit', /What staff did/),
  },
  {
    name: 'mail',
    title: 'A mail',
    says: 'The outbox of the demonstration shows every mail as people would get it.',
    who: 'Admin',
    phone: false,
    open: at('/outbox', /Outbox|Mails/),
  },
]
