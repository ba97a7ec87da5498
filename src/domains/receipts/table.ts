/** What stands on the bank's statements, as two administrators booked it. */
import type { BankAccount, BankEntryKind, BankEntryStatus } from '../../contract/receipt.ts'
import { cents, instant, text, uuid, word } from '../../desk/column.ts'
import type { Lookup } from '../../desk/lookup.ts'
import { reading } from '../../desk/read.ts'
import { Table, type WithNames } from '../../desk/table.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { referenceKey } from '../../lib/bank-reference.ts'
import type { Instant } from '../../lib/instant.ts'
import type { Cents } from '../../lib/money.ts'

export type BankEntry = {
  /** The id of the command that booked it. */
  id: string
  kind: BankEntryKind
  /** Whose money it is; null: nobody's, or not known. */
  owner: OwnerId | null
  /** Which receipt is assigned, returned or reversed. */
  receipt: string | null
  /** Whose payout came back. */
  withdrawal: string | null
  account: BankAccount
  amount: Cents
  reference: string | null
  /** What every spelling of it has in common: nothing else is booked under it. */
  referenceKey: string | null
  /** A day, as the bank states it. */
  valueDate: string | null
  payerText: string | null
  /** Where it came from; of a return, where it goes back to. */
  payerAccount: string | null
  reason: string | null
  status: BankEntryStatus
  /** Who agreed to it first of the two. */
  firstAt: Instant
  firstBy: OwnerId
  bookedAt: Instant
  bookedBy: OwnerId
}

export const bankEntries = new Table<BankEntry>({
  name: 'bank_entries',
  as: 'bank_entry',
  key: ['id'],
  owner: 'owner',
  columns: {
    id: uuid('id'),
    kind: word('kind'),
    owner: uuid('owner_id', { changes: true }),
    receipt: uuid('receipt_id'),
    withdrawal: uuid('withdrawal_id'),
    account: word('account'),
    amount: cents('amount'),
    reference: text('reference'),
    referenceKey: text('reference_key'),
    valueDate: word('value_date'),
    payerText: text('payer_text', { personal: true }),
    payerAccount: text('payer_account', { personal: true }),
    reason: text('reason', { personal: true }),
    status: word('status', { changes: true }),
    firstAt: instant('first_at'),
    firstBy: uuid('first_by', { named: true }),
    bookedAt: instant('booked_at'),
    bookedBy: uuid('booked_by', { named: true }),
  },
})
export type BankEntryRow = WithNames<BankEntry, 'firstBy' | 'bookedBy'>

const sameReference = bankEntries.source<string>({
  name: 'same-reference',
  form: 'text',
  text: `select ${bankEntries.columns} from ${bankEntries.from} where bank_entry.reference_key = any ($1)`,
})

/** Needs what has this reference, however it is spelled. */
export const withReference = (reference: string) => reading(sameReference, referenceKey(reference))

/** What was booked under a reference. */
export function holderOf(world: World, reference: string): BankEntry | undefined {
  const key = referenceKey(reference)
  return world.rows(bankEntries).find((entry) => entry.referenceKey === key)
}

const inSomebodysName = bankEntries.source<OwnerId>({
  name: 'in-somebodys-name',
  form: 'uuid',
  text: `select ${bankEntries.columns} from ${bankEntries.from} where bank_entry.owner_id = any ($1) and bank_entry.kind = 'receipt' and bank_entry.status = 'suspense'`,
})

/** Needs what arrived for this owner beyond a limit, and waits in their name. */
export const overLimitOf = (owner: OwnerId) => reading(inSomebodysName, owner)

/** What of it there is, of an owner whose it was asked. */
export const overLimitIn = (world: World, owner: OwnerId): Cents =>
  world
    .rowsOf(bankEntries, owner)
    .filter(({ kind, status }) => kind === 'receipt' && status === 'suspense')
    .reduce((sum, { amount }) => sum + amount, 0n)

export type Place = { owner: OwnerId | null }

/** Whose it is: that can change before the lock, and the rules look again. */
export const placeOf = (id: string): Lookup<Place> => ({
  name: 'bank-entry',
  text: 'select owner_id as owner from bank_entries where id = $1',
  value: id,
  from: ({ owner }) => ({ owner }),
  inMemory: (world) => world.get(bankEntries, id) ?? null,
})
