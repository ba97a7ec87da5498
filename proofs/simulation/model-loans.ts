/** Loans, thought again: asked for by who is verified, lent or refused by two, paid back month by month, early or late, or called due by two. */
import type { Refusal } from '../../src/contract/problems.ts'
import type { LoanApplication } from '../../src/domains/loans/table.ts'
import type { CommandOf } from '../../src/domains/nouns.ts'
import type { Apart } from './model-apart.ts'
import { notByPolicies } from './model-editions.ts'
import { firmsId, no, said, type By, type House, type Outcome } from './model-house.ts'
import { isOwing, Running } from './model-loans-running.ts'
import { dayOf, workdaysAfter } from './model-loans-sums.ts'
import type { Proposals, Thing } from './model-proposals.ts'
import type { Person } from './model-state.ts'
import { dollars, inDollars, letters } from './model-words.ts'

const waits = ({ status }: LoanApplication) => status === 'submitted' || status === 'more-asked'

type Facts = CommandOf<'ProposeLoan'>['facts']

class Lending extends Running {
  readonly #waits: Proposals

  constructor(house: House, proposals: Proposals) {
    super(house)
    this.#waits = proposals
  }

  // Who may be lent what.

  #isVerified(owner: string, at: number): boolean {
    const mine = this.house.cases.filter((one) => one.owner === owner)
    return (
      !mine.some(({ status, isFinal }) => isFinal && status === 'refused') &&
      mine.some(({ status, verifiedUntil }) => status === 'verified' && verifiedUntil! > at)
    )
  }

  #notToThem(owner: string, at: number): Refusal | null {
    const person = this.house.active(owner)
    if ('code' in person) return person
    if (!this.#isVerified(owner, at)) return no('loan_needs_verification')
    return notByPolicies(this.house, owner, at)
  }

  /** Nobody here has sent a document with the number of another’s. */
  #owes(owner: string): boolean {
    return this.house.loans.some((loan) => loan.owner === owner && isOwing(loan))
  }

  #isProof(owner: string, income: string): boolean {
    const one = this.house.documents.find(({ id }) => id === income)
    if (one?.owner !== owner || one.kind !== 'income') return false
    return one.status === 'added' || one.status === 'submitted'
  }

  #sendIn(income: string, at: number): void {
    const one = this.house.documents.find(({ id }) => id === income)!
    Object.assign(one, { status: 'submitted', submittedAt: at })
  }

  application = (id: string): LoanApplication | undefined =>
    this.house.loanApplications.find((one) => one.id === id)

  #waiting(owner: string, id: string): { person: Person; one: LoanApplication } | Refusal {
    const person = this.house.holder(owner)
    if ('code' in person) return person
    const one = this.application(id)
    if (one?.owner !== owner) return no('unknown_loan')
    return waits(one) ? { person, one } : no('loan_decided')
  }

  // What is asked for.

  apply(c: CommandOf<'ApplyForLoan'>, { id, at, actor }: By): Outcome {
    const { owner, bounds, ...asked } = c
    if (actor !== owner) return no('forbidden')
    const refusal = this.#notToThem(owner, at)
    if (refusal) return refusal
    if (typeof bounds !== 'symbol') {
      const { smallest, largest, minMonths, maxMonths } = bounds
      if (c.amount < smallest || c.amount > largest)
        return no(
          'loan_not_offered',
          `A loan is from ${inDollars(smallest)} to ${inDollars(largest)}. Nothing was sent.`,
        )
      if (c.months < minMonths || c.months > maxMonths)
        return no(
          'loan_not_offered',
          `A loan is over ${minMonths} to ${maxMonths} months. Nothing was sent.`,
        )
    }
    if (this.house.loanApplications.some((one) => one.owner === owner && waits(one)))
      return no('loan_applied_for')
    if (this.#owes(owner)) return no('loan_running')
    if (!this.#isProof(owner, c.income)) return no('unknown_document')
    const decideBy = workdaysAfter(dayOf(at), 3)
    this.#sendIn(c.income, at)
    this.house.loanApplications.push({
      ...asked,
      ...{ id, owner, submittedAt: at, decideBy, status: 'submitted' },
      ...{ askedFor: null, reason: null, decidedAt: null },
    })
    this.house.enter(this.house.person(owner)!, 'loan-applied-for', at)
    const message = 'Sent. We decide by the day that is shown.'
    const data = { application: { id, decideBy } }
    return { status: 201, body: { status: 'success', message, data } }
  }

  answer(
    { owner, application, income }: CommandOf<'AnswerLoanApplication'>,
    { at, actor }: By,
  ): Outcome {
    if (actor !== owner) return no('forbidden')
    const found = this.#waiting(owner, application)
    if ('code' in found) return found
    if (found.one.status === 'submitted') return no('loan_nothing_asked')
    if (!this.#isProof(owner, income)) return no('unknown_document')
    this.#sendIn(income, at)
    Object.assign(found.one, {
      ...{ income, submittedAt: at, decideBy: workdaysAfter(dayOf(at), 3) },
      ...{ status: 'submitted', askedFor: null },
    })
    this.house.enter(found.person, 'loan-application-answered', at)
    return said(200, 'Sent. We decide by the day that is shown.')
  }

  withdraw(
    { owner, application }: CommandOf<'WithdrawLoanApplication'>,
    { at, actor }: By,
  ): Outcome {
    if (actor !== owner) return no('forbidden')
    const found = this.#waiting(owner, application)
    if ('code' in found) return found
    Object.assign(found.one, { status: 'withdrawn', askedFor: null, decidedAt: at })
    this.house.enter(found.person, 'loan-application-withdrawn', at)
    return said(200, 'Withdrawn. Nothing was lent.')
  }

  askMore({ application, words }: CommandOf<'AskMoreForLoan'>, { at, actor }: By): Outcome {
    const owner = this.application(application)?.owner
    if (owner === undefined) return no('unknown_loan')
    if (actor === owner) return no('not_on_yourself')
    const found = this.#waiting(owner, application)
    if ('code' in found) return found
    Object.assign(found.one, { status: 'more-asked', askedFor: words })
    this.house.enter(found.person, 'loan-more-asked', at)
    return said(200, 'They are asked.')
  }

  // What two decide.

  /** They never asked for this much, or have sent another paper since. */
  #notAsked(user: string, application: string, amount: string, income?: string): Refusal | null {
    const one = this.application(application)
    if (one?.owner !== user) return no('unknown_loan')
    const isAsked = `${one.amount}` === amount && (income === undefined || income === one.income)
    return isAsked ? null : no('not_as_shown')
  }

  #unfitToLend({ user, application, amount, income }: Facts, by: By): Refusal | null {
    const person = this.house.underStaff(user, by)
    if ('code' in person) return person
    const notAsked = this.#notAsked(user, application, amount, income)
    if (notAsked) return notAsked
    const found = this.#waiting(user, application)
    if ('code' in found) return found
    if (found.one.status === 'more-asked') return no('loan_awaits_answer')
    const refusal = this.#notToThem(user, by.at)
    if (refusal) return refusal
    if (this.#owes(user)) return no('loan_running')
    return this.house.firm.loan.balance < found.one.amount ? no('loan_pool_short') : null
  }

  lending(facts: Facts): Thing {
    const { user, application, income } = facts
    const told = { proposed: 'loan-proposed', ended: 'loan-not-lent' }
    return {
      kind: 'loan',
      called: 'decision on this loan',
      holds: `loan ${application}`,
      lastsMs: null,
      facts,
      shown: {
        ...facts,
        amount: dollars(BigInt(facts.amount)),
        security: dollars(BigInt(facts.security)),
      },
      about: { person: user, words: {}, ...told },
      unfit: (by) => this.#unfitToLend(facts, by),
      unseen: ({ actor }) => {
        const since = this.application(application)!.submittedAt
        const hasSeen = this.house.views.some(
          (view) => view.document === income && view.viewer === actor && view.viewedAt >= since,
        )
        return hasSeen ? null : no('documents_unopened')
      },
      make: (by) => this.lend(this.application(application)!, by),
    }
  }

  refusing({ facts, words }: CommandOf<'ProposeLoanRefusal'>): Thing {
    const { user, application, amount } = facts
    const told = { proposed: 'loan-refusal-proposed', ended: 'loan-refusal-ended' }
    return {
      kind: 'loan-refusal',
      called: 'decision on this loan',
      holds: `loan ${application}`,
      lastsMs: null,
      facts,
      shown: { ...facts, amount: dollars(BigInt(amount)) },
      about: { person: user, words, ...told },
      unfit: (by) => {
        const person = this.house.underStaff(user, by)
        if ('code' in person) return person
        const notAsked = this.#notAsked(user, application, amount)
        if (notAsked) return notAsked
        const found = this.#waiting(user, application)
        return 'code' in found ? found : null
      },
      make: ({ at }) => {
        Object.assign(this.application(application)!, {
          ...{ status: 'refused', askedFor: null, reason: words.reason, decidedAt: at },
        })
        this.house.enter(this.house.person(user)!, 'loan-refused', at)
      },
    }
  }

  calling({ facts, words }: CommandOf<'ProposeLoanDefault'>): Thing {
    const { user, loan } = facts
    const told = { proposed: 'loan-default-proposed', ended: 'loan-default-ended' }
    return {
      kind: 'loan-default',
      called: 'calling due of this loan',
      holds: `loan ${loan}`,
      lastsMs: null,
      facts,
      shown: { ...facts, amount: dollars(BigInt(facts.amount)) },
      about: { person: user, words, ...told },
      unfit: (by) => this.unfitToCall(facts, by),
      make: (by) => this.call(facts, by),
    }
  }

  drawing({ amount: cents, reference }: CommandOf<'DrawLoanIncome'>): Thing {
    const { loanIncome, clientBank, firmBank, capital } = this.house.firm
    const name = `capital ${letters(reference)}`
    return {
      kind: 'loan-income',
      called: 'drawing of income with this reference',
      holds: name,
      lastsMs: null,
      facts: { amount: `${cents}`, reference },
      shown: { amount: dollars(cents), reference },
      unfit: () => {
        if (this.house.references.has(name)) return no('reference_used')
        return loanIncome.balance < cents ? no('loan_income_short') : null
      },
      make: ({ at }) => {
        this.house.references.add(name)
        this.book(cents, [loanIncome, clientBank], [])
        this.book(cents, [], [firmBank, capital])
        this.house.enterFirm('loan-income-drawn', at)
      },
    }
  }

  propose(thing: Thing, why: string, by: By): Outcome {
    return this.#waits.give(thing, why, by)!
  }
}

export type PlayedOfLoans =
  | 'ApplyForLoan'
  | 'AnswerLoanApplication'
  | 'WithdrawLoanApplication'
  | 'AskMoreForLoan'
  | 'ProposeLoan'
  | 'ProposeLoanRefusal'
  | 'ProposeLoanDefault'
  | 'DrawLoanIncome'
  | 'ChargeInstalment'
  | 'CollectLoan'
  | 'ChargeLateFee'
  | 'RepayLoan'

export const loans: Apart<PlayedOfLoans> = {
  byStaff: [
    ...(['AskMoreForLoan', 'ProposeLoan', 'ProposeLoanRefusal', 'ProposeLoanDefault'] as const),
    'DrawLoanIncome',
  ],
  begin(house, proposals) {
    const part = new Lending(house, proposals)
    return {
      decide: {
        ApplyForLoan: (c, by) => part.apply(c, by),
        AnswerLoanApplication: (c, by) => part.answer(c, by),
        WithdrawLoanApplication: (c, by) => part.withdraw(c, by),
        AskMoreForLoan: (c, by) => part.askMore(c, by),
        ProposeLoan: ({ facts }, by) =>
          part.propose(part.lending(facts), 'Two agree to every loan.', by),
        ProposeLoanRefusal: (c, by) =>
          part.propose(part.refusing(c), 'Two agree to every refusal of a loan.', by),
        ProposeLoanDefault: (c, by) =>
          part.propose(part.calling(c), 'Two agree to calling a loan due.', by),
        DrawLoanIncome: (c, by) =>
          part.propose(part.drawing(c), 'Two agree to drawing income.', by),
        ChargeInstalment: (c, by) => part.charge(c, by),
        CollectLoan: (c, by) => part.collect(c, by),
        ChargeLateFee: (c, by) => part.chargeFee(c, by),
        RepayLoan: (c, by) => part.repay(c, by),
      },
      subjectOf({ kind, command }) {
        if (kind === 'DrawLoanIncome') return firmsId
        if (kind === 'AskMoreForLoan') return part.application(command.application)?.owner ?? null
        return 'facts' in command ? command.facts.user : command.owner
      },
      rows: {
        loan_applications: {
          ...{ rows: house.loanApplications, words: ['askedFor', 'reason'] },
          ...{ from: ['submitted', 'more-asked'], to: 'withdrawn' },
        },
        loans: { rows: house.loans, words: [] },
        loan_dues: { rows: house.loanDues, words: [] },
      },
    }
  },
}
