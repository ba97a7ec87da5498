import {
  answerLoanApplication,
  applyForLoan,
  getLoanPayments,
  getLoans,
  repayLoan,
  withdrawLoanApplication,
} from '../../contract/borrowing.ts'
import {
  askMoreForLoan,
  getLoan,
  getLoanApplication,
  getLoanApplications,
  getLoanBook,
  getUserLoans,
  proposeLoan,
  proposeLoanDefault,
  proposeLoanRefusal,
} from '../../contract/lending.ts'
import type { LoanOffer } from '../../contract/loan.ts'
import { ProblemError } from '../../contract/problems.ts'
import { party } from '../../desk/spoken.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { isoFromInstant } from '../../lib/instant.ts'
import { instalmentOf, scheduleOf, securityOf } from '../../lib/loan.ts'
import { dollarsFromCents, type Cents } from '../../lib/money.ts'
import { route, succeeded } from '../../platform/route.ts'
import type { House } from '../house-desk.ts'
import type { RoutesOf } from '../routes.ts'
import { dayOf } from './running.ts'
import type { LoanApplication } from './table.ts'
import { readAccounts, readBook } from './book.ts'
import { readOwnLoans, readToday } from './own.ts'
import { kindOfPosting, presentLoan } from './present.ts'
import {
  readApplication,
  readApplications,
  readDues,
  readFigures,
  readLoan,
  readLoansOf,
  readPostingsOf,
  readSamePerson,
  type LoanNamed,
  type LoanPosting,
} from './queries.ts'

/** `owner`: whose it has to be, where it isn’t staff who ask. */
async function loanFor({ pool }: House, id: string, owner?: OwnerId): Promise<LoanNamed> {
  const loan = await readLoan(pool, id)
  if (!loan || (owner !== undefined && loan.owner !== owner)) throw new ProblemError('unknown_loan')
  return loan
}

/** What each year's payments came to; what was taken back counts against its year. */
function yearsOf(postings: readonly LoanPosting[]) {
  const years = new Map<number, { income: Cents; principal: Cents }>()
  for (const { at, event, debit, credit, amount } of postings) {
    const sign = event === 'loan-repayment-undone' ? -1n : 1n
    const other = event === 'loan-repayment-undone' ? debit : credit
    if (event === 'loan-paid-out' || (other !== 'loan-income' && other !== 'loan-pool')) continue
    const year = new Date(at).getUTCFullYear()
    const sum = years.get(year) ?? { income: 0n, principal: 0n }
    if (other === 'loan-income') sum.income += sign * amount
    else sum.principal += sign * amount
    years.set(year, sum)
  }
  return [...years].map(([year, { income, principal }]) => ({
    year,
    interestAndFees: dollarsFromCents(income),
    principal: dollarsFromCents(principal),
  }))
}

const presentPosting = (posting: LoanPosting) => {
  const kind = kindOfPosting(posting)
  return kind === null
    ? []
    : [{ at: isoFromInstant(posting.at), kind, amount: dollarsFromCents(posting.amount) }]
}

/** What the house lends now; throws where it lends nothing. */
function offerOf({ firm }: House): LoanOffer {
  const offer = firm.loans
  if (!offer || offer.applyAt === 'outside') throw new ProblemError('loan_not_offered')
  return offer
}

const borrowing = (house: House) => [
  route(getLoans, async ({ principal }) =>
    succeeded(await readOwnLoans(house.pool, principal.owner)),
  ),
  route(getLoanPayments, async ({ principal, params }) => {
    const loan = await loanFor(house, params.id, principal.owner)
    const postings = await readPostingsOf(house.pool, loan)
    return succeeded({ payments: postings.flatMap(presentPosting), years: yearsOf(postings) })
  }),
  route(applyForLoan, ({ asked, principal: { owner }, body }) => {
    const { shown, incomeDocumentId: income, ...wanted } = body
    const prepare = async () => {
      const offer = offerOf(house)
      const { yearlyRate, securityPercent, graceDays } = offer
      if (shown.yearlyRate !== yearlyRate || shown.securityPercent !== securityPercent)
        throw new ProblemError('not_as_shown')
      const bounds = {
        smallest: BigInt(offer.smallestCents),
        largest: BigInt(offer.largestCents),
        minMonths: offer.minMonths,
        maxMonths: offer.maxMonths,
      }
      const lateFee = BigInt(offer.lateFeeCents)
      return { owner, ...wanted, income, yearlyRate, securityPercent, lateFee, graceDays, bounds }
    }
    return house.desk.runPrepared({ ...asked, kind: 'ApplyForLoan', prepare })
  }),
  route(answerLoanApplication, ({ asked, principal: { owner }, params, body }) =>
    house.desk.run({
      ...asked,
      kind: 'AnswerLoanApplication',
      command: { owner, application: params.id, income: body.incomeDocumentId },
    }),
  ),
  route(withdrawLoanApplication, ({ asked, principal: { owner }, params }) =>
    house.desk.run({
      ...asked,
      kind: 'WithdrawLoanApplication',
      command: { owner, application: params.id },
    }),
  ),
  route(repayLoan, ({ asked, principal: { owner }, params, body }) =>
    house.desk.run({ ...asked, kind: 'RepayLoan', command: { owner, loan: params.id, ...body } }),
  ),
]

/** What it would come to, beside what they have. */
async function figuresOf({ pool }: House, asked: LoanApplication) {
  const figures = await readFigures(pool, asked.owner)
  const firstDue = dayOf(asked.submittedAt)
  const interest = scheduleOf({ ...asked, firstDue }, asked).reduce(
    (sum, one) => sum + one.interest,
    0n,
  )
  return {
    instalment: dollarsFromCents(instalmentOf(asked, asked)),
    interest: dollarsFromCents(interest),
    paidOut: dollarsFromCents(asked.amount - securityOf(asked.amount, asked)),
    cash: dollarsFromCents(figures.cash),
    invested: dollarsFromCents(figures.invested),
    owed: dollarsFromCents(figures.owed),
    pool: dollarsFromCents(figures.pool),
  }
}

/** As it is kept, and as staff read it. */
async function askedFor({ pool }: House, id: string) {
  const found = await readApplication(pool, id, await readToday(pool))
  if (!found) throw new ProblemError('unknown_loan')
  return found
}

async function showApplication(house: House, id: string) {
  const { pool } = house
  const { kept, shown } = await askedFor(house, id)
  const [figures, past, sameDocuments] = await Promise.all([
    figuresOf(house, kept),
    readLoansOf(pool, kept.owner),
    readSamePerson(pool, kept.owner),
  ])
  return {
    application: shown,
    figures,
    past: past.map(({ id: loan, amount, status }) => ({
      ...{ id: loan, status },
      amount: dollarsFromCents(amount),
    })),
    sameDocuments,
  }
}

const applications = (house: House) => [
  route(getLoanApplications, async ({ query }) => {
    const today = await readToday(house.pool)
    const [page, { pool }] = await Promise.all([
      readApplications(house.pool, query, today),
      readAccounts(house.pool),
    ])
    return succeeded({ ...page, pool })
  }),
  route(getLoanApplication, async ({ params }) =>
    succeeded(await showApplication(house, params.id)),
  ),
  route(askMoreForLoan, ({ asked, params, body: { words } }) =>
    house.desk.run({
      ...asked,
      kind: 'AskMoreForLoan',
      command: { application: params.id, words },
    }),
  ),
  route(proposeLoan, ({ asked, params }) => {
    const prepare = async () => {
      const { kept } = await askedFor(house, params.id)
      const { owner: user, id: application, income, months, yearlyRate } = kept
      const [amount, security] = [String(kept.amount), String(securityOf(kept.amount, kept))]
      return {
        facts: { user, application, income, amount, months, yearlyRate, security },
        words: {},
      }
    }
    return house.desk.runPrepared({ ...asked, kind: 'ProposeLoan', prepare })
  }),
  route(proposeLoanRefusal, ({ asked, params, body: { reason } }) => {
    const prepare = async () => {
      const { kept } = await askedFor(house, params.id)
      const { owner: user, id: application, amount } = kept
      return { facts: { user, application, amount: String(amount) }, words: { reason } }
    }
    return house.desk.runPrepared({ ...asked, kind: 'ProposeLoanRefusal', prepare })
  }),
]

function waitingAmong(applications: Awaited<ReturnType<typeof readOwnLoans>>['applications']) {
  const found = applications.find(({ decidedAt }) => decidedAt === null)
  if (!found) return null
  const { id, amount, months, decideBy } = found
  return { id, amount, months, decideBy }
}

async function showLoan(house: House, id: string) {
  const { pool } = house
  const loan = await loanFor(house, id)
  const [dues, today] = await Promise.all([readDues(pool, [id]), readToday(pool)])
  return {
    ...presentLoan(loan, dues.get(id) ?? [], today),
    borrower: party(loan.owner, loan.borrower),
  }
}

const running = (house: House) => [
  route(getLoanBook, async ({ query }) =>
    succeeded(await readBook(house.pool, query, await readToday(house.pool))),
  ),
  route(getLoan, async ({ params }) => succeeded({ loan: await showLoan(house, params.id) })),
  route(getUserLoans, async ({ params: { userId } }) => {
    const { applications, loans } = await readOwnLoans(house.pool, userId)
    return succeeded({
      waiting: waitingAmong(applications),
      loans: loans.map(({ id, amount, status, owed, overdue, startedOn }) => ({
        ...{ id, amount, status },
        ...{ owed, overdue, startedOn },
      })),
    })
  }),
  route(proposeLoanDefault, ({ asked, params, body: { rest, reason } }) => {
    const prepare = async () => {
      const { owner: user, id: loan, amount } = await loanFor(house, params.id)
      return { facts: { user, loan, amount: String(amount), rest }, words: { reason } }
    }
    return house.desk.runPrepared({ ...asked, kind: 'ProposeLoanDefault', prepare })
  }),
]

export const routes: RoutesOf = (house) => [
  ...borrowing(house),
  ...applications(house),
  ...running(house),
]
