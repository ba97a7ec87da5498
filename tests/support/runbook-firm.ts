/** What a firm does at first, over its https address: it opens, a person is paid, and after a restore everything goes on. */
import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import {
  becomeAdministrator,
  confirmAddress,
  fundTheFirm,
  openTheFirm,
  signUpBy,
  sitDownAtLive,
  type LiveFirm,
} from './live-firm.ts'
import { callFrom } from './page-call.ts'

/** Its operator's hands: `script` runs a script with the rights of the owner, `inMail` reads what was mailed. */
export type RunFirm = { browser: Browser; origin: string } & Pick<LiveFirm, 'script' | 'inMail'>

type Opened = { adam: Page; bea: Page; ines: Page; faults: string[] }

const status = async (page: Page, path: string, body?: object) => {
  const reply = await callFrom(page, path, body)
  return [reply.status, reply.status < 300 ? '' : JSON.stringify(reply.body)]
}

/** Two administrators with a second factor; `whenSet` is what the operator does before they open the firm. */
export async function openByTwo(firm: RunFirm, whenSet: () => Promise<void>): Promise<Opened> {
  const faults: string[] = []
  const sitDown = async () => {
    const page = await sitDownAtLive(firm, faults)
    page.setDefaultTimeout(60_000)
    return page
  }
  const [adam, bea, ines] = [await sitDown(), await sitDown(), await sitDown()]
  await becomeAdministrator(firm, adam, 'Adam').catch(async (error: Error) => {
    throw new Error(`${adam.url()}: ${await adam.content()}\n${faults.join('\n')}`, {
      cause: error,
    })
  })
  await becomeAdministrator(firm, bea, 'Bea')
  await whenSet()
  await adam.goto(`${firm.origin}/admin/live`)
  await openTheFirm(adam, bea)
  await fundTheFirm(adam, bea)
  return { adam, bea, ines, faults }
}

/** A person signs up and is credited $1,000 that two have seen arrive. */
export async function receiveMoney(firm: RunFirm, { adam, bea, ines }: Opened): Promise<void> {
  const email = 'ines@people.example'
  await signUpBy(ines, firm.origin, { fullName: 'Ines Investor', email })
  await confirmAddress(firm, ines, email)
  const { data } = (await callFrom(adam, '/users?search=ines')).body
  const valueDate = new Date().toISOString().slice(0, 10)
  const receipt = { userId: data.users[0].id, amount: 1000, reference: 'IN 1', valueDate }
  expect(await status(adam, '/receipts', receipt)).toEqual([202, expect.anything()])
  await bea.goto(`${firm.origin}/admin/waiting`)
  await bea.getByRole('button', { name: 'Agree', exact: true }).click()
  await bea.getByRole('dialog').getByRole('button', { name: 'Agree' }).click()
  await bea.getByText('No proposal waits for you.').waitFor()
}

/** The id of a withdrawal that two have approved. */
export async function approveWithdrawal({ adam, bea, ines }: Opened): Promise<string> {
  const asked = await callFrom(ines, '/requestWithdrawal', {
    type: 'bank_account',
    amount: 200,
    bankName: 'Ines Investor',
    bankNumber: 'DE89 3704 0044 0532 0130 00',
  })
  const id: string = asked.body.data.withdrawal._id
  expect((await callFrom(adam, `/withdrawals/${id}/approval`, {})).status).toBe(202)
  expect((await callFrom(bea, `/withdrawals/${id}/approval`, {})).status).toBe(200)
  return id
}

export const pay = ({ adam }: Opened, id: string, reference: string) =>
  status(adam, `/withdrawals/${id}/payout`, { reference })

/** Two agree on the page that payouts go on. */
export async function letPayoutsGoOn(firm: RunFirm, { adam, bea }: Opened): Promise<void> {
  for (const [page, then] of [
    [adam, 'Somebody else has to agree as well.'],
    [bea, 'Payouts go on'],
  ] as const) {
    await page.goto(`${firm.origin}/admin/payout-block`)
    await page.getByRole('button', { name: 'Agree that payouts go on' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Agree' }).click()
    await page.getByText(then).first().waitFor()
  }
}
