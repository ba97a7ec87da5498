/** Files of payouts as the firm's bank wants them, and what the bank says of them: recorded once, and reopened by two. */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { auditBooks } from '../../src/ledger/store/audit.ts'
import type { BankPayoutTerms } from '../../src/lib/bank-payout-terms.ts'
import { demoPolicy } from '../../src/platform/policy.ts'
import { createTestDatabase } from '../support/database.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'
import { faultsOfPain001 } from '../support/pain001.ts'
import { setRole } from '../support/stamp.ts'

const database = await createTestDatabase()
const iban = 'DE89370400440532013000'
const usual: BankPayoutTerms = {
  batchBooking: false,
  zone: 'UTC',
  creditorAgent: false,
  letters: 'latin',
  addresses: 'none',
  address: null,
}
const houseOf = (bank: BankPayoutTerms | null, policy: object = demoPolicy) =>
  createTestApp(database, {
    firm: { name: 'A Sample Firm', sample: true, wallets: [], payouts: bank && { bank } },
    policy,
  } as never)
const app = await houseOf(null)

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>
let anna: Somebody
let ben: Somebody
let cleo: Somebody

type Sending = { at?: typeof app; key?: string }
const post = (who: Somebody, path: string, payload: object = {}, { at = app, key }: Sending = {}) =>
  ask(at, 'POST', api + path, {
    token: who.token,
    payload,
    headers: { 'idempotency-key': key ?? randomUUID() },
  })
const read = async (who: Somebody, path: string) =>
  (await ask(app, 'GET', api + path, { token: who.token })).body
const said = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code]

beforeAll(async () => {
  anna = await signUpSomebody(app, { fullName: 'Anna First' })
  ben = await signUpSomebody(app, { fullName: 'Ben Second' })
  cleo = await signUpSomebody(app, { fullName: 'Cleo Third' })
  for (const { id } of [anna, ben, cleo]) await setRole(database, id, 'admin')
})
afterEach(async () => {
  expect((await auditBooks(database.pool)).faults).toEqual([])
})

/** An approved request to a bank account. */
async function due(amount = 100, bankName = 'Ada Lovelace', at = app): Promise<string> {
  const ada = await signUpSomebody(app, { fullName: 'Ada Lovelace' })
  await post(ada, '/demo/deposits', { amount: 1_000, asset: 'USDT' })
  const request = { type: 'bank_account', amount, bankName, bankNumber: iban }
  const asked = await post(ada, '/requestWithdrawal', request, { at })
  expect([asked.status, asked.text]).toEqual([201, asked.text])
  const id = asked.body.data.withdrawal._id as string
  expect((await post(anna, `/withdrawals/${id}/approval`)).status).toBe(200)
  return id
}
const exporting = (who: Somebody, withdrawals: string[], sending: Sending = {}) =>
  post(who, '/bank-exports', { format: 'pain001', withdrawals }, sending)
const release = async (who: Somebody, id: string, sending: Sending = {}) => {
  const { amount, payments } = await shown(id)
  return post(who, `/bank-exports/${id}/release`, { amount, payments }, sending)
}
async function exported(who: Somebody, withdrawals: string[], sending: Sending = {}) {
  const reply = await exporting(who, withdrawals, sending)
  expect([reply.status, reply.text]).toEqual([201, reply.text])
  const id = reply.body.data.id as string
  expect((await release(who, id)).status).toBe(200)
  return id
}
const fileOf = (who: Somebody, id: string, at = app) =>
  post(who, `/bank-exports/${id}/file`, {}, { at })
const textOf = async (who: Somebody, id: string, at = app): Promise<string> =>
  (await fileOf(who, id, at)).body.data.text
const giveBack = (id: string) => post(anna, `/withdrawals/${id}/return`, { reason: 'Rejected' })
const pay = (id: string) =>
  post(ben, `/withdrawals/${id}/payout`, { reference: id.replaceAll('-', '') })
const shown = async (id: string) =>
  (await read(anna, '/bank-exports')).data.exports.find((one: { id: string }) => one.id === id)

const named = (id: string) => id.replaceAll('-', '')
let reports = 0
/** What the bank writes of a file: of all of it, or of single payments. */
function reportOn(file: string, status: string, lines: Record<string, string> = {}): string {
  const single = Object.entries(lines).map(
    ([id, word]) =>
      `<TxInfAndSts><OrgnlEndToEndId>${named(id)}</OrgnlEndToEndId><TxSts>${word}</TxSts>${
        word === 'RJCT'
          ? '<StsRsnInf><Rsn><Cd>AC04</Cd></Rsn><AddtlInf>Account closed</AddtlInf></StsRsnInf>'
          : ''
      }</TxInfAndSts>`,
  )
  return `<Document><CstmrPmtStsRpt><GrpHdr><MsgId>R${++reports}</MsgId></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>${named(file)}</OrgnlMsgId><GrpSts>${status}</GrpSts></OrgnlGrpInfAndSts><OrgnlPmtInfAndSts>${single.join('')}</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`
}
const record = (file: string, who = anna) => post(who, '/bank-reports', { file })
const propose = (who: Somebody, id: string) => post(who, `/bank-exports/${id}/reopening`)
async function agree(who: Somebody, id: string) {
  const { proposal } = await shown(id)
  return post(who, `/proposals/${proposal.id}/agreement`, { shown: proposal.facts })
}
/** The bank rejects all of it, and two free it. */
async function rejectedAndFreed(file: string) {
  expect((await record(reportOn(file, 'RJCT'))).status).toBe(201)
  expect((await propose(anna, file)).status).toBe(202)
  expect((await agree(ben, file)).status).toBe(200)
}

describe('a file for the bank', () => {
  test('is as the pack says, and the same to the byte whatever the pack says later', async () => {
    const address = {
      street: null,
      building: null,
      postcode: '8001',
      town: 'Zürich',
      country: 'CH',
    }
    const terms = { ...usual, batchBooking: true, creditorAgent: true, address } as const
    const other = await houseOf({ ...terms, addresses: 'structured' })
    const file = await exported(anna, [await due()], { at: other })
    const text = await textOf(anna, file, other)
    expect(faultsOfPain001(text, { letters: 'latin' })).toEqual([])
    expect(text).toContain('<BtchBookg>true</BtchBookg>')
    expect(text).toContain('<PstCd>8001</PstCd><TwnNm>Zurich</TwnNm><Ctry>CH</Ctry>')
    expect(text).toContain('<CdtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr>')
    expect(await textOf(anna, file)).toBe(text)
    const next = await textOf(anna, await exported(anna, [await due()]))
    expect(next).toContain('<BtchBookg>false</BtchBookg>')
    expect(next).not.toMatch(/PstlAdr|CdtrAgt/)
  })

  test('is for the day that it is where the firm is', async () => {
    const days: string[] = []
    // 25 hours apart, so never on one day.
    for (const zone of ['Pacific/Niue', 'Pacific/Kiritimati']) {
      const there = await houseOf({ ...usual, zone })
      const text = await textOf(anna, await exported(anna, [await due()], { at: there }))
      days.push(/<ReqdExctnDt><Dt>(.*?)<\/Dt>/.exec(text)![1]!)
    }
    expect(days[0]! < days[1]!).toBe(true)
  })

  test('is without those whose names banks wouldn’t take: they are named, and not claimed', async () => {
    const any = await houseOf({ ...usual, letters: 'any' })
    const [written, unwritten] = [await due(), await due(50, 'Анна Ли', any)]
    const reply = await exporting(anna, [unwritten, written])
    expect([reply.status, reply.body.data.left]).toEqual([201, [unwritten]])
    expect((await release(anna, reply.body.data.id)).status).toBe(200)
    const text = await textOf(anna, reply.body.data.id)
    expect(text).toContain('<NbOfTxs>1</NbOfTxs>')
    expect(text).not.toContain(named(unwritten))
    expect(await shown(reply.body.data.id)).toMatchObject({ payments: 1, amount: 100 })
    expect(said(await exporting(anna, [unwritten]))).toEqual([422, 'not_in_latin_letters'])
    const taken = await textOf(anna, await exported(anna, [unwritten], { at: any }), any)
    expect(taken).toContain('<Nm>Анна Ли</Nm>')
    expect(faultsOfPain001(taken, { letters: 'any' })).toEqual([])
  })

  test('has names that are asked for in Latin letters where they are given', async () => {
    const ada = await signUpSomebody(app, { fullName: 'Анна Ли' })
    const place = { type: 'bank_account', bankNumber: iban }
    const saving = { ...place, name: 'Mine', holder: 'Анна Ли' }
    const asking = { ...place, amount: 5, bankName: 'Анна Ли' }
    for (const [path, payload, field] of [
      ['/destinations', saving, 'holder'],
      ['/requestWithdrawal', asking, 'bankName'],
    ] as const) {
      const refused = await post(ada, path, payload)
      expect([...said(refused), refused.body.fields[field]]).toEqual([
        422,
        'not_in_latin_letters',
        expect.stringContaining('A to Z'),
      ])
    }
    expect((await post(ada, '/destinations', { ...saving, holder: 'Änna Lí' })).status).toBe(201)
  })

  test('isn’t written with a firm that banks couldn’t read, and says what to do', async () => {
    const firm = { name: 'Фирма', sample: true, wallets: [] }
    const other = await createTestApp(database, { firm, policy: demoPolicy } as never)
    const id = await due()
    const refused = await exporting(anna, [id], { at: other })
    expect([...said(refused), refused.body.message]).toEqual([
      422,
      'not_in_latin_letters',
      expect.stringMatching(/“Фирма”.*firm\.yaml/),
    ])
    await exported(anna, [id])
  })
})

describe('J5: what the bank says of a file', () => {
  test('is shown and recorded of each payment, once; and frees nothing by itself', async () => {
    const ids = [await due(10), await due(20), await due(30)]
    const file = await exported(anna, ids)
    const words = { [ids[0]!]: 'ACSP', [ids[1]!]: 'RJCT', [ids[2]!]: 'PDNG' }
    const text = reportOn(file, 'PART', words)
    const { data } = (await post(cleo, '/bank-reports/reading', { file: text })).body
    expect(data).toMatchObject({
      exportId: file,
      lines: [
        { line: 1, amount: 10, state: 'accepted', before: null, paid: false },
        { line: 2, amount: 20, state: 'rejected', code: 'AC04', words: 'Account closed' },
        { line: 3, amount: 30, state: 'pending' },
      ],
    })
    expect((await shown(file)).said).toEqual({ accepted: 0, pending: 0, rejected: 0, reopened: 0 })
    const both = await Promise.all([record(text), record(text, ben)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 422])
    expect(said(await record(text))).toEqual([422, 'nothing_to_change'])
    expect((await shown(file)).said).toEqual({ accepted: 1, pending: 1, rejected: 1, reopened: 0 })
    for (const id of ids) {
      expect(said(await giveBack(id))).toEqual([409, 'exported'])
      expect(said(await exporting(ben, [id]))).toEqual([409, 'exported'])
    }
    const { rows } = await database.owner.query(
      `select input ->> 'digest' as digest, input -> 'lines' -> 1 ->> 'reason' as reason from desk.commands where kind = 'RecordBankReport' and outcome = 'done' and input ->> 'export' = $1`,
      [file],
    )
    expect(rows).toEqual([{ digest: expect.stringMatching(/^[0-9a-f]{64}$/), reason: 'AC04' }])
  })

  test('is refused of a file that isn’t ours, of strange payments, and where it is no report', async () => {
    const id = await due()
    const file = await exported(anna, [id])
    expect(said(await record(reportOn(randomUUID(), 'RJCT')))).toEqual([404, 'unknown_export'])
    expect(said(await record(reportOn('another bank’s', 'RJCT')))).toEqual([404, 'unknown_export'])
    const strange = await record(reportOn(file, 'PART', { [randomUUID()]: 'RJCT' }))
    expect(said(strange)).toEqual([422, 'not_a_bank_report'])
    for (const text of ['', '<Document/>', reportOn(file, 'PART'), reportOn(file, 'HUH')])
      expect(said(await record(text))).toEqual([422, 'not_a_bank_report'])
    expect((await shown(file)).said).toEqual({ accepted: 0, pending: 0, rejected: 0, reopened: 0 })
  })

  test('frees what it rejects once two agree, who are two, to what it says by then', async () => {
    const [one, other] = [await due(10), await due(20)]
    const file = await exported(anna, [one, other])
    expect(said(await propose(anna, file))).toEqual([422, 'nothing_to_change'])
    await record(reportOn(file, 'PART', { [one]: 'RJCT', [other]: 'ACSP' }))
    expect((await propose(anna, file)).status).toBe(202)
    expect(said(await propose(cleo, file))).toEqual([409, 'change_open'])
    expect(said(await post(cleo, `/bank-exports/${file}/removal`))).toEqual([409, 'change_open'])
    expect(said(await agree(anna, file))).toEqual([409, 'same_approver'])
    // What was agreed to first isn't what the bank says now.
    await record(reportOn(file, 'PART', { [other]: 'RJCT' }))
    expect(said(await agree(ben, file))).toEqual([409, 'batch_changed'])
    expect(said(await giveBack(one))).toEqual([409, 'exported'])
    await record(reportOn(file, 'PART', { [other]: 'ACSC' }))
    expect((await agree(ben, file)).status).toBe(200)
    expect(await shown(file)).toMatchObject({
      status: 'exported',
      said: { accepted: 1, rejected: 0, reopened: 1 },
    })
    expect(said(await giveBack(other))).toEqual([409, 'exported'])
    expect((await giveBack(one)).status).toBe(200)
    // Handed in again, the same file could pay it all the same.
    expect(said(await fileOf(anna, file))).toEqual([409, 'batch_ended'])
    expect((await pay(other)).status).toBe(200)
    expect((await shown(file)).status).toBe('paid')
  })

  test('ends a file of which it rejects all, by the two who reopened it', async () => {
    const id = await due()
    const file = await exported(cleo, [id])
    await rejectedAndFreed(file)
    expect(await shown(file)).toMatchObject({
      status: 'cancelled',
      cancelledBy: [{ id: anna.id }, { id: ben.id }],
    })
    expect(said(await record(reportOn(file, 'ACSC')))).toEqual([409, 'batch_ended'])
    expect(said(await fileOf(cleo, file))).toEqual([409, 'batch_ended'])
    await exported(ben, [id])
  })

  test('isn’t cancelled by what was shown before the bank had taken it', async () => {
    const id = await due()
    const file = await exported(anna, [id])
    const giveUp = () => post(anna, `/bank-exports/${file}/removal`)
    expect((await giveUp()).body.data.proposal.facts).toMatchObject({ taken: 0 })
    await record(reportOn(file, 'ACSP'))
    expect(said(await agree(ben, file))).toEqual([409, 'batch_changed'])
    // What can't be agreed to any more gives way.
    expect((await giveUp()).body.data.proposal.facts).toMatchObject({ taken: 1 })
    expect((await agree(ben, file)).status).toBe(200)
    expect((await shown(file)).status).toBe('cancelled')
  })

  test('never frees what is recorded as paid', async () => {
    const [one, other] = [await due(10), await due(20)]
    const file = await exported(anna, [one, other])
    expect((await pay(one)).status).toBe(200)
    await record(reportOn(file, 'RJCT'))
    expect((await shown(file)).said).toMatchObject({ rejected: 1 })
    await propose(anna, file)
    expect((await shown(file)).proposal.facts).toEqual({ export: file, lines: '2', amount: 20 })
    expect((await agree(ben, file)).status).toBe(200)
    expect((await shown(file)).status).toBe('paid')
    expect(said(await exporting(ben, [one]))).toEqual([409, 'not_approved'])
  })

  test('claims again what it had rejected and takes after all, while nothing else has it', async () => {
    const [one, other] = [await due(10), await due(20)]
    const file = await exported(anna, [one, other])
    await record(reportOn(file, 'PART', { [one]: 'RJCT', [other]: 'PDNG' }))
    await propose(anna, file)
    await agree(ben, file)
    expect((await record(reportOn(file, 'ACSP'))).status).toBe(201)
    expect(said(await exporting(ben, [one]))).toEqual([409, 'exported'])
    expect(said(await giveBack(one))).toEqual([409, 'exported'])
  })

  test('stops where it takes what was reopened and is in another file by now, and names it', async () => {
    const [one, other] = [await due(10), await due(20)]
    const file = await exported(anna, [one, other])
    await record(reportOn(file, 'PART', { [one]: 'RJCT', [other]: 'PDNG' }))
    await propose(anna, file)
    await agree(ben, file)
    const next = await exported(cleo, [one])
    const refused = await record(reportOn(file, 'ACSC'))
    expect([...said(refused), refused.body.message]).toEqual([
      409,
      'bank_contradicts',
      expect.stringContaining(named(one)),
    ])
    expect((await shown(file)).said).toEqual({ accepted: 0, pending: 1, rejected: 0, reopened: 1 })
    expect((await shown(next)).said).toEqual({ accepted: 0, pending: 0, rejected: 0, reopened: 0 })
    // Whichever file has paid it: once.
    expect((await pay(one)).status).toBe(200)
    expect(said(await pay(one))).toEqual([409, 'not_approved'])
    expect((await shown(next)).status).toBe('paid')
  })

  test('J3: is what the commands say of it, whatever the application’s role writes into its rows', async () => {
    const id = await due()
    const file = await exported(anna, [id])
    await database.pool.query(
      `update bank_export_payments set bank_state = 'reopened' where export_id = $1`,
      [file],
    )
    expect(said(await giveBack(id))).toEqual([409, 'not_as_recorded'])
    expect(said(await exporting(ben, [id]))).toEqual([409, 'not_as_recorded'])
    expect(said(await record(reportOn(file, 'RJCT')))).toEqual([409, 'not_as_recorded'])
    await database.pool.query(
      'update bank_export_payments set bank_state = null where export_id = $1',
      [file],
    )
    expect(said(await giveBack(id))).toEqual([409, 'exported'])
  })
})

describe('J5: a file above the limit of one administrator', () => {
  const limited = (secondApprovalAboveCents: bigint) =>
    houseOf(null, { ...demoPolicy, secondApprovalAboveCents })

  test('is claimed at once, and handed out once another has released what they were shown', async () => {
    const at = await limited(15_000n)
    const ids = [await due(100), await due(60)]
    /** How many files wait for each of these to release them. */
    const waiting = () =>
      Promise.all(
        [anna, ben].map(async (who) => {
          const { work } = (await read(who, '/staff-work')).data
          return work.find((one: { of: string }) => one.of === 'bank-exports')?.toDecide ?? 0
        }),
      )
    const [byAnna, byBen] = await waiting()
    const file = (await exporting(anna, ids)).body.data.id
    expect(await waiting()).toEqual([byAnna, byBen + 1])
    expect(said(await giveBack(ids[0]!))).toEqual([409, 'exported'])
    expect(said(await fileOf(anna, file))).toEqual([409, 'batch_ended'])
    expect(said(await record(reportOn(file, 'RJCT')))).toEqual([409, 'batch_ended'])
    expect(said(await release(anna, file, { at }))).toEqual([409, 'same_approver'])
    const other = { amount: 150, payments: 2 }
    const wrong = await post(ben, `/bank-exports/${file}/release`, other, { at })
    expect(said(wrong)).toEqual([409, 'not_as_shown'])
    expect((await release(ben, file, { at })).status).toBe(200)
    expect(await waiting()).toEqual([byAnna, byBen])
    expect(said(await release(ben, file, { at }))).toEqual([409, 'batch_ended'])
    expect(await shown(file)).toMatchObject({
      status: 'exported',
      exportedBy: { id: anna.id },
      releasedBy: { id: ben.id },
    })
    expect(said(await fileOf(ben, file))).toEqual([403, 'forbidden'])
    expect((await fileOf(anna, file)).status).toBe(200)
  })

  test('isn’t made smaller by splitting it: what one has released in a day is added up', async () => {
    const dora = await signUpSomebody(app, { fullName: 'Dora Fourth' })
    await setRole(database, dora.id, 'admin')
    const at = await limited(15_000n)
    const alone = async (id: string) => {
      const file = (await exporting(dora, [id])).body.data.id
      return [file, await release(dora, file, { at })] as const
    }
    const [, first] = await alone(await due(100))
    expect(first.status).toBe(200)
    const [file, second] = await alone(await due(60))
    expect(said(second)).toEqual([409, 'same_approver'])
    expect((await release(ben, file, { at })).status).toBe(200)
  })

  test('stays where it is when whoever exported it can’t act any more, or a request is frozen', async () => {
    const eve = await signUpSomebody(app, { fullName: 'Eve Fifth' })
    await setRole(database, eve.id, 'admin')
    const at = await limited(1n)
    const file = (await exporting(eve, [await due()])).body.data.id
    await post(anna, `/users/${eve.id}/freeze`, { reason: 'A lost laptop' })
    expect(said(await release(ben, file, { at }))).toEqual([409, 'first_approver_gone'])
    expect((await post(anna, `/bank-exports/${file}/removal`)).status).toBe(202)
    expect((await agree(ben, file)).status).toBe(200)
    expect((await shown(file)).status).toBe('cancelled')
  })
})

describe('J5: a payout is in one file', () => {
  test('whoever exports it in two tabs, and whatever fell over in between', async () => {
    const id = await due()
    const key = randomUUID()
    const both = await Promise.all([
      exporting(anna, [id], { key }),
      exporting(anna, [id]),
      exporting(ben, [id]),
    ])
    expect(both.filter(({ status }) => status === 201)).toHaveLength(1)
    // Whether that was recorded nobody was told: the same call, to a server that was started again, says it.
    const again = randomUUID()
    const lost = await due()
    const file = await exported(anna, [lost], { key: again })
    const restarted = await houseOf(null)
    const known = await exporting(anna, [lost], { at: restarted, key: again })
    expect([known.status, known.body.data.id]).toEqual([201, file])
    expect(said(await exporting(anna, [lost], { at: restarted }))).toEqual([409, 'exported'])
  })
})
