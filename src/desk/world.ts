/**
 * What is known while commands are decided: for a batch, what was loaded under its locks; for the
 * proofs, everything. Changes are applied here and in the database alike, from the same value.
 */
import { Books } from '../ledger/core/books.ts'
import type { Kind, OwnerId } from '../ledger/core/chart.ts'
import { totalsOf, type Booked } from '../ledger/core/posting.ts'
import type { Instant } from '../lib/instant.ts'
import type { Cents } from '../lib/money.ts'
import type { Changes, Correction, Investment, Owner, Plan, Withdrawal } from './command.ts'

export class World {
  readonly books = new Books()
  readonly owners = new Map<OwnerId, Owner>()
  readonly plans = new Map<string, Plan>()
  readonly investments = new Map<string, Investment>()
  readonly withdrawals = new Map<string, Withdrawal>()
  readonly corrections = new Map<string, Correction>()
  readonly emails = new Map<string, OwnerId>()
  readonly references = new Set<string>()
  /** Names of people who are only spoken of. */
  readonly names = new Map<OwnerId, string>()
  readonly accountIds = new Set<string>()
  administrators = 0
  /** How many investments fall due by the moment that was asked; null where all investments are here to be counted. */
  counted: number | null = null

  balance(owner: OwnerId, kind: Kind): Cents {
    return this.books.balance(owner, kind)
  }

  running(owner: OwnerId): Investment[] {
    return [...this.investments.values()].filter((held) => held.owner === owner && held.status === 'running')
  }

  dueBy(moment: Instant): number {
    return this.counted ?? [...this.investments.values()].filter((held) => held.status === 'running' && held.maturesAt <= moment).length
  }

  /** What somebody is called; null for the system, and for whoever's name was erased, as lists read it. */
  nameOf(owner: OwnerId | null): string | null {
    if (owner === null) return null
    const known = this.owners.get(owner)
    return known ? (known.status === 'closed' ? null : known.fullName) : this.names.get(owner) ?? null
  }

  add(owner: Owner): void {
    this.owners.set(owner.id, owner)
    this.accountIds.add(owner.accountId)
    if (owner.email) this.emails.set(owner.email, owner.id)
  }

  /** Applies an accepted command, and answers with its postings as they were booked. Throws when it can't be: that is a fault of a rule, not of a person. */
  apply(changes: Changes, at: Instant): Booked[] {
    if (changes.opened) this.add(changes.opened)
    const booked = this.books.post(changes.postings)
    for (const posting of changes.postings) for (const { owner, total, by } of totalsOf(posting)) this.#addToTotal(owner, total, by)
    for (const { id, ...values } of changes.owners ?? []) this.#changeOwner(id, values)
    if (changes.erased) this.#erase(changes.erased)
    if (changes.investment) this.investments.set(changes.investment.id, changes.investment)
    if (changes.withdrawal) this.withdrawals.set(changes.withdrawal.id, changes.withdrawal)
    if (changes.correction) this.corrections.set(changes.correction.id, changes.correction)
    if (changes.plan) this.#setPlan(changes.plan)
    if (changes.reference) this.references.add(changes.reference)
    for (const { owner } of changes.entries) this.#stamp(owner, at)
    return booked
  }

  #owner(id: OwnerId): Owner {
    const owner = this.owners.get(id)
    if (!owner) throw new Error(`Owner ${id} was changed without having been loaded`)
    return owner
  }

  #addToTotal(id: OwnerId, total: keyof Owner['totals'], by: Cents): void {
    const owner = this.#owner(id)
    this.owners.set(id, { ...owner, totals: { ...owner.totals, [total]: owner.totals[total] + by } })
  }

  #changeOwner(id: OwnerId, values: Partial<Owner>): void {
    const owner = this.#owner(id)
    if (values.email) {
      this.emails.delete(owner.email)
      this.emails.set(values.email, id)
    }
    if (values.status === 'closed' && owner.role === 'admin') this.administrators -= 1
    this.owners.set(id, { ...owner, ...values })
  }

  /** With all plans here, each is told anew where the next one begins. */
  #setPlan(plan: Plan): void {
    this.plans.set(plan.id, plan)
    const ladder = [...this.plans.values()].toSorted((a, b) => (a.minimum < b.minimum ? -1 : 1))
    for (const [place, one] of ladder.entries()) this.plans.set(one.id, { ...one, below: limitOf(one, ladder[place + 1]) })
  }

  #erase(id: OwnerId): void {
    const owner = this.#owner(id)
    this.emails.delete(owner.email)
    this.owners.set(id, { ...owner, fullName: closedName, email: '' })
    for (const request of this.withdrawals.values()) {
      if (request.owner === id) this.withdrawals.set(request.id, { ...request, walletName: null, walletAddress: null, reason: null })
    }
    for (const proposed of this.corrections.values()) {
      if (proposed.owner === id) this.corrections.set(proposed.id, { ...proposed, ...withoutPerson(proposed.status) })
    }
  }

  #stamp(id: OwnerId, at: Instant): void {
    const owner = this.#owner(id)
    this.owners.set(id, { ...owner, version: owner.version + 1, stampedAt: Math.max(owner.stampedAt, at) })
  }
}

/** What is left of a correction when the person is erased: nothing waits any more. */
const withoutPerson = (status: Correction['status']): Partial<Correction> =>
  ({ fullName: null, email: null, reason: null, refusalReason: null, status: status === 'pending' ? 'withdrawn' : status })

/** A maximum of whole dollars takes the cents above it too: up to $999 is up to $999.99. Another plan's minimum is never reached. */
function limitOf({ maximum }: Plan, next: Plan | undefined): Cents | null {
  if (maximum === null) return next?.minimum ?? null
  const limit = maximum + (maximum % 100n === 0n ? 100n : 1n)
  return next && next.minimum < limit ? next.minimum : limit
}

/** What is shown in place of the name of somebody whose account was closed. */
export const closedName = 'Closed account'
