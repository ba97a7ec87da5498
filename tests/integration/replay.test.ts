/** What commands did is decided again from the journal, and every row of state must be what follows from it. */
import { administrators, auditors, noRoles } from '../../src/contract/roles.ts'
import { checksFor } from '../../src/contract/verification.ts'
import { describe, expect, test } from 'vitest'
import type { Form } from '../../src/desk/column.ts'
import type { AnyTable } from '../../src/desk/table.ts'
import { auditState, followState, stateTables } from '../../src/domains/audit-state.ts'
import { newId } from '../../src/platform/ids.ts'
import { createTestDatabase } from '../support/database.ts'
import { runAudit } from '../support/run-audit.ts'
import { canonical } from '../../src/lib/canonical.ts'
import { unitsFor } from '../../src/lib/exchange-rate.ts'
import { placeAt } from '../../src/lib/output-descriptor.ts'
import { idOf } from '../../src/lib/payout-batch.ts'
import { tronAddressOf, tronHexOf } from '../../src/lib/tron-address.ts'
import { placeIn } from '../../src/lib/wallet-place.ts'
import { planIdOf } from '../../src/domains/plans/seed.ts'
import { addDocument } from '../support/documents.ts'
import { createHouse, moveDays, type TestHouse } from '../support/house.ts'
import { tronAccount } from '../support/tron-wallets.ts'
import { regtestWallet } from '../support/wallets.ts'
import {
  agreementTo,
  agreementToEntry,
  agreementToLift,
  agreementToRole,
  atOnce,
} from '../support/agreements.ts'

const [sample, database] = await Promise.all([
  createTestDatabase({ world: true }),
  createTestDatabase(),
])
const house = createHouse(database)

async function offer({ run }: TestHouse, slug: string, minimum: bigint, maximum: bigint | null) {
  const words = { title: `The ${slug} plan`, rangeText: 'any', riskWarning: 'It can be lost.' }
  const terms = { minimum, maximum, durationDays: 16, profitPercent: 12, riskVersion: 1 }
  const { outcome } = await run('SeedPlan', { slug, ...words, ...terms }, null, {
    id: planIdOf(slug),
  })
  expect(outcome).toBe('done')
}

/** Compared by both; of a seed of one repeated byte. */
async function confirmedWallet(byte: number, by: string[]) {
  const { wallet } = regtestWallet(byte)
  const { address } = placeAt(wallet, 'people', 0)
  const { network, descriptor } = wallet
  for (const one of by) await house.run('CompareWallet', { network, descriptor, address }, one)
  return wallet
}

/** Coins are credited, taken away, brought again, and set aside until they fit; staff unfreeze whom that froze. */
async function liveWithCoins(
  { run }: TestHouse,
  of: { owner: string; address: string },
  admin: string,
  byte: number,
) {
  const none = { day: null, whole: 0n }
  const nothing = { in: none, invested: none, out: none }
  const limits = { unverified: nothing, submitted: nothing, verified: nothing }
  const found = { txid: String(byte).padStart(64, '0'), height: 9, block: 'c'.repeat(64) }
  const worth = { quantity: 70_000n, rate: 63_999_250_001n, sources: 'one,two' }
  const made = { ...of, ...found, ...worth, limits: null }
  const [first, aside] = [newId(), newId()]
  const done = [
    await run('CreditDeposit', { ...made, output: 0, times: 0 }, null, { id: first }),
    await run('ReverseDeposit', { deposit: first }, null),
    await run('UnfreezeUser', { user: of.owner, reason: 'it was the chain' }, admin),
    await run('CreditDeposit', { ...made, output: 0, times: 1 }, null),
    await run('CreditDeposit', { ...made, output: 1, times: 0, limits }, null, { id: aside }),
    await run('ReleaseDeposit', { deposit: aside, owner: of.owner, limits: null }, null),
    await run('CreditDeposit', { ...made, output: 2, times: 0, limits }, null),
  ]
  expect(done.map(({ outcome }) => outcome)).toEqual(done.map(() => 'done'))
}

/** Capital that somebody else agrees to, and pools whose funding is refused, and taken back. */
async function fundByTwo({ run }: TestHouse, [admin, other]: string[]) {
  const [capital, refused, withdrawn] = [newId(), newId(), newId()]
  const [amount, secondApprovalAbove] = [500n, 0n]
  const given = { amount, secondApprovalAbove }
  const shown = canonical({ amount: 5, reference: 'by two' })
  const pool = { ...given, pool: 'returns' } as const
  const reason = 'too early'
  const outcomes = [
    await run('PayInCapital', { ...given, reference: 'by two' }, admin!, { id: capital }),
    await run('AgreeToProposal', { proposal: capital, shown }, other!),
    await run('FundPool', pool, admin!, { id: refused }),
    await run('RefuseProposal', { proposal: refused, reason }, other!),
    await run('FundPool', pool, admin!, { id: withdrawn }),
    await run('WithdrawProposal', { proposal: withdrawn, reason }, admin!),
  ].map(({ outcome }) => outcome)
  if (outcomes.some((outcome) => outcome !== 'done')) throw new Error(outcomes.join())
}

/** Two batches of the last wallet: what one pays is mined, the other is given up. Coins are sold, and a cover is refused. */
async function liveWithPayouts({ run }: TestHouse, owner: string, [admin, other]: string[]) {
  const { wallet: mine } = regtestWallet(22)
  const rate = 64_000_000_000n
  const place = placeAt(mine, 'change', 0)
  const { address, script } = placeAt(regtestWallet(99).wallet, 'people', 5)
  const { rows } = await database.pool.query<{ id: string }>(
    `select id from wallets where status = 'confirmed'`,
  )
  const wallet = rows[0]!.id
  const done: string[] = []
  const step: typeof run = async (...given) => {
    const reply = await run(...given)
    done.push(reply.outcome)
    return reply
  }
  await step('PayInCapital', { amount: 1_000n, reference: 'for fees' }, admin!)
  for (const [n, amount] of [2_000n, 3_000n].entries()) {
    const [withdrawal, batch] = [newId(), newId()]
    const target = { type: 'bank_transfer', walletName: 'Mine', walletAddress: address } as const
    await step('RequestWithdrawal', { owner, amount, target }, owner, { id: withdrawal })
    await step('ApproveWithdrawal', { withdrawal, secondApprovalAbove: null }, admin!)
    const payment = { withdrawal, quantity: unitsFor(amount, rate), amount }
    const [fee, change] = [300n, { index: n, amount: 5_000n }]
    const coin = { txid: String(n + 1).repeat(64), output: 0, amount: payment.quantity + 5_300n }
    const changeScript = n === 0 ? place.script : placeAt(mine, 'change', n).script
    const txid = idOf(
      [coin],
      [
        { script, amount: payment.quantity },
        { script: changeScript, amount: change.amount },
      ],
    )
    await step(
      'BuildPayoutBatch',
      {
        wallet,
        changeWallet: wallet,
        replaces: null,
        txid,
        digest: 'd'.repeat(64),
        coins: [coin],
        anchor: `${coin.txid}:0`,
        payments: [payment],
        change,
        feeRate: 2n,
        fee,
        rate,
        sources: 'one,two',
        owners: [owner],
        scripts: [script, changeScript],
      },
      admin!,
      { id: batch },
    )
    if (n === 1) {
      await step('CancelPayoutBatch', { batch, spent: null }, admin!)
      continue
    }
    const signed = { batch, before: null, digest: 'e'.repeat(64), isWhole: true }
    await step('SignPayoutBatch', signed, admin!)
    const sent = { batch, txid, payments: [{ ...payment, owner }], secondApprovalAbove: null }
    await step('SendPayoutBatch', sent, other!)
    const mined = { height: 100, block: 'f'.repeat(64) }
    await step('BookBatchPayment', { batch, withdrawal, reference: `${txid}:0`, ...mined }, null)
    await step('SettlePayoutBatch', { batch }, null)
  }
  const sold = { kind: 'sale', quantity: 10_000n, amount: 640n, rate, moved: -10_000n } as const
  for (const [txid, reference] of [
    ['8'.repeat(64), 'exchange 1'],
    ['9'.repeat(64), 'exchange 2'],
  ] as const) {
    const stated = { ...sold, txid, reference, reason: null }
    const sale = await step('RecordCoinExchange', stated, admin!)
    await step('AgreeToProposal', agreementTo(sale, { moved: '-10000' }), other!)
  }
  const covered = { amount: 10n, reference: 'cover 1', reason: 'It fell.' }
  const cover = agreementTo(await step('RecordPositionCover', covered, admin!)).proposal
  await step('RefuseProposal', { proposal: cover, reason: 'not yet' }, other!)
  const fees = await step(
    'RecordNetworkFees',
    { amount: 10n, reference: 'TRX 1', reason: null },
    admin!,
  )
  await step('AgreeToProposal', agreementTo(fees, { moved: null }), other!)
  expect(done).toEqual(done.map(() => 'done'))
}

/** Two lists of payouts in USDT: what one pays is on the chain, the other is given up. */
async function liveWithLists({ run }: TestHouse, owner: string, [admin, other]: string[]) {
  const account = tronAccount(3)
  const { address, script: from } = placeIn(account, 'people', 0)
  const done: string[] = []
  const step: typeof run = async (...given) => {
    const reply = await run(...given)
    done.push(reply.outcome)
    return reply
  }
  const wallet = newId()
  await step('CompareWallet', { ...account, address }, admin!, { id: wallet })
  await step('CompareWallet', { ...account, address }, other!)
  for (const [n, amount] of [2_000n, 3_000n].entries()) {
    const [withdrawal, list] = [newId(), newId()]
    const to = tronAddressOf(`${n + 7}`.repeat(40), account.network)
    const target = { type: 'bank_transfer', walletName: 'Mine', walletAddress: to } as const
    await step('RequestWithdrawal', { owner, amount, target }, owner, { id: withdrawal })
    await step('ApproveWithdrawal', { withdrawal, secondApprovalAbove: null }, admin!)
    const payments = [{ withdrawal, quantity: amount * 10_000n, amount }]
    const terms = { height: 100, rate: 1_000_000n, sources: 'one,two' }
    const read = { owners: [owner], scripts: [tronHexOf(to, account.network)] }
    await step('BuildPayoutList', { wallet, from, payments, ...terms, ...read }, admin!, {
      id: list,
    })
    const released = payments.map((one) => ({ ...one, owner }))
    const alone = { secondApprovalAbove: null }
    await step('ReleasePayoutList', { list, payments: released, ...alone }, other!)
    if (n === 1) await step('CancelPayoutList', { list, height: 120 }, admin!)
    const sent = { reference: `${`${n + 3}`.repeat(64)}:1`, height: 121 }
    if (n === 0) await step('BookListPayment', { list, withdrawal, ...sent }, null)
  }
  expect(done).toEqual(done.map(() => 'done'))
}

/** Two files for the bank: what one pays is recorded afterwards, the other is given up by two. */
async function liveWithExports(
  { run }: TestHouse,
  owner: string,
  requests: readonly { withdrawal: string; amount: bigint }[],
  [admin, other]: readonly [string, string],
) {
  const done: string[] = []
  const step: typeof run = async (...given) => {
    const reply = await run(...given)
    done.push(reply.outcome)
    return reply
  }
  for (const [n, { withdrawal, amount }] of requests.entries()) {
    const file = newId()
    const said = {
      format: 'csv' as const,
      firm: 'Glasshouse',
      debtor: null,
      digest: `${n}`.repeat(64),
    }
    const written = { ...said, writtenAt: '2026-01-05T12:00:00.000Z' } as const
    await step(
      'BuildBankExport',
      { ...written, payments: [{ withdrawal, amount, owner }] },
      admin,
      {
        id: file,
      },
    )
    if (n === 0) {
      const payments = [{ withdrawal, amount, quantity: amount, owner }]
      await step('ReleaseBankExport', { export: file, payments }, admin)
      const lines = [{ withdrawal, state: 'rejected' as const, reason: 'AC04' }]
      await step('RecordBankReport', { export: file, digest: 'e'.repeat(64), lines }, admin)
      continue
    }
    const id = newId()
    await step('ProposeCancellingBankExport', { export: file }, admin, { id })
    const shown = canonical({ export: file, amount: Number(amount) / 100, taken: 0 })
    await step('AgreeToProposal', { proposal: id, shown, answer: null }, other)
  }
  expect(done).toEqual(done.map(() => 'done'))
}

/** Two packs of evidence, one agreed to and one refused, and two samples of which somebody was looked at. */
async function liveWithAuditor(
  { run, person }: TestHouse,
  drawn: readonly [string, string],
  [admin, other]: readonly [string, string],
) {
  const auditor = await person({ role: 'auditor' })
  const asked = { from: '2026-01-01', to: '2026-01-31', withPersons: true }
  const packs = [newId(), newId()] as const
  for (const id of packs) await run('RequestEvidence', asked, auditor, { id })
  const shown = canonical({ from: asked.from, to: asked.to })
  for (const one of [admin, other])
    await run('AgreeToProposal', { proposal: packs[0], shown, answer: null }, one)
  await run('RefuseProposal', { proposal: packs[1], reason: 'not needed' }, other)
  await run('DownloadEvidence', { pack: packs[0], digest: '0'.repeat(64) }, auditor)
  const exported = { file: 'users.csv', filter: 'status=frozen', search: 'Ada', rows: 2 }
  await run('ExportList', exported, auditor)
  for (const sample of [newId(), newId()]) {
    await run('DrawSample', { people: drawn, among: 2 }, auditor, { id: sample })
    const mark = newId()
    const looked = { sample, person: drawn[0], note: 'as its statement says' }
    await run('MarkReviewed', looked, auditor, { id: mark })
    await run('WithdrawReviewMark', { mark, reason: 'another one was meant' }, auditor)
  }
}

/** One keeps their account, of one it lapses, and one leaves: answers who. */
async function liveWithClosings({ run, person }: TestHouse, admin: string): Promise<string> {
  const [keeper, frozen, leaver] = [await person(), await person(), await person()]
  for (const owner of [keeper, frozen, leaver]) await run('RequestClosing', { owner }, owner)
  await run('StopClosing', { owner: keeper }, keeper)
  await run('FreezeUser', { user: frozen, reason: 'asked for' }, admin)
  await run('LapseClosing', { owner: frozen }, null)
  return leaver
}

/** Somebody is verified by documents that were opened, with everything confirmed and the number taken. */
async function verifyWhole({ run, person, ...house }: TestHouse, admin: string, digest: string) {
  const [known, verification] = [await person({}), newId()]
  const documents = [
    await addDocument({ run, person, ...house }, known, 'identity'),
    await addDocument({ run, person, ...house }, known, 'address'),
  ]
  const entered = { legalName: 'C', birthDate: '1990-04-23', country: 'DE', address: 'Street 3' }
  await run('SubmitVerification', { owner: known, ...entered, documents }, known, {
    id: verification,
  })
  for (const document of documents) await run('ViewDocument', { document }, admin)
  const inTwoYears = new Date(Date.now() + 700 * 86_400_000).toISOString().slice(0, 10)
  const confirmed = {
    mustBeOpened: true,
    checks: [...checksFor('identity'), ...checksFor('address')],
    number: { content: newId(), digest, expiresOn: null, sameNumber: 'nobody' },
  } as const
  await run('VerifyPerson', { verification, until: inTwoYears, ...confirmed }, admin)
  await run('ViewDocumentNumber', { verification }, admin)
  return known
}

const loanTerms = { months: 12, yearlyRate: 500, securityPercent: 15, lateFee: 50n, graceDays: 5 }

/** One loan is refused; of another more is asked, and it is lent. Answers its id. */
async function lendTo(
  house: TestHouse,
  { owner, amount }: { owner: string; amount: bigint },
  [admin, other]: [string, string],
) {
  const { run } = house
  const done: string[] = []
  const step: typeof run = async (...given) => {
    const reply = await run(...given)
    done.push(reply.outcome)
    return reply
  }
  const [refused, application, loan] = [newId(), newId(), newId()]
  const income = await addDocument(house, owner, 'income')
  const bounds = { smallest: 1n, largest: 10_000n, minMonths: 1, maxMonths: 36 }
  const asked = { owner, amount, ...loanTerms, income, bounds }
  await step('ApplyForLoan', asked, owner, { id: refused })
  const facts = { user: owner, application: refused, amount: String(amount) }
  const refusal = { facts, words: { reason: 'Too little income' } }
  const proposed = await step('ProposeLoanRefusal', refusal, admin)
  await step('AgreeToProposal', agreementTo(proposed), other)
  await step('ApplyForLoan', asked, owner, { id: application })
  await step('AskMoreForLoan', { application, words: 'A newer one' }, admin)
  await step('AnswerLoanApplication', { owner, application, income }, owner)
  for (const who of [admin, other]) await step('ViewDocument', { document: income }, who)
  const { months, yearlyRate } = loanTerms
  const security = String((amount * 15n) / 100n)
  const terms = { months, yearlyRate, income, amount: String(amount), security }
  const lending = { facts: { user: owner, application, ...terms }, words: {} }
  const lent = await step('ProposeLoan', lending, admin)
  await step('AgreeToProposal', agreementTo(lent), other, { id: loan })
  expect(done).toEqual(done.map(() => 'done'))
  return { owner, loan }
}

/** A small house in which every table has at least two rows. */
/** Both accounts are reconciled, and the first month is closed and reopened. */
async function liveWithMonths({ run }: TestHouse, [admin, other]: [string, string]) {
  const { rows: times } = await database.owner.query(
    `select to_char(min(at) at time zone 'UTC', 'YYYY-MM') as first, business_now()::date::text as today from ledger.postings`,
  )
  const { first, today } = times[0]
  for (const [i, account] of (['client-bank', 'firm-bank'] as const).entries()) {
    const { rows } = await database.owner.query(
      'select debits - credits as balance, version from ledger.accounts where kind = $1',
      [account],
    )
    const { balance, version } = rows[0]
    const statement = { account, statementAccount: null, statementDay: today, closing: balance }
    const compared = { digest: String(90 + i).padStart(64, '0'), balance, upTo: Number(version) }
    const left = { inTransit: '', inTransitSum: 0n, unbooked: 0, astray: 0, firstAstray: null }
    const given = { ...statement, ...compared, ...left, openingAfter: null }
    const reconciled = await run('ReconcileBank', given, admin)
    if (reconciled.outcome !== 'done') throw new Error(reconciled.text)
  }
  const asked = { due: '0', first }
  const closing = await run('ProposeMonthClosing', { month: first, asked }, admin)
  const closed = await run('AgreeToProposal', agreementTo(closing, asked), other)
  if (closed.outcome !== 'done') throw new Error(closed.text)
  const reopening = await run('ProposeMonthReopening', { month: first, reason: 'Late' }, other)
  const reopened = await run('AgreeToProposal', agreementTo(reopening), admin)
  if (reopened.outcome !== 'done') throw new Error(reopened.text)
}

async function live(house: TestHouse) {
  const { run, person, fund } = house
  await offer(house, 'advanced', 100_000n, 999_900n)
  await offer(house, 'elite', 1_000_000n, 4_999_900n)
  await offer(house, 'platinum', 5_000_000n, null)
  const admin = await person({ role: 'admin' })
  const other = await person({ role: 'admin' })
  await fund({ returns: 500_000n, referral: 500_000n, corrections: 500_000n })
  const ada = await person({ cash: 9_000_000n })
  const code = await database.pool.query('select referral_code from owners where id = $1', [ada])
  const ben = await person({ cash: 500_000n, referralCode: code.rows[0].referral_code })
  const accepted = { acceptedRiskVersion: 1, acceptedTermsVersion: 1 }
  const answers = { version: 1, current: 1, answers: '{"loss":"bearable"}' }
  await run('AnswerAppropriateness', { owner: ada, ...answers, outcome: 'fits' }, ada)
  for (const limit of [900_000n, 1_000_000n])
    await run('SetInvestmentLimit', { owner: ada, amount: limit }, ada)
  for (const amount of [200_000n, 300_000n])
    await run(
      'OpenInvestment',
      { owner: ada, planId: planIdOf('advanced'), amount, coolingOffMs: 86_400_000, ...accepted },
      ada,
    )
  const taken = newId()
  const first = { owner: ben, planId: planIdOf('advanced'), amount: 100_000n, ...accepted }
  await run('OpenInvestment', { ...first, coolingOffMs: 86_400_000 }, ben, { id: taken })
  await run('UndoInvestment', { investment: taken, owner: ben }, ben)
  const [running] = (
    await database.pool.query(
      `select id from investments where owner_id = $1 and status = 'running'`,
      [ada],
    )
  ).rows
  for (const choice of ['reinvest', 'balance', 'reinvest'] as const)
    await run('ChooseAtMaturity', { investment: running.id, owner: ada, choice, ...accepted }, ada)
  await run('ChooseAtMaturity', { investment: running.id, owner: ada, choice: 'balance' }, ada)
  await run('AnswerAppropriateness', { owner: ben, ...answers, outcome: 'pause' }, ben)
  await run('SetInvestmentLimit', { owner: ben, amount: 700n }, ben)
  const wallet = { type: 'bank_transfer', walletName: 'Mine', walletAddress: 'any' } as const
  const account = await database.pool.query('select account_id from owners where id = $1', [ben])
  const transfer = {
    type: 'tradehub_transfer',
    recipientAccountId: account.rows[0].account_id,
  } as const
  const [home, bens] = [newId(), newId()]
  for (const [id, name, place] of [
    [home, 'Home', { type: 'bank_transfer', walletAddress: 'at home' }],
    [bens, 'Ben', transfer],
  ] as const)
    await run('SaveDestination', { owner: ada, name, place, isOfFirm: false }, ada, { id })
  await run('RemoveDestination', { owner: ada, destination: bens }, ada)
  const asked = [newId(), newId(), newId(), newId()]
  for (const [i, target] of [wallet, wallet, transfer, wallet].entries())
    await run('RequestWithdrawal', { owner: ada, amount: 10_000n + BigInt(i), target }, ada, {
      id: asked[i]!,
    })
  const limits = { secondApprovalAbove: 1_000_000n }
  for (const withdrawal of asked.slice(0, 3))
    await run('ApproveWithdrawal', { withdrawal, ...limits }, admin)
  const exported = asked
    .slice(0, 2)
    .map((withdrawal, i) => ({ withdrawal, amount: 10_000n + BigInt(i) }))
  await liveWithExports(house, ada, exported, [admin, other])
  for (const [i, withdrawal] of asked.slice(0, 2).entries())
    await run('PayWithdrawal', { withdrawal, reference: `paid ${i}` }, admin)
  await run('RejectWithdrawal', { withdrawal: asked[3]!, reason: 'not now' }, admin)
  const edits = []
  for (const totalProfit of [100n, 200n, 300n]) {
    const edit = { user: ada, totalProfit, fullName: 'Ada L.', reason: 'We counted again.' }
    edits.push(await run('CorrectUser', { ...edit, secondApprovalAbove: 0n }, admin))
  }
  await run('AgreeToProposal', agreementTo(edits[0]!, atOnce), other)
  await run('RefuseProposal', { proposal: agreementTo(edits[1]!).proposal, reason: 'no' }, other)
  await run('CorrectUser', { user: ben, fullName: 'Ben B.', reason: 'asked for' }, admin)
  await run('CreditReferrer', { user: ben, fundingAmount: 50_000n, ...limits }, admin)
  for (const id of [newId(), newId()]) {
    const factor = { what: 'passkey', id: `key ${id}`, name: 'Phone' } as const
    await run(
      'ProposeFactorRemoval',
      { user: ben, factor, hostile: false, reason: 'lost' },
      admin,
      {
        id,
      },
    )
    await run(
      'ApproveAccessChange',
      { change: id, factorThere: true, waitMs: 1000, earlierForMs: 0 },
      other,
    )
  }
  for (const [i, id] of [newId(), newId()].entries()) {
    const user = await person()
    const asked = { user, roles: auditors, reason: 'to look' } as const
    await run('ProposeRoleChange', asked, admin, { id })
    const facts = { user, from: noRoles, roles: auditors } as const
    if (i === 0) await run('AgreeToProposal', agreementToRole(id, facts), other)
  }
  for (const invitation of [newId(), newId()]) {
    await run('AcceptInvitation', { user: await person() }, null, { id: invitation })
    await run('RefuseInvitedRole', { invitation, reason: 'unknown here' }, other)
  }
  const found = { missing: [], isDemonstration: false }
  for (const refused of [true, false]) {
    const id = newId()
    await run('ProposeOpening', { found }, admin, { id })
    if (refused) await run('RefuseProposal', { proposal: id, reason: 'tomorrow' }, other)
    else await run('AgreeToProposal', { proposal: id, shown: '{}', answer: found }, other)
  }
  for (const [i, statementDay] of ['2026-01-01', '2026-01-02'].entries()) {
    const { rows } = await database.owner.query(
      `select debits - credits as balance, version from ledger.accounts where kind = 'firm-bank'`,
    )
    const { balance, version } = rows[0]
    const reconciled = await run(
      'ReconcileBank',
      {
        account: 'firm-bank',
        statementAccount: i === 0 ? null : 'GB29NWBK60161331926819',
        statementDay,
        closing: balance - BigInt(i),
        digest: String(i).padStart(64, '0'),
        balance,
        upTo: Number(version),
        inTransit: i === 0 ? '' : '1',
        inTransitSum: BigInt(i),
        unbooked: 0,
        astray: 0,
        firstAstray: null,
        openingAfter: null,
      },
      admin,
    )
    if (reconciled.outcome !== 'done') throw new Error(reconciled.text)
  }
  for (const byte of [21, 22]) {
    const drawn = newId()
    const { network, descriptor } = await confirmedWallet(byte, [admin, other])
    await run('DrawAddress', { network, descriptor, owner: ada }, ada, { id: drawn })
    await liveWithCoins(house, { owner: ada, address: drawn }, admin, byte)
  }
  await fundByTwo(house, [admin, other])
  await liveWithPayouts(house, ada, [admin, other])
  await liveWithLists(house, ada, [admin, other])
  await liveWithAuditor(house, [ada, ben], [admin, other])
  const blocks = [newId(), newId()] as const
  const lost = newId()
  const noticed = { cause: 'behind', noticedAt: Date.now(), seenAt: Date.now() - 1000 } as const
  const paid = { kind: 'withdrawal', person: ada, request: asked[3]!, amount: 70n } as const
  const payout = { id: lost, ...paid, reference: 'lost', paidAt: Date.now() - 2000 }
  await run('BlockPayouts', { ...noticed, payouts: [payout] }, null, { id: blocks[0] })
  const added = newId()
  await run('AddEarlierPayout', { person: null, amount: 9n, reference: 'found' }, admin, {
    id: added,
  })
  for (const id of [lost, added])
    await run('ExplainEarlierPayout', { payout: id, reason: 'corrected' }, admin)
  const lifting = newId()
  await run('ProposeUnblockingPayouts', { block: blocks[0], total: 2 }, admin, { id: lifting })
  const lifted = { block: blocks[0], total: 2, version: 4 }
  expect((await run('AgreeToProposal', agreementToLift(lifting, lifted), other)).outcome).toBe(
    'done',
  )
  const arrived = { amount: 5_000n, payerText: 'Thanks', payerAccount: 'DE 1' }
  const valueDate = (await database.pool.query('select business_now()::date::text as day')).rows[0]
    .day
  const lines = [newId(), newId(), newId(), newId()]
  for (const [i, id] of lines.entries()) {
    const owner = i % 2 === 0 ? ada : null
    const receipt = { owner, reference: `line ${i}`, valueDate, ...arrived }
    const recorded = await run('RecordReceipt', receipt, admin)
    await run('AgreeToProposal', agreementToEntry(recorded), other, { id })
  }
  const steps = []
  const said = { reason: 'the bank says so', valueDate }
  const hers = { receipt: lines[1]!, owner: ben, reason: 'hers' }
  steps.push(await run('AssignReceipt', hers, admin))
  const undone = { receipt: lines[0]!, reference: 'undone', ...said }
  steps.push(await run('ReverseReceipt', undone, admin))
  const back = { receipt: lines[3]!, reference: 'sent back', account: 'DE 1', ...said }
  const { proposal } = agreementTo(await run('ReturnReceipt', back, admin))
  for (const step of steps) await run('AgreeToProposal', agreementToEntry(step), other)
  await run('RefuseProposal', { proposal, reason: 'no' }, other)
  const { rows } = await database.pool.query(
    'select title, minimum, maximum, duration_days as "durationDays", profit_percent as "profitPercent", risk_warning as "riskWarning" from plan_terms where plan_id = $1',
    [planIdOf('elite')],
  )
  const terms = { ...rows[0], profitPercent: 9 }
  await run('ChangePlan', { plan: planIdOf('elite'), termsVersion: 1, terms }, admin)
  await run('WithdrawPlan', { plan: planIdOf('platinum') }, admin)
  await run('WriteNote', { user: ada, text: 'Called.' }, admin)
  for (const [policy, digest] of [
    ['TermsOfService', '0'.repeat(64)],
    ['UserAgreement', '1'.repeat(64)],
  ] as const) {
    const text = { policy, title: policy, content: `{"title":"${policy}"}`, digest }
    const at = { day: null, countsFrom: null, noticeDays: 30, changed: policy, fault: null }
    const published = await run('ProposeEdition', { ...text, ...at }, admin)
    const edition = newId()
    await run('AgreeToProposal', agreementTo(published), other, { id: edition })
    for (const owner of [ada, ben]) {
      await run('TellOfEdition', { owner, edition, isWithdrawn: false }, null)
      await run('AcceptEdition', { owner, edition, digest }, owner)
    }
  }
  for (const digit of ['a', 'b']) {
    const facts = { file: newId(), digest: digit.repeat(64), people: 1, amount: '0' }
    const found = { digest: facts.digest, people: '1', amount: '0', wrong: '0' }
    const proposed = await run('ProposeImport', { ...facts, found }, admin)
    const id = newId()
    await run('AgreeToProposal', agreementTo(proposed, found), other, { id })
    const secrets = { passwordHash: '$argon2id$', passwordMac: '00', emailMac: '00' }
    const moved = { fullName: 'Mo', email: `${digit}@moved.example`, ...secrets }
    const line = { import: id, line: 2, amount: 0n, reference: digit, person: moved }
    await run('ImportPerson', { owner: newId(), ...line }, null)
    await run('FinishImport', { import: id, leftOut: '' }, null)
  }
  const gone = await person({ cash: 100n })
  for (const owner of [ada, ben]) {
    await run('SendMessage', { owner, text: 'When?', files: [] }, owner)
    const words = { title: 'Closed', text: 'On Friday.', isMailed: true }
    const to = { plan: null, planTitle: null, status: null, country: null, reaches: 2 }
    const announced = await run('ProposeAnnouncement', { ...words, ...to }, admin)
    const announcement = newId()
    await run('AgreeToProposal', agreementTo(announced), other, { id: announcement })
    await run('DeliverAnnouncement', { owner, announcement }, null)
    const check = newId()
    const sides = { entry: check, pair: check, entries: [check], pairs: [check] }
    const found = { owner, ...sides, freezes: 'nothing', finding: null } as const
    await run('BeginCheck', found, null, { id: check })
    const decision = { check, ends: owner === ada, reason: 'Seen', answer: { isAsRecorded: true } }
    const decided = await run('ProposeCheckDecision', decision, admin)
    await run('AgreeToProposal', agreementTo(decided, { isAsRecorded: true }), other)
    const [verification, entered] = [newId(), { legalName: 'A', birthDate: '1990-04-23' }]
    const documents = [
      await addDocument(house, owner, 'identity'),
      await addDocument(house, owner, 'address'),
    ]
    const sent = { owner, ...entered, country: 'DE', address: 'Street 1', documents }
    await run('SubmitVerification', sent, owner, { id: verification })
    await run('ViewDocument', { document: documents[0]! }, admin)
    const item = { work: 'verifications', item: verification, seen: null } as const
    const until = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
    await run('PutOffWork', { ...item, until, note: 'Waits for a letter' }, admin)
    await run('RefuseVerification', { verification, reason: 'Too old' }, admin)
    await run('ProposeFinalRefusal', { verification, reason: 'Forged' }, admin)
    await run('RequestArchive', { owner, bytesADay: 100_000_000 }, owner)
  }
  await run('PayInCapital', { amount: 8_000n, reference: 'to lend' }, admin)
  await run('FundPool', { pool: 'loan', amount: 6_000n }, admin)
  const lent: { owner: string; loan: string }[] = []
  for (const digest of ['b', 'c']) {
    const known = await verifyWhole(house, admin, digest.repeat(36))
    const asked = { owner: known, amount: digest === 'b' ? 1_200n : 2_400n }
    lent.push(await lendTo(house, asked, [admin, other]))
  }
  const theirs = { type: 'bank_transfer', walletAddress: 'theirs' } as const
  await run('SaveDestination', { owner: gone, name: 'Mine', place: theirs, isOfFirm: false }, gone)
  await run('RequestWithdrawal', { owner: gone, amount: 100n, target: wallet }, gone)
  const left = await database.pool.query('select id from withdrawals where owner_id = $1', [gone])
  const last = { withdrawal: left.rows[0].id as string }
  await run('ApproveWithdrawal', { ...last, secondApprovalAbove: null }, admin)
  await run('PayWithdrawal', { ...last, reference: 'the last of it' }, admin)
  await run('CloseUser', { user: gone }, admin)
  await run('FreezeUser', { user: ben, reason: 'asked for' }, admin)
  const leaver = await liveWithClosings(house, admin)
  await run('BlockPayouts', { ...noticed, cause: 'restored', payouts: [] }, null, { id: blocks[1] })
  await moveDays(database, 20)
  expect((await run('CloseUser', { user: leaver, asked: true }, null)).outcome).toBe('done')
  const opened = await database.pool.query(
    "select id from investments where status = 'running' order by id limit 1",
  )
  await run('SettleInvestment', { investment: opened.rows[0].id, owner: ada }, null)
  await moveDays(database, 31)
  for (const one of lent) {
    const charged = await run('ChargeInstalment', { ...one, number: 1 }, null)
    const early = { ...one, amount: 500n, keeping: 'instalment' } as const
    const paid = await run('RepayLoan', early, one.owner)
    expect([charged.outcome, paid.outcome]).toEqual(['done', 'done'])
  }
  await liveWithMonths(house, [admin, other])
}
await live(house)

/** Without what the database would refuse by itself: whoever has all rights takes that away first. A key takes along what refers to it. */
async function withoutGuards(): Promise<void> {
  const { rows } = await database.owner.query<{ drop: string }>(
    `select format('alter table %s drop constraint if exists %I cascade', conrelid::regclass, conname) as drop from pg_constraint
      where contype in ('c', 'f', 'u') and connamespace in ('public'::regnamespace, 'desk'::regnamespace, 'ledger'::regnamespace)`,
  )
  const { rows: indexes } = await database.owner.query<{ drop: string }>(
    `select format('drop index %s', indexrelid::regclass) as drop from pg_index join pg_class on pg_class.oid = indexrelid
      where indisunique and relnamespace = 'public'::regnamespace and not exists (select from pg_constraint where conindid = indexrelid)`,
  )
  for (const { drop } of [...rows, ...indexes]) await database.owner.query(drop)
}
await withoutGuards()

/** What the audit says after somebody with all rights changed something; the change is undone. */
async function differencesAfter(tampering: string, before = ''): Promise<string[]> {
  const client = await database.owner.connect()
  try {
    await client.query(`begin; set local session_replication_role = replica; ${before}`)
    const { rowCount } = await client.query(tampering)
    expect(rowCount, tampering).toBeGreaterThan(0)
    return (await followState(client)).differences
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const another: Record<Form, (column: string) => string> = {
  uuid: () => 'gen_random_uuid()',
  text: (column) => `coalesce(${column}, '') || 'x'`,
  word: (column) => `coalesce(${column}, '') || 'x'`,
  cents: (column) => `coalesce(${column}, 0) + 1`,
  count: (column) => `coalesce(${column}, 0) + 1`,
  integer: (column) => `coalesce(${column}, 0) + 1`,
  flag: (column) => `not ${column}`,
  instant: (column) => `coalesce(${column}, now()) + interval '1 second'`,
}

const keyIn = (table: AnyTable) =>
  table.definition.key.map((property) => table.columnOf(property).name).join(', ')
const oneOf = (table: AnyTable, place = 0) =>
  `(${keyIn(table)}) = (select ${keyIn(table)} from ${table.name} order by ${keyIn(table)} limit 1 offset ${place})`

describe('what stands there', () => {
  test('of the sample world is what its journal says', async () => {
    const { differences, commands } = await auditState(sample.pool)
    expect(differences).toEqual([])
    expect(commands).toBeGreaterThan(300)
  })

  test('of a house with something in every table is what its journal says', async () => {
    const { differences } = await auditState(database.pool)
    expect(differences).toEqual([])
    for (const table of stateTables) {
      const { rows } = await database.owner.query(
        `select count(*)::int as count from ${table.name}`,
      )
      expect(rows[0].count, table.name).toBeGreaterThan(1)
    }
  })
})

const columns = stateTables.flatMap((table) =>
  table.fields.map(([, { name, form }]) => [table.name, name, form, table] as const),
)

describe('A row of state that was changed', () => {
  test.each(columns)('in %s, by another %s, is named', async (name, column, form, table) => {
    const found = await differencesAfter(
      `update ${name} set ${column} = ${another[form](column)} where ${oneOf(table)}`,
    )
    expect(found.map((line) => line.split(':')[0])).toContain(name)
  })

  test.each(stateTables.map((table) => [table.name, table] as const))(
    'or deleted from %s, is named',
    async (name, table) => {
      const found = await differencesAfter(`delete from ${name} where ${oneOf(table)}`)
      expect(found.join()).toMatch(/is gone|would be refused|must be/)
    },
  )

  test.each(stateTables.map((table) => [table.name, table] as const))(
    'or added to %s, is named',
    async (name, table) => {
      const key = table.columnOf(table.definition.key[0]!)
      const names = table.fields.map(([, column]) => column.name).join(', ')
      const values = table.fields
        .map(([, column]) => (column.name === key.name ? another[key.form](key.name) : column.name))
        .join(', ')
      const found = await differencesAfter(
        `insert into ${name} (${names}) select ${values} from ${name} where ${oneOf(table)}`,
      )
      expect(found.find((line) => line.startsWith(name))).toContain('no command made this row')
    },
  )

  test.each(stateTables.map((table) => [table.name, table] as const))(
    'or written a second time to %s, is named',
    async (name, table) => {
      const found = await differencesAfter(
        `insert into ${name} select * from ${name} where ${oneOf(table)}`,
        `alter table ${name} drop constraint ${name.replace(/.*\./, '')}_pkey cascade`,
      )
      expect(found.find((line) => line.startsWith(name))).toContain('it stands there twice')
    },
  )

  test.each(
    stateTables
      .filter((table) => table.fields.length > table.definition.key.length)
      .map((table) => [table.name, table] as const),
  )('or swapped with another in %s, is named', async (name, table) => {
    const others = table.fields
      .map(([, column]) => column.name)
      .filter((column) => !keyIn(table).split(', ').includes(column))
      .join(', ')
    const key = keyIn(table)
    const found = await differencesAfter(
      `with pair as materialized (select *, row_number() over (order by ${key}) as pair_place from ${name} order by ${key} limit 2)
       update ${name} changed set (${others}) = (select ${others} from pair given where given.pair_place = 3 - mine.pair_place)
         from pair mine where (${key.replaceAll(/\w+/g, 'changed.$&')}) = (${key.replaceAll(/\w+/g, 'mine.$&')})`,
    )
    expect(found.map((line) => line.split(':')[0])).toContain(name)
  })
})

test('A plan that nobody offered is named, as if it came with the content too', async () => {
  const found = await differencesAfter(
    `with forged as (insert into plans (id, slug, terms_version) values (gen_random_uuid(), 'forged', 1) returning id)
      insert into plan_terms (plan_id, version, title, range_text, minimum, duration_days, profit_percent, risk_version, risk_warning)
        select id, 1, 'Forged', 'any', 1, 1, 100, 1, 'None' from forged`,
  )
  expect(found.map((line) => line.split(':')[0])).toEqual(['plans', 'plan_terms'])
})

describe('What commands left of owners, books and the journal', () => {
  test.each([
    ['owners', `update owners set role = 'admin', roles = '${administrators}' where role = 'user'`],
    ['owners', "update owners set status = 'active' where status = 'frozen'"],
    ['owners', "update owners set account_id = account_id || 'x'"],
    ['owners', "update owners set referral_code = referral_code || 'x'"],
    ['owners', 'update owners set referrer_id = null where referrer_id is not null'],
    ['owners', 'update owners set fixed = true'],
    ['owners', "update owners set created_at = created_at - interval '1 day'"],
    ['owners', 'update owners set version = version + 1'],
    ['owners', "update owners set stamped_at = stamped_at + interval '1 day'"],
    ['owners', 'update owners set profit = profit + 1'],
    // Whose words are gone, and nobody says any more that they were erased.
    ['desk.commands', "delete from owners where status = 'closed'"],
    ['the books', "update ledger.accounts set credits = credits + 1 where kind = 'cash'"],
    ['the books', "delete from ledger.accounts where kind = 'invested'"],
    ['desk.commands', "update ledger.postings set amount = amount + 1 where event = 'play-money'"],
    ['desk.commands', "delete from ledger.postings where event = 'transfer'"],
    ['desk.commands', "update desk.activity set kind = 'deposit' where kind = 'correction-made'"],
    [
      'desk.activity',
      `insert into desk.activity (hash, owner_id, version, command_id, kind, at) select '', owner_id, version + 1000, gen_random_uuid(), kind, at from desk.activity limit 1`,
    ],
    ['desk.commands', 'update desk.activity set balance_after = balance_after + 1'],
    ['desk.commands', "delete from desk.activity where kind = 'withdrawal-paid'"],
    [
      'desk.commands',
      `update desk.commands set input = jsonb_set(input, '{amount}', '"1"') where kind = 'RequestWithdrawal'`,
    ],
    [
      'desk.commands',
      `update desk.particulars set texts = jsonb_set(texts, '{walletAddress}', '"mine"') where texts ? 'walletAddress'`,
    ],
    ['desk.commands', "delete from desk.particulars where texts ? 'walletAddress'"],
    ['desk.commands', "update desk.commands set outcome = 'busy' where kind = 'CreditPlayMoney'"],
    ['desk.commands', "update desk.commands set actor = subject where kind = 'ApproveWithdrawal'"],
  ])('is named: %s after %s', async (name, tampering) => {
    expect((await differencesAfter(tampering)).map((line) => line.split(':')[0])).toContain(name)
  })
})

describe('npm run audit -- --replay', () => {
  test('says what it looked at, and ends well', async () => {
    const { code, output } = await runAudit(sample, '--replay')
    expect(output).toMatch(
      /^The state is what the journal says: \d+ commands decided again, and \d+ rows\.$/m,
    )
    expect(code).toBe(0)
  })

  test('C6: names the row that doesn’t follow from the journal, and ends with 1', async () => {
    const { rows } = await sample.owner.query(
      'select id, wallet_address as address from withdrawals where wallet_address is not null limit 1',
    )
    const [{ id, address }] = rows
    const redirect = (to: string) =>
      sample.owner.query(`begin; set local session_replication_role = replica;
        update withdrawals set wallet_address = '${to}' where id = '${id}'; commit`)
    await redirect('an address of somebody else')
    const { code, output } = await runAudit(sample, '--replay')
    await redirect(address)
    expect(output).toContain(`Different: withdrawals: ${id} (owner `)
    expect(output).toContain('walletAddress is "an address of somebody else", and must be ')
    expect(code).toBe(1)
  })
})
