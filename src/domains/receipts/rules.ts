/**
 * Entries at the bank: one administrator records what stands on a statement, and another agrees, which books it. Neither of them
 * is whom it is about.
 */
import type { BankAccount, BankEntryKind } from '../../contract/receipt.ts'
import {
  defineStaffCommand,
  refuse,
  type Context,
  type Decision,
  type Journaled,
  type Needs,
} from '../../desk/command.ts'
import { centsOf, subjectOf, textOf, wordsIfAny, wordsOf } from '../../desk/recall.ts'
import type { World } from '../../desk/world.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import type { Cents } from '../../lib/money.ts'
import { doOrPropose, needsOf, replyOfProposed } from '../proposals/propose.ts'
import { lineIn, refusalOfDay, whyTwo, type Line } from './line.ts'
import { spelled } from './origins.ts'
import { bankEntry, type EntryFacts, type EntryWords } from './proposals.ts'
import { bankEntries, placeOf, type BankEntry, type Place } from './table.ts'
import { noTerms } from './terms.ts'

const unsaid: EntryFacts = {
  entry: 'receipt',
  user: null,
  receipt: null,
  account: 'client-bank',
  amount: '0',
  reference: null,
  valueDate: null,
}

/** It stands there, in the list of whom it is about, and nothing is booked yet. */
const propose = (
  world: World,
  facts: Partial<EntryFacts>,
  words: EntryWords,
  context: Context,
): Decision =>
  doOrPropose(
    world,
    { kind: bankEntry, facts: { ...unsaid, ...facts }, words, answer: noTerms, whyTwo },
    context,
  )

const needsOfEntry = (facts: Partial<EntryFacts>) =>
  needsOf(bankEntry, { ...unsaid, ...facts }, noTerms)

const reply = (world: World, _: unknown, context: Pick<Context, 'id'>) =>
  replyOfProposed(world, bankEntry, context, whyTwo)!

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

export const recordReceipt = defineStaffCommand<RecordReceipt>({
  may: 'book-money',
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
  needs: ({ owner: user, reference }) => needsOfEntry({ user, reference }),
  decide(world, { owner: user, amount, payerText, payerAccount, ...line }, context) {
    const words = {
      ...(payerText === null ? {} : { payerText }),
      ...(payerAccount === null ? {} : { payerAccount }),
    }
    const facts = { user, amount: String(amount), ...line }
    return refusalOfDay(line, context.at) ?? propose(world, facts, words, context)
  },
  reply,
})

type OnReceipt = { receipt: string }
const lookup = ({ receipt }: OnReceipt) => placeOf(receipt)

/** Of whose it was when it was looked up: the rule looks again. */
const needsOfReceipt = (facts: Partial<EntryFacts>, found: Place | null): Needs => {
  if (found === null) return { owners: [] }
  const needs = needsOfEntry(facts)
  return { ...needs, owners: [...new Set([...needs.owners, found.owner ?? firm])] }
}

function foundReceipt(kept: Journaled, world: World) {
  const receipt = textOf(kept, 'receipt')
  return { receipt, found: world.get(bankEntries, receipt) ?? null }
}

/** Something is to be done with a receipt: the journal keeps of it its amount. */
function proposeOn(
  world: World,
  entry: BankEntryKind,
  given: { of: OnReceipt & Partial<Line>; user?: OwnerId; words: EntryWords },
  context: Context<Place>,
): Decision {
  const receipt = world.get(bankEntries, given.of.receipt)
  if (context.found === null || receipt?.kind !== 'receipt') return refuse('unknown_entry')
  // It was assigned between the look-up and the lock, which is of whose it was.
  if (receipt.owner !== context.found.owner) return refuse('already_decided')
  const { reference = null, valueDate = null } = given.of
  const amount = String(receipt.amount)
  const facts = {
    ...{ entry, user: given.user ?? receipt.owner, receipt: receipt.id },
    ...{ amount, reference, valueDate },
  }
  const made = propose(world, facts, given.words, context)
  return 'code' in made ? made : { ...made, facts: { ...made.facts, amount } }
}

export type AssignReceipt = OnReceipt & { owner: OwnerId; reason: string }

export const assignReceipt = defineStaffCommand<AssignReceipt, Place>({
  may: 'book-money',
  lookup,
  recall(kept, world) {
    const { receipt, found } = foundReceipt(kept, world)
    return { command: { receipt, owner: subjectOf(kept), reason: wordsOf(kept, 'reason') }, found }
  },
  journal: ({ receipt }) => ({ receipt }),
  subject: ({ owner }, found) => found && owner,
  needs: ({ receipt, owner: user }, found) => needsOfReceipt({ receipt, user }, found),
  decide: (world, { owner: user, reason, ...of }, context) =>
    proposeOn(world, 'assignment', { of, user, words: { reason } }, context),
  reply,
})

export type ReturnReceipt = OnReceipt & Line & { account: string; reason: string }

/** Money goes back where it came from, and nowhere else. */
const isAnother = (receipt: BankEntry | undefined, account: string) =>
  receipt?.kind === 'receipt' &&
  receipt.payerAccount !== null &&
  spelled(receipt.payerAccount) !== spelled(account)

export const returnReceipt = defineStaffCommand<ReturnReceipt, Place>({
  may: 'book-money',
  lookup,
  recall(kept, world) {
    const { receipt, found } = foundReceipt(kept, world)
    const account = wordsOf(kept, 'payerAccount')
    const reason = wordsOf(kept, 'reason')
    return { command: { receipt, ...lineIn(kept), account, reason }, found }
  },
  journal: ({ receipt, reference, valueDate }) => ({ receipt, reference, valueDate }),
  subject: (_, found) => found && (found.owner ?? firm),
  needs: ({ receipt, reference }, found) =>
    needsOfReceipt({ receipt, reference, user: found?.owner ?? null }, found),
  decide: (world, { account: payerAccount, reason, ...of }, context) =>
    refusalOfDay(of, context.at) ??
    (isAnother(world.get(bankEntries, of.receipt), payerAccount)
      ? refuse('account_differs')
      : proposeOn(world, 'return', { of, words: { payerAccount, reason } }, context)),
  reply,
})

export type ReverseReceipt = OnReceipt & Line & { reason: string }

export const reverseReceipt = defineStaffCommand<ReverseReceipt, Place>({
  may: 'book-money',
  lookup,
  recall(kept, world) {
    const { receipt, found } = foundReceipt(kept, world)
    return { command: { receipt, ...lineIn(kept), reason: wordsOf(kept, 'reason') }, found }
  },
  journal: ({ receipt, reference, valueDate }) => ({ receipt, reference, valueDate }),
  subject: (_, found) => found && (found.owner ?? firm),
  needs: ({ receipt, reference }, found) =>
    needsOfReceipt({ receipt, reference, user: found?.owner ?? null }, found),
  decide: (world, { reason, ...of }, context) =>
    refusalOfDay(of, context.at) ??
    proposeOn(world, 'reversal', { of, words: { reason } }, context),
  reply,
})

export type RecordAtBank = Line & { account: BankAccount; amount: Cents }

/** What the bank itself takes or gives: about nobody. */
const atBank = (entry: Extract<BankEntryKind, 'charge' | 'interest'>) =>
  defineStaffCommand<RecordAtBank>({
    may: 'book-money',
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
    needs: ({ reference }) => needsOfEntry({ entry, reference }),
    decide: (world, { amount, ...c }, context) =>
      refusalOfDay(c, context.at) ??
      propose(world, { entry, ...c, amount: String(amount) }, {}, context),
    reply,
  })

export const recordBankCharge = atBank('charge')
export const recordBankInterest = atBank('interest')

export type RecordMigrationClearing = Line & { amount: Cents }

/** Money of people who were imported, from the other system. */
export const recordMigrationClearing = defineStaffCommand<RecordMigrationClearing>({
  may: 'book-money',
  recall: (kept) => ({ command: { amount: centsOf(kept, 'amount'), ...lineIn(kept) } }),
  journal: ({ amount, reference, valueDate }) => ({ amount: String(amount), reference, valueDate }),
  subject: () => firm,
  needs: ({ reference }) => needsOfEntry({ entry: 'migration-clearing', reference }),
  decide: (world, { amount, ...c }, context) =>
    refusalOfDay(c, context.at) ??
    propose(world, { entry: 'migration-clearing', ...c, amount: String(amount) }, {}, context),
  reply,
})
