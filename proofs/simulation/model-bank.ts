/** What stands on the bank's statements, in the model: recorded by one administrator, booked once another agrees. */
import type { Refusal } from '../../src/contract/problems.ts'
import type { CommandOf } from '../../src/domains/nouns.ts'
import type { Answer } from '../../src/domains/proposals/kind.ts'
import type { LimitsByState } from '../../src/domains/verification/limits.ts'
import type { Exchanges } from './model-exchanges.ts'
import { no, Part, said, type By, type House, type Outcome } from './model-house.ts'
import { comeBack, comingBack } from './model-loans-undo.ts'
import type { Proposals, Thing } from './model-proposals.ts'
import type { PayoutBlocks } from './model-payout-block.ts'
import type { Verifying } from './model-verification.ts'
import type { Account, AtBank, Person, Request } from './model-state.ts'
import { inDollars, letters } from './model-words.ts'

type Told = { moved?: boolean | undefined }

/** Of what was approved for somebody who was frozen since. */
export const payeeFrozen = () =>
  no(
    'account_frozen',
    'The account that this pays was frozen after the approval. Nothing may leave for it: leave its request out until the account is unfrozen.',
  )

const unspaced = (text: string) => text.toUpperCase().replaceAll(/\s/g, '')
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
const smaller = (a: bigint, b: bigint) => (a < b ? a : b)

type Peers = { exchanges: Exchanges; waits: Proposals; earlier: PayoutBlocks; verifying: Verifying }

/** What is recorded, before anybody has agreed to it. */
type Recorded = Omit<
  AtBank,
  'withdrawal' | 'id' | 'referenceKey' | 'status' | 'firstAt' | 'firstBy' | 'bookedAt' | 'bookedBy'
>
type Left = Pick<AtBank, 'status'> & { kind: string; gain: bigint | null }

const unsaid = {
  owner: null,
  receipt: null,
  account: 'client-bank',
  reference: null,
  valueDate: null,
  payerText: null,
  payerAccount: null,
  reason: null,
} as const
const why = 'Every entry at the bank takes two.'
const noTerms: Answer = { isPaused: false, limits: null }

function limitsOf(answer: Answer): LimitsByState | null {
  const text = answer!.limits as string | null
  return text === null
    ? null
    : (JSON.parse(text, (_, cents) =>
        typeof cents === 'string' ? BigInt(cents) : cents,
      ) as LimitsByState)
}

export class Bank extends Part {
  readonly #peers: Peers
  constructor(house: House, peers: Peers) {
    super(house)
    this.#peers = peers
  }

  #tooOld({ valueDate }: { valueDate: string }, { at }: By): Refusal | null {
    const hourMs = 60 * 60 * 1000
    // Five days ahead, wherever the bank is.
    return valueDate > dayOf(at + (5 * 24 + 14) * hourMs) ||
      valueDate < dayOf(at - 366 * 24 * hourMs)
      ? no('wrong_value_date')
      : null
  }

  #taken(reference: string): Refusal | null {
    const isTaken =
      this.#peers.exchanges.hasReference(reference) ||
      this.house.entries.some(
        (one) => one.reference !== null && letters(one.reference) === letters(reference),
      )
    return isTaken
      ? no(
          'reference_used',
          'An entry with this bank reference exists already, however it is spelled. Nothing was recorded.',
        )
      : null
  }

  #propose(given: Partial<Recorded> & Pick<Recorded, 'kind' | 'amount'>, by: By): Outcome {
    return this.#peers.waits.give(this.#thing({ ...unsaid, ...given }), why, by, noTerms)!
  }

  #thing(entry: Recorded): Thing {
    const { kind, owner, receipt, account, amount, reference, valueDate } = entry
    const { payerText, payerAccount, reason } = entry
    const facts = { entry: kind, user: owner, receipt, account, reference, valueDate }
    const words = Object.fromEntries(
      Object.entries({ payerText, payerAccount, reason }).filter(
        (one): one is [string, string] => one[1] !== null,
      ),
    )
    const listed = { proposed: 'bank-entry-proposed', ended: 'bank-entry-refused' }
    return {
      kind: 'bank-entry',
      called: 'entry at the bank',
      holds: reference === null ? null : `reference ${letters(reference)}`,
      holdsToo: receipt === null ? null : `receipt ${receipt}`,
      stays:
        'Something with this reference, however it is spelled, or with this receipt is proposed already. Nothing was recorded: decide on that first.',
      lastsMs: null,
      facts: { ...facts, amount: String(amount) },
      shown: { ...facts, amount: Number(amount) / 100 },
      ...(owner === null ? { words, listed } : { about: { person: owner, words, ...listed } }),
      unfit: (by, answer) => this.#unfit(entry, by, answer),
      make: (by, answer, first) => {
        const done = { firstAt: first!.at, firstBy: first!.by, bookedAt: by.at }
        const left = this.#book(entry, limitsOf(answer), by)
        const { kind: told, gain, status } = left
        const referenceKey = entry.reference === null ? null : letters(entry.reference)
        const made = {
          id: by.id,
          withdrawal: null,
          ...entry,
          referenceKey,
          ...done,
          status,
          bookedBy: by.actor!,
        }
        this.house.entries.push(made)
        this.house.enterBoth(owner, told, by.at, gain)
      },
      outcome: (id) => this.#inWords(id),
    }
  }

  #unfit(entry: Recorded, by: By, answer: Answer): Refusal | null {
    const { kind, owner, reference } = entry
    if (owner !== null && (kind === 'receipt' || kind === 'assignment')) {
      const person = this.house.underStaff(owner, by)
      if ('code' in person) return person
    }
    if (kind === 'receipt' && answer!.isPaused === true) return no('new_business_paused')
    return (
      (entry.receipt === null ? null : this.#unfitReceipt(entry, by)) ??
      (reference === null ? null : this.#taken(reference)) ??
      (entry.receipt === null ? null : this.#unfitPayout(entry)) ??
      this.#short(entry)
    )
  }

  #unfitReceipt({ kind, owner, receipt: id }: Recorded, { actor }: By): Refusal | null {
    const receipt = this.house.entry(id!)
    if (receipt?.kind !== 'receipt') return no('unknown_entry')
    const isInSuspense = receipt.status === 'suspense'
    if (kind === 'assignment')
      return isInSuspense && receipt.owner === null ? null : no('not_in_suspense')
    if (receipt.owner !== owner) return no('already_decided')
    if (owner !== null && owner === actor) return no('not_on_yourself')
    if (kind === 'return') return isInSuspense ? null : no('not_in_suspense')
    return isInSuspense || receipt.status === 'booked' ? null : no('not_booked')
  }

  #unfitPayout({ kind, receipt, reference, amount }: Recorded): Refusal | null {
    if (kind !== 'return') return this.#peers.earlier.ofRequest(receipt!)
    return this.#peers.earlier.unlike({
      ...{ kind: 'return', person: null, request: receipt!, reference: reference!, amount },
    })
  }

  /** What capital would have to bear. */
  #short({ kind, amount, receipt }: Recorded): Refusal | null {
    const taken = kind === 'reversal' ? this.house.entry(receipt!) : undefined
    const borne =
      kind === 'charge' ? amount : taken?.status === 'booked' ? this.#shares(taken).rest : 0n
    return this.house.firm.capital.balance < borne ? no('capital_short') : null
  }

  #shares({ owner, amount }: Pick<AtBank, 'owner' | 'amount'>) {
    const person = this.house.person(owner)
    const balance = person?.cash.balance ?? 0n
    const repaid = person ? comingBack(this.house, person, amount - balance) : 0n
    const own = smaller(balance + repaid, amount)
    const pool = smaller(this.house.firm.corrections.balance, amount - own)
    return { own, pool, rest: amount - own - pool }
  }

  record(c: CommandOf<'RecordReceipt'>, by: By): Outcome {
    return this.#tooOld(c, by) ?? this.#propose({ kind: 'receipt', ...c }, by)
  }

  atBank(kind: 'charge' | 'interest', c: CommandOf<'RecordBankCharge'>, by: By): Outcome {
    return this.#tooOld(c, by) ?? this.#propose({ kind, ...c }, by)
  }

  cameBack(c: CommandOf<'RecordPayoutReturn'>, by: By): Outcome {
    const request = this.house.request(c.withdrawal)
    if (!request) return no('unknown_withdrawal')
    return this.#tooOld(c, by) ?? this.#peers.waits.give(this.#comingBack(c, request), why, by)!
  }

  /** Of what left through a bank, once, and no more than left. */
  #comingBack(c: CommandOf<'RecordPayoutReturn'>, request: Request): Thing {
    const { withdrawal, amount, reference, valueDate, reason } = c
    const person = this.house.person(request.owner)!
    const facts = { withdrawal, user: person.id, reference, valueDate }
    const listed = { proposed: 'bank-entry-proposed', ended: 'bank-entry-refused' }
    return {
      kind: 'payout-return',
      called: 'payout that came back',
      holds: `reference ${letters(reference)}`,
      holdsToo: `payout ${withdrawal}`,
      stays:
        'Something with this reference, however it is spelled, or that this payout came back, is proposed already. Nothing was recorded: decide on that first.',
      lastsMs: null,
      facts: { ...facts, amount: String(amount) },
      shown: { ...facts, amount: Number(amount) / 100 },
      about: { person: person.id, words: { reason }, ...listed },
      unfit: (by) => this.#unfitToComeBack(c, request, by),
      make: (by, _, first) => {
        const { add, firm } = this.house
        Object.assign(request, { status: 'returned', reason })
        add(firm.clientBank, amount)
        add(person.cash, amount)
        person.totals.withdrawn -= amount
        this.house.entries.push({
          ...unsaid,
          ...{ id: by.id, kind: 'payout-return', owner: person.id, withdrawal, amount, reference },
          ...{ referenceKey: letters(reference), valueDate, reason, status: 'done' },
          ...{ firstAt: first!.at, firstBy: first!.by, bookedAt: by.at, bookedBy: by.actor! },
        })
        this.house.enterBoth(person.id, 'payout-returned', by.at, amount)
      },
    }
  }

  #unfitToComeBack(
    { amount, reference }: CommandOf<'RecordPayoutReturn'>,
    { owner, status, type, amount: paid }: Request,
    by: By,
  ): Refusal | null {
    if (this.house.person(owner)?.status === 'closed')
      return no(
        'account_closed',
        'This account is closed. Nothing was recorded: record what came back as a receipt without a user, which waits in suspense.',
      )
    const person = this.house.underStaff(owner, by)
    if ('code' in person) return person
    if (status !== 'paid' || type !== 'bank_account') return no('not_paid_out')
    if (amount > paid)
      return no(
        'more_than_paid',
        `This payout was of ${inDollars(paid)}: more can’t come back. Nothing was recorded: check the amount on the statement.`,
      )
    return this.#taken(reference)
  }

  /** It became somebody's meanwhile, or nobody's. */
  #receipt(id: string, { moved }: Told): AtBank | Refusal {
    const receipt = this.house.entry(id)
    if (receipt?.kind !== 'receipt') return no('unknown_entry')
    return moved ? no('already_decided') : receipt
  }

  assign(c: CommandOf<'AssignReceipt'>, by: By, told: Told): Outcome {
    const receipt = this.#receipt(c.receipt, told)
    if ('code' in receipt) return receipt
    return this.#propose({ kind: 'assignment', ...c, amount: receipt.amount }, by)
  }

  sendBack(c: CommandOf<'ReturnReceipt'>, by: By, told: Told): Outcome {
    const { account: payerAccount, ...line } = c
    const from = this.house.entry(c.receipt)
    const isAnother =
      from?.kind === 'receipt' &&
      from.payerAccount !== null &&
      unspaced(from.payerAccount) !== unspaced(payerAccount)
    const wrong = this.#tooOld(c, by) ?? (isAnother ? no('account_differs') : null)
    if (wrong) return wrong
    const receipt = this.#receipt(c.receipt, told)
    if ('code' in receipt) return receipt
    const { owner, amount } = receipt
    return this.#propose({ kind: 'return', ...line, owner, amount, payerAccount }, by)
  }

  undo(c: CommandOf<'ReverseReceipt'>, by: By, told: Told): Outcome {
    const late = this.#tooOld(c, by)
    if (late) return late
    const receipt = this.#receipt(c.receipt, told)
    if ('code' in receipt) return receipt
    const { owner, amount } = receipt
    return this.#propose({ kind: 'reversal', ...c, owner, amount }, by)
  }

  #inWords(id: string): string | null {
    const entry = this.house.entry(id)!
    const receipt = this.house.entries.find((one) => one.id === entry.receipt) ?? entry
    if (receipt.status !== 'suspense') return null
    return receipt.owner === null
      ? 'It waits in suspense until it is known whose it is.'
      : 'It is beyond the limit of this user, and waits in their name.'
  }

  #book(entry: Recorded, limits: LimitsByState | null, by: By): Left {
    const { firm, add } = { firm: this.house.firm, add: this.house.add }
    const { kind, amount, account } = entry
    if (kind === 'receipt') return this.#receive(entry, limits, by)
    if (kind === 'charge' || kind === 'interest') {
      const sign = kind === 'charge' ? -1n : 1n
      add(firm.capital, sign * amount)
      if (account === 'client-bank') {
        add(firm.clientBank, sign * amount)
        add(firm.clientBank, -sign * amount)
      }
      add(firm.firmBank, sign * amount)
      return {
        kind: kind === 'charge' ? 'bank-charge-booked' : 'bank-interest-booked',
        gain: null,
        status: 'done',
      }
    }
    return { ...this.#withReceipt(entry, limits, by), status: 'done' }
  }

  #receive(entry: Recorded, limits: LimitsByState | null, { at }: By): Left {
    const { firm, person: personOf, add } = this.house
    const person = personOf(entry.owner)
    add(firm.clientBank, entry.amount)
    if (!person) {
      add(firm.suspense, entry.amount)
      return { kind: 'receipt-unassigned', gain: null, status: 'suspense' }
    }
    if (this.#peers.verifying.isBeyond(person.id, entry.amount, limits, at)) {
      add(firm.suspense, entry.amount)
      return { kind: 'bank-deposit-over-limit', gain: null, status: 'suspense' }
    }
    add(person.cash, entry.amount)
    person.totals.deposits += entry.amount
    return { kind: 'bank-deposit', gain: entry.amount, status: 'booked' }
  }

  #withReceipt(entry: Recorded, limits: LimitsByState | null, by: By): Omit<Left, 'status'> {
    const { firm, person: personOf, add } = this.house
    const receipt = this.house.entry(entry.receipt!)!
    const { amount } = entry
    const person = personOf(entry.owner)
    if (entry.kind === 'reversal') return this.#takeBack(receipt, person, by.at)
    if (
      entry.kind === 'assignment' &&
      this.#peers.verifying.isBeyond(entry.owner!, amount, limits, by.at)
    ) {
      receipt.owner = entry.owner
      return { kind: 'bank-deposit-over-limit', gain: null }
    }
    add(firm.suspense, -amount)
    if (entry.kind === 'return') {
      const [request, reference] = [receipt.id, entry.reference!]
      const line = { kind: 'return', person: null, request, reference, amount } as const
      this.#peers.earlier.match(line, by)
      add(firm.clientBank, -amount)
      receipt.status = 'returned'
      return {
        kind: entry.owner === null ? 'receipt-returned' : 'deposit-returned',
        gain: null,
      }
    }
    add(person!.cash, amount)
    person!.totals.deposits += amount
    Object.assign(receipt, { status: 'booked', owner: entry.owner })
    return { kind: 'bank-deposit', gain: amount }
  }

  #takeBack(receipt: AtBank, person: Person | undefined, at: number): Omit<Left, 'status'> {
    const { firm, add } = this.house
    const take = (account: Account, cents: bigint) => {
      if (cents === 0n) return
      add(account, -cents)
      add(firm.clientBank, -cents)
    }
    let gain: bigint | null = null
    if (receipt.status === 'suspense') take(firm.suspense, receipt.amount)
    else {
      const { own, pool, rest } = this.#shares(receipt)
      const before = person!.cash.balance
      comeBack(this.house, person!, receipt.amount - before, at)
      take(person!.cash, own)
      person!.totals.deposits -= own
      if (own > 0n) gain = person!.cash.balance - before
      take(firm.corrections, pool)
      take(firm.capital, rest)
      if (rest > 0n) {
        add(firm.clientBank, rest)
        add(firm.firmBank, -rest)
      }
    }
    receipt.status = 'reversed'
    return { kind: 'bank-deposit-reversed', gain }
  }

  release({ receipt: id, owner, limits }: CommandOf<'ReleaseReceipt'>, by: By): Outcome {
    const { firm, entries, add } = this.house
    const receipt = entries.find((one) => one.id === id)
    if (receipt?.owner !== owner || receipt.status !== 'suspense') return no('not_in_suspense')
    const person = this.house.person(owner)!
    if (person.status === 'closed') return no('account_closed')
    if (this.#peers.waits.waitingFor([`receipt ${id}`]).length > 0) return no('change_open')
    const refusal =
      this.#peers.earlier.ofRequest(id) ??
      this.#peers.verifying.beyond(owner, 'in', receipt.amount, limits, by.at)
    if (refusal) return refusal
    add(firm.suspense, -receipt.amount)
    add(person.cash, receipt.amount)
    person.totals.deposits += receipt.amount
    receipt.status = 'booked'
    this.house.enterBoth(owner, 'bank-deposit', by.at, receipt.amount)
    return said(200, 'Released to its owner')
  }
}
