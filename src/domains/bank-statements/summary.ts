/** What is told of a comparison: counts, sums, and the first of each kind. The whole of it stays in the thread that made it. */
import type { Cents } from '../../lib/money.ts'
import type { BookLine, Comparison } from './compare.ts'
import type { ForeignEntry, Statement, StatementEntry } from './statement.ts'

/** A posting on an account at the bank, by the version that it gave the account. */
export type Booked = BookLine & { version: number }
export type BooksOfAccount = { balance: Cents; lines: Booked[] }

export type ComparedFile = {
  account: string | null
  from: string
  to: string
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
  onItsWay: string
  onItsWaySum: Cents
  booksAlone: Booked[]
  foreign: ForeignEntry[]
  leftOver: Cents
}

/** So many of a kind are shown: a person who has more begins with these. */
const shownAtMost = 1000

export function summaryOf(
  statement: Statement & { closing: Cents },
  { both, differing, bankAlone, booksAlone, leftOver }: Comparison<Booked>,
  digest: string,
): ComparedFile {
  const { account, from, to, closing, entries, foreign } = statement
  const shown = differing.slice(0, shownAtMost)
  return {
    account,
    from,
    to,
    closing,
    digest,
    entries: entries.length,
    booked: both.length,
    unbooked: bankAlone.length + differing.length,
    differing: shown.map(({ entry }) => entry),
    bankAlone: bankAlone.slice(0, shownAtMost - shown.length),
    onItsWay: booksAlone.map(({ version }) => version).join(','),
    onItsWaySum: booksAlone.reduce((sum, { amount }) => sum + amount, 0n),
    booksAlone: booksAlone.slice(0, shownAtMost),
    foreign: foreign.slice(0, shownAtMost),
    leftOver,
  }
}
