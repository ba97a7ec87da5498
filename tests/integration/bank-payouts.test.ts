/**
 * Money to a person's own account at a bank: what is checked of it, when it waits, and how its payout is found in the
 * bank's statement.
 *
 * @module-tag story
 */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { auditBooks } from '../../src/ledger/store/audit.ts'
import { demoPolicy, livePolicy, type Policy } from '../../src/platform/policy.ts'
import { createTestDatabase } from '../support/database.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'
import { setRole } from '../support/stamp.ts'

const database = await createTestDatabase()
/** The examples of the registry of ISO 13616. */
const iban = 'DE89370400440532013000'
const firmsIban = 'GB29NWBK60161331926819'
const american = '021000021/123456789'
const nobody = { holder: null, bank: null, bic: null, reference: null }
const firm = {
  name: 'A Sample Firm',
  sample: true,
  wallets: [],
  moneyIn: { bank: { ...nobody, iban: firmsIban, routing: '021000021', account: '99-887766' } },
}
const houseWith = (policy: Partial<Policy> = {}) =>
  createTestApp(database, { firm, policy: { ...demoPolicy, ...policy } } as never)
const app = await houseWith()

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>
let anna: Somebody

const post = (who: Somebody, path: string, payload: object = {}, at = app) =>
  ask(at, 'POST', api + path, {
    token: who.token,
    payload,
    headers: { 'idempotency-key': randomUUID() },
  })
const read = async (who: Somebody, path: string) =>
  (await ask(app, 'GET', api + path, { token: who.token })).body

async function investor(fullName = 'Ada Lovelace'): Promise<Somebody> {
  const person = await signUpSomebody(app, { fullName })
  await post(person, '/demo/deposits', { amount: 1_000, asset: 'USDT' })
  return person
}

const withdraw = (who: Somebody, more: object = {}, at = app) =>
  post(
    who,
    '/requestWithdrawal',
    { type: 'bank_account', amount: 100, bankName: 'Ada Lovelace', bankNumber: iban, ...more },
    at,
  )
const save = (who: Somebody, more: object = {}, at = app) =>
  post(
    who,
    '/destinations',
    { type: 'bank_account', name: 'My bank', holder: 'Ada Lovelace', bankNumber: iban, ...more },
    at,
  )
const said = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code]

async function requested(who: Somebody, more: object = {}): Promise<string> {
  const reply = await withdraw(who, more)
  expect([reply.status, reply.text]).toEqual([201, reply.text])
  return reply.body.data.withdrawal._id
}
const looksOf = async (id: string): Promise<{ code: string; text: string }[]> =>
  (await read(anna, `/withdrawals/${id}`)).data.looks

beforeAll(async () => {
  anna = await signUpSomebody(app, { fullName: 'Anna First' })
  await setRole(database, anna.id, 'admin')
})
afterEach(async () => {
  expect((await auditBooks(database.pool)).faults).toEqual([])
})

describe('A withdrawal to a bank account', () => {
  test('is asked for by an IBAN however it is typed, approved, paid, and found in the statement by its reference', async () => {
    const ada = await investor()
    const asked = await withdraw(ada, { bankNumber: ' de89 3704 0044 0532 0130 00 ' })
    const { withdrawal } = asked.body.data
    expect([asked.status, withdrawal]).toMatchObject([
      201,
      {
        type: 'bank_account',
        method: 'Bank transfer',
        bankName: 'Ada Lovelace',
        bankNumber: iban,
        recipientAccountId: null,
        status: 'pending',
      },
    ])
    const shown = { amount: 100, destination: iban }
    const approved = await post(anna, `/withdrawals/${withdrawal._id}/approval`, shown)
    expect([approved.status, approved.body.data.withdrawal.status]).toEqual([200, 'approved'])
    expect((await read(anna, '/withdrawals/waiting')).data.work.approved).toMatchObject({
      count: 1,
    })
    const reference = withdrawal._id.replaceAll('-', '')
    const paid = await post(anna, `/withdrawals/${withdrawal._id}/payout`, { ...shown, reference })
    expect([paid.status, paid.body.data.withdrawal.status]).toEqual([200, 'paid'])

    const today = new Date((await read(anna, '/withdrawals/waiting')).data.now).toISOString()
    const line = `${today.slice(0, 10)},-100.00,${reference},Payout`
    const { data } = (
      await post(anna, '/bank-statements/comparison', {
        account: 'client-bank',
        file: `date,amount,reference,text\n${line}`,
        closing: 0,
      })
    ).body
    expect(data.open).toEqual([])
    expect(data.booked).toBe(1)

    const mails = await database.owner.query(
      `select "values" from outbox where owner_id = $1 and template like 'withdrawal-%'`,
      [ada.id],
    )
    for (const { values } of mails.rows)
      expect(values).toMatchObject({ holder: 'Ada Lovelace', bankAccount: iban })
    expect(mails.rows).toHaveLength(3)
  })

  test('is found on the statement before it is recorded, where its number, its amount and its account are those of the request', async () => {
    const ada = await investor()
    const ids = [await requested(ada), await requested(ada), await requested(ada)]
    const [one, other, third] = ids as [string, string, string]
    for (const id of [one, other]) await post(anna, `/withdrawals/${id}/approval`)
    const today = new Date((await read(anna, '/withdrawals/waiting')).data.now).toISOString()
    type Line = [id: string, amount: string, account?: string, text?: string]
    const payoutsOf = async (lines: Line[]) => {
      const rows = lines.map(([reference, amount, account = '', text = '']) =>
        [today.slice(0, 10), amount, reference, account, text].join(','),
      )
      const file = ['date,amount,reference,account,text', ...rows].join('\n')
      const asked = { account: 'client-bank', file, closing: 0 }
      const { data } = (await post(anna, '/bank-statements/comparison', asked)).body
      return data.open.map(({ payout, user }: Record<string, unknown>) => payout && [payout, user])
    }
    const named = one.replaceAll('-', '')
    const found = [
      { withdrawalId: one, destination: iban, reference: named },
      { id: ada.id, fullName: 'Ada Lovelace' },
    ]
    expect(await payoutsOf([[named, '-100.00', iban]])).toEqual([found])
    expect(await payoutsOf([[named.toUpperCase(), '-100.00']])).toMatchObject([
      [{ withdrawalId: one }, {}],
    ])
    expect(await payoutsOf([['B 1', '-100.00', '', named]])).toMatchObject([
      [{ withdrawalId: one, reference: 'B 1' }, {}],
    ])
    const nothing: [string, Line[]][] = [
      ['another amount', [[named, '-99.00']]],
      ['money that came in', [[named, '100.00']]],
      ['another account', [[named, '-100.00', 'GB33BUKB20201555555555']]],
      ['what nobody approved', [[third.replaceAll('-', ''), '-100.00']]],
      ['two requests at once', [[named, '-100.00', '', other.replaceAll('-', '')]]],
    ]
    for (const [what, lines] of nothing)
      expect([what, ...(await payoutsOf(lines))]).toEqual([what, null])
    // Paid twice: a person has to look.
    const twice = await payoutsOf([
      [named, '-100.00'],
      ['B 1', '-100.00', '', named],
    ])
    expect(twice).toEqual([null, null])
    await post(anna, `/withdrawals/${one}/payout`, {
      amount: 100,
      destination: iban,
      reference: named,
    })
    expect(await payoutsOf([[named, '-100.00']])).toEqual([])
  })

  test('J6: is marked among what is to be paid while its account is frozen, and recorded once it has left', async () => {
    const ada = await investor()
    const id = await requested(ada)
    await post(anna, `/withdrawals/${id}/approval`)
    const looks = async () => {
      const due: { _id: string; looks: string[] }[] = await read(
        anna,
        '/getAllWithdrawals?work=to-pay&limit=200',
      )
      const inDetails = await looksOf(id)
      return [due.find(({ _id }) => _id === id)!.looks, inDetails.map(({ code }) => code)[0]]
    }
    expect((await looks())[0]).toEqual([])
    await post(anna, `/users/${ada.id}/freeze`, { reason: 'A letter from the court' })
    expect(await looks()).toEqual([['account_frozen'], 'account_frozen'])
    expect((await looksOf(id))[0]!.text).toContain('do not pay until it is unfrozen')
    const paid = await post(anna, `/withdrawals/${id}/payout`, { reference: `left ${id}` })
    expect([paid.status, paid.body.data.withdrawal.status]).toEqual([200, 'paid'])
  })

  test('is asked for by a routing and an account number too, and found by them in the queue', async () => {
    const ada = await investor()
    const id = await requested(ada, { bankNumber: '0210-0002-1 / 123 456 789' })
    const queue = await read(anna, `/getAllWithdrawals?search=${encodeURIComponent(american)}`)
    expect(queue).toMatchObject([{ _id: id, bankNumber: american }])
    const spaced = 'DE89 3704 0044 0532 0130 00'
    const other = await requested(ada)
    const found = await read(anna, `/getAllWithdrawals?search=${encodeURIComponent(spaced)}`)
    expect(found.map(({ _id }: { _id: string }) => _id)).toContain(other)
  })

  test.each([
    ['DE89370400440532013001', /check digits are wrong/],
    ['DE01370400440532013032', /check digits are wrong/],
    ['ZZ22370400440532013000', /no country has the letters ZZ/],
    ['DE5137040044053201300', /22 letters and digits, and this has 21/],
    ['021000022/123456789', /check digit is wrong/],
    ['021000021/123', /4 to 17 digits/],
    ['021000021/1234/5', /4 to 17 digits/],
    ['a wallet of any kind', /begins like DE89/],
  ])('is refused to %s, in the request and as a destination', async (bankNumber, words) => {
    const ada = await investor()
    for (const reply of [await withdraw(ada, { bankNumber }), await save(ada, { bankNumber })]) {
      expect(said(reply)).toEqual([422, 'address_mistyped'])
      expect(reply.body.fields.bankNumber).toMatch(words)
    }
    expect((await read(ada, '/me')).data.user.accountBalance).toBe(1_000)
  })

  test.each([
    firmsIban,
    'gb29 nwbk 6016 1331 9268 19',
    '021000021/99887766',
    '0210-0002-1/99-887766',
  ])('is refused to the firm’s own account, typed as %s', async (bankNumber) => {
    const ada = await investor()
    for (const reply of [await withdraw(ada, { bankNumber }), await save(ada, { bankNumber })])
      expect(said(reply)).toEqual([422, 'firms_own_address'])
  })

  test.each(['DE89 3704 0044 0532 0130 00', american])(
    'can’t be called a wallet, which has no holder: %s',
    async (bankNumber) => {
      const ada = await investor()
      const wallet = { type: 'bank_transfer', bankName: 'Cold', bankNumber }
      const saved = { type: 'bank_transfer', name: 'Cold', bankNumber }
      for (const reply of [await withdraw(ada, wallet), await post(ada, '/destinations', saved)])
        expect([...said(reply), reply.body.fields.bankNumber]).toEqual([
          422,
          'address_mistyped',
          'This is an account at a bank, not a wallet. Please choose a bank account, and say who holds it.',
        ])
    },
  )

  test('J7: can’t be called a wallet by what is put around or into it', async () => {
    const ada = await investor()
    const wide = iban.replaceAll(/./g, (c) => String.fromCodePoint(c.codePointAt(0)! + 0xfee0))
    for (const bankNumber of [
      `${iban}.`,
      'DE89.3704.0044.0532.0130.00',
      `IBAN ${iban}`,
      'DE89 3704 0044 0532 0130 00 (Mallory)',
      wide,
      `DE8937\u200b0400440532013000`,
      'routing 021000021 account 123456789',
      '021000021:123456789',
    ]) {
      const wallet = { type: 'bank_transfer', bankName: 'Cold', bankNumber }
      const saved = { type: 'bank_transfer', name: 'Cold', bankNumber }
      for (const reply of [await withdraw(ada, wallet), await post(ada, '/destinations', saved)])
        expect([bankNumber, ...said(reply), reply.body.fields?.bankNumber]).toEqual([
          bankNumber,
          422,
          'address_mistyped',
          'This is an account at a bank, not a wallet. Please choose a bank account, and say who holds it.',
        ])
    }
  })

  test('waits as long where the account was saved a short time ago, chosen or typed', async () => {
    const { newDestinationWaitMs } = livePolicy
    const waiting = await houseWith({ newDestinationWaitMs })
    const ada = await investor()
    const { destination } = (await save(ada, {}, waiting)).body.data
    const chosen = { destinationId: destination.id }
    for (const more of [chosen, {}, { bankNumber: 'DE89 3704 0044 0532 0130 00' }])
      expect(said(await withdraw(ada, more, waiting))).toEqual([422, 'destination_waits'])
    expect((await withdraw(ada, chosen)).status).toBe(201)
  })

  test('is held back after a change of the sign-in, unless that account was paid before', async () => {
    const careful = await houseWith({ holdAfterSecurityChangeMs: 24 * 3_600_000 })
    const ada = await investor()
    const id = await requested(ada)
    await post(anna, `/withdrawals/${id}/approval`)
    await database.owner.query(
      'update auth.persons set security_changed_at = clock_timestamp() where id = $1',
      [ada.id],
    )
    expect(said(await withdraw(ada, {}, careful))).toEqual([422, 'destination_on_hold'])
    await post(anna, `/withdrawals/${id}/payout`, { reference: `held ${id}` })
    expect((await withdraw(ada, {}, careful)).status).toBe(201)
    expect(said(await withdraw(ada, { bankNumber: american }, careful))).toEqual([
      422,
      'destination_on_hold',
    ])
  })
})

describe('A saved bank account', () => {
  test('goes with its holder, is told by a mail, and takes requests to nobody else', async () => {
    const ada = await investor()
    const { destination } = (await save(ada)).body.data
    expect((await read(ada, '/destinations')).data.destinations).toEqual([
      { ...destination, holder: 'Ada Lovelace', bankNumber: iban, type: 'bank_account' },
    ])
    expect(said(await save(ada, { name: 'Again', bankNumber: iban.toLowerCase() }))).toEqual([
      409,
      'already_saved',
    ])
    const destinationId = destination.id
    for (const more of [{ bankName: 'Somebody Else' }, { bankNumber: american }])
      expect(said(await withdraw(ada, { destinationId, ...more }))).toEqual([
        409,
        'destination_changed',
      ])
    expect((await withdraw(ada, { destinationId })).status).toBe(201)
  })

  test('that somebody has changed behind the commands is not shown, and nothing is sent there', async () => {
    const ada = await investor()
    const { destination } = (await save(ada)).body.data
    const client = await database.owner.connect()
    await client.query('begin; set local session_replication_role = replica')
    await client.query(`update destinations set holder = 'A Thief' where id = $1`, [destination.id])
    await client.query('commit')
    client.release()
    expect((await read(ada, '/destinations')).data).toEqual({ destinations: [], changed: 1 })
    const refused = await withdraw(ada, { destinationId: destination.id, bankName: 'A Thief' })
    expect(refused.body.message).toContain('is not what was recorded of it')
  })

  test('is gone with the person, and so are the requests’ holders and numbers', async () => {
    const ada = await investor('Grace Hopper')
    await save(ada, { holder: 'Grace Hopper' })
    const id = await requested(ada, { bankName: 'Grace Hopper', amount: 1_000 })
    await post(anna, `/withdrawals/${id}/approval`)
    await post(anna, `/withdrawals/${id}/payout`, { reference: `last ${id}` })
    const gone = await ask(app, 'DELETE', `${api}/${ada.id}`, { token: anna.token })
    expect(gone.status).toBe(200)
    for (const [table, words] of [
      ['withdrawals', 'wallet_name, wallet_address'],
      ['destinations', 'name, holder, wallet_address'],
    ])
      expect(
        (
          await database.owner.query(`select ${words} from ${table} where owner_id = $1`, [ada.id])
        ).rows.flatMap((row) => Object.values(row).filter((value) => value !== null)),
      ).toEqual([])
    const { rows } = await database.owner.query(
      `select count(*)::int as count from desk.particulars where texts::text like '%Hopper%' or texts::text like '%' || $1 || '%' and command_id = $2`,
      [iban, id],
    )
    expect(rows).toEqual([{ count: 0 }])
  })
})

describe('what stands out about a request to a bank account', () => {
  test('is a holder whose name differs from the user’s; capitals and blanks make no other one', async () => {
    const ada = await investor()
    const [own, others] = [
      await requested(ada, { bankName: '  ADA   lovelace ' }),
      await requested(ada, { bankName: 'Adam Lovelace' }),
    ]
    expect((await looksOf(own)).map(({ code }) => code)).not.toContain('holder_differs')
    expect(await looksOf(others)).toContainEqual({
      code: 'holder_differs',
      text: 'The account holder’s name differs from the user’s: money goes to the person’s own account alone.',
    })
  })

  test('is the account of another user, and a changed row: that is neither shown nor paid', async () => {
    const [ada, eve] = [await investor(), await investor('Eve Second')]
    const bankNumber = 'FR1420041010050500013M02606'
    const theirs = await requested(eve, { bankNumber, bankName: 'Eve Second' })
    const id = await requested(ada, { bankNumber })
    expect((await looksOf(id)).map(({ code }) => code)).toContain('address_of_another')
    await post(anna, `/withdrawals/${theirs}/approval`)
    const client = await database.owner.connect()
    await client.query('begin; set local session_replication_role = replica')
    await client.query('update withdrawals set wallet_address = $2 where id = $1', [theirs, iban])
    await client.query('commit')
    client.release()
    const paid = await post(anna, `/withdrawals/${theirs}/payout`, { reference: `eve ${theirs}` })
    expect([paid.status, paid.body.message]).toEqual([
      409,
      expect.stringContaining('is not what was recorded of it'),
    ])
    const { withdrawal } = (await read(anna, `/withdrawals/${theirs}`)).data
    expect([withdrawal.bankNumber, withdrawal.difference]).toEqual([
      null,
      'it is not as the last command left it',
    ])
  })
})

describe('J5: payouts that were exported for the bank', () => {
  let ben: Somebody
  let cleo: Somebody
  beforeAll(async () => {
    ben = await signUpSomebody(app, { fullName: 'Ben Second' })
    cleo = await signUpSomebody(app, { fullName: 'Cleo Third' })
    for (const { id } of [ben, cleo]) await setRole(database, id, 'admin')
  })
  async function due(amount = 100) {
    const ada = await investor()
    const id = await requested(ada, { amount })
    await post(anna, `/withdrawals/${id}/approval`)
    return { ada, id }
  }
  const exporting = (who: Somebody, withdrawals: string[], format = 'pain001') =>
    post(who, '/bank-exports', { format, withdrawals })
  async function exported(who: Somebody, ...withdrawals: string[]): Promise<string> {
    const reply = await exporting(who, withdrawals)
    expect([reply.status, reply.text]).toEqual([201, reply.text])
    const { id } = reply.body.data
    const { amount, payments } = await shown(id)
    const released = await post(who, `/bank-exports/${id}/release`, { amount, payments })
    expect([released.status, released.text]).toEqual([200, released.text])
    return id
  }
  const fileOf = (who: Somebody, id: string) => post(who, `/bank-exports/${id}/file`)
  const giveBack = (id: string) =>
    post(anna, `/withdrawals/${id}/return`, { reason: 'It came back' })
  const shown = async (id: string) =>
    (await read(anna, '/bank-exports')).data.exports.find((one: { id: string }) => one.id === id)
  const propose = (who: Somebody, id: string) => post(who, `/bank-exports/${id}/removal`)
  const agree = async (who: Somebody, id: string, other: object = {}) => {
    const { proposal } = await shown(id)
    return post(who, `/proposals/${proposal.id}/agreement`, {
      shown: { ...proposal.facts, ...other },
    })
  }
  /** With all the rights of the owner, and the guards off. */
  const putBack = (text: string) =>
    database.owner.query(`begin; set local session_replication_role = replica; ${text}; commit`)

  test('are claimed once, whoever exports them at the same moment, and by no batch and no return', async () => {
    const { id } = await due()
    const both = await Promise.all([exporting(anna, [id]), exporting(ben, [id])])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(both.map(({ body }) => body.code)).toContain('exported')
    expect(said(await exporting(cleo, [id], 'csv'))).toEqual([409, 'exported'])
    expect(said(await giveBack(id))).toEqual([409, 'exported'])
  })

  test('are handed to whoever exported them, the same bytes each time, and each time is recorded', async () => {
    const { id } = await due(71)
    const file = await exported(anna, id)
    const replies = [await fileOf(anna, file), await fileOf(anna, file)]
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    const [first, again] = replies.map(({ body }) => body.data.text)
    expect(again).toBe(first)
    expect(first).toContain(`<MsgId>${file.replaceAll('-', '')}</MsgId>`)
    expect(first).toContain(`<EndToEndId>${id.replaceAll('-', '')}</EndToEndId>`)
    expect(said(await fileOf(ben, file))).toEqual([403, 'forbidden'])
    expect(said(await fileOf(anna, id))).toEqual([404, 'unknown_export'])
    const { rows } = await database.owner.query(
      `select outcome, actor from desk.commands where kind = 'DownloadBankExport' and input ->> 'export' = $1 order by recorded_at`,
      [file],
    )
    expect(rows.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'forbidden'])
    expect(await shown(file)).toMatchObject({
      status: 'exported',
      exportedBy: { id: anna.id },
      amount: 71,
      payments: 1,
      paid: 0,
    })
  })

  test('are free again once two have cancelled the file who are two at that moment', async () => {
    const { id } = await due()
    const file = await exported(anna, id)
    // Freezing ends sessions.
    const dora = await signUpSomebody(app, { fullName: 'Dora Fourth' })
    await setRole(database, dora.id, 'admin')
    expect((await propose(dora, file)).status).toBe(202)
    expect(said(await propose(cleo, file))).toEqual([409, 'change_open'])
    expect(said(await agree(dora, file))).toEqual([409, 'same_approver'])
    expect(said(await agree(cleo, file, { amount: 1 }))).toEqual([409, 'not_as_shown'])
    await post(anna, `/users/${dora.id}/freeze`, { reason: 'A lost laptop' })
    // The first of two again.
    expect((await agree(cleo, file)).status).toBe(202)
    expect(said(await giveBack(id))).toEqual([409, 'exported'])
    expect((await agree(ben, file)).status).toBe(200)
    expect(await shown(file)).toMatchObject({
      status: 'cancelled',
      proposal: null,
      cancelledBy: [{ id: cleo.id }, { id: ben.id }],
    })
    expect(said(await fileOf(anna, file))).toEqual([409, 'batch_ended'])
    const next = await exported(ben, id)
    expect(next).not.toBe(file)
    expect((await propose(anna, next)).status).toBe(202)
    expect((await agree(ben, next)).status).toBe(200)
    expect((await giveBack(id)).status).toBe(200)
  })

  test('end with the payouts that are recorded', async () => {
    const [one, other] = [await due(), await due(50)]
    const file = await exported(anna, one.id, other.id)
    for (const [{ id }, status] of [
      [one, 'exported'],
      [other, 'paid'],
    ] as const) {
      const reference = id.replaceAll('-', '')
      expect((await post(ben, `/withdrawals/${id}/payout`, { reference })).status).toBe(200)
      expect((await shown(file)).status).toBe(status)
    }
    expect(said(await propose(ben, file))).toEqual([409, 'batch_ended'])
  })

  test('J6: are none of a frozen account, and are not handed out again once it is frozen', async () => {
    const { ada, id } = await due()
    const freeze = (what: string) => post(anna, `/users/${ada.id}/${what}`, { reason: 'A letter' })
    await freeze('freeze')
    expect(said(await exporting(anna, [id]))).toEqual([403, 'account_frozen'])
    await freeze('unfreeze')
    const file = await exported(anna, id)
    await freeze('freeze')
    expect(said(await fileOf(anna, file))).toEqual([403, 'account_frozen'])
    await freeze('unfreeze')
    expect((await fileOf(anna, file)).status).toBe(200)
  })

  test('J3: go out, end and come back by their commands, whatever the application’s role writes into their rows', async () => {
    const [one, other] = [await due(), await due()]
    const file = await exported(anna, one.id)
    const cancelled = `update bank_exports set status = 'cancelled', ended_at = business_now(), agreed_by = '${ben.id}', cancelled_by = '${cleo.id}' where id = '${file}'`
    await database.pool.query(cancelled)
    expect(said(await giveBack(one.id))).toEqual([409, 'not_as_recorded'])
    expect(said(await exporting(ben, [one.id]))).toEqual([409, 'not_as_recorded'])
    expect(said(await fileOf(anna, file))).toEqual([409, 'not_as_recorded'])
    await putBack(
      `update bank_exports set status = 'exported', ended_at = null, agreed_by = null, cancelled_by = null where id = '${file}'`,
    )
    await database.pool.query(
      'insert into bank_export_payments (export_id, withdrawal_id, line, amount) values ($1, $2, 1, 10000)',
      [file, other.id],
    )
    expect(said(await fileOf(anna, file))).toEqual([409, 'not_as_recorded'])
    await putBack(`delete from bank_export_payments where withdrawal_id = '${other.id}'`)
    await putBack(`delete from bank_export_payments where withdrawal_id = '${one.id}'`)
    expect(said(await fileOf(anna, file))).toEqual([409, 'not_as_recorded'])
    await putBack(
      `insert into bank_export_payments (export_id, withdrawal_id, line, amount) values ('${file}', '${one.id}', 0, 10000)`,
    )
    // A proposal that nobody made.
    await database.pool.query(
      `insert into proposals (id, owner_id, kind, facts, holds, status, proposed_at, proposed_by)
        select $1, owner_id, 'bank-export-cancellation', $2, $3, 'open', business_now(), $4 from bank_exports where id = $5`,
      [
        randomUUID(),
        JSON.stringify({ amount: '10000', export: file, taken: 0 }),
        `bank file ${file}`,
        ben.id,
        file,
      ],
    )
    expect(said(await agree(cleo, file))).toEqual([409, 'not_as_recorded'])
    await putBack(`delete from proposals where holds = 'bank file ${file}'`)
    const account = (number: string) =>
      putBack(`update withdrawals set wallet_address = '${number}' where id = '${one.id}'`)
    await account('FR1420041010050500013M02606')
    expect(said(await fileOf(anna, file))).toEqual([409, 'not_as_recorded'])
    await account(iban)
    expect((await fileOf(anna, file)).status).toBe(200)
  })
})
