/**
 * Histories of one loan each, many and fast: the rules of loans decide on a world of one borrower, and the model beside them. After
 * every step the answers, the rows and the balances are compared; at the end all is paid, and the pool has what it had but for
 * what was written off.
 */
import type { AnyRule, Context } from '../../src/desk/command.ts'
import { firmAsOwner } from '../../src/desk/memory.ts'
import type { Changes } from '../../src/desk/records.ts'
import { World } from '../../src/desk/world.ts'
import { lend } from '../../src/domains/loans/applications.ts'
import { callDue, refusalOfDefault } from '../../src/domains/loans/default.ts'
import { loanCommands } from '../../src/domains/loans/running.ts'
import {
  duesIn,
  loanApplications,
  loans,
  type Loan,
  type LoanApplication,
} from '../../src/domains/loans/table.ts'
import { undoRepayments } from '../../src/domains/loans/undo.ts'
import { firm, type Event, type Kind } from '../../src/ledger/core/chart.ts'
import { noTotals, type Posting } from '../../src/ledger/core/posting.ts'
import { Difference } from './difference.ts'
import { firmsAccounts, type FirmsKind } from './faces.ts'
import { House, nothing, type Outcome } from './model-house.ts'
import { duesOf, Running, settlingOf } from './model-loans-running.ts'
import { comeBack } from './model-loans-undo.ts'
import { dayOf, daysAfter, interestSoFar, lacksIn, startOf } from './model-loans-sums.ts'
import { Random } from './random.ts'

const ada = '10000000-0000-4000-8000-000000000000'
const application = 'application'
const pool = 60_000_00n

const opened = {
  ...firmAsOwner,
  id: ada,
  role: 'user',
  accountId: 'GH-1',
  emailVerified: true,
} as const

/** Amounts up to this many dollars. */
const upTo = (random: Random, largest: number) => BigInt(1 + random.below(largest * 100))

const ofFirm = ['loan-pool', 'lent', 'earned', 'loan-income'] as const satisfies FirmsKind[]

const posting = (event: Event, from: Kind, to: Kind, amount: bigint): Posting => {
  const ofAda = new Set<Kind>(['cash', 'held'])
  const account = (kind: Kind) => ({ owner: ofAda.has(kind) ? ada : firm, kind })
  return { event, debit: account(from), credit: account(to), amount }
}

const isRefused = (
  given: Outcome | Changes | object,
): given is { code: string; message?: string } => 'code' in given

class OneLoan {
  readonly #world = new World()
  readonly #house = new House()
  readonly #running = new Running(this.#house)
  readonly #random: Random
  readonly #id: string
  #now: number
  #number = 0

  constructor(random: Random) {
    this.#random = random
    this.#now = Date.UTC(2026, 0, 1) + random.below(900 * 24) * 3_600_000
    this.#world.add({ ...firmAsOwner, totals: noTotals() })
    this.#world.add({ ...opened, totals: noTotals() })
    const { add, firm: firms } = this.#house
    this.#house.keepPerson({
      ...{ ...opened, totals: noTotals(), running: [] },
      ...{ cash: nothing(), held: nothing(), invested: nothing(), promised: nothing() },
      ...{ security: nothing(), owed: nothing() },
    })
    this.#post(posting('capital-paid-in', 'firm-bank', 'capital', pool))
    this.#post(posting('pool-funded', 'capital', 'loan-pool', pool))
    this.#post(posting('pool-funded', 'client-bank', 'firm-bank', pool))
    add(firms.loan, pool)
    this.#id = this.#lend()
  }

  get #person() {
    return this.#house.person(ada)!
  }

  get #loan(): Loan {
    return this.#house.loans[0]!
  }

  #post(...postings: Posting[]): void {
    this.#world.apply({ postings, activity: [], put: [] }, this.#now)
  }

  #below = (limit: number) => this.#random.below(limit)

  #nextId(): string {
    this.#number += 1
    return `command ${this.#number}`
  }

  #lend(): string {
    const asked: LoanApplication = {
      ...{ id: application, owner: ada, income: 'income', status: 'submitted', decideBy: '' },
      amount: 5_000_00n + upTo(this.#random, 45_000) - 1n,
      months: this.#below(8) === 0 ? 1 + this.#below(11) : 12 + this.#below(25),
      yearlyRate: [500, 500, 725, 2_499, 1][this.#below(5)]!,
      securityPercent: [15, 15, 0, 33, 50][this.#below(5)]!,
      ...{ lateFee: [50_00n, 7n][this.#below(2)]!, graceDays: this.#below(6) },
      ...{ submittedAt: this.#now, askedFor: null, reason: null, decidedAt: null },
    }
    const by = { id: this.#nextId(), actor: 'second', at: this.#now }
    this.#world.set(loanApplications, { ...asked })
    this.#world.apply(lend(this.#world, { owner: ada, application }, by), this.#now)
    this.#house.loanApplications.push(asked)
    this.#running.lend(asked, by)
    return by.id
  }

  /** Both decide, and say the same. */
  #both(
    what: string,
    real: (context: Context) => Changes | object,
    model: (by: { id: string; actor: string | null; at: number }) => Outcome,
    actor: string | null = null,
  ): string {
    const by = { id: this.#nextId(), actor, at: this.#now }
    const decision = real({ ...by, kind: what, found: null })
    const outcome = model(by)
    const [told, expected] = [decision, outcome].map((one) =>
      isRefused(one) ? `${one.code} ${one.message ?? ''}` : 'done',
    )
    if (told !== expected)
      throw new Difference(`${what}: ${told} in the engine, ${expected} in the model`)
    if (!isRefused(decision)) this.#world.apply(decision as Changes, this.#now)
    this.#compare(what)
    return told!.split(' ')[0]!
  }

  #command<N extends keyof typeof loanCommands>(
    kind: N,
    command: object,
    model: (by: { id: string; actor: string | null; at: number }) => Outcome,
    actor: string | null = null,
  ): string {
    const rule: AnyRule = loanCommands[kind]
    return this.#both(kind, (context) => rule.decide(this.#world, command, context), model, actor)
  }

  #compare(what: string, isWhole = false): void {
    const [theirs, ours] = [this.#world.get(loans, this.#id)!, this.#loan]
    this.#same(what, 'the loan', theirs, ours)
    const dues = duesIn(this.#world, theirs)
    const others = duesOf(this.#house, ours)
    if (dues.length !== others.length) throw new Difference(`${what}: dues differ in number`)
    // The newest every time, all of them now and then: there may be many.
    const from = isWhole || this.#number % 4 === 0 ? 0 : dues.length - 2
    for (const [place, due] of dues.entries())
      if (place >= from) this.#same(what, 'a due', due, others[place]!)
    const figures = firmsAccounts(this.#house.firm)
    for (const kind of ofFirm)
      this.#figure(what, kind, this.#world.balance(firm, kind), figures[kind].balance)
    const { cash, security, owed, totals } = this.#person
    this.#figure(what, 'cash', this.#world.balance(ada, 'cash'), cash.balance)
    this.#figure(what, 'security', this.#world.balance(ada, 'security'), security.balance)
    this.#figure(what, 'owed', -this.#world.balance(ada, 'owed'), owed.balance)
    this.#figure(what, 'loans', this.#world.owners.get(ada)!.totals.loans, totals.loans)
  }

  #same(what: string, called: string, theirs: object, ours: object): void {
    const [engine, model] = [theirs, ours] as Record<string, unknown>[]
    for (const name in engine)
      if (engine[name] !== model![name])
        throw new Difference(
          `${what}: ${name} of ${called} is ${String(engine[name])} in the engine and ${String(model![name])} in the model`,
        )
  }

  #figure(what: string, kind: string, theirs: bigint, ours: bigint): void {
    if (theirs !== ours)
      throw new Difference(`${what}: ${kind} is ${theirs} in the engine and ${ours} in the model`)
  }

  // What happens.

  #give(cents: bigint): void {
    this.#post(posting('play-money', 'client-bank', 'cash', cents))
    this.#house.add(this.#person.cash, cents)
  }

  #spend(cents: bigint): void {
    if (cents === 0n) return
    this.#post(posting('withdrawal-requested', 'cash', 'held', cents))
    this.#house.add(this.#person.cash, -cents)
  }

  /** Time passes by chance, or to where something is due. */
  #pass(): void {
    const { nextDue, graceDays } = this.#loan
    const last = duesOf(this.#house, this.#loan).at(-1)
    const what = this.#below(8)
    const to =
      what < 5 && nextDue !== null
        ? startOf(nextDue) - (what === 0 ? 1 : 0)
        : what === 5 && last
          ? startOf(daysAfter(last.graceFrom, graceDays + 1))
          : this.#now + this.#below(45 * 24) * 3_600_000
    this.#now = Math.max(this.#now, to)
  }

  #charge(): string {
    const number = this.#loan.nextNumber + (this.#below(40) === 0 ? 1 : 0)
    const command = { owner: ada, loan: this.#id, number }
    return this.#command('ChargeInstalment', command, (by) => this.#running.charge(command, by))
  }

  #collect(): string {
    const command = { owner: ada, loan: this.#id }
    return this.#command('CollectLoan', command, (by) => this.#running.collect(command, by))
  }

  #fee(): string {
    const dues = duesOf(this.#house, this.#loan)
    const due = dues[Math.max(0, dues.length - 1 - this.#below(3))]?.id ?? 'none'
    const command = { owner: ada, loan: this.#id, due }
    return this.#command('ChargeLateFee', command, (by) => this.#running.chargeFee(command, by))
  }

  #repay(amount: bigint | null): string {
    const keeping = this.#below(2) === 0 ? ('instalment' as const) : ('last-day' as const)
    const command = { owner: ada, loan: this.#id, amount, keeping }
    return this.#command('RepayLoan', command, (by) => this.#running.repay(command, by), ada)
  }

  /** A cent beside what counts, or any amount. */
  #payment(): bigint | null {
    const lacks = lacksIn(duesOf(this.#house, this.#loan))
    const interest = interestSoFar(this.#loan, dayOf(this.#now))
    const whole = settlingOf(this.#house, this.#loan, this.#now)
    const near = [lacks, lacks + interest, lacks + interest + 1n, whole, whole + 1n, null]
    const some = near[this.#below(12)]
    return some === undefined || some === 0n ? upTo(this.#random, 3_000) : some
  }

  #call(): string {
    const rest = this.#below(2) === 0 ? ('owed' as const) : ('written-off' as const)
    const [user, amount] = [ada, String(this.#loan.amount)]
    const facts = { user, loan: this.#id, amount, rest }
    return this.#both(
      'CallDue',
      (context) => {
        const c = { owner: ada, loan: this.#id, rest, reason: '' }
        return refusalOfDefault(this.#world, c, context) ?? callDue(this.#world, c, context)
      },
      (by) => {
        const refusal = this.#running.unfitToCall(facts, by)
        if (refusal) return refusal
        this.#running.call(facts, by)
        return { status: 200, body: {} }
      },
      'second',
    )
  }

  /** A deposit is taken back: of what the balance lacks, out of what was paid with it. */
  #back(cents: bigint): string {
    const cash = this.#person.cash.balance
    const lacking = cents > cash ? cents - cash : 0n
    return this.#both(
      'TakeBack',
      () => {
        const { postings, put } = undoRepayments(this.#world, {
          owner: ada,
          lacking,
          at: this.#now,
        })
        return { postings, put, activity: [] }
      },
      () => {
        comeBack(this.#house, this.#person, lacking, this.#now)
        this.#running.check(this.#person)
        return { status: 200, body: {} }
      },
    )
  }

  #draw(cents: bigint): void {
    const { loanIncome } = this.#house.firm
    const some = cents < loanIncome.balance ? cents : loanIncome.balance
    if (some === 0n) return
    this.#post(posting('loan-income-drawn', 'loan-income', 'client-bank', some))
    this.#running.book(some, [loanIncome], [])
  }

  /** What it was, and what came of it. */
  step(): string {
    const what = this.#below(32)
    if (what < 8) return `ChargeInstalment ${this.#charge()}`
    if (what < 11) return `CollectLoan ${this.#collect()}`
    if (what < 15) return `ChargeLateFee ${this.#fee()}`
    if (what < 19) return `RepayLoan ${this.#repay(this.#payment())}`
    if (what === 19) return `RepayLoan ${this.#repay(upTo(this.#random, 400))}`
    if (what === 20) return `TakeBack ${this.#back(upTo(this.#random, 2_000))}`
    if (what === 21 && this.#below(4) === 0) return `CallDue ${this.#call()}`
    if (what === 22) this.#draw(upTo(this.#random, 100))
    else if (what < 26) this.#give(upTo(this.#random, 1_500))
    else if (what === 26) this.#spend(this.#person.cash.balance / BigInt(1 + this.#below(2)))
    else this.#pass()
    return ''
  }

  /** All that is owed comes, and falls due, or is paid at once. */
  end(): void {
    this.#give(100_000_00n)
    const isAtOnce = this.#below(4) > 0
    for (let tried = 0; this.#loan.left > 0n; tried += 1) {
      if (tried > 500) throw new Difference('It never ends')
      if (isAtOnce && this.#now < startOf(this.#loan.nextDue!)) this.#repay(null)
      else {
        this.#now = Math.max(this.#now, startOf(this.#loan.nextDue!))
        this.#charge()
      }
    }
    this.#collect()
    this.#compare('The end', true)
    const { owed, security } = this.#person
    const { loan, lent, earned } = this.#house.firm
    const rest = [owed, security, lent, earned].map(({ balance }) => balance)
    if (rest.some((cents) => cents !== 0n))
      throw new Difference(`At the end ${rest.join(', ')} is left`)
    if (this.#loan.status !== 'written-off' && loan.balance !== pool)
      throw new Difference(`At the end the pool has ${loan.balance}`)
  }
}

export type SeenOfLoans = { histories: number; steps: number; outcomes: Map<string, number> }

/** Throws a Difference with the number of the history that differs. */
export function simulateLoans(
  { seed, histories }: { seed: number; histories: number },
  say: (seen: SeenOfLoans) => void = () => {},
): SeenOfLoans {
  const seen: SeenOfLoans = { histories: 0, steps: 0, outcomes: new Map() }
  for (let number = 0; number < histories; number += 1) {
    const random = new Random((seed + Math.imul(number, 0x9e3779b1)) >>> 0)
    try {
      const one = new OneLoan(random)
      for (let steps = 10 + random.below(40); steps > 0; steps -= 1) {
        const outcome = one.step()
        seen.steps += 1
        if (outcome !== '') seen.outcomes.set(outcome, (seen.outcomes.get(outcome) ?? 0) + 1)
      }
      one.end()
    } catch (error) {
      throw new Difference(`loan ${number} of seed ${seed}: ${(error as Error).message}`, {
        cause: error,
      })
    }
    seen.histories += 1
    say(seen)
  }
  return seen
}
