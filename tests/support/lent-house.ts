/** A house in memory with one borrower, to whom it lends at once: as two would have agreed to it, with none of their commands. */
import { plans, start } from '../../proofs/simulation/cast.ts'
import { defineCommand, isRefusal, said } from '../../src/desk/command.ts'
import { MemoryDesk } from '../../src/desk/memory.ts'
import { oneIsEnough } from '../../src/domains/approvals/rules.ts'
import { callDue, refusalOfDefault, type Rest } from '../../src/domains/loans/default.ts'
import { paidOut } from '../../src/domains/loans/postings.ts'
import { loanCommands, newLoan } from '../../src/domains/loans/running.ts'
import { duesIn, loans, loansOf } from '../../src/domains/loans/table.ts'
import { undoRepayments } from '../../src/domains/loans/undo.ts'
import { commands } from '../../src/domains/nouns.ts'
import { planTerms, plans as planTable, rowOf, termsOf } from '../../src/domains/plans/table.ts'
import { firm } from '../../src/ledger/core/chart.ts'
import type { Posting } from '../../src/ledger/core/posting.ts'
import { faultOf, totalsFault } from '../../src/ledger/core/invariants.ts'
import { idFromName } from '../../src/platform/ids.ts'

export const terms = { yearlyRate: 500, securityPercent: 15, lateFee: 50_00n, graceDays: 5 }

/** As two would have agreed to it. */
type Lent = { owner: string; amount: bigint; months: number }
const payOut = defineCommand<Lent>({
  recall: () => ({ command: { owner: '', amount: 0n, months: 0 } }),
  journal: () => ({}),
  subject: ({ owner }) => owner,
  needs: ({ owner }) => ({ owners: [owner] }),
  decide(_, { owner, amount, months }, { id, at }) {
    const loan = newLoan({ owner, amount, months, ...terms }, { id, at })
    return {
      postings: paidOut(owner, loan),
      activity: [{ owner, kind: 'loan-paid-out' }],
      put: [loans.row(loan)],
    }
  },
  reply: () => said(201, 'Lent'),
})

/** As the bank takes a receipt back: out of the balance, and of what it lacks out of what was paid with it. */
const takeBack = defineCommand<{ owner: string; amount: bigint }>({
  recall: () => ({ command: { owner: '', amount: 0n } }),
  journal: () => ({}),
  subject: ({ owner }) => owner,
  needs: ({ owner }) => ({ owners: [owner], read: loansOf(owner), exact: true }),
  decide(world, { owner, amount }, { at }) {
    const cash = world.balance(owner, 'cash')
    const undone = undoRepayments(world, { owner, lacking: amount - cash, at })
    const there = cash + undone.amount < amount ? cash + undone.amount : amount
    return {
      postings: [
        ...undone.postings,
        ...(there === 0n
          ? []
          : [
              {
                event: 'bank-deposit-reversed',
                debit: { owner, kind: 'cash' },
                credit: { owner: firm, kind: 'client-bank' },
                amount: there,
              } satisfies Posting,
            ]),
      ],
      activity: [{ owner, kind: 'bank-deposit-reversed' }],
      put: undone.put,
    }
  },
  reply: () => said(200, 'Taken back'),
})

/** As two would agree to it: all of a loan is due. */
const callDueOfTest = defineCommand<{ owner: string; loan: string; rest: Rest; reason: string }>({
  recall: () => ({ command: { owner: '', loan: '', rest: 'owed', reason: '' } }),
  journal: () => ({}),
  subject: ({ owner }) => owner,
  needs: ({ owner }) => ({ owners: [owner], read: loansOf(owner) }),
  decide(world, c, context) {
    const refusal = refusalOfDefault(world, c, context)
    if (refusal) return refusal
    const made = callDue(world, c, context)
    if (isRefusal(made)) throw new Error('It is called due')
    return made
  },
  reply: () => said(200, 'Called due'),
})

const all = {
  ...commands,
  ...loanCommands,
  PayOutOfTest: payOut,
  TakeBackOfTest: takeBack,
  CallDueOfTest: callDueOfTest,
}
type Name = keyof typeof all

/** A request for money to leave. */
export const asked = (owner: string, amount: bigint) => ({
  ...{ owner, amount, limits: null, isOfFirm: false, mustBeVerified: false },
  target: { type: 'bank_transfer', walletName: 'Mine', walletAddress: 'any' },
  holds: { afterSecurityChangeMs: 0, newDestinationMs: 0 },
  bounds: { pendingAtMost: 1_000, smallest: null },
})

export function createLentHouse() {
  const desk = new MemoryDesk(all, start)
  for (const offered of plans) {
    desk.world.set(planTable, rowOf(offered))
    desk.world.set(planTerms, termsOf(offered, null))
  }
  let number = 0
  const run = (kind: Name, command: object, actor: string | null, name?: string) => {
    const id = idFromName(name ?? `step ${(number += 1)}`)
    const given = { kind, command, actor, id, key: null, bodyHash: '', requestId: 'test' }
    return { id, ...desk.run(given as unknown as Parameters<typeof desk.run>[0]) }
  }
  const ada = idFromName('ada')
  const opening = { fullName: 'Ada', email: 'ada@people.example', role: 'user' }
  run('OpenOwner', { owner: ada, ...opening, referralCode: null, fixed: false }, ada)
  run('PayInCapital', { amount: 20_000_000n, reference: 'capital', ...oneIsEnough }, null)
  run('FundPool', { pool: 'loan', amount: 20_000_000n, ...oneIsEnough }, null)
  const lend = (amount: bigint, months: number) =>
    run('PayOutOfTest', { owner: ada, amount, months }, null).id
  const give = (amount: bigint) =>
    run('CreditPlayMoney', { owner: ada, amount, asset: 'BTC', limits: null }, ada)
  const loanIn = (id: string) => desk.world.get(loans, id)!
  const due = (loan: string, number = loanIn(loan).nextNumber) =>
    run('ChargeInstalment', { owner: ada, loan, number }, null)
  const collect = (loan: string) => run('CollectLoan', { owner: ada, loan }, null)
  const repay = (loan: string, amount: bigint | null, keeping = 'instalment', actor = ada) =>
    run('RepayLoan', { owner: ada, loan, amount, keeping }, actor)
  const back = (amount: bigint) => run('TakeBackOfTest', { owner: ada, amount }, null)
  const call = (loan: string, rest: Rest) =>
    run('CallDueOfTest', { owner: ada, loan, rest, reason: 'Nothing came.' }, null)
  const duesOf = (loan: string) => duesIn(desk.world, loanIn(loan))
  /** All of their balance is asked to be paid out. */
  const spend = () => run('RequestWithdrawal', asked(ada, desk.world.balance(ada, 'cash')), ada)
  const goTo = (day: string) => (desk.now = Date.parse(`${day}T12:00:00Z`))
  const late = (loan: string) => {
    const dues = duesIn(desk.world, loanIn(loan))
    return run('ChargeLateFee', { owner: ada, loan, due: dues.at(-1)!.id }, null)
  }
  const balance = (kind: 'cash' | 'security' | 'owed') => desk.world.balance(ada, kind)
  const ofFirm = (kind: 'loan-pool' | 'lent' | 'earned' | 'loan-income' | 'corrections-pool') =>
    desk.world.balance(firm, kind)
  const faults = () => [
    faultOf(desk.world.books),
    totalsFault(ada, desk.world.owners.get(ada)!.totals, desk.world.books),
  ]
  return {
    call,
    duesOf,
    spend,
    desk,
    ada,
    run,
    lend,
    give,
    loanIn,
    due,
    collect,
    repay,
    back,
    goTo,
    late,
    balance,
    ofFirm,
    faults,
  }
}
