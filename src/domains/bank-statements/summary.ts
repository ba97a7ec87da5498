/** What is told of a comparison: counts, sums, and the first of each kind. The whole of it stays in the thread that made it. */
import type { Cents } from '../../lib/money.ts'
import type { BookLine, Comparison } from './compare.ts'
import { astrayOf, type Astray, type Covered } from './in-transit.ts'
import type { ForeignEntry, Statement, StatementEntry } from './statement.ts'

/** What one command moved on an account at the bank, by the versions that it gave the account. */
export type Booked = BookLine & { versions: number[] }
export type BooksOfAccount = { balance: Cents; lines: Booked[] }

/** Of what is in transit: how much goes out, and how much comes in. */
export type Directed = { out: Cents; in: Cents }

export type ComparedFile = {
  account: string | null
  from: string
  to: string
  /** Null: the file doesn't say. */
  opening: Cents | null
  closing: Cents
  /** SHA-256 of the file, in hex. */
  digest: string
  entries: number
  booked: number
  /** How many the books don't have, or have with another amount. */
  unbooked: number
  /** The first thousand of these, those with another amount before those that are new. */
  differing: StatementEntry[]
  bankAlone: StatementEntry[]
  /** Versions of what the books have and the bank doesn't yet, joined by commas; their sum; and the first thousand of them. */
  inTransit: string
  inTransitSum: Cents
  inTransitDirected: Directed
  booksAlone: Booked[]
  /** How many bookings are neither on a statement nor on their way, and the first thousand of them. */
  astray: number
  astrayFirst: { line: Booked; why: Astray }[]
  foreign: ForeignEntry[]
  /** How many entries are listed without having been booked. */
  pending: number
  leftOver: Cents
}

/** So many of a kind are shown: a person who has more begins with these. */
const shownAtMost = 1000

const sum = (of: readonly { amount: Cents }[]): Cents =>
  of.reduce((total, { amount }) => total + amount, 0n)

export function summaryOf(
  statement: Statement & { closing: Cents },
  { both, differing, bankAlone, booksAlone, leftOver }: Comparison<Booked>,
  digest: string,
  since: Pick<Covered, 'until' | 'inTransitDays'>,
): ComparedFile {
  const { account, from, to, opening, closing, entries, foreign, unbooked: pending } = statement
  const shown = differing.slice(0, shownAtMost)
  const judged = booksAlone.map((line) => ({ line, why: astrayOf(line, { from, to, ...since }) }))
  const astray = judged.flatMap(({ line, why }) => (why === null ? [] : [{ line, why }]))
  const inTransit = judged.flatMap(({ line, why }) => (why === null ? [line] : []))
  return {
    account,
    from,
    to,
    opening,
    closing,
    digest,
    entries: entries.length,
    booked: both.length,
    unbooked: bankAlone.length + differing.length,
    differing: shown.map(({ entry }) => entry),
    bankAlone: bankAlone.slice(0, shownAtMost - shown.length),
    inTransit: inTransit.flatMap(({ versions }) => versions).join(','),
    inTransitSum: sum(inTransit),
    inTransitDirected: {
      out: -sum(inTransit.filter(({ amount }) => amount < 0n)),
      in: sum(inTransit.filter(({ amount }) => amount > 0n)),
    },
    booksAlone: inTransit.slice(0, shownAtMost),
    astray: astray.length,
    astrayFirst: astray.slice(0, shownAtMost),
    foreign: foreign.slice(0, shownAtMost),
    pending,
    leftOver,
  }
}
