/** A statement of the bank held against the books: what is new is named, what is in transit is allowed for, and nothing is recorded while anything is left over. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { compareApart } from '../../src/domains/bank-statements/compare-apart.ts'
import { agreementToEntry } from '../support/agreements.ts'
import { fileOf, plainHabit, statementOf } from '../support/bank-files.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'
import { setRole } from '../support/stamp.ts'

const database = await createTestDatabase()
const app = await createTestApp(database)
const house = createHouse(database)

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>
let adam: Somebody
let bea: Somebody
let ada: Somebody
let today: string

const call = (who: Somebody, method: 'GET' | 'POST', path: string, payload?: object) =>
  ask(app, method, api + path, {
    token: who.token,
    headers: method === 'POST' ? { 'idempotency-key': randomUUID() } : {},
    ...(payload ? { payload } : {}),
  })

/** The day so many days after today. */
const inDays = (days: number) =>
  new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)

type Line = [amount: string, reference: string, text?: string]

/** As a bank offers it: the balance stands after each line. */
function csv(lines: Line[], opening = 0): string {
  let balance = opening * 100
  const rows = lines.map(([amount, reference, text = '']) => {
    balance += Math.round(Number(amount) * 100)
    return [today, amount, reference, text, (balance / 100).toFixed(2)].join(',')
  })
  return ['date,amount,reference,text,balance', ...rows].join('\n')
}
const compare = async (file: string, more: object = {}, who = adam) =>
  call(who, 'POST', '/bank-statements/comparison', { account: 'client-bank', file, ...more })
const reconcile = (file: string, more: object = {}) =>
  call(adam, 'POST', '/reconciliations', { account: 'client-bank', file, ...more })
const messageOf = ({ status, body }: { status: number; body: { message: string } }) => [
  status,
  body.message,
]
const rows = async () =>
  (await database.owner.query('select * from reconciliations order by reconciled_at')).rows

/** Recorded by one administrator and booked by another. */
async function receive(
  owner: string | null,
  amount: bigint,
  reference: string,
  valueDate = today,
): Promise<void> {
  const receipt = {
    owner,
    amount,
    reference,
    valueDate,
    payerText: null,
    payerAccount: null,
  }
  const recorded = await house.run('RecordReceipt', receipt, adam.id)
  const agreed = await house.run('AgreeToProposal', agreementToEntry(recorded), bea.id)
  expect([recorded.outcome, agreed.outcome]).toEqual(['done', 'done'])
}

const bookLine = (version: number) => ({
  command: randomUUID(),
  amount: 100n,
  reference: null,
  endToEnd: null,
  valueOn: null,
  isEarlier: false,
  day: today,
  versions: [version],
})

beforeAll(async () => {
  ;[adam, bea, ada] = [
    await signUpSomebody(app),
    await signUpSomebody(app),
    await signUpSomebody(app),
  ]
  for (const { id } of [adam, bea]) await setRole(database, id, 'admin')
  today = (await database.pool.query('select business_now()::date::text as day')).rows[0].day
})

describe('a statement', () => {
  test('names what the books don’t have, whom it is for, and what waits', async () => {
    await receive(ada.id, 10_000n, 'BANK 1')
    const waiting = { userId: null, amount: 7, reference: 'BANK 3', valueDate: today }
    expect((await call(adam, 'POST', '/receipts', waiting)).status).toBe(202)
    const accountId = ada.user.accountId as string
    const file = csv([
      ['100.00', 'bank-1'],
      ['50.00', 'BANK 2', `for ${accountId.replace('-', ' ')} thanks`],
      ['7.00', 'BANK 3'],
      ['-2.00', 'FEE 1', accountId],
    ])
    const { status, body } = await compare(file)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      closing: 155,
      balance: 100,
      entries: 4,
      booked: 1,
      inTransit: [],
      leftOver: 0,
      reconciles: false,
    })
    const person = { id: ada.id, fullName: ada.user.fullName }
    expect(
      body.data.open.map(({ amount, state, user }: Record<string, unknown>) => [
        amount,
        state,
        user,
      ]),
    ).toEqual([
      [50, 'new', person],
      [7, 'waiting', null],
      [-2, 'new', null],
    ])
  })

  test('is not recorded while an entry of it isn’t booked', async () => {
    const reply = await reconcile(
      csv([
        ['100.00', 'BANK 1'],
        ['50.00', 'BANK 2'],
      ]),
    )
    expect(messageOf(reply)).toEqual([
      409,
      '1 entry of the statement is not in the books as the bank has it. Nothing was recorded.',
    ])
    expect(await rows()).toEqual([])
  })

  test('with another amount under a known reference differs, and is not recorded', async () => {
    const file = csv([['99.00', 'BANK 1']])
    expect((await compare(file)).body.data).toMatchObject({
      open: [{ amount: 99, state: 'differs' }],
      leftOver: 0,
      reconciles: false,
    })
    expect((await reconcile(file)).body.code).toBe('not_reconciled')
  })

  test('whose balance no line explains leaves something over, and is not recorded', async () => {
    const file = csv([['100.00', 'BANK 1']], 5)
    expect((await compare(file)).body.data).toMatchObject({ leftOver: 5, reconciles: false })
    expect(messageOf(await reconcile(file))).toEqual([
      409,
      'The closing balance differs from the books by more than these lines explain. Nothing was recorded.',
    ])
  })

  test('that fits is recorded with what is in transit, and the next one begins there', async () => {
    await receive(null, 3_000n, 'BANK 4', inDays(1))
    await receive(null, 2_000n, 'BANK 5', inDays(1))
    const file = csv([['100.00', 'BANK 1']])
    expect((await compare(file)).body.data).toMatchObject({
      inTransit: [
        { amount: 30, reference: 'BANK 4' },
        { amount: 20, reference: 'BANK 5' },
      ],
      inTransitIn: 50,
      inTransitOut: 0,
      leftOver: 0,
      reconciles: true,
    })
    expect(messageOf(await reconcile(file))).toEqual([
      200,
      `The account is reconciled until ${today}: nothing is left over.`,
    ])
    expect(await rows()).toMatchObject([
      { account: 'client-bank', closing: 10_000n, balance: 15_000n, in_transit: '2,3' },
    ])
    const next = csv(
      [
        ['30.00', 'BANK 4'],
        ['20.00', 'BANK 5'],
      ],
      100,
    )
    expect((await compare(next)).body.data).toMatchObject({ booked: 2, reconciles: true })
    expect((await reconcile(next)).status).toBe(200)
    const { body } = await call(adam, 'GET', '/reconciliations')
    expect(body.data.reconciliations).toMatchObject([
      { account: 'client-bank', statementDay: today, closing: 150, balance: 150, inTransit: 0 },
      { closing: 100, balance: 150, inTransit: 2, reconciledBy: { id: adam.id } },
    ])
  })

  test('is recorded once, whoever reads it in again', async () => {
    const file = csv(
      [
        ['30.00', 'BANK 4'],
        ['20.00', 'BANK 5'],
      ],
      100,
    )
    expect(messageOf(await reconcile(file))).toEqual([
      409,
      'This very file was reconciled already. Nothing was recorded again.',
    ])
    expect(await rows()).toHaveLength(2)
  })

  test('of another account than before is refused, and of the other account of the firm', async () => {
    const balances = { opening: 150_00n, closing: 150_00n, from: today, to: today }
    const camt = (account: string) =>
      fileOf([statementOf([], { ...balances, account }, plainHabit)], plainHabit)
    expect((await reconcile(camt('GB29 NWBK 6016 1331'))).status).toBe(200)
    const another = messageOf(await reconcile(camt('DE89 3704 0044')))
    expect(another).toEqual([
      409,
      'This statement is of another account at the bank than the one before. Nothing was recorded.',
    ])
    expect(
      messageOf(await reconcile(camt('GB29 NWBK 6016 1331'), { account: 'firm-bank' })),
    ).toEqual(another)
  })

  test('in several files is one, in whatever order they are chosen, and is recorded once', async () => {
    await receive(ada.id, 1_000n, 'BANK 6')
    await receive(ada.id, 2_000n, 'BANK 7')
    const pages = [
      csv([['10.00', 'BANK 6']], 150),
      csv([['20.00', 'BANK 7']], 160),
      csv([['-30.00', 'BANK 8']], 180),
    ] as const
    const [one, other, last] = pages
    const { data } = (await compare(last, { furtherFiles: [other, one, other] })).body
    expect(data).toMatchObject({ entries: 3, booked: 2, closing: 150, leftOver: 0 })
    expect(data.open).toMatchObject([{ reference: 'BANK 8', file: 1, line: 2, state: 'new' }])
    expect((await compare(one)).body.data.open).toEqual([])
    const missing = await compare(one, { furtherFiles: [csv([['1.00', 'BANK 9']], 999)] })
    expect([missing.status, missing.body.fields.file]).toEqual([
      400,
      expect.stringContaining('one between them is missing'),
    ])
    const broken = await compare(one, { furtherFiles: ['just words'] })
    expect(broken.body.fields.file).toMatch(/^File 2: /)
    const many = await compare(one, { furtherFiles: Array.from({ length: 62 }, () => one) })
    expect(many.status).toBe(400)
    expect((await reconcile(other, { furtherFiles: [one] })).status).toBe(200)
    expect(messageOf(await reconcile(one, { furtherFiles: [other, one] }))).toEqual([
      409,
      'This very file was reconciled already. Nothing was recorded again.',
    ])
  })

  test('of the firm’s own account is held against its capital', async () => {
    expect(
      (await house.run('PayInCapital', { amount: 90_000n, reference: 'CAP 1' }, adam.id)).outcome,
    ).toBe('done')
    const file = csv([['900.00', 'CAP1']])
    expect((await compare(file, { account: 'firm-bank' })).body.data).toMatchObject({
      booked: 1,
      reconciles: true,
    })
    expect((await reconcile(file, { account: 'firm-bank' })).status).toBe(200)
  })

  test('takes an entry for somebody’s on the clients’ account alone', async () => {
    const file = csv([['5.00', 'WHOSE', `for ${ada.user.accountId}`]])
    const openOn = async (account: string) => (await compare(file, { account })).body.data.open
    expect(await openOn('client-bank')).toMatchObject([
      { user: { id: ada.id }, identified: { by: 'account-id' } },
    ])
    expect(await openOn('firm-bank')).toMatchObject([{ user: null, identified: null }])
  })
})

describe('a file', () => {
  test('that says no closing balance asks for it, and one that says it takes no other', async () => {
    const file = `date,amount,reference\n${today},1.00,X`
    expect((await compare(file)).body.fields).toHaveProperty('closing')
    expect((await compare(file, { closing: 151 })).status).toBe(200)
    expect((await compare(csv([['1.00', 'X']]), { closing: 2 })).body.fields).toHaveProperty(
      'closing',
    )
    expect((await compare(file, { closing: 1.005 })).body.fields).toHaveProperty('closing')
  })

  test.each([
    ['nothing', 'just words'],
    ['a document type', '<!DOCTYPE a [<!ENTITY b "c">]><Document>&b;</Document>'],
    ['too little', '<Document/>'],
  ])('with %s is refused by what is wrong with it, and nothing is recorded', async (_, file) => {
    const before = await rows()
    for (const reply of [
      await compare(file, { closing: 1 }),
      await reconcile(file, { closing: 1 }),
    ]) {
      expect([reply.status, reply.body.code]).toEqual([400, 'validation_failed'])
      expect(reply.body.fields.file).toMatch(/\w/)
    }
    expect(await rows()).toEqual(before)
  })

  test('of a hundred thousand entries is read beside the server, which answers meanwhile', async () => {
    const lines = Array.from({ length: 99_999 }, (_, n) => `${today},1.00,MANY ${n},`)
    const reading = compare(['date,amount,reference,text', ...lines].join('\n'), {
      closing: 100_149,
    })
    const order: string[] = []
    await Promise.all([
      reading.then(() => order.push('file')),
      call(ada, 'GET', '/me').then(() => order.push('somebody else')),
    ])
    expect(order).toEqual(['somebody else', 'file'])
    const { data } = (await reading).body
    expect([data.entries, data.open.length, data.reconciles]).toEqual([99_999, 1000, false])
  })

  test('J15: is compared beside the server too, and only what is shown comes back', async () => {
    const given = {
      texts: [['date,amount,reference', ...Array(30_000).fill(`${today},1.00,`)].join('\n')],
      closing: 3_000_000n,
      said: { dates: null, columns: null, account: null },
      until: null,
      inTransitDays: 5,
      books: { balance: 0n, lines: Array.from({ length: 5_000 }, (_, n) => bookLine(n)) },
    }
    const compared = await compareApart(given)
    expect(compared).toMatchObject({ entries: 30_000, booked: 0, unbooked: 30_000 })
    expect([compared.bankAlone.length, compared.booksAlone.length]).toEqual([1000, 1000])
    expect(compared.inTransit.split(',')).toHaveLength(5_000)
    expect(compared.inTransitSum).toBe(500_000n)
  })

  test('is read by auditors, and recorded by administrators alone', async () => {
    const auditor = await signUpSomebody(app)
    await setRole(database, auditor.id, 'auditor')
    const file = csv([['1.00', 'X']])
    expect((await compare(file, {}, auditor)).status).toBe(200)
    expect(
      (await call(auditor, 'POST', '/reconciliations', { account: 'client-bank', file })).status,
    ).toBe(403)
  })
})
