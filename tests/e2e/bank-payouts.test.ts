/** Money to one's own account at a bank, from the form to the payout: what the person sees, and what whoever pays does. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { inaccessible } from '../support/axe.ts'
import { openBrowser } from '../support/browser.ts'
import { logIn, logInAsAdmin, signUp, type Client } from '../support/client.ts'
import { stopServers } from '../support/server.ts'
import { startSite } from '../support/site.ts'
import { flowWidths, sitDownAsNewcomer, windowOf } from '../support/visitor.ts'

const [server, browser] = await Promise.all([startSite(), openBrowser()])
afterAll(stopServers)
const admin = await logInAsAdmin(server.url)

const iban = 'DE89370400440532013000'
const toBank = (page: Page) => page.getByRole('form', { name: 'Bank transfer' })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const closeOf = (page: Page, name: string) =>
  dialog(page, name).getByRole('button', { name: 'Close', exact: true }).last()

/** Of somebody else, whose account was frozen after it was approved. */
async function approvedAndFrozen(): Promise<string> {
  const client = await signUp(server.url, { fullName: 'Fay Frozen' })
  await client.ok('POST', '/demo/deposits', { amount: 100, asset: 'BTC' })
  const request = {
    type: 'bank_account',
    amount: 9,
    bankName: 'Fay Frozen',
    bankNumber: iban,
  }
  const { withdrawal } = await client.ok('POST', '/requestWithdrawal', request)
  await admin.ok('POST', `/withdrawals/${withdrawal._id}/approval`)
  await admin.ok('POST', `/users/${client.user.id}/freeze`, { reason: 'A letter from the court' })
  return withdrawal._id
}

const atTheForm = (width: number) =>
  sitDownAsNewcomer(browser, server.url, {
    path: '/dashboard/transfer?to=bank',
    width,
    prepare: (client) => client.ok('POST', '/demo/deposits', { amount: 1_000, asset: 'BTC' }),
  })

describe.each(flowWidths)('at %i px, a bank account', (width) => {
  test('by its IBAN is checked, asked for, saved for next time, approved and paid by the firm’s bank', async () => {
    const { page, client } = await atTheForm(width)
    const form = toBank(page)
    const { fullName } = await client.me()
    expect(await form.getByLabel('Account holder').inputValue()).toBe(fullName)
    await form.getByLabel('Amount').fill('71')
    await form.getByRole('button', { name: 'Request bank transfer' }).click()
    await form.getByText('Please enter the IBAN').waitFor()
    await form.getByLabel('IBAN', { exact: true }).fill('DE89 3704 0044 0532 0130 01')
    await form.getByRole('button', { name: 'Request bank transfer' }).click()
    await form.getByText('This is not an IBAN: its check digits are wrong.').waitFor()
    await form.getByLabel('IBAN', { exact: true }).fill('de89 3704 0044 0532 0130 00')
    await form.getByText('Its check digits are right.').waitFor()
    await form.getByRole('button', { name: 'Request bank transfer' }).click()
    const review = dialog(page, 'Withdraw $71.00?')
    await review.getByText('Bank account').waitFor()
    expect(await review.locator('code').innerText()).toBe(iban)
    expect(await inaccessible(page)).toEqual([])
    await review.getByRole('button', { name: 'Request $71.00' }).click()
    const outcome = dialog(page, 'Request Submitted!')
    await outcome.getByLabel('Save it for next time as').fill('My bank')
    await outcome.getByRole('button', { name: 'Save destination' }).click()
    await outcome.getByText('Saved for next time as “My bank”.').waitFor()
    await closeOf(page, 'Request Submitted!').click()
    const saved = page.getByRole('list', { name: 'Saved destinations' })
    await saved.getByText(`Bank account of ${fullName}, saved on`).waitFor()
    expect(await inaccessible(page)).toEqual([])

    const [request] = await client.withdrawals()
    const id = request!._id
    expect(request).toMatchObject({ type: 'bank_account', bankNumber: iban })
    await admin.ok('POST', `/withdrawals/${id}/approval`)
    const frozen = await approvedAndFrozen()
    const desk = await windowOf(
      browser,
      server.url,
      `/admin/withdrawals?search=${encodeURIComponent(client.user.email)}&work=to-pay`,
      { width },
    )
    await desk.getByRole('button', { name: 'Pay out in bulk' }).click()
    const many = dialog(desk, 'Pay out in bulk')
    const [download] = await Promise.all([
      desk.waitForEvent('download'),
      many.getByRole('button', { name: /^Export \d+ to bank accounts as pain.001$/ }).click(),
    ])
    const reference = id.replaceAll('-', '')
    const file = await readFile(await download.path(), 'utf8')
    await many.getByText(/frozen after the approval, and left out/).waitFor()
    expect(file).not.toContain(frozen.replaceAll('-', ''))
    expect(file).toContain(
      `<EndToEndId>${reference}</EndToEndId></PmtId><Amt><InstdAmt Ccy="USD">71.00</InstdAmt></Amt><Cdtr><Nm>${fullName}</Nm></Cdtr><CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct>`,
    )
    await many.getByText(/^pain.001, exported by .* 0 of \d+ recorded.$/).waitFor()
    const [again] = await Promise.all([
      desk.waitForEvent('download'),
      many.getByRole('button', { name: 'Download again' }).click(),
    ])
    expect(await readFile(await again.path(), 'utf8')).toBe(file)
    expect(await inaccessible(desk)).toEqual([])
    await closeOf(desk, 'Pay out in bulk').click()
    await desk.getByRole('button', { name: 'Record payout' }).first().click()
    const payout = dialog(desk, 'Record the payout?')
    await payout.getByText('has been sent to the bank account of').waitFor()
    await payout.getByText('Account holder').waitFor()
    expect(await payout.locator('code').allInnerTexts()).toEqual([iban, reference])
    expect(await payout.getByRole('img', { name: /QR code/ }).count()).toBe(0)
    await payout.getByLabel('Reference of the payout').fill(reference)
    await payout.getByRole('button', { name: 'Record payout' }).click()
    await payout.waitFor({ state: 'hidden' })
    expect((await client.withdrawals())[0]).toMatchObject({
      status: 'paid',
      payoutReference: reference,
    })
  })

  test('of the United States is saved by its two numbers, and chosen by its name', async () => {
    const { page, client } = await atTheForm(width)
    await page.getByRole('button', { name: 'Save a destination' }).click()
    const saving = dialog(page, 'Save a destination')
    await saving.getByLabel('Kind').selectOption('Your bank account')
    await saving.getByLabel('Account by').selectOption('US account number')
    await saving.getByLabel('Name', { exact: true }).fill('Checking')
    await saving.getByLabel('Routing number').fill('021000022')
    await saving.getByLabel('Account number').fill('123')
    await saving.getByRole('button', { name: 'Save destination' }).click()
    await saving.getByText('Please check the nine digits').waitFor()
    await saving.getByText('Please enter the account number').waitFor()
    await saving.getByLabel('Routing number').fill('0210 0002 1')
    await saving.getByLabel('Account number').fill('123-456-789')
    const { fullName } = await client.me()
    await saving.getByLabel('Account holder').fill('Анна Ли')
    await saving.getByRole('button', { name: 'Save destination' }).click()
    await saving.getByText('Banks take names in Latin letters only').first().waitFor()
    await saving.getByLabel('Account holder').fill(fullName)
    expect(await inaccessible(page)).toEqual([])
    await saving.getByRole('button', { name: 'Save destination' }).click()
    await saving.waitFor({ state: 'hidden' })
    const form = toBank(page)
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    await page.getByRole('button', { name: /^Checking/ }).click()
    await form.getByLabel('Amount').waitFor()
    expect(await form.locator('code').innerText()).toBe('021000021/123456789')
    expect(await form.getByLabel('IBAN', { exact: true }).count()).toBe(0)
    await form.getByLabel('Amount').fill('12')
    await form.getByRole('button', { name: 'Request bank transfer' }).click()
    await dialog(page, 'Withdraw $12.00?').getByRole('button', { name: 'Request $12.00' }).click()
    await dialog(page, 'Request Submitted!').waitFor()
    expect(await client.withdrawals()).toMatchObject([
      { type: 'bank_account', bankName: client.user.fullName, bankNumber: '021000021/123456789' },
    ])
  })
})

test('J5: a file that was exported for the bank is cancelled by one who proposes it and another who agrees', async () => {
  const client = await signUp(server.url, { fullName: 'Ada Lovelace' })
  await client.ok('POST', '/demo/deposits', { amount: 100, asset: 'BTC' })
  const { withdrawal } = await client.ok('POST', '/requestWithdrawal', {
    type: 'bank_account',
    amount: 13,
    bankName: 'Ada Lovelace',
    bankNumber: iban,
  })
  const id = withdrawal._id as string
  await admin.ok('POST', `/withdrawals/${id}/approval`)
  const second = await logIn(server.url, 'second-admin@glasshouse.example', 'glasshouse-second')
  const file = await second.ok('POST', '/bank-exports', { format: 'csv', withdrawals: [id] })
  await second.ok('POST', `/bank-exports/${file.id}/release`, { amount: 13, payments: 1 })
  await second.ok('POST', `/bank-exports/${file.id}/removal`)
  const desk = await windowOf(browser, server.url, '/admin/withdrawals?work=to-pay', {
    width: 1280,
  })
  await desk.getByRole('button', { name: 'Pay out in bulk' }).click()
  const many = dialog(desk, 'Pay out in bulk')
  const one = many.getByRole('listitem').filter({ hasText: 'Proposed to be cancelled' })
  await one.getByText('1 payout, $13.00').waitFor()
  expect(await inaccessible(desk)).toEqual([])
  await one.getByRole('link', { name: 'Decide on cancelling it' }).click()
  await desk.waitForURL('**/admin/waiting')
  const waiting = desk
    .getByRole('table', { name: 'Proposals for you to decide' })
    .getByRole('row')
    .filter({ hasText: 'Cancelling a file of $13.00' })
  await waiting.getByRole('button', { name: 'Agree' }).click()
  const question = dialog(desk, 'Agree to this: Cancelling a file of $13.00 for the bank?')
  await question.getByText('Ask the bank first').waitFor()
  await question.getByRole('button', { name: 'Agree', exact: true }).click()
  await waiting.waitFor({ state: 'detached' })
  await admin.ok('POST', `/withdrawals/${id}/return`, { reason: 'The bank has refused it' })
  expect((await client.withdrawals())[0]).toMatchObject({ status: 'returned' })
})

describe.each(flowWidths)('at %i px, the bank’s report', (width) => {
  test('J5: on a file that is released here is read, recorded, and frees what it rejects by two', async () => {
    const client = await signUp(server.url, { fullName: 'Ada Lovelace' })
    await client.ok('POST', '/demo/deposits', { amount: 100, asset: 'BTC' })
    const asked = { type: 'bank_account', bankName: 'Ada Lovelace', bankNumber: iban }
    const ids: string[] = []
    for (const amount of [14, 15]) {
      const { withdrawal } = await client.ok('POST', '/requestWithdrawal', { ...asked, amount })
      ids.push(withdrawal._id)
      await admin.ok('POST', `/withdrawals/${withdrawal._id}/approval`)
    }
    const second = await logIn(server.url, 'second-admin@glasshouse.example', 'glasshouse-second')
    const body = { format: 'pain001', withdrawals: ids }
    const { id: file } = await second.ok('POST', '/bank-exports', body)
    const desk = await windowOf(browser, server.url, '/admin/withdrawals?work=to-pay', { width })
    await desk.getByRole('button', { name: 'Pay out in bulk' }).click()
    const many = dialog(desk, 'Pay out in bulk')
    const one = many.getByRole('listitem').filter({ hasText: '2 payouts, $29.00' })
    await one.getByText('Not released yet.').waitFor()
    await one.getByRole('button', { name: 'Release' }).click()
    const question = dialog(desk, 'Release this file?')
    expect(await inaccessible(desk)).toEqual([])
    await question.getByRole('button', { name: 'Release $29.00' }).click()
    await question.waitFor({ state: 'hidden' })
    const named = (id: string) => id.replaceAll('-', '')
    const line = (id: string, status: string, why = '') =>
      `<TxInfAndSts><OrgnlEndToEndId>${named(id)}</OrgnlEndToEndId><TxSts>${status}</TxSts>${why}</TxInfAndSts>`
    const why = '<StsRsnInf><Rsn><Cd>AC04</Cd></Rsn><AddtlInf>Closed account</AddtlInf></StsRsnInf>'
    const report = `<Document><CstmrPmtStsRpt><GrpHdr><MsgId>R ${width}</MsgId></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>${named(file)}</OrgnlMsgId><GrpSts>PART</GrpSts></OrgnlGrpInfAndSts><OrgnlPmtInfAndSts>${line(ids[0]!, 'ACSP')}${line(ids[1]!, 'RJCT', why)}</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`
    const upload = many.getByLabel('The bank’s report on a file (pain.002)')
    const chosen = { name: 'report.xml', mimeType: 'application/xml' }
    await upload.setInputFiles({ ...chosen, buffer: Buffer.from('<Document/>') })
    await many.getByText(/must be ISO 20022 pain.002/).waitFor()
    await upload.setInputFiles({ ...chosen, buffer: Buffer.from(report) })
    const said = many.getByRole('list', { name: 'What the bank says' })
    await said.getByText('Rejected (AC04, Closed account).').waitFor()
    await said.getByText('Line 1, Ada Lovelace, $14.00').waitFor()
    expect(await inaccessible(desk)).toEqual([])
    await many.getByRole('button', { name: 'Record what the bank says' }).click()
    await one.getByText('By the bank: 1 accepted, 1 rejected.').waitFor()
    await one.getByRole('button', { name: 'Propose to reopen 1 rejected' }).click()
    const freeing = dialog(desk, 'Propose to reopen 1 payout?')
    expect(await inaccessible(desk)).toEqual([])
    await freeing.getByRole('button', { name: 'Propose it' }).click()
    await one.getByText('Proposed to reopen what was rejected').waitFor()
    const { exports } = await second.ok('GET', '/bank-exports')
    const { proposal } = exports.find((each: { id: string }) => each.id === file)
    await second.ok('POST', `/proposals/${proposal.id}/agreement`, { shown: proposal.facts })
    await admin.ok('POST', `/withdrawals/${ids[1]}/return`, { reason: 'The account is closed' })
    await admin.ok('POST', `/withdrawals/${ids[0]}/payout`, { reference: named(ids[0]!) })
  })
})

/** To their bank account; answers which request it was. */
async function paidTo(client: Client, amount: number): Promise<string> {
  const { fullName } = await client.me()
  const asked = { type: 'bank_account', amount, bankName: fullName, bankNumber: iban }
  const { withdrawal } = await client.ok('POST', '/requestWithdrawal', asked)
  const id: string = withdrawal._id
  await admin.ok('POST', `/withdrawals/${id}/approval`)
  await admin.ok('POST', `/withdrawals/${id}/payout`, { reference: `PAID ${id}` })
  return id
}

describe.each(flowWidths)('at %i px, a payout that the bank sent back', (width) => {
  test('is recorded from the statement, booked by another, and told to its person with the reason', async () => {
    const { page, client } = await atTheForm(width)
    const id = await paidTo(client, 16)
    const { now } = await admin.ok('GET', '/withdrawals/waiting')
    const day = String(now).slice(0, 10)
    const number = id.replaceAll('-', '')

    const desk = await windowOf(browser, server.url, '/admin/statements', { width })
    await desk.getByLabel('Statement: camt.053').setInputFiles({
      name: 'returns.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`date,amount,reference,text\n${day},15.00,RTN ${id},Closed ${number}`),
    })
    await desk.getByLabel('Closing balance').fill('0')
    await desk.getByRole('button', { name: 'Compare with the books' }).click()
    const open = desk.getByRole('table', { name: 'Differences' })
    await open.getByText('payout of $16.00 that came back').waitFor()
    await desk.getByRole('button', { name: 'Record line 2' }).click()
    const question = dialog(desk, 'Record a payout that came back')
    await question.getByLabel('Reason').fill('Your account there is closed')
    expect(await question.getByLabel('Amount').inputValue()).toBe('15')
    expect(await inaccessible(desk)).toEqual([])
    await question.getByRole('button', { name: 'Record' }).click()
    await question.waitFor({ state: 'hidden' })

    const second = await logIn(server.url, 'second-admin@glasshouse.example', 'glasshouse-second')
    const { proposals } = await second.ok('GET', '/proposals?mine=to-decide')
    const proposal = proposals.find(
      ({ facts }: { facts: { withdrawal?: string } }) => facts.withdrawal === id,
    )
    await second.ok('POST', `/proposals/${proposal.id}/agreement`, { shown: proposal.facts })
    await page.goto(`${server.url}/dashboard/transfer/${id}`)
    await page
      .getByText(
        'By Second Admin: “$15.00 came back: Your account there is closed”. What came back is in your balance.',
      )
      .waitFor()
    expect(await inaccessible(page)).toEqual([])

    await desk.goto(`${server.url}/admin/withdrawals?status=returned&request=${id}`)
    await desk.getByText('Sent back by the bank').first().waitFor()
    expect(await desk.getByRole('button', { name: 'The bank sent it back' }).count()).toBe(0)
  })

  test('of which the statement says nothing is recorded from its details', async () => {
    const { client } = await atTheForm(width)
    const id = await paidTo(client, 17)
    const desk = await windowOf(browser, server.url, `/admin/withdrawals?request=${id}`, { width })
    await desk.getByRole('button', { name: 'The bank sent it back' }).click()
    const question = dialog(desk, 'Record a payout that came back')
    expect(await question.getByLabel('Amount').inputValue()).toBe('17')
    await question.getByRole('button', { name: 'Record' }).click()
    await question.getByText('Please enter the bank’s reference').waitFor()
    await question.getByLabel('Bank reference').fill(`BACK ${id}`)
    await question.getByLabel('Value date').fill(new Date().toISOString().slice(0, 10))
    await question.getByLabel('Reason').fill('Nobody has this account')
    expect(await inaccessible(desk)).toEqual([])
    await question.getByRole('button', { name: 'Record' }).click()
    await question.waitFor({ state: 'hidden' })
    const { proposals } = await admin.ok('GET', '/proposals?mine=waiting')
    expect(proposals.map(({ facts }: { facts: object }) => facts)).toContainEqual(
      expect.objectContaining({ withdrawal: id, amount: 17 }),
    )
  })
})
