/** A morning’s work of a firm in live mode: two administrators read a statement of 300 lines by keyboard alone, in few presses. */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import type { OwnerId } from '../../src/ledger/core/chart.ts'
import { agreementToEntry } from '../support/agreements.ts'
import { inaccessible } from '../support/axe.ts'
import {
  batchOf,
  entryOf,
  fileOf,
  plainHabit,
  statementOf,
  type Payment,
} from '../support/bank-files.ts'
import { openBrowser } from '../support/browser.ts'
import { addDocument, openPapers } from '../support/documents.ts'
import { handsAt } from '../support/hands.ts'
import { createHouse, type TestHouse } from '../support/house.ts'
import {
  becomeAdministrator,
  openTheFirm,
  prepareLiveFirm,
  sitDownAtLive,
} from '../support/live-firm.ts'
import { honestPack } from '../support/live-pack.ts'
import { callFrom } from '../support/page-call.ts'
import { stopServers } from '../support/server.ts'

const browser = await openBrowser()
afterAll(stopServers)

const [lines, receipts, payouts, mostPresses] = [300, 40, 25, 12]
const iban = 'DE89370400440532013000'
const today = new Date().toISOString().slice(0, 10)

const idOf = async (page: Page): Promise<string> =>
  (await callFrom(page, '/me')).body.data.user.id as string

async function ok(page: Page, path: string, body?: object): Promise<any> {
  const reply = await callFrom(page, path, body)
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300)
  return reply.body.data
}

/** A person whom the firm has verified under this name. */
async function verified(house: TestHouse, legalName: string, staff: string): Promise<string> {
  const [owner, verification] = [await house.person({ fullName: 'C. Third' }), randomUUID()]
  const documents = [
    await addDocument(house, owner, 'identity'),
    await addDocument(house, owner, 'address'),
  ]
  const entered = { legalName, birthDate: '1990-04-23', country: 'DE', address: 'Street 1' }
  await house.run('SubmitVerification', { owner, ...entered, documents }, owner, {
    id: verification,
  })
  await openPapers(house, verification, staff)
  const until = `${Number(today.slice(0, 4)) + 2}${today.slice(4, 8)}01`
  const reply = await house.run('VerifyPerson', { verification, mustBeOpened: true, until }, staff)
  expect(reply.outcome).toBe('done')
  return owner
}

/** Recorded and agreed to on earlier days, and on no statement yet. */
async function receiveEarlier(house: TestHouse, owner: string, [adam, bea]: [string, string]) {
  const known: Payment[] = []
  for (let n = 0; n < lines - receipts - payouts; n += 1) {
    const payment = { cents: 1_000n + BigInt(n), day: today, reference: `OLD ${n}` }
    const { cents: amount, reference, day: valueDate } = payment
    const receipt = { owner, amount, reference, valueDate, payerText: null, payerAccount: null }
    const recorded = await house.run('RecordReceipt', receipt, adam)
    const agreed = await house.run('AgreeToProposal', agreementToEntry(recorded), bea)
    expect(agreed.outcome).toBe('done')
    known.push({ ...payment, text: '', party: 'Somebody' })
  }
  return known
}

/** Withdrawals that were approved, and handed to the bank in a file: how the bank names each is read there. */
async function handToTheBank(house: TestHouse, owner: string, [adam, bea]: [Page, Page]) {
  const by = await idOf(adam)
  const ids: string[] = []
  for (let n = 0; n < payouts; n += 1) {
    const id = randomUUID()
    const target = { type: 'bank_account', holder: 'Ada Lovelace', account: iban } as const
    const amount = 500n + BigInt(n)
    await house.run('RequestWithdrawal', { owner: owner as OwnerId, amount, target }, owner, { id })
    const approved = await house.run('ApproveWithdrawal', { withdrawal: id }, by)
    expect(approved.outcome).toBe('done')
    ids.push(id)
  }
  const { id } = await ok(bea, '/bank-exports', { format: 'pain001', withdrawals: ids })
  const amount = ids.reduce((sum, _, n) => sum + 500 + n, 0) / 100
  await ok(adam, `/bank-exports/${id}/release`, { amount, payments: ids.length })
  const { text } = await ok(bea, `/bank-exports/${id}/file`, {})
  const sent = [
    ...(text as string).matchAll(
      /<EndToEndId>(\w+)<\/EndToEndId>.*?<InstdAmt Ccy="USD">([\d.]+)</g,
    ),
  ]
  return sent.map(([, endToEnd, dollars]): Payment => ({
    ...{ cents: -BigInt(dollars!.replace('.', '')), day: today, endToEnd: endToEnd! },
    ...{ text: '', party: 'Ada Lovelace', account: iban },
  }))
}

/** As three people pay in: with their account ID, from their saved account, and under their verified name. */
function paidIn(accountId: string): Payment[] {
  const ways: Pick<Payment, 'text' | 'party' | 'account'>[] = [
    { text: `savings ${accountId.toLowerCase().replace('-', ' ')}`, party: 'A. Lovelace' },
    { text: 'savings', party: 'B. Second', account: 'GB33BUKB20201555555555' },
    { text: 'savings', party: 'CLEO THIRD' },
  ]
  return Array.from({ length: receipts }, (_, n) => ({
    ...{ cents: 2_000n + BigInt(n), day: today, reference: `NEW ${n}` },
    ...ways[n % ways.length]!,
  }))
}

async function prepare() {
  const live = await prepareLiveFirm(browser, honestPack())
  await live.start()
  const faults: string[] = []
  const [adam, bea] = [await sitDownAtLive(live, faults), await sitDownAtLive(live, faults)]
  await becomeAdministrator(live, adam, 'Adam')
  await becomeAdministrator(live, bea, 'Bea')
  await live.rehearse()
  await openTheFirm(adam, bea)
  const house = createHouse(live.database)
  const staff: [string, string] = [await idOf(adam), await idOf(bea)]
  const [ada, ben] = [
    await house.person({ fullName: 'Ada Lovelace' }),
    await house.person({ fullName: 'Ben Second' }),
  ]
  await verified(house, 'Cleo Third', staff[0])
  const place = { type: 'bank_account', holder: 'Ben Second', account: 'GB33BUKB20201555555555' }
  await house.run('SaveDestination', { owner: ben, name: 'Mine', place } as never, ben)
  const known = await receiveEarlier(house, ada, staff)
  const sent = await handToTheBank(house, ada, [adam, bea])
  const { users } = await ok(adam, '/users?search=ada')
  const file = statementFile(known, paidIn(users[0].accountId), sent)
  return { ...live, adam, bea, file, faults }
}

/** Ten of the payouts are booked by the bank as one sum. */
function statementFile(known: Payment[], fresh: Payment[], sent: Payment[]): string {
  const all = [...known, ...fresh, ...sent]
  expect(all).toHaveLength(lines)
  const alone = sent.slice(10).map((payment, n) => ({ ...payment, reference: `OUT ${n}` }))
  const entries = [
    ...[...known, ...fresh, ...alone].map((payment) => entryOf(payment, plainHabit)),
    batchOf(sent.slice(0, 10), 'OUT ALL', plainHabit),
  ]
  const closing = all.reduce((sum, { cents }) => sum + cents, 0n)
  const facts = { opening: 0n, closing, from: today, to: today }
  return fileOf([statementOf(entries, facts, plainHabit)], plainHabit)
}

describe('a morning’s work', () => {
  // What is typed and the choice of the file by the browser’s own field are no presses here; each look at what is to be
  // done is one, since it is opened and confirmed by presses.
  test('takes two administrators at most 12 presses each', { timeout: 400_000 }, async () => {
    const firm = await prepare()
    const [adam, bea] = [handsAt(firm.adam), handsAt(firm.bea)]
    for (const { page } of [adam, bea]) await page.goto(`${firm.origin}/admin`)

    await adam.goTo('Bank statements')
    await adam.page
      .getByLabel('Statement: camt.053, or CSV with named columns')
      .setInputFiles({ name: 'a.xml', mimeType: 'application/xml', buffer: Buffer.from(firm.file) })
    await adam.enter('Compare with the books')
    await adam.page.getByText('300 entries, of which the books have 235').waitFor()
    expect(await inaccessible(adam.page)).toEqual([])
    await adam.enter('Record the 40 that are recognised')
    await adam.enter('Record all')
    await adam.enter('Record 25 payouts')
    await adam.enter('Record all')
    await adam.page.getByText('300 entries, of which the books have 260').waitFor()

    await bea.goTo('Waiting')
    await bea.tabTo('Agree to 40 receipts')
    await bea.enter('Agree to 40 receipts')
    expect(await inaccessible(bea.page)).toEqual([])
    await bea.enter('Agree to all')
    await bea.page.getByText('No proposal waits for you.').waitFor()

    await adam.enter('Compare with the books')
    await adam.enter('Record as reconciled')
    await adam.page
      .getByRole('table', { name: 'Reconciled so far' })
      .getByText('0 bookings')
      .waitFor()
    expect([adam.count(), bea.count()].every((count) => count <= mostPresses)).toBe(true)
    expect(firm.faults).toEqual([])
  })
})
