/** What stands on the bank's statements, in the model: recorded by one administrator, booked by another. */
import type { Refusal } from '../../src/contract/problems.ts'
import type { CommandOf } from '../../src/domains/nouns.ts'
import type { Exchanges } from './model-exchanges.ts'
import { no, Part, said, type By, type House, type Outcome } from './model-house.ts'
import type { Proposals } from './model-proposals.ts'
import type { PayoutBlocks } from './model-payout-block.ts'
import type { Verifying } from './model-verification.ts'
import type { Account, AtBank, Person } from './model-state.ts'
import { letters } from './model-words.ts'

type Limits = CommandOf<'ApproveBankEntry'>['limits']

type Told = { moved?: boolean | undefined }

/** Of what was approved for somebody who was frozen since. */
export const payeeFrozen = () =>
  no(
    'account_frozen',
    'The account that this pays was frozen after the approval. Nothing may leave for it: leave its request out until the account is unfrozen.',
  )
const proposed = () =>
  said(202, 'A second, different administrator must approve this. Nothing has been booked yet.')

const unspaced = (text: string) => text.toUpperCase().replaceAll(/\s/g, '')
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
const smaller = (a: bigint, b: bigint) => (a < b ? a : b)

type Peers = { exchanges: Exchanges; waits: Proposals; earlier: PayoutBlocks; verifying: Verifying }

export class Bank extends Part {
  readonly #peers: Peers
  constructor(house: House, peers: Peers) {
    super(house)
    this.#peers = peers
  }

  #offLine(reference: string, valueDate: string, { at }: By): Refusal | null {
    if (valueDate > dayOf(at) || valueDate < dayOf(at - 366 * 24 * 60 * 60 * 1000))
      return no('wrong_value_date')
    const wanted = letters(reference)
    const isTaken =
      this.#peers.exchanges.hasReference(reference) ||
      this.#peers.waits.waitingFor([`reference ${wanted}`]).length > 0 ||
      this.house.entries.some(
        ({ reference: held, status }) =>
          held !== null &&
          status !== 'rejected' &&
          status !== 'withdrawn' &&
          letters(held) === wanted,
      )
    return isTaken
      ? no(
          'reference_used',
          'An entry with this bank reference exists already, however it is spelled. Nothing was recorded.',
        )
      : null
  }

  #propose(entry: Partial<AtBank> & Pick<AtBank, 'kind' | 'amount'>, by: By): Outcome {
    if (by.actor === null || !this.house.administers(by.actor)) return no('forbidden')
    this.house.entries.push({
      id: by.id,
      owner: null,
      receipt: null,
      account: 'client-bank',
      reference: null,
      valueDate: null,
      payerText: null,
      payerAccount: null,
      reason: null,
      ...entry,
      status: 'proposed',
      refusalReason: null,
      proposedAt: by.at,
      proposedBy: by.actor,
      decidedAt: null,
      decidedBy: null,
    })
    this.house.enterBoth(entry.owner ?? null, 'bank-entry-proposed', by.at, null)
    return proposed()
  }

  record(c: CommandOf<'RecordReceipt'>, by: By): Outcome {
    if (c.owner !== null) {
      const person = this.house.underStaff(c.owner, by)
      if ('code' in person) return person
    }
    return (
      this.#offLine(c.reference, c.valueDate, by) ?? this.#propose({ kind: 'receipt', ...c }, by)
    )
  }

  atBank(kind: 'charge' | 'interest', c: CommandOf<'RecordBankCharge'>, by: By): Outcome {
    return this.#offLine(c.reference, c.valueDate, by) ?? this.#propose({ kind, ...c }, by)
  }

  #receipt(id: string): AtBank | Refusal {
    const receipt = this.house.entries.find((entry) => entry.id === id)
    if (receipt?.kind !== 'receipt') return no('unknown_entry')
    return this.house.entries.some((step) => step.receipt === id && step.status === 'proposed')
      ? no(
          'change_open',
          'Something is proposed to be done with this receipt already. Nothing was recorded: decide on that first.',
        )
      : receipt
  }

  assign({ receipt: id, owner, reason }: CommandOf<'AssignReceipt'>, by: By): Outcome {
    if (!this.house.entries.some((entry) => entry.id === id)) return no('unknown_entry')
    const person = this.house.underStaff(owner, by)
    if ('code' in person) return person
    const receipt = this.#receipt(id)
    if ('code' in receipt) return receipt
    if (receipt.status !== 'suspense' || receipt.owner !== null) return no('not_in_suspense')
    const { amount } = receipt
    return this.#propose({ kind: 'assignment', receipt: id, owner, reason, amount }, by)
  }

  /** It became somebody's, or nobody's, meanwhile; or it is one's own. */
  #movedOrOwn({ owner }: AtBank, { actor }: By, { moved }: Told): Refusal | null {
    if (moved) return no('already_decided')
    return owner !== null && owner === actor ? no('not_on_yourself') : null
  }

  sendBack(c: CommandOf<'ReturnReceipt'>, by: By, told: Told): Outcome {
    const receipt = this.#receipt(c.receipt)
    if ('code' in receipt) return receipt
    const refusal = this.#movedOrOwn(receipt, by, told)
    if (refusal) return refusal
    if (receipt.status !== 'suspense') return no('not_in_suspense')
    if (receipt.payerAccount !== null && unspaced(receipt.payerAccount) !== unspaced(c.account))
      return no('account_differs')
    const { account, ...line } = c
    const { amount, owner } = receipt
    return (
      this.#offLine(c.reference, c.valueDate, by) ??
      this.#propose({ kind: 'return', ...line, owner, amount, payerAccount: account }, by)
    )
  }

  undo(c: CommandOf<'UndoReceipt'>, by: By, told: Told): Outcome {
    const receipt = this.#receipt(c.receipt)
    if ('code' in receipt) return receipt
    const refusal = this.#movedOrOwn(receipt, by, told)
    if (refusal) return refusal
    const { owner, amount, status } = receipt
    if (status !== 'booked' && status !== 'suspense') return no('not_booked')
    return (
      this.#offLine(c.reference, c.valueDate, by) ??
      this.#propose({ kind: 'undoing', ...c, owner, amount }, by)
    )
  }

  #open(id: string, { actor }: By): AtBank | Refusal {
    const entry = this.house.entries.find((one) => one.id === id)
    if (!entry) return no('unknown_entry')
    if (actor !== null && entry.owner === actor) return no('not_on_yourself')
    if (entry.status !== 'proposed')
      return no('already_decided', 'This entry has already been decided. Nothing was booked.')
    return this.house.administers(actor) ? entry : no('forbidden')
  }

  approve({ entry: id, limits }: CommandOf<'ApproveBankEntry'>, by: By): Outcome {
    const entry = this.#open(id, by)
    if ('code' in entry) return entry
    if (by.actor === entry.proposedBy) return no('same_approver')
    if (!this.house.administers(entry.proposedBy)) return no('first_approver_gone')
    const about = entry.owner
    const made = this.#book(entry, limits, by)
    if ('code' in made) return made
    Object.assign(entry, { decidedAt: by.at, decidedBy: by.actor })
    this.house.enterBoth(about, made.kind, by.at, about === null ? null : made.gain)
    return said(200, this.#inWords(entry))
  }

  #inWords(entry: AtBank): string {
    const receipt = this.house.entries.find(({ id }) => id === entry.receipt) ?? entry
    if (receipt.status !== 'suspense') return 'Booked.'
    return receipt.owner === null
      ? 'Booked. It waits in suspense until it is known whose it is.'
      : 'Booked. It is beyond the limit of this user, and waits in their name.'
  }

  #book(entry: AtBank, limits: Limits, by: By): { kind: string; gain: bigint | null } | Refusal {
    const { firm, add } = { firm: this.house.firm, add: this.house.add }
    const { kind, amount, account } = entry
    if (kind === 'receipt') return this.#receive(entry, limits, by)
    if (kind === 'charge') {
      if (firm.capital.balance < amount) return no('capital_short')
      add(firm.capital, -amount)
      if (account === 'client-bank') {
        add(firm.clientBank, -amount)
        add(firm.clientBank, amount)
      }
      add(firm.firmBank, -amount)
      entry.status = 'done'
      return { kind: 'bank-charged', gain: null }
    }
    if (kind === 'interest') {
      add(firm.capital, amount)
      if (account === 'client-bank') {
        add(firm.clientBank, amount)
        add(firm.clientBank, -amount)
      }
      add(firm.firmBank, amount)
      entry.status = 'done'
      return { kind: 'bank-interest', gain: null }
    }
    return this.#withReceipt(entry, limits, by)
  }

  #receive(entry: AtBank, limits: Limits, { at }: By): { kind: string; gain: bigint | null } {
    const { firm, person: personOf, add } = this.house
    const person = personOf(entry.owner)
    add(firm.clientBank, entry.amount)
    if (!person || person.status === 'closed') {
      add(firm.suspense, entry.amount)
      Object.assign(entry, { owner: null, status: 'suspense' })
      return { kind: 'receipt-unassigned', gain: null }
    }
    if (this.#peers.verifying.isBeyond(person.id, entry.amount, limits, at)) {
      add(firm.suspense, entry.amount)
      entry.status = 'suspense'
      return { kind: 'receipt-turned-aside', gain: null }
    }
    add(person.cash, entry.amount)
    person.totals.deposits += entry.amount
    entry.status = 'booked'
    return { kind: 'bank-deposit', gain: entry.amount }
  }

  #withReceipt(
    entry: AtBank,
    limits: Limits,
    by: By,
  ): { kind: string; gain: bigint | null } | Refusal {
    const { firm, person: personOf, add, entries } = this.house
    const receipt = entries.find(({ id }) => id === entry.receipt)!
    const { amount } = entry
    const paid = entry.kind === 'return' ? null : this.#peers.earlier.ofRequest(receipt.id)
    if (paid) return paid
    const person = personOf(entry.owner)
    if (entry.kind === 'undoing') {
      if (receipt.status !== 'booked' && receipt.status !== 'suspense') return no('not_booked')
      return this.#takeBack(entry, receipt, person)
    }
    if (receipt.status !== 'suspense') return no('not_in_suspense')
    if (entry.kind === 'assignment' && person!.status === 'closed') return no('account_closed')
    if (
      entry.kind === 'assignment' &&
      this.#peers.verifying.isBeyond(entry.owner!, amount, limits, by.at)
    ) {
      entry.status = 'done'
      receipt.owner = entry.owner
      return { kind: 'receipt-turned-aside', gain: null }
    }
    if (entry.kind === 'return') {
      const [request, reference] = [receipt.id, entry.reference!]
      const line = { kind: 'return', person: null, request, reference, amount } as const
      const blocked = this.#peers.earlier.match(line, by)
      if (blocked) return blocked
    }
    add(firm.suspense, -amount)
    entry.status = 'done'
    if (entry.kind === 'return') {
      add(firm.clientBank, -amount)
      receipt.status = 'returned'
      return {
        kind: entry.owner === null ? 'receipt-returned' : 'deposit-sent-back',
        gain: null,
      }
    }
    add(person!.cash, amount)
    person!.totals.deposits += amount
    Object.assign(receipt, { status: 'booked', owner: entry.owner })
    return { kind: 'bank-deposit', gain: amount }
  }

  #takeBack(
    entry: AtBank,
    receipt: AtBank,
    person: Person | undefined,
  ): { kind: string; gain: bigint | null } | Refusal {
    const { firm, add } = this.house
    const take = (account: Account, cents: bigint) => {
      if (cents === 0n) return
      add(account, -cents)
      add(firm.clientBank, -cents)
    }
    let gain: bigint | null = null
    if (receipt.status === 'suspense') take(firm.suspense, entry.amount)
    else {
      const own = smaller(person!.cash.balance, entry.amount)
      const pool = smaller(firm.corrections.balance, entry.amount - own)
      const rest = entry.amount - own - pool
      if (firm.capital.balance < rest) return no('capital_short')
      take(person!.cash, own)
      person!.totals.deposits -= own
      if (own > 0n) gain = -own
      take(firm.corrections, pool)
      take(firm.capital, rest)
      if (rest > 0n) {
        add(firm.clientBank, rest)
        add(firm.firmBank, -rest)
      }
    }
    receipt.status = 'undone'
    entry.status = 'done'
    return { kind: 'bank-deposit-undone', gain }
  }

  release({ receipt: id, owner, limits }: CommandOf<'ReleaseReceipt'>, by: By): Outcome {
    const { firm, entries, add } = this.house
    const receipt = entries.find((one) => one.id === id)
    if (receipt?.owner !== owner || receipt.status !== 'suspense') return no('not_in_suspense')
    const person = this.house.person(owner)!
    if (person.status === 'closed') return no('account_closed')
    if (entries.some((step) => step.receipt === id && step.status === 'proposed'))
      return no('change_open')
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

  refuse({ entry: id, reason }: CommandOf<'RefuseBankEntry'>, by: By): Outcome {
    const entry = this.#open(id, by)
    if ('code' in entry) return entry
    const status = this.house.reject(entry, reason, by)
    this.house.enterBoth(entry.owner, 'bank-entry-refused', by.at, null)
    return said(200, `Entry ${status}. Nothing was booked.`)
  }
}
