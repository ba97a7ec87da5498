/**
 * A deposit is taken back, by a bank or by a chain: who bears it, and what that books. Its owner first, out of what they have and what a
 * loan was paid with; what lacks the corrections pool as far as it goes; and capital the rest, whose asset moves. Pure.
 */
import type { World } from '../../desk/world.ts'
import { firm, type Kind } from '../../ledger/core/chart.ts'
import type { Posting } from '../../ledger/core/posting.ts'
import type { Instant } from '../../lib/instant.ts'
import { leastOf, type Cents } from '../../lib/money.ts'
import { nothingUndone, undoRepayments, type UndoneRepayments } from '../loans/undo.ts'

const own = (kind: Kind) => ({ owner: firm, kind })

/** Nothing of nothing. */
export const moving = (line: Omit<Posting, 'amount'>, amount: bigint): Posting[] =>
  amount > 0n ? [{ ...line, amount }] : []

/** `taken`: out of the account where it is, with what is undone of a loan. */
export type Borne = { taken: Cents; undone: UndoneRepayments; pool: Cents; capital: Cents }

type TakenBack = {
  /** Where it is; null: it was nobody's. */
  place: Posting['debit'] | null
  /** How much of it that account had got. */
  wanted: Cents
  amount: Cents
}

export function borneBy(world: World, { place, wanted, amount }: TakenBack, at: Instant): Borne {
  const there = place === null ? 0n : world.balance(place.owner, place.kind)
  const undone =
    place?.kind === 'cash'
      ? undoRepayments(world, { owner: place.owner, lacking: wanted - there, at })
      : nothingUndone
  const taken = leastOf(there + undone.amount, wanted)
  const pool = leastOf(world.balance(firm, 'corrections-pool'), amount - taken)
  return { taken, undone, pool, capital: amount - taken - pool }
}

/** What each bears of it goes to `credit`. */
export const bornePostings = (
  { taken, undone, pool, capital }: Borne,
  { event, credit, place }: Pick<Posting, 'event' | 'credit'> & Pick<TakenBack, 'place'>,
): Posting[] => [
  ...undone.postings,
  ...(place === null ? [] : moving({ event, debit: place, credit }, taken)),
  ...moving({ event, debit: own('corrections-pool'), credit }, pool),
  ...moving({ event, debit: own('capital'), credit }, capital),
  ...moving({ event, debit: own('client-bank'), credit: own('firm-bank') }, capital),
]
