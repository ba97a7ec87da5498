/**
 * Entries at the bank: one administrator records what stands on a statement, another approves it, and that books it. Neither of
 * them is whom it is about, whatever the limits are. All of it holds the firm's lock: a reference is booked once, whoever it is
 * for, and one thing at a time is done with a receipt.
 */
import type { Refusal } from '../../contract/problems.ts'
import type { BankAccount, BankEntryKind } from '../../contract/receipt.ts'
import {
  defineStaffCommand,
  refuse,
  said,
  type Context,
  type Decision,
  type Journaled,
  type Needs,
} from '../../desk/command.ts'
import { centsOf, subjectOf, textOf, wordsIfAny, wordsOf } from '../../desk/recall.ts'
import type { World } from '../../desk/world.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import { dayMs, isoFromInstant, type Instant } from '../../lib/instant.ts'
import type { Cents } from '../../lib/money.ts'
import { isAdministrator } from '../approvals/two.ts'
import { isProposed } from '../proposals/propose.ts'
import { proposedOf } from '../proposals/table.ts'
import { staffOn } from '../people/rules.ts'
import { spelled } from './origins.ts'
import { heldReference, isReferenceTaken, needsOfReference } from './references.ts'
import {
  bankEntries,
  openStepIn,
  openStepsOf,
  placeOf,
  type BankEntry,
  type Place,
} from './table.ts'

/** A statement is recorded when it comes, not years later. */
const oldestValueDays = 366

const recorded = () =>
  said(202, 'A second, different administrator must approve this. Nothing has been booked yet.')

const isDay = (text: string) => !Number.isNaN(Date.parse(text))

/** Days as they are written compare like days. */
function refusalOfDay(valueDate: string, at: Instant): Refusal | null {
  const oldest = isoFromInstant(at - oldestValueDays * dayMs).slice(0, 10)
  const today = isoFromInstant(at).slice(0, 10)
  return isDay(valueDate) && valueDate >= oldest && valueDate <= today
    ? null
    : refuse('wrong_value_date')
}

/** Of something that stands on a statement of its own. */
type Line = { reference: string; valueDate: string }

/** Needs whatever has this reference, also what is only proposed of coins. */
const needsOfLine = (reference: string) => [
  ...needsOfReference(reference),
  proposedOf(heldReference(reference)),
]

const refusalOfLine = (world: World, { reference, valueDate }: Line, context: Context) =>
  refusalOfDay(valueDate, context.at) ??
  (isReferenceTaken(world, reference) || isProposed(world, heldReference(reference), context)
    ? refuse(
        'reference_used',
        'An entry with this bank reference exists already, however it is spelled. Nothing was recorded.',
      )
    : null)

/** Of a person's money, in their list and in the firm's; of nobody's, in the firm's. */
export const listed = (owner: OwnerId | null, kind: string) =>
  withFirm(owner).map((one) => ({ owner: one, kind }))

const withFirm = (owner: OwnerId | null) =>
  owner === null || owner === firm ? [firm] : [owner, firm]

type Proposed = Pick<BankEntry, 'kind' | 'amount'> & Partial<BankEntry>

/** It stands there, in the list of whom it is about, and nothing is booked yet. */
function propose(world: World, given: Proposed, { id, at, actor }: Context): Decision {
  if (!isAdministrator(world, actor)) return refuse('forbidden')
  const entry: BankEntry = {
    id,
    owner: null,
    receipt: null,
    account: 'client-bank',
    reference: null,
    valueDate: null,
    payerText: null,
    payerAccount: null,
    reason: null,
    ...given,
    status: 'proposed',
    refusalReason: null,
    proposedAt: at,
    proposedBy: actor,
    decidedAt: null,
    decidedBy: null,
  }
  const { payerText, payerAccount, reason } = entry
  return {
    postings: [],
    activity: listed(entry.owner, 'bank-entry-proposed'),
    put: [bankEntries.row(entry)],
    texts: {
      ...(payerText === null ? {} : { payerText }),
      ...(payerAccount === null ? {} : { payerAccount }),
      ...(reason === null ? {} : { reason }),
    },
  }
}

export type RecordReceipt = Line & {
  owner: OwnerId | null
  amount: Cents
  payerText: string | null
  payerAccount: string | null
}

/** Whom a command is about, of one that may be about nobody. */
const ownerIn = (kept: Journaled): OwnerId | null => {
  const subject = subjectOf(kept)
  return subject === firm ? null : subject
}
const lineIn = (kept: Journaled): Line => ({
  reference: textOf(kept, 'reference'),
  valueDate: textOf(kept, 'valueDate'),
})

export const recordReceipt = defineStaffCommand<RecordReceipt>({
  recall: (kept) => ({
    command: {
      owner: ownerIn(kept),
      amount: centsOf(kept, 'amount'),
      ...lineIn(kept),
      payerText: wordsIfAny(kept, 'payerText'),
      payerAccount: wordsIfAny(kept, 'payerAccount'),
    },
  }),
  journal: ({ amount, reference, valueDate }) => ({ amount: String(amount), reference, valueDate }),
  subject: ({ owner }) => owner ?? firm,
  needs: ({ owner, reference }) => ({
    owners: withFirm(owner),
    administrators: true,
    read: needsOfLine(reference),
  }),
  decide(world, c, context) {
    if (c.owner !== null) {
      const owner = staffOn(world, c.owner, context)
      if (!('totals' in owner)) return owner
    }
    const refusal = refusalOfLine(world, c, context)
    return refusal ?? propose(world, { kind: 'receipt', ...c }, context)
  },
  reply: recorded,
})

/** The receipt that something is to be done with, under the firm's lock; or why not. */
function receiptFor(world: World, { receipt: id }: { receipt: string }): BankEntry | Refusal {
  const receipt = world.get(bankEntries, id)
  if (!receipt || receipt.kind !== 'receipt') return refuse('unknown_entry')
  return openStepIn(world, id)
    ? refuse(
        'change_open',
        'Something is proposed to be done with this receipt already. Nothing was recorded: decide on that first.',
      )
    : receipt
}

type OnReceipt = { receipt: string }
const onReceipt = {
  lookup: ({ receipt }: OnReceipt) => placeOf(receipt),
  needs: (c: OnReceipt & { owner?: OwnerId; reference?: string }, found: Place | null): Needs =>
    found === null
      ? { owners: [] }
      : {
          owners: [...new Set([...withFirm(c.owner ?? null), ...withFirm(found.owner)])],
          administrators: true,
          read: [
            bankEntries.byId(c.receipt),
            openStepsOf(c.receipt),
            ...(c.reference === undefined ? [] : needsOfLine(c.reference)),
          ],
        },
}
/** What the journal keeps of something that is done with a receipt: its amount is the receipt's. */
const amountOf = ({ amount }: BankEntry) => ({ amount: String(amount) })

function foundReceipt(kept: Journaled, world: World) {
  const receipt = textOf(kept, 'receipt')
  return { receipt, found: world.get(bankEntries, receipt) ?? null }
}

/** Of a receipt that may be in somebody's name: it was assigned between the look-up and the lock, which is of whose it was; or it is one's own. */
function refusalOfMoved({ owner }: BankEntry, { found, actor }: Context<Place>): Refusal | null {
  if (owner !== (found?.owner ?? null)) return refuse('already_decided')
  return owner !== null && owner === actor ? refuse('not_on_yourself') : null
}

export type AssignReceipt = OnReceipt & { owner: OwnerId; reason: string }

export const assignReceipt = defineStaffCommand<AssignReceipt, Place>({
  ...onReceipt,
  recall(kept, world) {
    const { receipt, found } = foundReceipt(kept, world)
    return { command: { receipt, owner: subjectOf(kept), reason: wordsOf(kept, 'reason') }, found }
  },
  journal: ({ receipt }) => ({ receipt }),
  subject: ({ owner }, found) => found && owner,
  decide(world, c, context) {
    if (context.found === null) return refuse('unknown_entry')
    const owner = staffOn(world, c.owner, context)
    if (!('totals' in owner)) return owner
    const receipt = receiptFor(world, c)
    if ('code' in receipt) return receipt
    // What is in somebody's name waits for nothing but their limit.
    if (receipt.status !== 'suspense' || receipt.owner !== null) return refuse('not_in_suspense')
    const { amount } = receipt
    const made = propose(world, { kind: 'assignment', ...c, amount }, context)
    return 'code' in made ? made : { ...made, facts: amountOf(receipt) }
  },
  reply: recorded,
})

export type ReturnReceipt = OnReceipt & Line & { account: string; reason: string }

export const returnReceipt = defineStaffCommand<ReturnReceipt, Place>({
  ...onReceipt,
  needs: ({ receipt, reference }, found) => onReceipt.needs({ receipt, reference }, found),
  recall(kept, world) {
    const { receipt, found } = foundReceipt(kept, world)
    const account = wordsOf(kept, 'payerAccount')
    const reason = wordsOf(kept, 'reason')
    return { command: { receipt, ...lineIn(kept), account, reason }, found }
  },
  journal: ({ receipt, reference, valueDate }) => ({ receipt, reference, valueDate }),
  subject: (_, found) => found && (found.owner ?? firm),
  decide(world, c, context) {
    const receipt = receiptFor(world, c)
    if ('code' in receipt) return receipt
    const moved = refusalOfMoved(receipt, context)
    if (moved) return moved
    if (receipt.status !== 'suspense') return refuse('not_in_suspense')
    const { payerAccount, amount } = receipt
    if (payerAccount !== null && spelled(payerAccount) !== spelled(c.account))
      return refuse('account_differs')
    const refusal = refusalOfLine(world, c, context)
    if (refusal) return refusal
    const { reference, valueDate, reason, account, receipt: id } = c
    const made = propose(
      world,
      {
        kind: 'return',
        owner: receipt.owner,
        receipt: id,
        amount,
        reference,
        valueDate,
        reason,
        payerAccount: account,
      },
      context,
    )
    return 'code' in made ? made : { ...made, facts: amountOf(receipt) }
  },
  reply: recorded,
})

export type UndoReceipt = OnReceipt & Line & { reason: string }

export const undoReceipt = defineStaffCommand<UndoReceipt, Place>({
  ...onReceipt,
  recall(kept, world) {
    const { receipt, found } = foundReceipt(kept, world)
    return { command: { receipt, ...lineIn(kept), reason: wordsOf(kept, 'reason') }, found }
  },
  journal: ({ receipt, reference, valueDate }) => ({ receipt, reference, valueDate }),
  subject: (_, found) => found && (found.owner ?? firm),
  decide(world, c, context) {
    const receipt = receiptFor(world, c)
    if ('code' in receipt) return receipt
    const moved = refusalOfMoved(receipt, context)
    if (moved) return moved
    const { owner, amount } = receipt
    if (receipt.status !== 'booked' && receipt.status !== 'suspense') return refuse('not_booked')
    const refusal = refusalOfLine(world, c, context)
    if (refusal) return refusal
    const made = propose(world, { kind: 'undoing', ...c, owner, amount }, context)
    return 'code' in made ? made : { ...made, facts: amountOf(receipt) }
  },
  reply: recorded,
})

export type RecordAtBank = Line & { account: BankAccount; amount: Cents }

/** What the bank itself takes or gives: about nobody. */
const atBank = (kind: Extract<BankEntryKind, 'charge' | 'interest'>) =>
  defineStaffCommand<RecordAtBank>({
    recall: (kept) => ({
      command: {
        account: textOf(kept, 'account') as BankAccount,
        amount: centsOf(kept, 'amount'),
        ...lineIn(kept),
      },
    }),
    journal: ({ amount, account, reference, valueDate }) => ({
      amount: String(amount),
      account,
      reference,
      valueDate,
    }),
    subject: () => firm,
    needs: ({ reference }) => ({
      owners: [firm],
      administrators: true,
      read: needsOfLine(reference),
    }),
    decide: (world, c, context) =>
      refusalOfLine(world, c, context) ?? propose(world, { kind, ...c }, context),
    reply: recorded,
  })

export const recordBankCharge = atBank('charge')
export const recordBankInterest = atBank('interest')
