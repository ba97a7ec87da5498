/** What an entry at the bank books. Pure. */
import { refuse } from '../../desk/command.ts'
import type { Refusal } from '../../contract/problems.ts'
import type { BankEntryKind } from '../../contract/receipt.ts'
import type { World } from '../../desk/world.ts'
import { firm, type Event, type Kind, type OwnerId } from '../../ledger/core/chart.ts'
import type { Posting } from '../../ledger/core/posting.ts'
import type { Put } from '../../desk/read.ts'
import type { Instant } from '../../lib/instant.ts'
import type { Cents } from '../../lib/money.ts'
import { nothingUndone, undoRepayments, type UndoneRepayments } from '../loans/undo.ts'
import { bankEntries, type BankEntry } from './table.ts'

type Booked = Pick<BankEntry, 'account' | 'amount'>

const least = (a: Cents, b: Cents): Cents => (a < b ? a : b)
const own = (kind: Kind) => ({ owner: firm, kind })

type Line = { event: Event; debit: Posting['debit']; credit: Posting['credit'] }
const moving = (line: Line, amount: Cents): Posting[] => (amount > 0n ? [{ ...line, amount }] : [])

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

/** What a balance bears of it, with what is undone of a loan that was paid with it; and what the corrections pool and capital bear of what lacks. */
export type Borne = { balance: Cents; undone: UndoneRepayments; pool: Cents; capital: Cents }

export function borneBy(
  world: World,
  { owner, amount }: Pick<BankEntry, 'owner' | 'amount'>,
  at: Instant,
): Borne {
  const cash = owner === null ? 0n : world.balance(owner, 'cash')
  const undone =
    owner === null ? nothingUndone : undoRepayments(world, { owner, lacking: amount - cash, at })
  const balance = least(cash + undone.amount, amount)
  const pool = least(world.balance(firm, 'corrections-pool'), amount - balance)
  return { balance, undone, pool, capital: amount - balance - pool }
}

/** What the bank takes back of a receipt that was booked: out of the balance first, what it lacks out of the pool, then out of capital, whose asset moves. */
export function reversalPostings(
  world: World,
  receipt: BankEntry,
  at: Instant,
): { postings: Posting[]; put: Put[] } {
  const event = 'bank-deposit-reversed'
  const credit = own('client-bank')
  if (receipt.status === 'suspense')
    return {
      postings: [{ event, debit: own('suspense'), credit, amount: receipt.amount }],
      put: [],
    }
  const { balance, undone, pool, capital } = borneBy(world, receipt, at)
  const postings = [
    ...undone.postings,
    ...(receipt.owner === null
      ? []
      : moving({ event, debit: { owner: receipt.owner, kind: 'cash' }, credit }, balance)),
    ...moving({ event, debit: own('corrections-pool'), credit }, pool),
    ...moving({ event, debit: own('capital'), credit }, capital),
    ...moving({ event, debit: own('client-bank'), credit: own('firm-bank') }, capital),
  ]
  return { postings, put: undone.put }
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
        ? borneBy(world, receipt, at).capital
        : 0n
  return borne > 0n && world.balance(firm, 'capital') < borne ? refuse('capital_short') : null
}
