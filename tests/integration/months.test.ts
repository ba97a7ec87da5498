/**
 * @module-tag story
 * A month of the books is closed by two once it has ended and was reconciled; then nothing is booked in it, whoever asks, and nothing
 * that is due to a person is refused for it.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { MonthCondition } from '../../src/contract/months.ts'
import { makeEvidence } from '../../src/domains/evidence/make.ts'
import { settleDue } from '../../src/domains/investments/due.ts'
import { lastDayOf } from '../../src/lib/calendar.ts'
import { endOfMonth, monthAfter, monthAt } from '../../src/lib/month.ts'
import { agreementToEntry, callToAgree } from '../support/agreements.ts'
import { newId } from '../../src/platform/ids.ts'
import { createTestDatabase } from '../support/database.ts'
import { Forgery, newFolder, noPython, runVerifier, type Row } from '../support/evidence.ts'
import {
  countWaitingForBooks,
  createHouse,
  moveDays,
  seedPlans,
  turnClock,
} from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'
import { setRole } from '../support/stamp.ts'
import { confirmWallet } from '../support/wallets.ts'

const database = await createTestDatabase()
const app = await createTestApp(database)
const house = createHouse(database)
const plans = await seedPlans(database)

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>
let adam: Somebody
let bea: Somebody
let ada: Somebody
/** The month in which all of it begins. */
let month: string
/** Of that month. */
let payout: string
let coins: string

const call = (who: Somebody, method: 'GET' | 'POST', path: string, payload?: object) =>
  ask(app, method, api + path, {
    token: who.token,
    headers: method === 'POST' ? { 'idempotency-key': randomUUID() } : {},
    ...(payload ? { payload } : {}),
  })
const now = async (): Promise<number> =>
  (await database.pool.query('select business_now() as now')).rows[0].now
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
const months = async () => (await call(adam, 'GET', '/months')).body.data
const lacking = async () =>
  (await months()).next.conditions
    .filter(({ isMet }: MonthCondition) => !isMet)
    .map(({ what }: MonthCondition) => what)
const close = (of = month, who = adam) => call(who, 'POST', `/months/${of}/closing`)
const reopen = (of = month) =>
  call(adam, 'POST', `/months/${of}/reopening`, { reason: 'A charge was left out' })
const agree = (proposed: Awaited<ReturnType<typeof close>>, who = bea) =>
  call(who, 'POST', ...callToAgree(proposed))
const messageOf = ({ status, body }: { status: number; body: { message: string } }) =>
  `${status} ${body.message}`

/** A statement of an account that has what the books have, up to today. */
async function reconcile(account: 'client-bank' | 'firm-bank'): Promise<void> {
  const { rows } = await database.pool.query(
    'select debits - credits as balance, version::int as version from ledger.accounts where owner = $1 and kind = $2',
    ['00000000-0000-0000-0000-000000000000', account],
  )
  const { outcome } = await house.run(
    'ReconcileBank',
    {
      account,
      statementAccount: null,
      statementDay: dayOf(await now()),
      closing: rows[0].balance,
      digest: randomUUID().replaceAll('-', '').repeat(2),
      balance: rows[0].balance,
      upTo: rows[0].version,
      inTransit: '',
      inTransitSum: 0n,
      unbooked: 0,
      astray: 0,
      firstAstray: null,
      openingAfter: null,
    },
    adam.id,
  )
  expect(outcome).toBe('done')
}

const reconcileBoth = async () => {
  await reconcile('client-bank')
  await reconcile('firm-bank')
}

/** Until a month is over, and a day. */
const passMonth = async (of: string) =>
  moveDays(database, Math.ceil((endOfMonth(of) - (await now())) / 86_400_000) + 1)

/** Where the last command of this kind booked. */
async function bookedAt(kind: string): Promise<number> {
  const { rows } = await database.pool.query(
    `select posting.at from ledger.postings posting join desk.commands command on command.id = posting.command_id
      where command.kind = $1 order by command.recorded_at desc limit 1`,
    [kind],
  )
  return rows[0].at
}

const codeOf = (statement: Promise<unknown>): Promise<string> =>
  statement.then(
    () => 'accepted',
    (error) => error.code,
  )

/** A payout to Ada's bank account. */
async function paidOut(): Promise<string> {
  const iban = 'DE89370400440532013000'
  const bank = { type: 'bank_account', bankName: 'Ada Lovelace', bankNumber: iban }
  const asked = await call(ada, 'POST', '/requestWithdrawal', { ...bank, amount: 100 })
  const id: string = asked.body.data.withdrawal._id
  await call(adam, 'POST', `/withdrawals/${id}/approval`)
  const paid = await call(adam, 'POST', `/withdrawals/${id}/payout`, { reference: 'OUT 1' })
  expect(messageOf(paid)).toMatch(/^200/)
  return id
}

/** Coins that the chain will take away. */
async function creditedCoins(): Promise<string> {
  const somebody = await house.person()
  const held = await confirmWallet(house)
  await held.draw(somebody)
  const { rows } = await database.pool.query(
    'select id from wallet_addresses where owner_id = $1',
    [somebody],
  )
  const id = newId()
  const arrived = { txid: '7'.repeat(64), height: 9, block: 'c'.repeat(64), output: 0, times: 0 }
  const worth = { quantity: 70_000n, rate: 63_999_250_001n, sources: 'one,two', limits: null }
  const given = { owner: somebody, address: rows[0].id, ...arrived, ...worth }
  expect((await house.run('CreditDeposit', given, null, { id })).outcome).toBe('done')
  return id
}

beforeAll(async () => {
  ;[adam, bea, ada] = [
    await signUpSomebody(app),
    await signUpSomebody(app),
    await signUpSomebody(app),
  ]
  for (const { id } of [adam, bea]) await setRole(database, id, 'admin')
  // What is opened now matures in the same month.
  await passMonth(monthAt(await now()))
  month = monthAt(await now())
  await house.fund({ returns: 1_000_000n })
  await house.run('CreditPlayMoney', { owner: ada.id, amount: 500_000n, asset: 'BTC' }, ada.id)
  const invested = await house.run(
    'OpenInvestment',
    {
      ...{ owner: ada.id, planId: plans.advanced, amount: 100_000n },
      ...{ acceptedRiskVersion: 1, acceptedTermsVersion: 1 },
    },
    ada.id,
  )
  expect(invested.outcome).toBe('done')
  payout = await paidOut()
  coins = await creditedCoins()
})

describe('a month', () => {
  test('is not closed while it runs, isn’t reconciled, or something due isn’t settled', async () => {
    expect(await lacking()).toEqual(['ended', 'client-bank', 'firm-bank'])
    const early = await close()
    expect(early.body.code).toBe('month_not_ready')
    expect(messageOf(early)).toMatch(/^409 .* can’t be closed yet\. .* ends on/)
    // Reconciled in it, it says nothing of what is booked until its end.
    await reconcileBoth()
    await passMonth(month)
    await passMonth(monthAfter(month))
    expect(await lacking()).toEqual(['client-bank', 'firm-bank', 'settled'])
    await reconcileBoth()
    expect(messageOf(await close())).toContain(
      'can’t be closed yet. 1 investment that has matured isn’t settled yet. Nothing was changed.',
    )
    expect(messageOf(await close(monthAfter(month)))).toContain('is closed first')
    // It was due before, and is booked now.
    expect(await settleDue({ pool: database.pool, desk: house.desk })).toBe(1)
    expect(monthAt(await bookedAt('SettleInvestment'))).toBe(monthAt(await now()))
    expect(await lacking()).toEqual([])
  })

  test('waits for staff once it has ended', async () => {
    const { items } = (await call(adam, 'GET', '/staff-work/items?work=months')).body.data
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({ of: 'months', about: null, mayHold: true })
    expect(Date.parse(items[0].at)).toBe(endOfMonth(month))
    const take = `/staff-work/months/${items[0].id}/taking`
    expect((await call(adam, 'POST', take, { seen: null })).status).toBe(200)
    expect(
      (await call(adam, 'POST', `/staff-work/months/${randomUUID()}/taking`, { seen: null }))
        .status,
    ).toBe(404)
  })

  test('is closed by two', async () => {
    const proposed = await close()
    expect(proposed.status).toBe(202)
    expect((await close()).body.code).toBe('change_open')
    expect((await agree(proposed, adam)).body.code).toBe('same_approver')
    expect((await agree(proposed)).status).toBe(200)
    const { months: all, reopens } = await months()
    expect(reopens).toBe(month)
    const closed = all.find((one: { month: string }) => one.month === month)
    expect(closed).toMatchObject({ status: 'closed', history: [{ closes: true, reason: null }] })
    expect(closed.history[0].by.map(({ id }: { id: string }) => id)).toEqual([adam.id, bea.id])
    const again = await close()
    expect([again.body.code, messageOf(again)]).toEqual([
      'month_closed',
      expect.stringContaining('is closed already'),
    ])
  })
})

describe('in a closed month nothing is booked', () => {
  const copied = (at: string) =>
    `insert into ledger.postings select gen_random_uuid(), line, ${at}, event, debit_owner, debit_kind, debit_version + 1000000, debit_balance,
      credit_owner, credit_kind, credit_version + 1000000, credit_balance, amount from ledger.postings order by at desc limit 1`

  test('by whoever owns the tables', async () => {
    expect(await codeOf(database.owner.query(copied('at')))).toBe('accepted')
    const within = [`${lastDayOf(month)}T23:59:59.999Z`, `${month}-01T00:00:00Z`, '2001-01-01Z']
    for (const at of within)
      expect(await codeOf(database.owner.query(copied(`'${at}'`))), at).toBe('GH008')
    await database.owner.query(
      `begin; set local session_replication_role = replica; delete from ledger.postings where debit_version > 1000000; commit`,
    )
  })

  test('and nobody closes, reopens or changes one by hand', async () => {
    const add = (of: string, closes: boolean, number = 2) =>
      `insert into month_changes (id, owner_id, number, month, closes, reason, client_reconciliation_id, firm_reconciliation_id, at, first_by, second_by)
        select gen_random_uuid(), owner_id, ${number}, '${of}', ${closes}, ${closes ? 'null' : "'x'"}, client_reconciliation_id, firm_reconciliation_id, at, first_by, second_by from month_changes limit 1`
    // What has not ended, what is closed, what isn't, and out of order.
    for (const wrong of [
      add('2199-11', true),
      add(month, true),
      add(monthAfter(month), false),
      add(monthAfter(month), true, 3),
    ])
      expect(await codeOf(database.pool.query(wrong)), wrong).toBe('GH008')
    expect(await codeOf(database.pool.query(`update month_changes set closes = closes`))).toBe(
      '42501',
    )
    expect(await codeOf(database.owner.query(`delete from month_changes`))).toBe('42501')
    expect(await codeOf(database.owner.query(`update month_changes set month = month`))).toBe(
      '42501',
    )
    // One that the application's role has added decides nothing.
    const client = await database.owner.connect()
    await database.pool.query(add(month, false))
    expect((await reopen()).body.code).toBe('not_as_recorded')
    expect((await close()).body.code).toBe('not_as_recorded')
    await client.query(
      `begin; set local session_replication_role = replica; delete from month_changes where number = 2; commit`,
    )
    client.release()
  })

  test('what comes late is booked now, and keeps its value day', async () => {
    const valueDate = lastDayOf(month)
    const receipt = {
      ...{ owner: ada.id, amount: 10_000n, reference: 'LATE 1', valueDate },
      ...{ payerText: null, payerAccount: null },
    }
    const recorded = await house.run('RecordReceipt', receipt, adam.id)
    const agreed = await house.run('AgreeToProposal', agreementToEntry(recorded), bea.id)
    expect(agreed.outcome).toBe('done')
    const { rows } = await database.pool.query(
      `select entry.value_date, posting.at from bank_entries entry join ledger.postings posting on posting.command_id = entry.id where entry.reference = 'LATE 1'`,
    )
    expect(rows[0].value_date).toBe(valueDate)
    expect(rows[0].at).toBeGreaterThanOrEqual(endOfMonth(month))
  })

  test('a payout that the bank sends back is booked now, and keeps its value day', async () => {
    const valueDate = lastDayOf(month)
    const given = { amount: 100, reference: 'BACK 1', valueDate, reason: 'The account is closed' }
    const recorded = await call(adam, 'POST', `/withdrawals/${payout}/payout-return`, given)
    expect(messageOf(await agree(recorded))).toMatch(/^200/)
    const { rows } = await database.pool.query(
      `select entry.value_date, posting.at from bank_entries entry join ledger.postings posting on posting.command_id = entry.id where entry.reference = 'BACK 1'`,
    )
    expect(rows[0].value_date).toBe(valueDate)
    expect(rows[0].at).toBeGreaterThanOrEqual(endOfMonth(month))
  })

  test('coins that the chain takes away are booked now, and say when they were credited', async () => {
    expect((await house.run('ReverseDeposit', { deposit: coins }, null)).outcome).toBe('done')
    expect(await bookedAt('ReverseDeposit')).toBeGreaterThanOrEqual(endOfMonth(month))
    const { rows } = await database.pool.query(
      'select credited_at as at from coin_deposits where id = $1',
      [coins],
    )
    expect(monthAt(rows[0].at)).toBe(month)
  })

  test('where the clock has gone back into it, people’s money is booked in the first open moment', async () => {
    const back = (await now()) - endOfMonth(month) + 3_600_000
    await turnClock(database, -back)
    try {
      expect(monthAt(await now())).toBe(month)
      const somebody = await house.person({ cash: 5_000n })
      expect((await house.balances(somebody)).cash).toBe(5_000n)
      expect(await bookedAt('CreditPlayMoney')).toBe(endOfMonth(month))
    } finally {
      await turnClock(database, back)
    }
  })

  test('whoever closes one waits for those who are booking', async () => {
    const next = monthAfter(month)
    await reconcileBoth()
    const proposed = await close(next)
    expect(messageOf(proposed)).toMatch(/^202/)
    const client = await database.owner.connect()
    await client.query('begin')
    await client.query(copied(`'${next}-15'`))
    const agreeing = agree(proposed)
    await expect.poll(() => countWaitingForBooks(database), { timeout: 5_000 }).toBe(1)
    await client.query('rollback')
    client.release()
    expect(messageOf(await agreeing)).toMatch(/^200/)
    expect((await months()).reopens).toBe(next)
  })
})

describe('reopening', () => {
  test('takes the newest first, a reason and two, and stays in the history for good', async () => {
    const next = monthAfter(month)
    expect(messageOf(await reopen())).toContain('was closed after it: reopen that first')
    const proposed = await reopen(next)
    expect(proposed.status).toBe(202)
    expect((await agree(proposed)).status).toBe(200)
    expect((await reopen(next)).body.code).toBe('month_not_closed')
    expect((await agree(await close(next))).status).toBe(200)
    const { months: all } = await months()
    const { history, status } = all.find((one: { month: string }) => one.month === next)
    expect(status).toBe('closed')
    expect(history.map(({ closes, reason }: Record<string, unknown>) => [closes, reason])).toEqual([
      [true, null],
      [false, 'A charge was left out'],
      [true, null],
    ])
  })

  test('is told in the audit', async () => {
    const { items } = (await call(adam, 'GET', '/audit?limit=100')).body.data
    const kinds = items.map(({ kind, details }: { kind: string; details: object }) => [
      kind,
      details,
    ])
    expect(kinds).toContainEqual(['ProposeMonthReopening', { month: monthAfter(month) }])
  })
})

describe.skipIf(noPython)('an evidence pack', () => {
  const folder = newFolder()
  const whole = join(folder, 'whole')

  /** What the verifier says of a pack whose manifest somebody has changed. */
  function forged(name: string, change: (manifest: Row) => void) {
    const forgery = new Forgery(whole, join(folder, name))
    change(forgery.manifest)
    forgery.save()
    return runVerifier(forgery.folder)
  }

  test('says which months of its period were closed, when and by whom, and is compared with the commands', async () => {
    const days = { from: '2020-01-01', to: '2099-12-31' }
    await makeEvidence(database.pool, whole, { ...days, withPersons: false, mode: 'demo' })
    const { code, output } = runVerifier(whole)
    expect(output).not.toContain('FAULT')
    expect(code).toBe(0)
    const by = `by ${adam.id} and ${bea.id}`
    expect(output).toMatch(new RegExp(`${month} closed on [-0-9]+ ${by}`))
    expect(output).toMatch(new RegExp(`${monthAfter(month)} reopened on [-0-9]+ ${by}`))
  })

  test('that says otherwise is found out', () => {
    const faults: [string, (manifest: Row) => void, string][] = [
      ['open', ({ months }) => (months[0].closed = false), 'its changes say otherwise'],
      ['left-out', ({ months }) => months.shift(), 'it leaves out that'],
      ['alone', ({ months }) => (months[0].changes[0].first = bea.id), 'by one alone'],
      ['when', ({ months }) => (months[0].changes[0].at += 1), 'does not say'],
      [
        'invented',
        ({ months }) => (months[0].changes[0].command = randomUUID()),
        'what no command says',
      ],
    ]
    for (const [name, change, said] of faults) {
      const { code, output } = forged(name, change)
      expect([name, code, output]).toEqual([name, 1, expect.stringContaining(said)])
    }
  })
})
