/**
 * What is known while commands are decided: for a batch, what was loaded under its locks; for the
 * proofs, everything. Changes are applied here and in the database alike, from the same value.
 */
import { Books } from '../ledger/core/books.ts'
import type { Kind, OwnerId } from '../ledger/core/chart.ts'
import { totalsOf, type Booked } from '../ledger/core/posting.ts'
import type { Instant } from '../lib/instant.ts'
import { largestUpTo, type Cents } from '../lib/money.ts'
import type {
  AccessChange,
  Changes,
  Correction,
  Investment,
  Owner,
  Plan,
  Withdrawal,
} from './records.ts'
import { fillIn, mentionOf, type Name } from './spoken.ts'

export class World {
  readonly books = new Books()
  readonly owners = new Map<OwnerId, Owner>()
  readonly plans = new Map<string, Plan>()
  readonly investments = new Map<string, Investment>()
  readonly withdrawals = new Map<string, Withdrawal>()
  readonly corrections = new Map<string, Correction>()
  readonly accessChanges = new Map<string, AccessChange>()
  readonly emails = new Map<string, OwnerId>()
  readonly references = new Set<string>()
  /** What people are called, also those who are only spoken of. */
  readonly names = new Map<OwnerId, Name>()
  /** The names that were spoken, by `id.number`. */
  readonly #spoken = new Map<string, string>()
  readonly accountIds = new Set<string>()
  /** Who of them isn't frozen. */
  administrators = new Set<OwnerId>()
  /** What administrators alone have brought to or sent for each person in the last 24 hours. */
  readonly alone = new Map<OwnerId, Map<OwnerId, Cents>>()
  /** What all credits for a friend have come to. */
  readonly credits = new Map<OwnerId, Cents>()
  /** How many investments fall due by the moment that was asked; null where all investments are here to be counted. */
  counted: number | null = null

  balance(owner: OwnerId, kind: Kind): Cents {
    return this.books.balance(owner, kind)
  }

  running(owner: OwnerId): Investment[] {
    return [...this.investments.values()].filter(
      (held) => held.owner === owner && held.status === 'running',
    )
  }

  /** Changes of access that nobody has decided on to the end. */
  openAccessChanges(owner: OwnerId): AccessChange[] {
    return [...this.accessChanges.values()].filter(
      (change) => change.owner === owner && isOpen(change),
    )
  }

  dueBy(moment: Instant): number {
    return (
      this.counted ??
      [...this.investments.values()].filter(
        (held) => held.status === 'running' && held.maturesAt <= moment,
      ).length
    )
  }

  /** A person's name now, as lists show it; null for the system, and once it was erased. */
  plainNameOf(owner: OwnerId | null): string | null {
    if (owner === null || this.owners.get(owner)?.status === 'closed') return null
    return this.names.get(owner)?.text ?? null
  }

  addAlone(actor: OwnerId, { person, amount }: NonNullable<Changes['alone']>): void {
    const people = this.alone.get(actor) ?? new Map<OwnerId, Cents>()
    this.alone.set(actor, people.set(person, (people.get(person) ?? 0n) + amount))
  }

  /** The same for words that are kept: they hold a mention of the person, and no name. */
  nameOf(owner: OwnerId | null): string | null {
    const text = this.plainNameOf(owner)
    if (owner === null || text === null) return null
    const name = this.names.get(owner)!
    this.#spoken.set(`${owner}.${name.number}`, text)
    return mentionOf(owner, name)
  }

  /** Kept words as they are sent. */
  say(json: string): string {
    return fillIn(json, this.#spoken)
  }

  /** `nameNumber` is null where the name was erased. */
  add(owner: Owner, nameNumber: number | null = 1): void {
    this.owners.set(owner.id, owner)
    if (nameNumber !== null) this.names.set(owner.id, { text: owner.fullName, number: nameNumber })
    this.accountIds.add(owner.accountId)
    if (owner.email) this.emails.set(owner.email, owner.id)
  }

  /** Applies an accepted command, and answers with its postings as they were booked. Throws when it can't be: that is a fault of a rule, not of a person. */
  apply(changes: Changes, at: Instant): Booked[] {
    if (changes.opened) this.add(changes.opened)
    const booked = this.books.post(changes.postings)
    for (const posting of changes.postings)
      for (const { owner, total, by } of totalsOf(posting)) this.#addToTotal(owner, total, by)
    for (const { id, ...values } of changes.owners ?? []) this.#changeOwner(id, values)
    if (changes.erased) this.#erase(changes.erased)
    if (changes.investment) this.investments.set(changes.investment.id, changes.investment)
    if (changes.withdrawal) this.withdrawals.set(changes.withdrawal.id, changes.withdrawal)
    if (changes.correction) this.corrections.set(changes.correction.id, changes.correction)
    for (const change of changes.accessChanges ?? []) this.accessChanges.set(change.id, change)
    if (changes.plan) this.#setPlan(changes.plan)
    if (changes.reference) this.references.add(changes.reference)
    if (changes.credit)
      this.credits.set(
        changes.credit.friend,
        (this.credits.get(changes.credit.friend) ?? 0n) + changes.credit.amount,
      )
    for (const { owner } of changes.activity) this.#stamp(owner, at)
    return booked
  }

  #owner(id: OwnerId): Owner {
    const owner = this.owners.get(id)
    if (!owner) throw new Error(`Owner ${id} was changed without having been loaded`)
    return owner
  }

  #addToTotal(id: OwnerId, total: keyof Owner['totals'], by: Cents): void {
    const owner = this.#owner(id)
    this.owners.set(id, {
      ...owner,
      totals: { ...owner.totals, [total]: owner.totals[total] + by },
    })
  }

  #changeOwner(id: OwnerId, values: Partial<Owner>): void {
    const owner = this.#owner(id)
    if (values.email) {
      this.emails.delete(owner.email)
      this.emails.set(values.email, id)
    }
    if (values.fullName !== undefined && values.fullName !== owner.fullName) {
      this.names.set(id, { text: values.fullName, number: this.names.get(id)!.number + 1 })
    }
    this.owners.set(id, { ...owner, ...values })
  }

  /** With all plans loaded, works out again where the next one of each begins. */
  #setPlan(plan: Plan): void {
    this.plans.set(plan.id, plan)
    const ladder = [...this.plans.values()].toSorted((a, b) => (a.minimum < b.minimum ? -1 : 1))
    for (const [place, one] of ladder.entries())
      this.plans.set(one.id, { ...one, below: limitOf(one, ladder[place + 1]) })
  }

  #erase(id: OwnerId): void {
    const owner = this.#owner(id)
    this.emails.delete(owner.email)
    this.names.delete(id)
    for (const mention of this.#spoken.keys())
      if (mention.startsWith(id)) this.#spoken.delete(mention)
    this.owners.set(id, { ...owner, fullName: closedName, email: '' })
    for (const request of this.withdrawals.values()) {
      if (request.owner === id)
        this.withdrawals.set(request.id, {
          ...request,
          walletName: null,
          walletAddress: null,
          reason: null,
        })
    }
    for (const proposed of this.corrections.values()) {
      if (proposed.owner === id)
        this.corrections.set(proposed.id, { ...proposed, ...withoutPerson(proposed.status) })
    }
    for (const change of this.accessChanges.values()) {
      if (change.owner === id)
        this.accessChanges.set(change.id, {
          ...change,
          ...accessWithoutPerson,
          status: isOpen(change) ? 'withdrawn' : change.status,
        })
    }
  }

  #stamp(id: OwnerId, at: Instant): void {
    const owner = this.#owner(id)
    this.owners.set(id, {
      ...owner,
      version: owner.version + 1,
      stampedAt: Math.max(owner.stampedAt, at),
    })
  }
}

/** What is left of a correction when the person is erased: nothing waits any more. */
const withoutPerson = (status: Correction['status']): Partial<Correction> => ({
  fullName: null,
  email: null,
  reason: null,
  refusalReason: null,
  status: status === 'pending' ? 'withdrawn' : status,
})

const isOpen = ({ status }: AccessChange) => status === 'proposed' || status === 'waiting'
const accessWithoutPerson = {
  email: null,
  app: null,
  passkey: null,
  passkeyName: null,
  reason: null,
  refusalReason: null,
}

/** Another plan's minimum is never reached. */
function limitOf({ maximum }: Plan, next: Plan | undefined): Cents | null {
  if (maximum === null) return next?.minimum ?? null
  const limit = largestUpTo(maximum) + 1n
  return next && next.minimum < limit ? next.minimum : limit
}

/** Shown in place of the name of a person whose account was closed. */
export const closedName = 'Closed account'
