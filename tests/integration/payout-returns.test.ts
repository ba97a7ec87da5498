/**
 * A payout that a bank sends back: found in the statement by the number that we gave it, recorded by one administrator and booked by
 * another, it undoes the payout and is no deposit.
 */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { auditBooks } from '../../src/ledger/store/audit.ts'
import { createTestDatabase } from '../support/database.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'
import { setRole } from '../support/stamp.ts'

const database = await createTestDatabase()
const app = await createTestApp(database)
/** An example of the registry of ISO 13616. */
const iban = 'DE89370400440532013000'

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>
let [adam, bea]: Somebody[] = []
let today: string

const post = (who: Somebody, path: string, payload: object = {}) =>
  ask(app, 'POST', api + path, {
    token: who.token,
    payload,
    headers: { 'idempotency-key': randomUUID() },
  })
const read = async (who: Somebody, path: string) =>
  (await ask(app, 'GET', api + path, { token: who.token })).body.data

beforeAll(async () => {
  adam = await signUpSomebody(app, { fullName: 'Adam First' })
  bea = await signUpSomebody(app, { fullName: 'Bea Second' })
  for (const { id } of [adam, bea]) await setRole(database, id, 'admin')
  today = (await database.pool.query('select business_now()::date::text as day')).rows[0].day
})
afterEach(async () => {
  expect((await auditBooks(database.pool)).faults).toEqual([])
})

async function investor() {
  const person = await signUpSomebody(app, { fullName: 'Ada Lovelace' })
  await post(person, '/demo/deposits', { amount: 1_000, asset: 'USDT' })
  return person
}

/** Asks for 100 dollars to this account, which are paid. */
async function paidTo(person: Somebody, given: object = {}): Promise<string> {
  const asked = await post(person, '/requestWithdrawal', {
    ...{ type: 'bank_account', amount: 100, bankName: 'Ada Lovelace', bankNumber: iban },
    ...given,
  })
  const id: string = asked.body.data.withdrawal._id
  await post(adam!, `/withdrawals/${id}/approval`)
  const paid = await post(adam!, `/withdrawals/${id}/payout`, { reference: `paid ${id}` })
  expect(paid.body.data.withdrawal.status).toBe('paid')
  return id
}

const record = (who: Somebody, id: string, given: object = {}) =>
  post(who, `/withdrawals/${id}/payout-return`, {
    ...{ amount: 100, reference: randomUUID(), valueDate: today, reason: 'The account is closed' },
    ...given,
  })

async function comesBack(id: string, given: object = {}) {
  const recorded = await record(adam!, id, given)
  expect([recorded.status, recorded.body.code]).toEqual([202, undefined])
  const { id: proposal, facts: shown } = recorded.body.data.proposal
  const agreed = await post(bea!, `/proposals/${proposal}/agreement`, { shown })
  expect([agreed.status, agreed.body.code]).toEqual([200, undefined])
}

const moneyOf = async ({ id }: Somebody) => {
  const { rows } = await database.owner.query(
    `select deposits, withdrawn, (select credits - debits from ledger.accounts where owner = $1 and kind = 'cash') as cash from owners where id = $1`,
    [id],
  )
  return rows[0]
}
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [
  status,
  body.code,
]
const looksOf = async (id: string): Promise<string[]> =>
  (await read(adam!, `/withdrawals/${id}`)).looks.map(({ code }: { code: string }) => code)

describe('a payout that came back', () => {
  test('is in the balance again, undoes what was paid out, and is no deposit', async () => {
    const ada = await investor()
    const id = await paidTo(ada)
    expect(await moneyOf(ada)).toEqual({ deposits: 100_000n, withdrawn: 10_000n, cash: 90_000n })
    await comesBack(id)
    expect(await moneyOf(ada)).toEqual({ deposits: 100_000n, withdrawn: 0n, cash: 100_000n })
    const { withdrawal, history } = await read(ada, `/me/withdrawals/${id}`)
    expect(withdrawal).toMatchObject({ status: 'returned', payoutReference: `paid ${id}` })
    expect(history.at(-1)).toMatchObject({
      ...{ title: 'Sent back by the bank', by: 'Bea Second', note: 'The account is closed' },
    })
    const { entries } = await read(adam!, '/bank-entries?limit=1')
    expect(entries[0]).toMatchObject({
      ...{ kind: 'payout-return', withdrawalId: id, amount: 100, status: 'done' },
      ...{ firstBy: { fullName: 'Adam First' }, bookedBy: { fullName: 'Bea Second' } },
    })
  })

  test('is told to its person with the bank’s reason, and by how much less than left came back', async () => {
    const ada = await investor()
    const id = await paidTo(ada)
    await comesBack(id, { amount: 85 })
    expect(await moneyOf(ada)).toEqual({ deposits: 100_000n, withdrawn: 1_500n, cash: 98_500n })
    const { rows } = await database.owner.query(
      `select "values" from outbox where owner_id = $1 and template = 'payout-returned'`,
      [ada.id],
    )
    expect(rows).toEqual([
      {
        values: expect.objectContaining({
          ...{ amount: '$85.00', paid: '$100.00', reason: 'The account is closed' },
        }),
      },
    ])
    const { activity } = await read(ada, '/activity?limit=1')
    expect(activity[0]).toMatchObject({
      ...{ kind: 'payout-returned', amount: 85, about: { noun: 'withdrawal', id } },
    })
    const { history } = await read(adam!, `/withdrawals/${id}`)
    expect(history.at(-1).note).toBe('$85.00 came back: The account is closed')
  })

  test('makes its account one that was never paid', async () => {
    const ada = await investor()
    const id = await paidTo(ada)
    const second = await paidTo(ada)
    expect(await looksOf(second)).not.toContain('new_address')
    await comesBack(id)
    await comesBack(second)
    const asked = await post(ada, '/requestWithdrawal', {
      ...{ type: 'bank_account', amount: 10, bankName: 'Ada Lovelace', bankNumber: iban },
    })
    expect(await looksOf(asked.body.data.withdrawal._id)).toEqual(
      expect.arrayContaining(['first_withdrawal', 'new_address']),
    )
  })

  test('gives a referrer nothing new to be credited for', async () => {
    const ada = await investor()
    const id = await paidTo(ada)
    await comesBack(id)
    const { rows } = await database.owner.query(
      `select kind from desk.activity where owner_id = $1 and kind in ('deposit', 'bank-deposit', 'coin-deposit')`,
      [ada.id],
    )
    expect(rows).toEqual([{ kind: 'deposit' }])
  })
})

describe('is refused', () => {
  test('what was never paid, went elsewhere than to a bank, or came back already', async () => {
    const ada = await investor()
    const toWallet = await paidTo(ada, {
      ...{ type: 'bank_transfer', bankName: 'Wallet', bankNumber: 'any address' },
    })
    expect(codeOf(await record(adam!, toWallet))).toEqual([409, 'not_paid_out'])
    expect(codeOf(await record(adam!, randomUUID()))).toEqual([404, 'unknown_withdrawal'])
    const id = await paidTo(ada)
    await comesBack(id)
    expect(codeOf(await record(adam!, id))).toEqual([409, 'not_paid_out'])
    const asked = await post(ada, '/requestWithdrawal', {
      ...{ type: 'bank_account', amount: 10, bankName: 'Ada Lovelace', bankNumber: iban },
    })
    const waiting: string = asked.body.data.withdrawal._id
    expect(codeOf(await record(adam!, waiting))).toEqual([409, 'not_paid_out'])
  })

  test('more than was paid', async () => {
    const id = await paidTo(await investor())
    const reply = await record(adam!, id, { amount: 100.01 })
    expect(codeOf(reply)).toEqual([422, 'more_than_paid'])
    expect(reply.body.detail).toContain('$100.00')
  })

  test('a second one of the same payout or under the same reference, however it is spelled, while the first waits', async () => {
    const ada = await investor()
    const [id, other] = [await paidTo(ada), await paidTo(ada)]
    expect((await record(adam!, id, { reference: 'BACK 7' })).status).toBe(202)
    expect(codeOf(await record(bea!, id))).toEqual([409, 'change_open'])
    expect(codeOf(await record(bea!, other, { reference: 'back-7' }))).toEqual([409, 'change_open'])
    const receipt = { userId: ada.id, amount: 100, reference: 'Back 7', valueDate: today }
    expect(codeOf(await post(bea!, '/receipts', receipt))).toEqual([409, 'change_open'])
  })

  test('an agreement by whoever recorded it, or by whose money it is', async () => {
    const ada = await investor()
    const id = await paidTo(ada)
    const recorded = await record(adam!, id)
    const { id: proposal, facts: shown } = recorded.body.data.proposal
    const agree = (who: Somebody) => post(who, `/proposals/${proposal}/agreement`, { shown })
    expect(codeOf(await agree(adam!))).toEqual([409, 'same_approver'])
    await setRole(database, ada.id, 'admin')
    expect(codeOf(await agree(ada))).toEqual([403, 'not_on_yourself'])
    expect(codeOf(await record(ada, id))).toEqual([403, 'not_on_yourself'])
  })

  test('what came back for an account that is closed: it waits in suspense as a receipt of nobody', async () => {
    const ada = await signUpSomebody(app, { fullName: 'Ada Lovelace' })
    await post(ada, '/demo/deposits', { amount: 100, asset: 'USDT' })
    const id = await paidTo(ada)
    const closed = await ask(app, 'DELETE', `${api}/${ada.id}`, {
      token: adam!.token,
      headers: { 'idempotency-key': randomUUID() },
    })
    expect([closed.status, closed.body.code]).toEqual([200, undefined])
    const reply = await record(bea!, id)
    expect(codeOf(reply)).toEqual([403, 'account_closed'])
    expect(reply.body.detail).toContain('without a user')
  })
})

describe('in the bank’s statement', () => {
  const compare = async (file: string, said: object = { closing: 0 }) =>
    (await post(adam!, '/bank-statements/comparison', { account: 'client-bank', file, ...said }))
      .body.data
  const csv = (...lines: string[]) => `date,amount,reference,text\n${lines.join('\n')}`

  test('its own number names whose payout it is, and recording it leads to the books', async () => {
    const ada = await investor()
    const id = await paidTo(ada)
    const number = id.replaceAll('-', '')
    const file = csv(`${today},100.00,RTN 1,Return of ${number.toUpperCase()}`)
    const { open } = await compare(file)
    expect(open).toEqual([
      expect.objectContaining({
        ...{ state: 'new', user: { id: ada.id, fullName: 'Ada Lovelace' }, identified: null },
        ...{ sentBack: { withdrawalId: id, amount: 100, reason: null } },
      }),
    ])
    await comesBack(id, { reference: open[0].reference })
    expect((await compare(file)).open).toEqual([])
  })

  test('two entries that name one payout don’t give it, nor does one that names two or is above what was paid', async () => {
    const numbers = []
    for (let count = 0; count < 4; count += 1)
      numbers.push((await paidTo(await investor())).replaceAll('-', ''))
    const [number, another, third, last] = numbers
    const { open } = await compare(
      csv(
        `${today},60.00,TWICE 1,${number}`,
        `${today},60.00,TWICE 2,${number}`,
        `${today},100.01,MORE 1,${last}`,
        `${today},50.00,BOTH 1,${another} ${third}`,
      ),
    )
    expect(open.map(({ sentBack }: { sentBack: object | null }) => sentBack)).toEqual([
      ...[null, null, null, null],
    ])
  })

  test('a receipt that the bank takes back under its own reference leads to its reversal', async () => {
    const ada = await investor()
    const agree = async (reply: Awaited<ReturnType<typeof post>>) => {
      const { id, facts: shown } = reply.body.data.proposal
      expect((await post(bea!, `/proposals/${id}/agreement`, { shown })).status).toBe(200)
    }
    const line = { reference: 'TAKEN 1', valueDate: today }
    await agree(await post(adam!, '/receipts', { userId: ada.id, amount: 100, ...line }))
    const { entries } = await read(adam!, '/bank-entries?limit=1')
    const file = (amount: string) =>
      csv(`${today},100.00,TAKEN 1,Ada`, `${today},${amount},TAKEN 1,Recalled`)
    expect((await compare(file('-99.00'))).open[0]).toMatchObject({ reversed: null })
    const [open] = (await compare(file('-100.00'))).open
    expect(open).toMatchObject({
      ...{ amount: -100, reversed: { receiptId: entries[0].id } },
      user: { id: ada.id, fullName: 'Ada Lovelace' },
    })
    const taken = { reference: open.reference, valueDate: today, reason: 'Recalled' }
    await agree(await post(adam!, `/receipts/${entries[0].id}/reversal`, taken))
    expect((await compare(file('-100.00'))).open).toEqual([])
  })

  test('camt.053 says why, in words with the bank’s own behind them', async () => {
    const id = await paidTo(await investor())
    const number = id.replaceAll('-', '')
    const file = `<Document><BkToCstmrStmt><Stmt>
      <Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="USD">0</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${today}</Dt></Dt></Bal>
      <Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="USD">100</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${today}</Dt></Dt></Bal>
      <Ntry><Amt Ccy="USD">100</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${today}</Dt></BookgDt><AcctSvcrRef>RTN 2</AcctSvcrRef>
      <NtryDtls><TxDtls><Refs><EndToEndId>${number}</EndToEndId></Refs><RtrInf><Rsn><Cd>AC04</Cd></Rsn><AddtlInf>KONTO AUFGELOEST</AddtlInf></RtrInf></TxDtls></NtryDtls></Ntry>
      </Stmt></BkToCstmrStmt></Document>`
    const { open } = await compare(file, {})
    expect(open[0]).toMatchObject({
      sentBack: { withdrawalId: id, reason: 'The account is closed (AC04): KONTO AUFGELOEST' },
    })
  })
})
