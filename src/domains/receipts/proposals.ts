/** What stands on the bank's statements, booked once two have agreed to it, whatever the limits are. A reference is booked once, whoever it is for, and one thing at a time is done with a receipt. Pure. */
import type { Refusal } from '../../contract/problems.ts'
import type { BankAccount, BankEntryKind } from '../../contract/receipt.ts'
import { refuse, type Context } from '../../desk/command.ts'
import type { World } from '../../desk/world.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import { referenceKey } from '../../lib/bank-reference.ts'
import { dollarsFromCents } from '../../lib/money.ts'
import { refusalOfClearing } from '../import-records/clearing.ts'
import { allImports } from '../import-records/table.ts'
import { payoutsBlocked } from '../payouts/blocks/table.ts'
import { matchEarlier, refusalOfRelease } from '../payouts/blocks/match.ts'
import { loansOf } from '../loans/table.ts'
import { staffOn } from '../people/rules.ts'
import { defineProposal } from '../proposals/kind.ts'
import { needsOfLimits } from '../verification/limits.ts'
import { arriving } from '../verification/received.ts'
import { book } from './book.ts'
import { refusalOfBooking } from './postings.ts'
import { heldReceipt, heldReference, needsOfReference, refusalOfReference } from './references.ts'
import { bankEntries, type BankEntry } from './table.ts'
import { limitsIn, type Terms } from './terms.ts'

/** `amount` in cents; `user`: whose money it is, or null. */
export type EntryFacts = {
  entry: BankEntryKind
  user: OwnerId | null
  receipt: string | null
  account: BankAccount
  amount: string
  reference: string | null
  valueDate: string | null
}

export type EntryWords = { payerText?: string; payerAccount?: string; reason?: string }

/** Of a receipt that was assigned, released or changed since, or that is one's own. */
function refusalOfReceipt(
  world: World,
  { entry, user, receipt: id, amount }: EntryFacts,
  { actor }: Context,
): Refusal | null {
  const receipt = world.get(bankEntries, id!)
  if (receipt?.kind !== 'receipt') return refuse('unknown_entry')
  const { status, owner } = receipt
  if (entry === 'assignment')
    // What is in somebody's name waits for nothing but their limit.
    return status === 'suspense' && owner === null ? null : refuse('not_in_suspense')
  if (owner !== user) return refuse('already_decided')
  if (owner !== null && owner === actor) return refuse('not_on_yourself')
  if (receipt.amount !== BigInt(amount)) return refuse('not_as_recorded')
  if (entry === 'return') return status === 'suspense' ? null : refuse('not_in_suspense')
  return status === 'booked' || status === 'suspense' ? null : refuse('not_booked')
}

/** While payouts are blocked, whether this goes back, or has gone back already. */
function refusalOfPayout(world: World, facts: EntryFacts, by: Context): Refusal | null {
  const { entry, receipt, reference, amount } = facts
  if (entry !== 'return') return refusalOfRelease(world, receipt!)
  const paid = { person: null, request: receipt!, reference: reference!, amount: BigInt(amount) }
  const matched = matchEarlier(world, { kind: 'return', ...paid }, by)
  return 'code' in matched ? matched : null
}

function refusalOfPerson(world: World, { entry, user }: EntryFacts, by: Context): Refusal | null {
  if (user === null || entry === 'return' || entry === 'reversal') return null
  const owner = staffOn(world, user, by)
  return 'totals' in owner ? null : (owner as Refusal)
}

export const bankEntry = defineProposal<EntryFacts, Terms, EntryWords>({
  name: 'bank-entry',
  called: 'entry at the bank',
  lastsForMs: null,
  about: ({ user }) => user,
  holds: ({ reference }) => (reference === null ? null : heldReference(reference)),
  holdsToo: ({ receipt }) => (receipt === null ? null : heldReceipt(receipt)),
  whenHeld:
    'Something with this reference, however it is spelled, or with this receipt is proposed already. Nothing was recorded: decide on that first.',
  asks: true,
  needs: ({ entry, user, receipt, reference }, terms) => ({
    owners: user === null ? [firm] : [user, firm],
    // What a balance lacks is borne by the pool as far as it goes: it must be known.
    exact: true,
    read: [
      ...(entry === 'migration-clearing' ? [allImports] : []),
      ...(reference === null ? [] : needsOfReference(reference)),
      ...(receipt === null ? [] : [bankEntries.byId(receipt), ...payoutsBlocked]),
      ...(user === null ? [] : needsOfLimits(user, arriving, limitsIn(terms))),
      // What the bank takes back may have paid a loan.
      ...(user === null || entry !== 'reversal' ? [] : loansOf(user)),
    ],
  }),
  refusal(world, facts, context, { isPaused }) {
    const isNew = facts.entry === 'receipt'
    const isOfReceipt = facts.receipt !== null
    return (
      refusalOfPerson(world, facts, context) ??
      // Recorded before a pause, it is as new to the books as one recorded in it. All else an entry may be goes on.
      (isNew && isPaused ? refuse('new_business_paused') : null) ??
      (isOfReceipt ? refusalOfReceipt(world, facts, context) : null) ??
      refusalOfReference(world, facts.reference) ??
      (isOfReceipt ? refusalOfPayout(world, facts, context) : null) ??
      (facts.entry === 'migration-clearing'
        ? refusalOfClearing(world, BigInt(facts.amount))
        : refusalOfBooking(world, facts, context.at))
    )
  },
  apply(world, facts, { id, at, actor }, { words, answer, first }) {
    const { entry: kind, user: owner, amount, ...rest } = facts
    const key = rest.reference === null ? null : referenceKey(rest.reference)
    const { payerText = null, payerAccount = null, reason = null } = words
    const entry: Omit<BankEntry, 'status'> = {
      ...{ id, kind, owner, withdrawal: null, ...rest, referenceKey: key, amount: BigInt(amount) },
      ...{ payerText, payerAccount, reason },
      ...{ firstAt: first!.at, firstBy: first!.by, bookedAt: at, bookedBy: actor! },
    }
    return book(world, entry, limitsIn(answer))
  },
  said(world, { id }) {
    const entry = world.get(bankEntries, id)!
    const receipt = entry.receipt === null ? entry : world.get(bankEntries, entry.receipt)!
    if (receipt.status !== 'suspense') return null
    return receipt.owner === null
      ? 'It waits in suspense until it is known whose it is.'
      : 'It is beyond the limit of this user, and waits in their name.'
  },
  show: ({ amount, ...facts }) => ({ ...facts, amount: dollarsFromCents(BigInt(amount)) }),
  noted: ({ amount, reference }) => ({ amount, ...(reference === null ? {} : { reference }) }),
  listedAs: { proposed: 'bank-entry-proposed', ended: 'bank-entry-refused' },
})
