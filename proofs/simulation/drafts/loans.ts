/** Loans: asked for by who has a proof of income, decided on by who has opened it, and mostly paid when something is due. */
import type { Loan, LoanApplication } from '../../../src/domains/loans/table.ts'
import type { CommandOf } from '../../../src/domains/nouns.ts'
import { idFromName } from '../../../src/platform/ids.ts'
import type { PlayedOfLoans } from '../model-loans.ts'
import { duesOf, isOwing, settlingOf } from '../model-loans-running.ts'
import { dayOf, daysAfter, interestSoFar, lacksIn, lacksOf, startOf } from '../model-loans-sums.ts'
import type { Model } from '../model.ts'
import { nobody, pick, pickReady, spelled, within, type Drafts, type Scene } from '../scene.ts'

const atMost = (amount: bigint) => (amount > bounds.largest ? bounds.largest : amount)

const bounds = { smallest: 100n, largest: 30_000n, minMonths: 1, maxMonths: 9 }

const waits = ({ status }: LoanApplication) => status === 'submitted' || status === 'more-asked'

/** The proofs of income that they can send. */
export const proofsOf = ({ documents }: Model, owner: string) =>
  documents.filter(
    (one) =>
      one.owner === owner &&
      one.kind === 'income' &&
      (one.status === 'added' || one.status === 'submitted'),
  )

/** Whoever is verified and could ask for a loan, or lacks only the proof. */
export const mayBorrow = (model: Model, id: string): boolean =>
  model.person(id)?.status === 'active' &&
  model.isVerified(id) &&
  !model.loans.some((loan) => loan.owner === id && isOwing(loan)) &&
  !model.loanApplications.some((one) => one.owner === id && waits(one))

function borrower({ model, user, nth, twist }: Scene): string {
  const able = model.people.filter(
    ({ id }) => mayBorrow(model, id) && proofsOf(model, id).length > 0,
  )
  return twist % 8 > 1 ? (pick(able, nth)?.id ?? user) : user
}

/** Mostly no more than the pool has. */
function asked(scene: Scene): CommandOf<'ApplyForLoan'> {
  const { model, amount, nth, twist } = scene
  const owner = borrower(scene)
  const pool = model.firm.loan.balance
  const little = 100n + within(amount, pool > 1_000n ? pool / 2n : 1_000n)
  return {
    owner,
    amount: twist % 16 === 4 ? amount : atMost(twist % 8 === 6 ? pool + 1n : little),
    months: nth % 32 === 5 ? 10 : 1 + (nth % 9),
    yearlyRate: [500, 725, 2_400, 1][nth % 4]!,
    securityPercent: [15, 0, 50, 33][twist % 4]!,
    lateFee: [5_000n, 50n, 7n][nth % 3]!,
    graceDays: twist % 6,
    income:
      nth % 16 === 7
        ? (pick(model.documents, nth)?.id ?? nobody)
        : (proofsOf(model, owner).at(-1)?.id ?? nobody),
    bounds,
  }
}

const chosen = (scene: Scene, isReady: (one: LoanApplication) => boolean) =>
  scene.twist % 32 === 9 ? undefined : pickReady(scene.model.loanApplications, scene.nth, isReady)

/** Their own, by themselves; now and then by another. */
const mine = ({ user, actor, twist }: Scene, owner: string | undefined) => ({
  owner: twist % 16 === 5 ? user : (owner ?? user),
  actor: twist % 64 === 6 ? actor : twist % 16 === 5 ? user : (owner ?? user),
})

/** Who of staff has opened this since it was sent, but not this one. */
export function hasOpened(
  { model, nth, actor }: Scene,
  { income, submittedAt }: Pick<LoanApplication, 'income' | 'submittedAt'>,
  except: string | null,
): string {
  const viewers = model.views
    .filter(({ document, viewedAt }) => document === income && viewedAt >= submittedAt)
    .map(({ viewer }) => viewer)
    .filter((id) => id !== except && model.proposes(id, 'loan'))
  return pick(viewers, nth) ?? actor
}

function loanFacts({ model, nth, user }: Scene, one: LoanApplication | undefined) {
  const amount = one?.amount ?? 1_000n
  const income = nth % 32 === 3 ? pick(model.documents, nth)?.id : one?.income
  return {
    user: nth % 32 === 11 ? user : (one?.owner ?? user),
    application: one?.id ?? nobody,
    income: income ?? nobody,
    amount: String(nth % 32 === 13 ? amount + 1n : amount),
    months: one?.months ?? 1,
    yearlyRate: one?.yearlyRate ?? 500,
    security: String((amount * BigInt(one?.securityPercent ?? 15)) / 100n),
  }
}

/** Mostly of those that owe, and rather of one that is ready. */
function loanFor({ model, nth, twist }: Scene, isReady: (loan: Loan) => boolean) {
  if (twist % 32 === 10) return undefined
  const owing = model.loans.filter(isOwing)
  return pickReady(twist % 16 > 0 ? owing : model.loans, nth, isReady)
}

const bySystem = ({ twist, actor }: Scene) => (twist % 64 === 7 ? actor : null)

/** All of it, a cent beside what counts, or any amount. */
function payment(scene: Scene, loan: Loan): bigint | null {
  const { model, nth, twist, amount } = scene
  const whole = settlingOf(model, loan, model.now)
  const lacks = lacksIn(duesOf(model, loan))
  const interest = interestSoFar(loan, dayOf(model.now))
  const near = [lacks, lacks + interest, lacks + interest + 1n, whole, whole + 1n][nth % 5]!
  if (twist % 32 === 0) return null
  if (twist % 4 === 1 && near > 0n && (near < whole || nth % 32 < 5)) return near
  return within(amount, whole / 4n)
}

/** Moments at which something of a loan falls due, or a fee. */
export const loanDays = (model: Model): number[] =>
  model.loans.filter(isOwing).flatMap((loan) => [
    ...(loan.nextDue === null ? [] : [startOf(loan.nextDue)]),
    ...duesOf(model, loan)
      .filter((due) => due.kind === 'instalment' && due.fee === 0n && lacksOf(due) > 0n)
      .map((due) => startOf(daysAfter(due.graceFrom, loan.graceDays + 1))),
  ])

const isDue = (model: Model) => (loan: Loan) =>
  loan.nextDue !== null && model.now >= startOf(loan.nextDue)

export const loans: Drafts<PlayedOfLoans> = {
  weights: {
    ApplyForLoan: 5,
    AnswerLoanApplication: 2,
    WithdrawLoanApplication: 1,
    AskMoreForLoan: 2,
    ProposeLoan: 4,
    ProposeLoanRefusal: 1,
    ProposeLoanDefault: 2,
    DrawLoanIncome: 1,
    ChargeInstalment: 6,
    CollectLoan: 3,
    ChargeLateFee: 3,
    RepayLoan: 3,
  },
  makers: {
    ApplyForLoan(scene) {
      const command = asked(scene)
      return { command, actor: scene.twist % 64 === 6 ? scene.actor : command.owner }
    },
    AnswerLoanApplication(scene) {
      const one = chosen(scene, ({ status }) => status === 'more-asked')
      const { owner, actor } = mine(scene, one?.owner)
      const proof = pick(proofsOf(scene.model, owner), scene.nth)?.id ?? nobody
      const income = scene.nth % 16 === 3 ? nobody : proof
      return { command: { owner, application: one?.id ?? nobody, income }, actor }
    },
    WithdrawLoanApplication(scene) {
      const one = chosen(scene, waits)
      const { owner, actor } = mine(scene, one?.owner)
      return { command: { owner, application: one?.id ?? nobody }, actor }
    },
    AskMoreForLoan(scene) {
      const one = chosen(scene, waits)
      return {
        command: { application: one?.id ?? nobody, words: `Words ${scene.nth}` },
        actor: scene.twist % 32 === 8 && one ? one.owner : scene.actor,
      }
    },
    ProposeLoan(scene) {
      const one = chosen(scene, ({ status }) => status === 'submitted')
      const actor = one && scene.twist % 8 > 0 ? hasOpened(scene, one, null) : scene.actor
      return { command: { facts: loanFacts(scene, one), words: {} }, actor }
    },
    ProposeLoanRefusal(scene) {
      const one = chosen(scene, waits)
      const { user, application, amount } = loanFacts(scene, one)
      return {
        command: { facts: { user, application, amount }, words: { reason: `Reason ${scene.nth}` } },
        actor: scene.actor,
      }
    },
    ProposeLoanDefault(scene) {
      const { model, nth, twist, user, actor } = scene
      const isOverdue = (loan: Loan) =>
        lacksIn(duesOf(model, loan)) > 0n && (loan.status === 'defaulted' || nth % 3 > 0)
      const loan = loanFor(scene, (one) => isOverdue(one) && !isDue(model)(one))
      const amount = loan?.amount ?? 1_000n
      const facts = {
        user: nth % 32 === 11 ? user : (loan?.owner ?? user),
        loan: loan?.id ?? nobody,
        amount: String(nth % 16 === 13 ? amount + 1n : amount),
        rest: twist % 2 === 0 ? ('owed' as const) : ('written-off' as const),
      }
      return { command: { facts, words: { reason: `Reason ${nth}` } }, actor }
    },
    DrawLoanIncome({ model, nth, twist, number, amount, actor }) {
      const income = model.firm.loanIncome.balance
      const cents = twist % 4 === 0 ? income + BigInt(nth % 3) : within(amount, income)
      const reference = twist % 8 === 1 ? `receipt ${nth % 6}` : `income ${number}`
      return {
        command: { amount: cents || 1n, reference: spelled(reference, nth) },
        actor,
      }
    },
    ChargeInstalment(scene) {
      const loan = loanFor(scene, isDue(scene.model))
      const [owner, id] = [loan?.owner ?? scene.user, loan?.id ?? nobody]
      const number = (loan?.nextNumber ?? 1) + (scene.nth % 32 === 5 ? 1 : 0)
      return {
        command: { owner, loan: id, number },
        actor: bySystem(scene),
        id: idFromName(`instalment ${number} of loan ${id}`),
      }
    },
    CollectLoan(scene) {
      const { model, user } = scene
      const loan = loanFor(scene, (one) => lacksIn(duesOf(model, one)) > 0n)
      return {
        command: { owner: loan?.owner ?? user, loan: loan?.id ?? nobody },
        actor: bySystem(scene),
      }
    },
    ChargeLateFee(scene) {
      const { model, nth, user } = scene
      const unpaid = (one: Loan) => duesOf(model, one).filter((due) => lacksOf(due) > 0n)
      const loan = loanFor(scene, (one) => unpaid(one).length > 0)
      const some = loan && nth % 8 > 0 ? unpaid(loan) : loan && duesOf(model, loan)
      const due = pick(some ?? [], nth)?.id ?? nobody
      return {
        command: { owner: loan?.owner ?? user, loan: loan?.id ?? nobody, due },
        actor: bySystem(scene),
        id: idFromName(`late fee of ${due}`),
      }
    },
    RepayLoan(scene) {
      const { model, nth } = scene
      const loan = loanFor(scene, (one) => !isDue(model)(one))
      const { owner, actor } = mine(scene, loan?.owner)
      return {
        command: {
          owner,
          loan: loan?.id ?? nobody,
          amount: loan ? payment(scene, loan) : 1n,
          keeping: nth % 2 === 0 ? 'instalment' : 'last-day',
        },
        actor,
      }
    },
  },
}
