/** What all parts of the model share: the rows and figures of the firm, who may do what alone, and what is written to lists. */
import { mayAgreeTo, mayGive, mayPropose } from './model-roles.ts'
import type { ProblemCode, Refusal } from '../../src/contract/problems.ts'
import type { Announcement, Delivery } from '../../src/domains/announcements/table.ts'
import type { Check } from '../../src/domains/appropriateness/table.ts'
import type { CoinDeposit, CoinRate } from '../../src/domains/coin-deposits/table.ts'
import type { Document, DocumentView } from '../../src/domains/documents/table.ts'
import type { Acceptance, Edition, EditionText } from '../../src/domains/editions/table.ts'
import type { EvidencePack } from '../../src/domains/evidence-packs/table.ts'
import type { Investment } from '../../src/domains/investments/table.ts'
import type { BatchPayment, PayoutBatch } from '../../src/domains/payouts/batches/table.ts'
import type { EarlierPayout, PayoutBlock } from '../../src/domains/payouts/blocks/table.ts'
import type { BankExport, ExportPayment } from '../../src/domains/payouts/exports/table.ts'
import type { ListPayment, PayoutList } from '../../src/domains/payouts/lists/table.ts'
import type { Loan, LoanApplication, LoanDue } from '../../src/domains/loans/table.ts'
import type { KeptLimit } from '../../src/domains/investment-limits/table.ts'
import type { Agreement, Proposal as Proposed } from '../../src/domains/proposals/table.ts'
import type { CoinEntry } from '../../src/domains/receipts/coin-entries.ts'
import type { Reconciliation } from '../../src/domains/reconciliations/table.ts'
import type { MonthChange } from '../../src/domains/months/table.ts'
import type { InvitedRole } from '../../src/domains/role-changes/table.ts'
import type { Case } from '../../src/domains/verification/table.ts'
import type { FirmWallet, WalletAddress } from '../../src/domains/wallets/table.ts'
import type { Access, Account, Act, AtBank, Firm, Person, Request, Saved } from './model-state.ts'
import { inDollars } from './model-words.ts'

export type By = { id: string; actor: string | null; at: number }
export type Outcome = Refusal | { status: number; body: unknown }
/** One line of a person's list: what it did to the balance, and the balance after it. */
export type Line = {
  owner: string
  version: number
  kind: string
  at: number
  gain: bigint | null
  after: bigint | null
}
/**
 * What the model can't know by itself. With concurrent commands: how many investments were
 * counted as due, the names of people who were only mentioned, what a pool held that was only read,
 * that a receipt became somebody's while another was about to undo it, whom a command was about when that was looked up,
 * and what somebody had moved in the last day while the clock was being moved.
 */
export type Told = {
  accountId?: string | undefined
  referralCode?: string | undefined
  due?: number | undefined
  names?: ReadonlyMap<string, string | null> | undefined
  pools?: ReadonlyMap<Pool, bigint> | undefined
  moved?: boolean | undefined
  subject?: string | undefined
  lately?: ReadonlyMap<string, bigint> | undefined
}
/** The pools that a proposal is compared with. */
export type Pool = 'corrections' | 'referral'
/** A person whom an answer names, and by which name. */
export type Named = { person: string; name: string }
type Limited = {
  secondApprovalAbove: bigint | null
  secondApprovalInAllAbove: bigint | null
}

export const firmsId = '00000000-0000-0000-0000-000000000000'
export const day = 24 * 60 * 60 * 1000
export const nothing = (): Account => ({ balance: 0n, entries: 0 })
/** What comes to somebody, though the bank or the chain may take it back. */
const ofArrival = new Set(['deposit', 'bank-deposit', 'coin-deposit', 'transfer-received'])

export const no = (code: ProblemCode, message?: string): Refusal =>
  message === undefined ? { code } : { code, message }
export const said = (status: number, message: string) => ({
  status,
  body: { status: 'success', message },
})

export class House {
  readonly firmsId = firmsId
  readonly people: Person[] = []
  readonly requests: Request[] = []
  readonly destinations: Saved[] = []
  readonly changes: Access[] = []
  readonly invitedRoles: InvitedRole[] = []
  /** What waits for a second person, and who has agreed. */
  readonly waiting: Proposed[] = []
  readonly agreed: Agreement[] = []
  readonly wallets: FirmWallet[] = []
  readonly addresses: WalletAddress[] = []
  readonly payoutBlocks: PayoutBlock[] = []
  readonly earlierPayouts: EarlierPayout[] = []
  readonly entries: AtBank[] = []
  readonly reconciliations: Reconciliation[] = []
  readonly monthChanges: MonthChange[] = []
  readonly editions: Edition[] = []
  readonly editionTexts: EditionText[] = []
  readonly acceptances: Acceptance[] = []
  readonly announcements: Announcement[] = []
  readonly deliveries: Delivery[] = []
  readonly loanApplications: LoanApplication[] = []
  readonly loans: Loan[] = []
  readonly loanDues: LoanDue[] = []
  /** Principal that went out of the pool, came back to it, and never will. */
  readonly principal = { out: 0n, back: 0n, gone: 0n }
  readonly deposits: CoinDeposit[] = []
  readonly rates: CoinRate[] = []
  readonly exchanges: CoinEntry[] = []
  readonly batches: PayoutBatch[] = []
  readonly batchPayments: BatchPayment[] = []
  readonly lists: PayoutList[] = []
  readonly listPayments: ListPayment[] = []
  readonly exports: BankExport[] = []
  readonly exportPayments: ExportPayment[] = []
  readonly documents: Document[] = []
  readonly packs: EvidencePack[] = []
  readonly views: DocumentView[] = []
  readonly cases: Case[] = []
  readonly investments: Investment[] = []
  readonly checks: Check[] = []
  /** Who lifted a freeze of whom: “owner by”. */
  readonly lifted = new Set<string>()
  readonly limits: KeptLimit[] = []
  readonly firm: Firm = {
    version: 0,
    stampedAt: Date.UTC(2000, 0, 1),
    capital: nothing(),
    returns: nothing(),
    referral: nothing(),
    corrections: nothing(),
    loan: nothing(),
    lent: nothing(),
    earned: nothing(),
    loanIncome: nothing(),
    suspense: nothing(),
    clientBank: nothing(),
    firmBank: nothing(),
    clientWalletBtc: nothing(),
    exchangeBtc: nothing(),
    exchangeUsd: nothing(),
    clientWalletUsdt: nothing(),
    exchangeUsdt: nothing(),
    networkFeeBtc: nothing(),
  }
  readonly references = new Set<string>()
  readonly acts: Act[] = []
  /** What came to people in the last day. */
  readonly arrivals = new Map<string, { at: number; gain: bigint }[]>()
  /** What the last command wrote to people's lists. */
  lines: Line[] = []
  /** Wall time. Business time can be moved on, this only passes. */
  wall = 0
  told: Told = {}
  named: Named[] = []
  readonly #peopleById = new Map<string, Person>()
  readonly #requestsById = new Map<string, Request>()

  readonly person = (id: string | null): Person | undefined =>
    id === null ? undefined : this.#peopleById.get(id)

  keepPerson(person: Person): void {
    this.people.push(person)
    this.#peopleById.set(person.id, person)
  }

  request(id: string): Request | undefined {
    return this.#requestsById.get(id)
  }

  keepRequest(request: Request): void {
    this.requests.push(request)
    this.#requestsById.set(request.id, request)
  }

  change(id: string): Access | undefined {
    return this.changes.find((change) => change.id === id)
  }

  entry(id: string): AtBank | undefined {
    return this.entries.find((entry) => entry.id === id)
  }

  exchange(id: string): CoinEntry | undefined {
    return this.exchanges.find((entry) => entry.id === id)
  }

  batch(id: string): PayoutBatch | undefined {
    return this.batches.find((batch) => batch.id === id)
  }

  list(id: string): PayoutList | undefined {
    return this.lists.find((list) => list.id === id)
  }

  deposit(id: string): CoinDeposit | undefined {
    return this.deposits.find((deposit) => deposit.id === id)
  }

  /** Those of staff who can act; undefined: anybody else. */
  #acting(id: string | null): Person | undefined {
    const person = this.person(id)
    return person?.roles !== '[]' && person?.status === 'active' ? person : undefined
  }

  works(id: string | null): boolean {
    return this.#acting(id) !== undefined
  }

  /** Whether they can act, and give commands of this kind. */
  gives(id: string | null, kind: string): boolean {
    return mayGive(this.#acting(id), kind)
  }

  proposes(id: string | null, kind: string): boolean {
    return mayPropose(this.#acting(id), kind)
  }

  agreesTo(id: string | null, kind: string): boolean {
    return mayAgreeTo(this.#acting(id), kind)
  }

  /** Whether the firm was opened. */
  isOpen(): boolean {
    return this.waiting.some(({ kind, status }) => kind === 'opening' && status === 'done')
  }

  areBlocked(): boolean {
    return this.payoutBlocks.some(({ status }) => status === 'open')
  }

  arrived(person: string, at: number, gain: bigint): void {
    const lately = (this.arrivals.get(person) ?? []).filter((one) => at - one.at < day)
    this.arrivals.set(person, [...lately, { at, gain }])
  }

  readonly add = (account: Account, cents: bigint): void => {
    account.balance += cents
    account.entries += 1
    // A bank can be overdrawn by what is paid in dollars of what came in coins; coins can be sold before the chain takes them away, and for more than is owed.
    const { clientBank, firmBank, clientWalletBtc, exchangeBtc, exchangeUsd } = this.firm
    const { clientWalletUsdt, exchangeUsdt } = this.firm
    const mayLack = [clientBank, firmBank, clientWalletBtc, exchangeBtc, exchangeUsd]
    if (account.balance < 0n && ![...mayLack, clientWalletUsdt, exchangeUsdt].includes(account))
      throw new Error('The model went below zero')
  }

  enter(person: Person, kind: string, at: number, gain: bigint | null = null): void {
    if (at < person.stampedAt) throw new Error(`The time of ${person.id} ran backwards`)
    if (gain !== null && ofArrival.has(kind)) this.arrived(person.id, at, gain)
    person.version += 1
    person.stampedAt = at
    this.lines.push({
      owner: person.id,
      version: person.version,
      kind,
      at,
      gain,
      after: person.cash.balance,
    })
  }

  /** Into the list of a person, if there is one, and into the firm's. */
  enterBoth(id: string | null, kind: string, at: number, gain: bigint | null): void {
    const person = this.person(id)
    if (person) this.enter(person, kind, at, gain)
    this.enterFirm(kind, at)
  }

  enterFirm(kind: string, at: number): void {
    this.firm.version += 1
    this.firm.stampedAt = at
    this.lines.push({
      owner: firmsId,
      version: this.firm.version,
      kind,
      at,
      gain: null,
      after: null,
    })
  }

  /** A closed account isn't named. Others get a placeholder in what is remembered: two characters that no name here contains. */
  nameOf(id: string | null): string | null {
    const told = id === null ? undefined : this.told.names?.get(id)
    const person = this.person(id)
    const name =
      told === undefined ? (person && person.status !== 'closed' ? person.fullName : null) : told
    if (id === null || name === null) return null
    return `<${this.named.push({ person: id, name }) - 1}\u203a`
  }

  /** Whether no other administrator could act if this one couldn't. */
  isLast(person: Person): boolean {
    return (
      mayGive(person, 'ProposeRoleChange') &&
      !this.people.some(({ id }) => id !== person.id && this.gives(id, 'ProposeRoleChange'))
    )
  }

  /** Why this is too much for one administrator alone, in words; '' where it isn't. */
  tooMuch(
    { secondApprovalAbove: limit, secondApprovalInAllAbove }: Limited,
    actor: string | null,
    person: string,
    amount: bigint,
  ): string {
    if (limit === null || amount === 0n) return ''
    const sum = (acts: readonly Act[]) => acts.reduce((total, act) => total + act.amount, amount)
    const today = this.acts.filter((act) => act.actor === actor && act.at > this.wall - day)
    const inAll = secondApprovalInAllAbove ?? 10n * limit
    if (amount > limit) return `Amounts above ${inDollars(limit)} need a second, different person.`
    if (sum(today.filter((act) => act.person === person)) > limit)
      return `With what you alone have done for this person in the last 24 hours it exceeds ${inDollars(limit)}: a second, different person is needed.`
    return sum(today) > inAll
      ? `With what you alone have done in the last 24 hours it exceeds ${inDollars(inAll)} for all people together: a second, different person is needed.`
      : ''
  }

  alone(
    kind: string,
    { secondApprovalAbove }: Limited,
    { id, actor }: By,
    person: string,
    amount: bigint,
  ): void {
    if (secondApprovalAbove !== null && actor !== null && amount > 0n)
      this.acts.push({ id, kind, actor, person, amount, at: this.wall })
  }

  /** Somebody whose account stands. */
  holder(id: string): Person | Refusal {
    const person = this.person(id)
    if (!person) return no('unknown_user')
    return person.status === 'closed' ? no('account_closed') : person
  }

  /** Somebody whose account stands, and isn't frozen. */
  active(id: string): Person | Refusal {
    const person = this.holder(id)
    return 'code' in person || person.status === 'active' ? person : no('account_frozen')
  }

  /** Whom staff may act on: others, and not the closed ones. */
  underStaff(id: string, { actor }: Pick<By, 'actor'>): Person | Refusal {
    return this.person(id) && id === actor ? no('not_on_yourself') : this.holder(id)
  }

  /** The same of how they sign in and stand: of who works here only whoever gives roles decides. */
  standing(id: string, by: Pick<By, 'actor'>): Person | Refusal {
    const person = this.underStaff(id, by)
    const isOfStaff = !('code' in person) && person.roles !== '[]' && by.actor !== null
    return isOfStaff && !mayGive(this.person(by.actor), 'ProposeRoleChange')
      ? no(
          'forbidden',
          'This person works here: only who gives roles acts on their account. Nothing was changed.',
        )
      : person
  }

  /** Whoever proposed it withdraws it; others reject it. */
  reject(proposal: { proposedBy: string | null }, reason: string, { actor, at }: By): string {
    const status = actor === proposal.proposedBy ? 'withdrawn' : 'rejected'
    Object.assign(proposal, { status, refusalReason: reason, decidedAt: at, decidedBy: actor })
    return status
  }
}

/** A part of the model, about a noun or some. */
export class Part {
  protected readonly house: House
  constructor(house: House) {
    this.house = house
  }
}

/** Whether one alone approved it, where a limit is set, and asks to pay it. */
export const approvedAlone = (
  { firstApprovedBy, decidedBy }: { firstApprovedBy: string | null; decidedBy: string | null },
  { secondApprovalAbove }: { secondApprovalAbove: bigint | null },
  { actor }: By,
): boolean => secondApprovalAbove !== null && firstApprovedBy === null && decidedBy === actor
