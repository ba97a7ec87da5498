/** J1: what takes two takes effect only while they are two. Every command that completes what somebody else began is tried. */
import { administrators, noRoles } from '../../contract/roles.ts'
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { knownAccount } from '../../../proofs/simulation/known-wallets.ts'
import { createMemoryHouse, type MemoryHouse } from '../../../tests/support/memory-house.ts'
import { regtestWallet } from '../../../tests/support/wallets.ts'
import type { AnyRule } from '../../desk/command.ts'
import { Table, type AnyTable } from '../../desk/table.ts'
import { isoFromInstant } from '../../lib/instant.ts'
import { canonical } from '../../lib/canonical.ts'
import { unitsFor } from '../../lib/exchange-rate.ts'
import { placeAt } from '../../lib/output-descriptor.ts'
import { idOf, outpointOf, scriptOfAddress } from '../../lib/payout-batch.ts'
import { idFromName } from '../../platform/ids.ts'
import { accessChanges } from '../access-changes/table.ts'
import { packs } from '../evidence-packs/table.ts'
import type { Noun } from '../noun.ts'
import { commands, nouns } from '../nouns.ts'
import { payoutBatches } from '../payouts/batches/table.ts'
import { bankExports } from '../payouts/exports/table.ts'
import { payoutLists } from '../payouts/lists/table.ts'
import type { Answer } from '../proposals/kind.ts'
import { proposals } from '../proposals/table.ts'
import { noTerms } from '../receipts/terms.ts'
import { cases } from '../verification/table.ts'
import { defineDecisionOfTwo } from './two.ts'
import { wallets } from '../wallets/table.ts'
import { withdrawals } from '../withdrawals/table.ts'
import { agreementToRole } from '../../../tests/support/agreements.ts'

const [first, second, third, fourth] = ['first', 'second', 'third', 'fourth'].map((name) =>
  idFromName(`person ${name}`),
) as [string, string, string, string]

/** Four administrators, and somebody with money. */
function stage() {
  const house = createMemoryHouse({ capital: 10_000_000n, corrections: 10_000n, referral: 10_000n })
  for (const name of ['first', 'second', 'third', 'fourth']) house.person(name, { role: 'admin' })
  const ada = house.person('ada', { cash: 1_000_000n })
  const ben = house.person('ben', { referredBy: ada, cash: 1_000n })
  return { ...house, ada, ben, world: house.desk.world }
}
type Stage = ReturnType<typeof stage>
type Reply = ReturnType<MemoryHouse['run']>

/** What the first began: how another completes it, whether that is done, and how it ends otherwise, where it can't be begun again by approving. */
type Begun = {
  complete(by: string): Reply
  isDone(): boolean
  refuse?(by: string): Reply
}
type Scenario = (stage: Stage) => Begun

const reason = 'a test'
const limit = { secondApprovalAbove: 0n }
const atOnce = { waitMs: null, earlierForMs: null }
const hex = (digit: string) => digit.repeat(64)

/** What was proposed, by the reply that says so; whoever agrees sees its facts. */
function onProposal(
  { run, world }: Stage,
  { id: proposal, text }: Reply,
  answer: Answer = null,
): Begun {
  const shown = canonical(JSON.parse(text).data.proposal.facts)
  return {
    complete: (by) => run('AgreeToProposal', { proposal, shown, answer }, by),
    isDone: () => world.get(proposals, proposal)!.status === 'done',
  }
}

const btc = regtestWallet().wallet
const payee = regtestWallet(9).wallet
const dollars = 64_000_000_000n

function confirmWallet(
  { run }: Stage,
  settings: { network: 'tron-sample' | typeof btc.network; descriptor: string },
  address: string,
) {
  for (const by of [third, fourth]) run('CompareWallet', { ...settings, address } as never, by)
}

function approvedTo({ run, ada }: Stage, walletAddress: string, amount: bigint) {
  const target = { type: 'bank_transfer', walletName: 'Mine', walletAddress } as const
  const { id: withdrawal } = run('RequestWithdrawal', { owner: ada, amount, target }, ada)
  run('ApproveWithdrawal', { withdrawal, secondApprovalAbove: null }, third)
  return withdrawal
}

function builtBatch(on: Stage): Begun {
  const { run, world, ada } = on
  confirmWallet(on, btc, placeAt(btc, 'people', 0).address)
  const to = placeAt(payee, 'people', 1).address
  const amount = 100_00n
  const withdrawal = approvedTo(on, to, amount)
  const payments = [{ withdrawal, amount, quantity: unitsFor(amount, dollars) }]
  const coins = [{ txid: hex('a'), output: 0, amount: payments[0]!.quantity + 10_500n }]
  const txid = idOf(coins, [
    { script: scriptOfAddress(to, btc.network)!, amount: payments[0]!.quantity },
    { script: placeAt(btc, 'change', 0).script, amount: 10_000n },
  ])
  const [wallet] = world.rows(wallets)
  const built = run(
    'BuildPayoutBatch',
    {
      ...{ wallet: wallet!.id, changeWallet: wallet!.id, replaces: null, txid, digest: hex('d') },
      ...{ coins, anchor: outpointOf(coins[0]!), payments, feeRate: 2n, fee: 500n, rate: dollars },
      ...{ change: { index: 0, amount: 10_000n }, sources: 'one', owners: [ada], scripts: [] },
    },
    first,
  )
  const batch = built.id
  run('SignPayoutBatch', { batch, before: null, digest: hex('e'), isWhole: true }, third)
  const owned = payments.map((one) => ({ ...one, owner: ada }))
  return {
    complete: (by) => run('SendPayoutBatch', { batch, txid, payments: owned, ...limit }, by),
    isDone: () => world.get(payoutBatches, batch)!.status === 'sent',
    refuse: (by) => run('CancelPayoutBatch', { batch, spent: null }, by),
  }
}

function exported(on: Stage, by: string) {
  const { run, ada } = on
  const payment = { withdrawal: approvedTo(on, 'home', 100_00n), amount: 100_00n, owner: ada }
  const { id } = run(
    'BuildBankExport',
    {
      ...{ format: 'csv', payments: [payment], firm: 'A Firm' },
      ...{ debtor: null, writtenAt: isoFromInstant(0), digest: hex('d') },
    },
    by,
  )
  return { export: id, payments: [{ ...payment, quantity: payment.amount }] }
}

function builtFile(on: Stage): Begun {
  const { run, world } = on
  const file = exported(on, first)
  return {
    complete: (by) => run('ReleaseBankExport', { ...file, ...limit }, by),
    isDone: () => world.get(bankExports, file.export)!.status === 'exported',
    refuse: (by) => run('ProposeCancellingBankExport', { export: file.export }, by),
  }
}

const proposedEnd = (on: Stage): Begun =>
  onProposal(
    on,
    on.run('ProposeCancellingBankExport', { export: exported(on, third).export }, first),
  )

function rejectedRows(on: Stage): Begun {
  const { run } = on
  const file = exported(on, third)
  run('ReleaseBankExport', file, third)
  const lines = file.payments.map(({ withdrawal }) => {
    return { withdrawal, state: 'rejected' as const, reason: null }
  })
  run('RecordBankReport', { export: file.export, digest: hex('e'), lines }, third)
  return onProposal(on, run('ProposeReopeningPayouts', { export: file.export }, first))
}

function builtList(on: Stage): Begun {
  const { run, world, ada } = on
  const { network, descriptor, places } = knownAccount
  confirmWallet(on, { network, descriptor }, places[0]!.address)
  const amount = 100_00n
  const withdrawal = approvedTo(on, places[5]!.address, amount)
  const payments = [{ withdrawal, amount, quantity: unitsFor(amount, 1_000_000n, 'USDT') }]
  const [wallet] = world.rows(wallets)
  const from = places[0]!.script
  const { id: list } = run(
    'BuildPayoutList',
    {
      ...{ wallet: wallet!.id, height: 9, from, payments, rate: 1_000_000n },
      ...{ sources: 'one', owners: [ada], scripts: [] },
    },
    first,
  )
  const owned = payments.map((one) => ({ ...one, owner: ada }))
  return {
    complete: (by) => run('ReleasePayoutList', { list, payments: owned, ...limit }, by),
    isDone: () => world.get(payoutLists, list)!.status === 'released',
    refuse: (by) => run('CancelPayoutList', { list, height: 9 }, by),
  }
}

/** Coins of somebody's came in, and half of them were sold. */
function soldCoins(on: Stage): Begun {
  const { run, ada } = on
  const coin = 100_000_000n
  confirmWallet(on, btc, placeAt(btc, 'people', 0).address)
  const { network, descriptor } = btc
  const { id: address } = run('DrawAddress', { network, descriptor, owner: ada }, ada)
  const output = { txid: hex('a'), output: 1, times: 0, height: 100, block: hex('b') }
  const credited = { owner: ada, address, ...output, quantity: coin, rate: dollars }
  run('CreditDeposit', { ...credited, sources: 'one,two', limits: null }, null)
  const sale = { kind: 'sale', quantity: coin / 2n, amount: 3_200_000n, rate: dollars } as const
  const sold = { ...sale, txid: hex('c'), reference: 'Wire 1', moved: null, reason: null }
  const moved = { moved: String(-coin / 2n) }
  return onProposal(on, run('RecordCoinExchange', sold, first), moved)
}

function finalRefusal(on: Stage): Begun {
  const { run, world, ada, desk } = on
  const verification = idFromName('a case')
  world.set(cases, {
    ...{ id: verification, owner: ada, legalName: 'Ada', birthDate: '1990-01-01', country: 'DE' },
    ...{ address: 'Somewhere', documents: '', submittedAt: desk.now, status: 'submitted' },
    ...{ isFinal: false, reason: null, decidedAt: null, decidedBy: null, verifiedUntil: null },
    finalReason: null,
  } as never)
  return onProposal(on, run('ProposeFinalRefusal', { verification, reason }, first))
}

const scenarios: Record<string, Record<string, Scenario>> = {
  ApproveWithdrawal: {
    'a withdrawal': ({ run, world, ada }) => {
      const target = { type: 'bank_transfer', walletName: 'w', walletAddress: 'a' } as const
      const asked = { owner: ada, amount: 4_000_00n, target }
      const { id: withdrawal } = run('RequestWithdrawal', asked, ada)
      const approve = (by: string) => run('ApproveWithdrawal', { withdrawal, ...limit }, by)
      approve(first)
      return {
        complete: approve,
        isDone: () => world.get(withdrawals, withdrawal)!.status === 'approved',
      }
    },
  },
  ApproveAccessChange: {
    'the removal of a second factor': ({ run, world, ada }) => {
      const factor = { what: 'app', id: idFromName('an app') } as const
      const removal = { user: ada, factor, hostile: false, reason }
      const { id: change } = run('ProposeFactorRemoval', removal, first)
      const approval = { change, factorThere: true, waitMs: 0, earlierForMs: 0 }
      return {
        complete: (by) => run('ApproveAccessChange', approval, by),
        isDone: () => world.get(accessChanges, change)!.status === 'done',
        refuse: (by) => run('RefuseAccessChange', { change, reason }, by),
      }
    },
  },
  CompareWallet: {
    'a wallet': ({ run, world }) => {
      const { network, descriptor } = btc
      const { address } = placeAt(btc, 'people', 0)
      const compare = (by: string) => run('CompareWallet', { network, descriptor, address }, by)
      compare(first)
      return { complete: compare, isDone: () => world.rows(wallets)[0]!.status === 'confirmed' }
    },
  },
  AgreeToProposal: {
    'the end of a block of payouts': (stage) => {
      const { run, desk } = stage
      const found = { cause: 'restored', noticedAt: desk.now, seenAt: null, payouts: [] } as const
      const { id: block } = run('BlockPayouts', found, null)
      return onProposal(stage, run('ProposeUnblockingPayouts', { block, total: 0 }, first))
    },
    'an entry at the bank': (on) => {
      const valueDate = isoFromInstant(on.desk.now).slice(0, 10)
      const line = { amount: 100n, reference: 'R 1', valueDate }
      const given = { owner: on.ada, ...line, payerText: null, payerAccount: null }
      return onProposal(on, on.run('RecordReceipt', given, first), noTerms)
    },
    'exchanged coins': soldCoins,
    'a role': (stage) => {
      const { run, ben } = stage
      const change = { user: ben, roles: administrators, reason } as const
      return onProposal(stage, run('ProposeRoleChange', change, first), { roleNeedsFactor: false })
    },
    'an edit of a balance': (on) => {
      const edit = { user: on.ada, accountBalance: 1_000_100n, ...limit }
      return onProposal(on, on.run('CorrectUser', edit, first), atOnce)
    },
    'a referral credit': (on) => {
      const credit = { user: on.ben, fundingAmount: 1_000n, ...limit }
      return onProposal(on, on.run('CreditReferrer', credit, first))
    },
    'a refusal for good': finalRefusal,
    'cancelling a file for the bank': proposedEnd,
    'reopening what the bank rejected': rejectedRows,
    'a pack with words of people': ({ run, world }) => {
      const asked = { from: '2026-01-01', to: '2026-01-02', withPersons: true }
      const { id: proposal } = run('RequestEvidence', asked, fourth)
      const shown = canonical({ from: asked.from, to: asked.to })
      const agree = (by: string) => run('AgreeToProposal', { proposal, shown, answer: null }, by)
      expect(agree(fourth).outcome).toBe('not_on_yourself')
      expect(agree(first).status).toBe(202)
      return { complete: agree, isDone: () => world.get(packs, proposal)!.status === 'granted' }
    },
    'first coins of a wallet': (stage) => {
      const found = { wallet: idFromName('a wallet'), received: '5', paid: '4.9', isTried: false }
      const [deposit, payout] = ['ab'.repeat(32), 'cd'.repeat(32)]
      const named = { coin: 'BTC', deposit, payout, found } as const
      return onProposal(stage, stage.run('ProposeFirstCoins', named, first), found)
    },
    'the opening of the firm': (stage) => {
      const found = { missing: [], isDemonstration: false }
      return onProposal(stage, stage.run('ProposeOpening', { found }, first), found)
    },
    'a plan that is put back on sale': (on) => {
      const plan = idFromName('plan odd')
      on.run('WithdrawPlan', { plan }, third)
      return onProposal(on, on.run('ReofferPlan', { plan, ...limit }, first))
    },
    'capital that is paid in': (on) =>
      onProposal(on, on.run('PayInCapital', { amount: 9n, reference: 'r', ...limit }, first)),
    'a pool that is funded': (on) =>
      onProposal(on, on.run('FundPool', { pool: 'returns', amount: 9n, ...limit }, first)),
  },
  ReleaseBankExport: { 'a file for the bank': builtFile },
  ReleasePayoutList: { 'a list of payouts': builtList },
  SendPayoutBatch: { 'a batch of payouts': builtBatch },
}

/** The properties by which rows name who began something, and who completed it. */
const begunBy = /^(?:proposed|first|built|compared|asked|firstApproved|approved)By$/
const endedBy = /^(?:decided|agreed|booked|released|sent|confirmed|lifted)By$/

const all = Object.values(scenarios).flatMap((some) => Object.entries(some))

const freeze = ({ run }: Stage, user: string) =>
  expect(run('FreezeUser', { user, reason }, third).outcome).toBe('done')
const unfreeze = ({ run }: Stage, user: string) =>
  expect(run('UnfreezeUser', { user, reason }, third).outcome).toBe('done')
function takeRole({ run }: Stage, user: string) {
  const change = { user, roles: noRoles, reason } as const
  const { id } = run('ProposeRoleChange', change, third)
  const agreement = agreementToRole(id, { user, from: administrators, roles: noRoles })
  expect(run('AgreeToProposal', agreement, fourth).outcome).toBe('done')
}

describe('J1: what one administrator began and another completes', () => {
  test('is each tried here', () => {
    const byTwo = Object.entries<AnyRule>(commands).filter(([, rule]) => rule.byTwo)
    expect(Object.keys(scenarios).toSorted()).toEqual(byTwo.map(([name]) => name).toSorted())
  })

  test.each(all)('%s is completed by another, and not by who began it', (_, begin) => {
    const begun = begin(stage())
    expect([begun.complete(first).outcome, begun.isDone()]).toEqual(['same_approver', false])
    expect([begun.complete(second).outcome, begun.isDone()]).toEqual(['done', true])
  })

  describe.each([
    ['was frozen since', freeze],
    ['lost the role since', takeRole],
  ])('and who began it %s', (_, lose) => {
    test.each(all)('%s is not completed, and does not get stuck', (__, begin) => {
      const on = stage()
      const { complete, isDone, refuse } = begin(on)
      lose(on, first)
      const reply = complete(second)
      expect(isDone()).toBe(false)
      if (refuse) {
        expect(reply.outcome).toBe('first_approver_gone')
        expect(reply.text).toMatch(/no longer has the right to it, or cannot act/)
        expect(refuse(second).outcome).toBe('done')
      } else {
        // It counts as the first of two, and another is the second.
        expect([reply.outcome, reply.status]).toEqual(['done', 202])
        expect(complete(second).outcome).toBe('same_approver')
        expect([complete(third).outcome, isDone()]).toEqual(['done', true])
      }
    })
  })

  test.each(all)('%s is completed where who began it was frozen and can act again', (_, begin) => {
    const on = stage()
    const { complete, isDone } = begin(on)
    freeze(on, first)
    unfreeze(on, first)
    expect([complete(second).outcome, isDone()]).toEqual(['done', true])
  })

  test('is judged in one place: no other rule says who the administrators are', () => {
    for (const file of globSync('src/domains/**/*.ts')) {
      if (file.startsWith('src/domains/approvals/') || file.endsWith('.test.ts')) continue
      expect.soft(readFileSync(file, 'utf8'), file).not.toMatch(/administrators\.has\(/)
    }
  })

  test('has its command, or is proposed, wherever rows name who began it and who decided', () => {
    const names = Object.entries<Noun>(nouns)
    const isOfTwo = ({ definition }: AnyTable) => {
      const columns = Object.keys(definition.columns)
      return columns.some((one) => begunBy.test(one)) && columns.some((one) => endedBy.test(one))
    }
    const ofTwo = names.filter(([, noun]) =>
      noun.writers?.some((writer) => writer instanceof Table && isOfTwo(writer)),
    )
    expect(ofTwo.length).toBeGreaterThan(8)
    for (const [name, { commands: some = {}, proposals: kinds = [] }] of ofTwo)
      expect
        .soft(kinds.length > 0 || Object.values(some).some(({ byTwo }) => byTwo), name)
        .toBe(true)
  })

  test('is not decided by a rule that asks nobody', () => {
    const { desk } = stage()
    const forgetful = defineDecisionOfTwo<object>({
      may: 'work-here',
      recall: () => ({ command: {} }),
      journal: () => ({}),
      subject: () => null,
      needs: () => ({ owners: [] }),
      decide: () => ({ postings: [], activity: [] }),
      reply: () => ({ status: 200, body: {} }),
    })
    const context = { id: '', kind: 'Forget', actor: first, at: 0, found: null }
    expect(() => forgetful.decide(desk.world, {}, context)).toThrow(/without asking/)
  })
})

describe('J1: a change of a sign-in that two have agreed to and that waits', () => {
  const day = 24 * 60 * 60 * 1000
  function waiting(on: Stage): string {
    const { run, ada } = on
    const factor = { what: 'app', id: idFromName('an app') } as const
    const { id: change } = run(
      'ProposeFactorRemoval',
      { user: ada, factor, hostile: false, reason },
      first,
    )
    run('ApproveAccessChange', { change, factorThere: true, waitMs: day, earlierForMs: 0 }, second)
    return change
  }
  const finish = ({ run, world }: Stage, change: string) => {
    run('FinishAccessChange', { change, factorThere: true, earlierForMs: 0 }, null)
    return world.get(accessChanges, change)!.status
  }

  test('takes effect when its time has come', () => {
    const on = stage()
    expect(finish(on, waiting(on))).toBe('done')
  })

  test.each([
    ['who proposed it was frozen', first, freeze],
    ['who approved it was frozen', second, freeze],
    ['who proposed it lost the role', first, takeRole],
    ['who approved it lost the role', second, takeRole],
  ])('lapses where %s meanwhile', (_, who, lose) => {
    const on = stage()
    const change = waiting(on)
    lose(on, who)
    expect(finish(on, change)).toBe('lapsed')
  })
})
