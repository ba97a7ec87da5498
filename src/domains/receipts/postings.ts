/** What an entry at the bank books. Pure. */
import { refuse } from '../../desk/command.ts'
import type { Refusal } from '../../contract/problems.ts'
import type { BankEntryKind } from '../../contract/receipt.ts'
import type { World } from '../../desk/world.ts'
import { firm, type Kind, type OwnerId } from '../../ledger/core/chart.ts'
import type { Posting } from '../../ledger/core/posting.ts'
import type { Instant } from '../../lib/instant.ts'
import type { Cents } from '../../lib/money.ts'
import { bornePostings, borneBy, type Borne } from '../deposits/reversal.ts'
import { nothingUndone, type UndoneRepayments } from '../loans/undo.ts'
import { bankEntries, type BankEntry } from './table.ts'

type Booked = Pick<BankEntry, 'account' | 'amount'>

const own = (kind: Kind) => ({ owner: firm, kind })

/** To the person whose it is, or to suspense. */
export const receiptPostings = (owner: OwnerId | null, amount: Cents): Posting[] => [
  {
    event: 'bank-deposit',
    debit: own('client-bank'),
    credit: owner === null ? own('suspense') : { owner, kind: 'cash' },
    amount,
  },
]

export const assignmentPostings = (owner: OwnerId, amount: Cents): Posting[] => [
  { event: 'suspense-assigned', debit: own('suspense'), credit: { owner, kind: 'cash' }, amount },
]

export const returnPostings = (amount: Cents): Posting[] => [
  { event: 'suspense-returned', debit: own('suspense'), credit: own('client-bank'), amount },
]

/** Whose balance has it; null: nobody's. */
const placeOf = ({ owner }: Pick<BankEntry, 'owner'>): Posting['debit'] | null =>
  owner === null ? null : { owner, kind: 'cash' }

/** Who bears what the bank takes back of a receipt that was booked. */
const bearersOf = (world: World, receipt: BankEntry, at: Instant): Borne =>
  borneBy(world, { place: placeOf(receipt), wanted: receipt.amount, amount: receipt.amount }, at)

type Reversal = { postings: Posting[]; taken: Cents; undone: UndoneRepayments }

/** What the bank takes back of a receipt, and how much of that from its owner. Out of suspense nobody loses anything. */
export function reversalOf(world: World, receipt: BankEntry, at: Instant): Reversal {
  const event = 'bank-deposit-reversed'
  const credit = own('client-bank')
  if (receipt.status === 'suspense')
    return {
      postings: [{ event, debit: own('suspense'), credit, amount: receipt.amount }],
      ...{ taken: 0n, undone: nothingUndone },
    }
  const { taken, undone, ...others } = bearersOf(world, receipt, at)
  const place = placeOf(receipt)
  const postings = bornePostings({ taken, undone, ...others }, { event, credit, place })
  return { postings, taken: taken - undone.amount, undone }
}

/** A charge is the firm's to pay: on the clients' account it is made good at once. */
export function chargePostings({ account, amount }: Booked): Posting[] {
  const event = 'bank-charge'
  const charged: Posting = { event, debit: own('capital'), credit: own(account), amount }
  return account === 'firm-bank'
    ? [charged]
    : [charged, { event, debit: own('client-bank'), credit: own('firm-bank'), amount }]
}

/** Interest is the firm's: from the clients' account it is moved to its own at once. */
export function interestPostings({ account, amount }: Booked): Posting[] {
  const event = 'bank-interest'
  const credited: Posting = { event, debit: own(account), credit: own('capital'), amount }
  return account === 'firm-bank'
    ? [credited]
    : [credited, { event, debit: own('firm-bank'), credit: own('client-bank'), amount }]
}

/** Whether capital can't bear what it would have to. */
export function refusalOfBooking(
  world: World,
  { entry, receipt: id, amount }: { entry: BankEntryKind; receipt: string | null; amount: string },
  at: Instant,
): Refusal | null {
  const receipt = id === null ? undefined : world.get(bankEntries, id)
  const borne =
    entry === 'charge'
      ? BigInt(amount)
      : entry === 'reversal' && receipt?.status === 'booked'
        ? bearersOf(world, receipt, at).capital
        : 0n
  return borne > 0n && world.balance(firm, 'capital') < borne ? refuse('capital_short') : null
}
