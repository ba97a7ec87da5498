import type { ClientBase, QueryConfig } from 'pg'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import { Books } from '../core/books.ts'
import { firm, type Kind, type OwnerId } from '../core/chart.ts'
import type { Account, Posting } from '../core/posting.ts'
import { plainArray } from '../../platform/sql-array.ts'

export type Booking = { command: string; at: Instant; postings: readonly Posting[] }

/**
 * The statement that books these bookings in order. `before` tells the versions of the investors'
 * accounts under the caller's locks; the firm's are the function's to find out.
 */
export function postStatement(bookings: readonly Booking[], before: Books): QueryConfig {
  const versions = new Map<string, bigint>()
  const nextVersion = ({ owner, kind }: Account): bigint | null => {
    if (owner === firm) return null
    const account = `${owner} ${kind}`
    const version = (versions.get(account) ?? before.state(owner, kind).version) + 1n
    versions.set(account, version)
    return version
  }
  const rows = bookings.flatMap(({ command, at, postings }) => postings.map((posting, line) => ({
    ...posting, command, line, at: isoFromInstant(at), debitVersion: nextVersion(posting.debit), creditVersion: nextVersion(posting.credit),
  })))
  const columns = [
    rows.map((row) => row.command), rows.map((row) => row.line), rows.map((row) => row.at), rows.map((row) => row.event),
    rows.map((row) => row.debit.owner), rows.map((row) => row.debit.kind), rows.map((row) => row.debitVersion),
    rows.map((row) => row.credit.owner), rows.map((row) => row.credit.kind), rows.map((row) => row.creditVersion), rows.map((row) => row.amount),
  ]
  return { name: 'ledger.post', text: 'select ledger.post($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)', values: columns.map(plainArray) }
}

type AccountRow = { owner: OwnerId; kind: Kind; debits: bigint; credits: bigint; version: bigint }

/** Takes the firm's accounts for this transaction: whoever asks for balances afterwards has exact ones. */
export const lockFirmStatement: QueryConfig = { name: 'ledger.lock-firm', text: 'select ledger.lock_firm()' }

/** The accounts of these owners and of the firm. */
export function accountsStatement(owners: readonly OwnerId[]): QueryConfig {
  return {
    name: 'ledger.accounts',
    text: 'select owner, kind, debits, credits, version from ledger.accounts where owner = any ($1)',
    values: [plainArray([...owners, firm])],
  }
}

export function fillBooks(books: Books, rows: readonly AccountRow[]): void {
  for (const row of rows) books.set(row, row)
}

/** Balances of the firm's own accounts as they stand now. */
export async function readFirmsBooks(db: Pick<ClientBase, 'query'>): Promise<Books> {
  const { rows } = await db.query<AccountRow>(accountsStatement([]))
  const books = new Books()
  fillBooks(books, rows)
  return books
}
