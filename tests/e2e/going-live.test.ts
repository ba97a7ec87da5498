/** From an empty folder to a first investor's paid withdrawal: a firm goes live in a browser, over https, by two administrators. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { thorough } from '../support/extent.ts'
import { newFolder } from '../support/folder.ts'
import {
  becomeAdministrator,
  button,
  confirmAddress,
  fundTheFirm,
  openTheFirm,
  prepareLiveFirm,
  signUpBy,
  sitDownAtLive,
} from '../support/live-firm.ts'
import { honestPack } from '../support/live-pack.ts'
import { callFrom } from '../support/page-call.ts'
import { answerOnPage } from '../support/questions.ts'
import { stopServers } from '../support/server.ts'
import { figureOf } from '../support/visitor.ts'

const browser = await openBrowser()
const firm = await prepareLiveFirm(browser, honestPack())
afterAll(stopServers)
const { origin } = firm
const go = (page: Page, path: string) => page.goto(origin + path)

const statementOf = async (
  lines: [day: string, amount: string, reference: string][],
): Promise<string> => {
  let balance = 0
  const rows = lines.map(([day, amount, reference]) => {
    balance += Math.round(Number(amount) * 100)
    return `${day},${amount},${reference},${(balance / 100).toFixed(2)}`
  })
  const file = join(await newFolder(), 'statement.csv')
  await writeFile(file, ['date,amount,reference,balance', ...rows].join('\n'))
  return file
}

const businessDay = async (): Promise<string> =>
  (await firm.database.owner.query('select business_now()::date::text as day')).rows[0].day

test(
  'a firm goes live, and its first investor is paid',
  { tags: [thorough], timeout: 180_000 },
  async () => {
    const faults: string[] = []
    const sitDown = () => sitDownAtLive(firm, faults)
    const [adam, bea, ines] = [await sitDown(), await sitDown(), await sitDown()]

    await firm.start()
    expect((await go(ines, '/'))!.status()).toBe(503)
    await ines.getByRole('heading', { name: 'Not open yet' }).waitFor()

    await becomeAdministrator(firm, adam, 'Adam')
    await becomeAdministrator(firm, bea, 'Bea')
    await go(adam, '/admin/live')
    await adam.getByRole('heading', { name: 'Missing (1)' }).waitFor()
    expect(await button(adam, 'Propose to open').isDisabled()).toBe(true)
    await firm.rehearse()
    const checked = await firm.script('check-live.ts')
    expect([checked.code, checked.stdout]).toEqual([
      0,
      expect.stringMatching(/\nNothing is missing: two administrators can open the firm\.\n$/),
    ])
    await openTheFirm(adam, bea)

    // Capital, and what profits are paid from.
    const today = await businessDay()
    await go(adam, '/admin/treasury')
    await fundTheFirm(adam, bea)

    // The first investor, and a receipt by two.
    const email = 'ines@people.example'
    await signUpBy(ines, origin, { fullName: 'Ines Investor', email })
    await confirmAddress(firm, ines, email)
    await go(ines, '/dashboard/fundaccount')
    await ines.getByRole('heading', { name: 'Bank transfer' }).waitFor()
    const accountId = await ines
      .getByText(/^GH-\d{10}$/)
      .first()
      .innerText()
    const { data } = (await callFrom(adam, `/users?search=${accountId}`)).body
    const receipt = {
      userId: data.users[0].id,
      amount: 1000,
      reference: 'IN 1',
      valueDate: today,
    }
    expect((await callFrom(adam, '/receipts', receipt)).status).toBe(202)
    await go(bea, '/admin/waiting')
    await bea.getByRole('button', { name: 'Agree', exact: true }).click()
    await bea.getByRole('dialog').getByRole('button', { name: 'Agree' }).click()
    await bea.getByText('No proposal waits for you.').waitFor()

    // A plan of the pack, to its end.
    await go(ines, '/dashboard/invest')
    await ines.getByLabel('Amount').fill('1000')
    await ines.getByLabel(/I have read the risk warning/).check()
    await ines.getByRole('button', { name: 'Review' }).click()
    await answerOnPage(ines)
    await ines.getByRole('button', { name: 'Invest $1,000.00' }).click()
    await ines.getByText('Investment opened').first().waitFor()
    await firm.pass('31 days')
    await go(ines, '/dashboard')
    await expect
      .poll(() => figureOf(ines, 'Account Balance').innerText(), { timeout: 30_000 })
      .toBe('$1,020.00')

    // A withdrawal, approved by two, paid, and reconciled to zero.
    const asked = await callFrom(ines, '/requestWithdrawal', {
      type: 'bank_account',
      amount: 500,
      bankName: 'Ines Investor',
      bankNumber: 'DE89 3704 0044 0532 0130 00',
    })
    expect(asked.status).toBe(201)
    const id: string = asked.body.data.withdrawal._id
    const request = `/withdrawals/${id}`
    expect((await callFrom(adam, `${request}/approval`, {})).status).toBe(202)
    expect((await callFrom(bea, `${request}/approval`, {})).status).toBe(200)
    expect((await callFrom(adam, `${request}/payout`, { reference: 'OUT 1' })).status).toBe(200)
    await go(ines, `/dashboard/transfer/${id}`)
    await ines.getByText('OUT 1').first().waitFor()

    await go(adam, '/admin/statements')
    await adam.getByLabel('Statement: camt.053, or CSV with named columns').setInputFiles(
      await statementOf([
        [today, '300.00', ''],
        [today, '1000.00', 'IN 1'],
        [await businessDay(), '-500.00', 'OUT 1'],
      ]),
    )
    await button(adam, 'Compare with the books').click()
    await adam.getByText('Nothing is left over: the statement and the books agree.').waitFor()
    await button(adam, 'Record as reconciled').click()
    await adam.getByRole('table', { name: 'Reconciled so far' }).getByText('Adam Admin').waitFor()
    expect(faults).toEqual([])
  },
)
